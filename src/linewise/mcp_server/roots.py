"""The folders that agents may see, and the only way from a name to a file in them.

A name is made a real path first, links followed. That path must lie in a folder that was given,
and is then used without following any link: what is put on its way afterwards is refused.
"""

from __future__ import annotations

import os
import re
import stat
import unicodedata
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from linewise.errors import FileError
from linewise.files import RealPath, data_folder, pinned
from linewise.mcp_server.answers import RefusedError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Entry", "Place", "Roots"]

# Control, format and surrogate characters, and breaks: nobody sees them; some systems skip them.
_UNSEEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}
_LISTING = "outline with path '.' lists what is there"
_ABSOLUTE = re.compile(r"[/\\]|~[/\\]|~$|[A-Za-z]:|[A-Za-z][A-Za-z0-9+.-]*://")


class Entry(NamedTuple):
    """What stands in a folder: its name, with a slash for a folder, and its size."""

    name: str
    size: int


@dataclass(frozen=True, slots=True)
class Place:
    """A file or folder that may be used.

    Attributes:
        name: what it is called in calls and answers, relative to the folders that were given.
        path: where it is.
    """

    name: str
    path: RealPath


class Roots:
    """Folders by the names under which their files are known.

    With one folder names begin in it; with several they begin with the name of the folder.

    Args:
        folders: what agents may see.
        path_chars: how long a name may be.

    Raises:
        FileError: one of them is no folder, or there is none to keep histories in.
    """

    def __init__(
        self, folders: Sequence[str | os.PathLike[str]], *, path_chars: int = 1_000
    ) -> None:
        real = list(dict.fromkeys(map(_real_folder, folders)))
        if not real:
            raise FileError("no folder was named that agents may see; name one by --root")
        self._path_chars = path_chars
        self._histories = data_folder()
        names = [""] if len(real) == 1 else _own_names(real)
        self._folders = dict(zip(names, real, strict=True))

    def find(self, name: str) -> Place:
        """Return the file or folder of a name.

        Raises:
            RefusedError: the name leads out of the folders, or is no name of a file in them.
        """
        parts = self._parts(name)
        if "" not in self._folders and not parts:
            raise RefusedError(f"name a folder first: {', '.join(self._folders)}")
        folder = self._folders.get("") or self._folders.get(parts[0])
        if folder is None:
            raise RefusedError(
                f"there is no folder {parts[0]!r}; there are {', '.join(self._folders)}"
            )
        _refuse_gone(folder)
        inner = parts if "" in self._folders else parts[1:]
        path = self._followed(folder.joinpath(*inner), name)
        place = self._placed(path, name)
        self._refuse_missing(place, "/".join(parts))
        return place

    def entries(self, name: str, most: int) -> tuple[list[Entry], bool]:
        """Return what stands in a folder, folders first, and whether that is all.

        Hidden files and links are left out; what a link leads to may still be named.

        Raises:
            RefusedError: it is no folder, or none that may be seen.
        """
        if not self._parts(name) and "" not in self._folders:
            return [Entry(f"{own}/", 0) for own in self._folders], True
        place = self.find(name)
        with pinned(RealPath(place.path / "-")) as inside:
            listed = [e for e in _listed(inside.parent) if not self._is_kept(place.path / e.name)]
        found = sorted(listed, key=lambda e: (e.name[-1] != "/", e.name))
        return found[:most], len(found) <= most

    def hide(self, message: str) -> str:
        """Return a message without the paths of this machine."""
        for own, folder in self._folders.items():
            message = _named(message, str(folder), own)
        message = message.replace(str(self._histories), "(history)")
        return re.sub(r"/proc/self/fd/[0-9]+", "…", message)

    def _parts(self, name: str) -> list[str]:
        if len(name) > self._path_chars:
            raise RefusedError(f"a path has at most {self._path_chars:,} characters")
        _refuse_unseen(name)
        if _ABSOLUTE.match(name):
            raise RefusedError(self._relative_advice(name))
        if "\\" in name:
            raise RefusedError("a path is written with / between folders, not with \\")
        parts = [part for part in name.split("/") if part not in ("", ".")]
        for part in parts:
            _refuse_part(part)
        return parts

    def _relative_advice(self, name: str) -> str:
        advice = "paths are relative to the folder that was opened, without / in front"
        for own, folder in self._folders.items():
            if name.startswith(f"{folder}{os.sep}"):
                inner = Path(name).relative_to(folder).as_posix()
                return f"{advice}: write {f'{own}/{inner}' if own else inner}"
        return f"{advice}; {_LISTING}"

    def _followed(self, path: Path, name: str) -> Path:
        try:
            return path.resolve()
        except (OSError, RuntimeError, ValueError):
            raise RefusedError(f"{name!r} leads to no file") from None

    def _is_kept(self, path: Path) -> bool:
        return path.is_relative_to(self._histories.resolve())

    def _placed(self, path: Path, name: str) -> Place:
        if self._is_kept(path):
            raise RefusedError(f"{name!r} is kept by linewise itself; history and undo look at it")
        for own, folder in self._folders.items():
            if path.is_relative_to(folder):
                inner = path.relative_to(folder)
                _refuse_unseen(str(inner))
                for part in inner.parts:
                    _refuse_part(part)
                _refuse_other_spelling(folder, inner, name)
                shown = inner.as_posix()
                if own:
                    shown = own if shown == "." else f"{own}/{shown}"
                return Place(shown, RealPath(path))
        raise RefusedError(f"{name!r} leads out of the folders that may be seen")

    def _refuse_missing(self, place: Place, asked: str) -> None:
        try:
            place.path.lstat()
        except PermissionError:
            raise RefusedError(
                f"{place.name!r} cannot be looked at: its folder lets nobody in; go on without it"
            ) from None
        except OSError:
            pass
        else:
            return
        try:
            with pinned(place.path) as there:
                names = [entry.name for entry in _listed(there.parent)]
        except (OSError, FileError):
            names = []
        folder = place.name.removesuffix(place.path.name)
        folded = {name.casefold(): f"{folder}{name}" for name in names}
        near = get_close_matches(place.path.name.casefold(), folded, n=3)
        hint = f"near are {', '.join(folded[one] for one in near)}" if near else _LISTING
        if asked != place.name:
            raise RefusedError(f"{asked!r} leads to {place.name!r}, which is not there; {hint}")
        raise RefusedError(f"there is no {place.name!r}; {hint}")


