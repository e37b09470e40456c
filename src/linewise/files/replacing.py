"""Put new bytes in the place of a file: the old ones or the new ones, never a mixture."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat
from contextlib import contextmanager
from typing import TYPE_CHECKING

from linewise.errors import FileError
from linewise.files.pinning import link_flag, pinned
from linewise.files.places import data_folder, file_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

__all__ = ["Stamp", "leftover_of", "read_bytes", "settle_folder", "staged"]

# Device, inode, size, time of the last change: what tells that a file is not the one it was.
Stamp = tuple[int, int, int, int]

_READING = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_WRITING = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


def read_bytes(path: Path) -> tuple[bytes, Stamp]:
    """Read a regular file, and the stamp that it had before it was read.

    Raises:
        FileError: it is missing, no regular file, or cannot be read.
    """
    try:
        with pinned(path) as place:
            return _read(place, path)
    except OSError as error:
        raise _failed("read", path, error) from error


@contextmanager
def staged(path: Path, old: bytes, new: bytes) -> Iterator[Callable[[], bool]]:
    """Write the new bytes beside a file and yield the function that puts them in its place.

    Whatever happens, the file holds its old bytes until that function is called and the new
    ones afterwards, on the disk too; mode, owner and extended attributes are kept where the
    system lets them be. The function leaves the file alone and returns False when somebody
    changed it since it was read. The bytes beside it are gone in the end. Hold the lock.

    Args:
        path: the real path of the file.
        old: what it held when it was read.
        new: what it is to hold.

    Raises:
        FileError: the bytes cannot be written there.
    """
    with pinned(path) as place:
        leftover = place.parent / leftover_of(path).name
        try:
            _write_beside(path, place, leftover, new)
            yield lambda: _put(leftover, path, place, old)
        finally:
            with contextlib.suppress(OSError):
                leftover.unlink()


def leftover_of(path: Path) -> Path:
    """Return where the new bytes of a file are written first.

    It is always the same place, so that what a killed process left is found. The name depends
    on the data folder: users who do not share their locks do not share this place either.
    """
    key = file_key(data_folder() / file_key(path))
    return path.parent / f".linewise-{key[:16]}.tmp"


def settle_folder(folder: Path) -> None:
    """Make the names in a folder durable, as far as the system has a way to do so."""
    if os.name == "nt":
        return
    # Some file systems refuse. What was renamed stays renamed, so there is nothing to take back.
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _refuse_special(path: Path, mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise FileError(f"{path}: it is a folder; a text file was expected")
    if not stat.S_ISREG(mode):
        raise FileError(f"{path}: it is a pipe or a device; only regular files can be edited")


def _stamp(status: os.stat_result) -> Stamp:
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def _read(place: Path, path: Path) -> tuple[bytes, Stamp]:
    # Opening a named pipe without O_NONBLOCK would wait for a writer.
    descriptor = os.open(place, _READING | link_flag(path))
    try:
        status = os.fstat(descriptor)
        _refuse_special(path, status.st_mode)
        with open(descriptor, "rb", closefd=False) as file:
            return file.read(), _stamp(status)
    finally:
        os.close(descriptor)


def _write_beside(path: Path, place: Path, leftover: Path, data: bytes) -> None:
    try:
        status = place.stat()
        if not os.access(place, os.W_OK):
            raise PermissionError(0, "you may not write to it")
        leftover.unlink(missing_ok=True)
        descriptor = os.open(leftover, _WRITING, 0o600)
        with open(descriptor, "wb") as file:  # noqa: PTH123 - a descriptor, not a path
            file.write(data)
            _keep_dress(place, leftover, status)
            file.flush()
            os.fsync(descriptor)
    except OSError as error:
        raise _failed("written", path, error) from error


def _keep_dress(path: Path, leftover: Path, status: os.stat_result) -> None:
    """Give the new file the owner, mode and attributes of the old one, and the time of now."""
    if hasattr(os, "chown"):
        for owner, group in ((status.st_uid, -1), (-1, status.st_gid)):
            # Only the superuser may give files away, and nobody to every group.
            with contextlib.suppress(OSError):
                os.chown(leftover, owner, group)
    shutil.copystat(path, leftover)
    os.utime(leftover)


def _put(leftover: Path, path: Path, place: Path, old: bytes) -> bool:
    try:
        # A stamp alone says too little: within a tick of the clock it stays the same.
        now, stamp = _read(place, path)
        if now != old or _stamp(place.stat()) != stamp:
            return False
        leftover.replace(place)
        settle_folder(place.parent)
    except OSError as error:
        raise _failed("written", path, error) from error
    return True


def _failed(what: str, path: Path, error: OSError) -> FileError:
    if isinstance(error, FileNotFoundError):
        return FileError(f"{path}: there is no such file")
    if error.errno == errno.ELOOP:
        return FileError(f"{path}: it is a link now, which it was not")
    return FileError(f"{path}: it cannot be {what}: {error.strerror or error}")
