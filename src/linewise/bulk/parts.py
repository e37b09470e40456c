"""Sources cut into parts: what is read, split and written as one, the same way each time.

A part is some files of a folder, or a stretch of a table. Where one part ends depends on what
stands there and hardly on what stands before, so that a file more or less leaves nearly all other
parts as they are.
"""

from __future__ import annotations

import glob
import hashlib
import os
import re
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, Literal

from linewise._kinds import check_path, check_several
from linewise.errors import LoadError, OptionError
from linewise.files import real_path

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

__all__ = ["Kind", "Part", "parts_of"]

Kind = Literal["files", "jsonl", "csv", "parquet"]

_TABLES: dict[str, Kind] = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".tsv": "csv",
    ".parquet": "parquet",
}

# Bytes of a stretch of a table. One that would have fewer than so many has shorter ones, so that
# several processes share it and little is lost with one of them.
_BYTES = 1 << 25
_FEW = 8
# Files of a part: one in so many begins a new one by its name, and there are never more than that.
_ONE_IN = 128
_MOST_FILES = 512
# Bytes of their part: as many as a part of such files has on the average, at least and at most.
_FILE_BYTES = 1 << 21
_LEAST_FILE_BYTES = 1 << 20
_MOST_FILE_BYTES = 1 << 22

_LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class Part:
    """What is read, split and written as one.

    Attributes:
        name: of the output, without its ending; no two parts of a run have the same.
        kind: of the files.
        paths: of the files; a table is one.
        start: where the part begins in the table, in bytes or row groups.
        end: where it ends; None at the end of the table.
        size: in bytes, for the progress of a run.
    """

    name: str
    kind: Kind
    paths: tuple[str, ...]
    start: int = 0
    end: int | None = None
    size: int = 0

    def as_dict(self) -> dict[str, Any]:
        """Return the part as plain values, ready for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Part:
        """Return the part that `as_dict` gave."""
        return cls(**{**values, "paths": tuple(values["paths"])})


def parts_of(
    sources: Sequence[str | os.PathLike[str]], leave_out: str | os.PathLike[str] | None = None
) -> list[Part]:
    """Return the parts of some sources.

    Args:
        sources: paths of files and folders, and patterns such as "docs/**/*.md". JSON Lines
            (.jsonl, .ndjson), CSV (.csv, .tsv) and Parquet are tables with a document a row; any
            other file is a document. Of folders, hidden files are left out.
        leave_out: a file or folder that is no source, wherever it lies: that of the output.

    Raises:
        LoadError: there is nothing at a path or for a pattern.
        OptionError: there are no sources, or one is what is left out.
        FileError: no file can have the path that is left out.
    """
    if not sources:
        raise OptionError("there are no sources: name files, folders or patterns")
    check_several("sources", sources, "['docs']")
    is_left_out = _left_out(leave_out)
    for one in sources:
        check_path(one)
        if is_left_out(os.path.normpath(one)):
            raise OptionError(f"{os.fspath(one)}: that is where the output goes; it is no source")
    found = (path for one in sources for path in _paths(os.fspath(one), is_left_out))
    paths = dict.fromkeys(path for path in found if not is_left_out(path))
    tables = [path for path in paths if _table(path)]
    files = [path for path in paths if not _table(path)]
    return [*_file_parts(files), *(part for path in tables for part in _table_parts(path))]


def _table(path: str) -> Kind | None:
    return _TABLES.get(PurePath(path).suffix.lower())


def _left_out(leave_out: str | os.PathLike[str] | None) -> Callable[[str], bool]:
    """Return what tells whether a path is the one that is left out, or lies in it."""
    if leave_out is None:
        return lambda _: False
    left_out = os.fspath(real_path(leave_out))
    # Many paths lie in few folders, and each real path takes a while to be found.
    real = lru_cache(maxsize=1024)(os.path.realpath)

    def is_left_out(path: str) -> bool:
        folder, name = os.path.split(path)
        known = os.path.join(real(folder or "."), name)  # noqa: PTH118 - a million of them
        return known == left_out or known.startswith(os.path.join(left_out, ""))  # noqa: PTH118

    return is_left_out


def _paths(source: str, is_left_out: Callable[[str], bool]) -> Iterable[str]:
    if os.path.isdir(source):  # noqa: PTH112 - names that pathlib refuses are told below
        return _walked(source, is_left_out)
    if os.path.exists(source):  # noqa: PTH110 - likewise
        return [os.path.normpath(source)]
    if not glob.has_magic(source):
        raise LoadError(f"{source}: there is no such file or folder")
    found = sorted(path for path in glob.glob(source, recursive=True) if Path(path).is_file())  # noqa: PTH207 - a pattern may be absolute
    if not found:
        raise LoadError(f"{source}: no file is called so")
    return [os.path.normpath(path) for path in found]


def _walked(folder: str, is_left_out: Callable[[str], bool]) -> Iterator[str]:
    """Yield the files below a folder in the order of their paths."""

    def refuse(error: OSError) -> None:
        raise LoadError(f"{error.filename}: the folder cannot be read: {error.strerror}") from error

    for place, folders, files in os.walk(os.path.normpath(folder), onerror=refuse):
        folders[:] = sorted(
            name
            for name in folders
            if not name.startswith(".") and not is_left_out(os.path.join(place, name))  # noqa: PTH118
        )
        for name in sorted(files):
            if not name.startswith("."):
                yield os.path.normpath(os.path.join(place, name))  # noqa: PTH118 - a million of them


def _file_parts(paths: Iterable[str]) -> Iterator[Part]:
    group: list[str] = []
    total = 0
    for path in paths:
        size = _size(path)
        full = len(group) >= _MOST_FILES or total + size > _MOST_FILE_BYTES
        if group and (full or _begins(path, size, total)):
            yield _named(Part("", "files", tuple(group), size=total))
            group, total = [], 0
        group.append(path)
        total += size
    if group:
        yield _named(Part("", "files", tuple(group), size=total))


def _begins(path: str, size: int, before: int) -> bool:
    """Tell whether a file begins a part: by its name, and the sooner the larger it is.

    Args:
        path: of the file.
        size: in bytes.
        before: the bytes of the part that would end here.
    """
    key = _key(path, 4)
    if key % _ONE_IN == 0:
        return True
    # Of small files, their number makes a part long.
    is_large = size * _ONE_IN > _FILE_BYTES and before >= _LEAST_FILE_BYTES
    return is_large and key * _FILE_BYTES < size << 32


def _stretch(size: int) -> int:
    """Return the bytes of a part of a table of some size."""
    return _BYTES if size >= _FEW * _BYTES else max(1, _BYTES // _FEW)


def _table_parts(path: str) -> Iterator[Part]:
    kind, size = _table(path), _size(path)
    if kind == "jsonl":
        length = _stretch(size)
        for start in range(0, max(size, 1), length):
            end = start + length
            yield _named(Part("", "jsonl", (path,), start, end, min(length, size - start)))
    elif kind == "parquet":
        yield from _row_groups(path, size)
    else:
        yield _named(Part("", "csv", (path,), size=size))


def _row_groups(path: str, size: int) -> Iterator[Part]:
    """Yield the stretches of a Parquet file; of one that cannot be read, the whole."""
    import pyarrow as pa  # noqa: PLC0415 - heavy
    import pyarrow.parquet as pq  # noqa: PLC0415 - heavy

    try:
        with pq.ParquetFile(path) as file:
            known = file.metadata
            sizes = [known.row_group(at).total_byte_size for at in range(known.num_row_groups)]
    except (OSError, ValueError, pa.ArrowException):
        yield _named(Part("", "parquet", (path,), size=size))
        return
    start, total, length = 0, 0, _stretch(sum(sizes))
    for at, group in enumerate(sizes):
        total += group
        if total >= length or at + 1 == len(sizes):
            yield _named(Part("", "parquet", (path,), start, at + 1, total))
            start, total = at + 1, 0


def _named(part: Part) -> Part:
    """Return the part with a name that tells something to people, and is unlike all others."""
    stem = re.sub(r"[^a-z0-9]+", "-", PurePath(part.paths[0]).stem.lower()).strip("-")
    name = f"{stem[:_LONGEST_NAME]}-{_key(part.paths[0], 6):012x}"
    if part.kind in {"jsonl", "parquet"}:
        name += f"-{part.start:012}"
    return Part(name, part.kind, part.paths, part.start, part.end, part.size)


def _key(path: str, length: int) -> int:
    name = PurePath(path).as_posix().encode(errors="surrogateescape")
    return int.from_bytes(hashlib.blake2b(name, digest_size=length).digest(), "big")


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size  # noqa: PTH116 - a million of them
    except OSError:
        # Whatever is wrong with it is told of when it is read.
        return 0