def _real_folder(folder: str | os.PathLike[str]) -> Path:
    try:
        real = Path(folder).resolve(strict=True)
    except (OSError, RuntimeError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise FileError(f"{os.fspath(folder)!r} cannot be opened for agents: {why}") from None
    if real == real.parent:
        raise FileError(
            f"{os.fspath(folder)!r} is the whole disk; name the folder that holds the documents"
        )
    if not real.is_dir():
        raise FileError(f"{os.fspath(folder)!r} is no folder; name the folder that holds the files")
    return real


def _own_names(folders: Sequence[Path]) -> list[str]:
    names: list[str] = []
    for folder in folders:
        name = folder.name or "root"
        free = (f"{name}-{number}" for number in count(2))
        names.append(name if name not in names else next(one for one in free if one not in names))
    return names


def _named(message: str, folder: str, own: str) -> str:
    """Return a message in which a folder goes by its own name, or by none."""

    def shown(match: re.Match[str]) -> str:
        if match[0] != folder:
            return f"{own}/" if own else ""
        return own or "."

    return re.sub(rf"{re.escape(folder)}(?:{re.escape(os.sep)}(?=\S)|(?![\w.-]))", shown, message)


def _refuse_unseen(name: str) -> None:
    for character in name:
        if unicodedata.category(character) in _UNSEEN:
            raise RefusedError(
                f"the path holds U+{ord(character):04X}, which cannot be seen; write it without, "
                "as the list of files shows it"
            )


def _refuse_gone(folder: Path) -> None:
    if not folder.is_dir():
        raise RefusedError(
            f"the opened folder {folder.name!r} is gone; nothing in it can be read or written "
            "until somebody puts it back"
        )


def _refuse_part(part: str) -> None:
    if part == "..":
        raise RefusedError("'..' leads out of a folder; write the path from the opened folder on")
    if part.startswith("."):
        raise RefusedError(f"{part!r} is hidden; hidden files and folders are not shown to agents")
    if os.name == "nt" and (":" in part or part != part.rstrip(". ")):
        raise RefusedError(f"{part!r} is no plain name of a file")


def _refuse_other_spelling(folder: Path, inner: Path, name: str) -> None:
    """Refuse another case or form of letters than the file's own.

    Where the disk takes one for the other, one file would have two names, locks and histories.
    """
    path = folder
    for part in inner.parts:
        folder, path = path, path / part
        if not any(_same(path, folder / other) for other in _other_spellings(part)):
            continue
        spelled = {found.name for found in path.parent.iterdir()}
        if part not in spelled:
            own = next((s for s in spelled if _plain(s) == _plain(part)), "another way")
            raise RefusedError(f"{name!r} is spelled {own!r} on the disk; write it so")


def _other_spellings(part: str) -> set[str]:
    forms = {unicodedata.normalize("NFC", part), unicodedata.normalize("NFD", part)}
    return (forms | {part.swapcase()}) - {part}


def _plain(part: str) -> str:
    return unicodedata.normalize("NFC", part).casefold()


def _same(path: Path, other: Path) -> bool:
    try:
        return path.samefile(other)
    except OSError:
        return False


def _listed(folder: Path) -> Iterator[Entry]:
    with os.scandir(folder) as found:
        for entry in found:
            try:
                status = entry.stat(follow_symlinks=False)
            except FileNotFoundError:
                continue
            if entry.name.startswith(".") or not _UNSEEN.isdisjoint(
                map(unicodedata.category, entry.name)
            ):
                continue
            if stat.S_ISDIR(status.st_mode):
                yield Entry(f"{entry.name}/", 0)
            elif stat.S_ISREG(status.st_mode):
                yield Entry(entry.name, status.st_size)
