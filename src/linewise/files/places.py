"""Where a file really is, and where linewise keeps what belongs to it."""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path

from linewise._kinds import check_path
from linewise.errors import FileError
from linewise.files.pinning import RealPath

__all__ = ["data_folder", "file_key", "make_folder", "real_path"]

_KEY_LENGTH = 32


def data_folder() -> Path:
    """Return the folder for what linewise keeps of a user; it need not exist yet.

    `LINEWISE_DATA` names it; otherwise it lies where the platform keeps such data.

    Raises:
        FileError: the platform names no home.
    """
    if named := os.environ.get("LINEWISE_DATA"):
        return Path(named).absolute()
    try:
        return _platform_folder() / "linewise"
    except RuntimeError as error:
        raise FileError(
            f"there is no home folder to keep locks and histories in ({error}); name a folder by "
            "LINEWISE_DATA"
        ) from None


def _platform_folder() -> Path:
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return Path(local) if local else Path.home() / "AppData" / "Local"
    if sys.platform == "darwin":
        return _home() / "Library" / "Application Support"
    named = os.environ.get("XDG_DATA_HOME", "")
    # The specification says that a relative path is to be ignored.
    return Path(named) if os.path.isabs(named) else _home() / ".local" / "share"  # noqa: PTH117


def _home() -> Path:
    # Python takes the root of all folders for the home where the variable is empty.
    if os.environ.get("HOME") == "":
        raise RuntimeError("HOME is empty")
    return Path.home()


def real_path(path: str | os.PathLike[str]) -> Path:
    """Return the absolute path of a file with all symbolic links followed.

    A `RealPath` stands as it is: it was followed before, and must not be followed elsewhere now.

    Raises:
        FileError: the links lead in a circle, or no file can have this path.
        TypeError: this is no path at all.
    """
    if isinstance(path, RealPath):
        return path
    check_path(path)
    try:
        return Path(path).resolve()
    except (OSError, RuntimeError, ValueError) as error:
        raise FileError(f"{os.fspath(path)!r} leads to no file: {error}") from None


def file_key(path: Path) -> str:
    """Return the name under which linewise keeps what belongs to a file, from its real path."""
    name = os.fsencode(os.path.normcase(path))
    return hashlib.sha256(name).hexdigest()[:_KEY_LENGTH]


def make_folder(folder: Path) -> Path:
    """Make a folder below the data folder that only the user can read, if it is not there.

    Raises:
        FileError: it cannot be made.
    """
    try:
        # Parents that are made along the way do not take the mode.
        for made in (data_folder(), folder):
            made.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(
            f"{folder}: the folder for locks and histories cannot be made "
            f"({error.strerror or error}); name another one by LINEWISE_DATA"
        ) from error
    return folder
