"""The files that can be edited among those that somebody names, folders and all."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from linewise.errors import FileError, LoadError
from linewise.files import real_path
from linewise.history.reading import read_file
from linewise.loading import decode

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from linewise.files import TextFile

__all__ = ["Named", "read_files"]


class Named(NamedTuple):
    """A file as it was named or found in a folder.

    Attributes:
        name: what it is called from where the caller looks.
        file: the file; None where it is left alone.
        reason: why it is left alone.
    """

    name: str
    file: TextFile | None
    reason: str = ""


def read_files(
    paths: Iterable[str | os.PathLike[str]],
    encoding: str | None = None,
    *,
    without: Mapping[str, str] | None = None,
) -> list[Named]:
    """Read the files that can be edited: those that are named, and those in folders.

    In a folder hidden files and folders, links, which may lead out of it, and whatever is no text
    are left alone. A file that is named twice, by another name too, counts once.

    Args:
        paths: files and folders; what is in a folder comes in the order of its names.
        encoding: of all files; the one that each was last known in, or found out, when left out.
        without: paths of files that are left alone, each with the reason.

    Returns:
        Each file, and each entry of a folder that is left alone.

    Raises:
        FileError: a file that is named cannot be read or edited, or there is no such encoding.
        HistoryError: a history is damaged, and was set aside; the message says where.
    """
    _check(encoding)
    seen: set[Path] = set()
    left = {real_path(path): reason for path, reason in (without or {}).items()}
    found: list[Named] = []
    for path in paths:
        for name, reason in _entries(os.fspath(path)):
            if reason:
                found.append(Named(name, None, reason))
            elif (real := real_path(name)) in left:
                found.append(Named(name, None, left[real]))
            elif real not in seen:
                seen.add(real)
                found.append(_read(name, encoding, is_named=name == os.fspath(path)))
    return found


def _check(encoding: str | None) -> None:
    """Refuse an encoding that does not exist once, instead of each file because of it."""
    try:
        decode(b"", encoding)
    except LoadError as error:
        raise FileError(str(error).removeprefix("the bytes: ")) from error


def _entries(path: str) -> Iterator[tuple[str, str]]:
    """Yield the files that a path stands for, each with why it is left alone, if it is."""
    if not os.path.isdir(path):  # noqa: PTH112 - the names are kept as they were written
        yield path, ""
        return
    try:
        entries = sorted(os.scandir(path), key=lambda entry: entry.name)
    except OSError as error:
        yield path, f"it cannot be read: {error.strerror or error}"
        return
    for entry in entries:
        if entry.name.startswith("."):
            yield entry.path, "it is hidden"
        elif entry.is_symlink():
            yield entry.path, "it is a link; name it, or what it leads to, to have that edited"
        elif entry.is_dir():
            yield from _entries(entry.path)
        else:
            yield entry.path, ""


def _read(name: str, encoding: str | None, *, is_named: bool) -> Named:
    try:
        return Named(name, read_file(name, encoding))
    except FileError as error:
        if is_named:
            raise
        return Named(name, None, _why_left(name, error))


def _why_left(name: str, error: FileError) -> str:
    """Return why a file of a folder is left alone: of what is no text what it is, and no advice."""
    is_no_text = isinstance(error.__cause__, LoadError)
    reason = str(error.__cause__ if is_no_text else error)
    reason = reason.removeprefix(str(real_path(name))).removeprefix(name).lstrip(": ")
    return reason.partition("; ")[0] if is_no_text else reason
