"""Reach a file by the way that was checked: no link is followed, whatever becomes of its folders.

Between a look at a path and its use somebody may put a link in the place of a folder. Who must
not be led astray names the file by a `RealPath`: each folder on its way is opened from the one
before it without following links, and what is done then is done in that very folder.
"""

from __future__ import annotations

import os
import stat
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from linewise.errors import FileError

if TYPE_CHECKING:
    from collections.abc import Iterator

if sys.platform == "win32":
    from pathlib import WindowsPath as _OwnPath
else:
    from pathlib import PosixPath as _OwnPath

__all__ = ["RealPath", "link_flag", "pinned"]

_FOLDER = (
    getattr(os, "O_PATH", os.O_RDONLY)
    | getattr(os, "O_DIRECTORY", 0)
    | getattr(os, "O_NOFOLLOW", 0)
)
_DESCRIPTORS = "/proc/self/fd"


class RealPath(_OwnPath):
    """An absolute path without links, to be used as it stands: a link on it is refused."""

    __slots__ = ()


def link_flag(path: Path) -> int:
    """Return what `os.open` needs to refuse a link in the place of the file itself."""
    return getattr(os, "O_NOFOLLOW", 0) if isinstance(path, RealPath) else 0


@contextmanager
def pinned(path: Path) -> Iterator[Path]:
    """Yield a path to the same file; of a `RealPath` one that leads through its open folder.

    Where the system gives no paths through open folders (outside Linux), the way is checked and
    the plain path is used directly afterwards: a moment is left between the two.

    Raises:
        FileError: a link or something else stands on the way, or it is gone.
    """
    if not isinstance(path, RealPath):
        yield path
        return
    try:
        folder = _opened_folder(path.parent)
    except OSError as error:
        raise FileError(
            f"{path}: the way to it is not what it was: a folder on it is gone, or a link now"
        ) from error
    try:
        through = Path(f"{_DESCRIPTORS}/{folder}")
        yield (through if _leads_there(through, folder) else Path(path.parent)) / path.name
    finally:
        os.close(folder)


def _opened_folder(folder: Path) -> int:
    """Open a folder, one step after the other, where the system can open relative to a folder."""
    if os.open not in os.supports_dir_fd:
        if folder.resolve() != Path(folder):
            raise NotADirectoryError(str(folder))
        return os.open(os.devnull, os.O_RDONLY)
    descriptor = os.open(folder.anchor, _FOLDER)
    for part in folder.parts[1:]:
        try:
            deeper = os.open(part, _FOLDER, dir_fd=descriptor)
        finally:
            os.close(descriptor)
        descriptor = deeper
    return descriptor


def _leads_there(through: Path, folder: int) -> bool:
    try:
        status = through.stat()
    except OSError:
        return False
    return stat.S_ISDIR(status.st_mode) and os.path.samestat(status, os.fstat(folder))
