"""Keep linewise processes apart: one lock a file, let go by the system when its owner dies."""

from __future__ import annotations

import errno
import os
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from linewise.errors import FileError
from linewise.files.places import data_folder, file_key, make_folder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["locked"]

PATIENCE = 60.0

_FIRST_WAIT = 0.001
_LONGEST_WAIT = 0.05
_TAKEN = {errno.EACCES, errno.EAGAIN, errno.EDEADLK}

if sys.platform == "win32":
    import msvcrt

    def _take(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _take(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def locked(path: Path, patience: float = PATIENCE) -> Iterator[None]:
    """Hold the lock of a file: nobody else who asks for it gets it meanwhile.

    The lock lies in the user's data folder, so nothing appears beside the file. It is never
    removed: a process that waits for a removed lock would not meet one that takes a new one.

    Args:
        path: the real path of the file.
        patience: for how many seconds to wait.

    Raises:
        FileError: another process kept the lock all the time, or locks do not work there.
    """
    folder = make_folder(data_folder() / "locks")
    descriptor = _opened(folder / f"{file_key(path)}.lock")
    try:
        _wait(descriptor, path, patience)
        yield
    finally:
        os.close(descriptor)


def _opened(lock: Path) -> int:
    try:
        return os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise FileError(
            f"{lock}: the lock cannot be opened ({error.strerror}); name another folder for "
            "locks and histories by LINEWISE_DATA"
        ) from error


def _wait(descriptor: int, path: Path, patience: float) -> None:
    give_up = time.monotonic() + patience
    wait = _FIRST_WAIT
    while True:
        try:
            return _take(descriptor)
        except OSError as error:
            if error.errno not in _TAKEN:
                raise FileError(
                    f"{path}: it cannot be locked ({error.strerror}); name a folder on another "
                    "disk by LINEWISE_DATA"
                ) from error
        if time.monotonic() > give_up:
            raise FileError(
                f"{path}: another linewise process has been at work on it for "
                f"{patience:.0f} seconds; try again when it is done"
            )
        time.sleep(wait)
        wait = min(wait * 2, _LONGEST_WAIT)
