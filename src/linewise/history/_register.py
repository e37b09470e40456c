"""The names of batches, and which files each of them went into.

A file of the data folder for each batch lists the paths, each noted before its file is written: a
path may be there whose file was not changed any more, but none is missing.
"""

from __future__ import annotations

import json
import os
import re
import secrets
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from linewise._kinds import check_text
from linewise.errors import HistoryError
from linewise.files import data_folder, make_folder, settle_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["NEWEST", "check_batch", "named_batch", "new_batch", "note", "noted", "undo_name"]

# Stands for the batch that was begun last.
NEWEST = "last"

_NAME = re.compile(r"[0-9a-z][0-9a-z-]{2,79}")
_UNDO = "-undo"


def new_batch() -> str:
    """Return a name for edits of several files that belong together, made of the time."""
    return f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(3)}"


def undo_name() -> str:
    """Return a name for what takes a batch back, by which it is known as no batch of edits."""
    return new_batch() + _UNDO


def check_batch(batch: str) -> str:
    """Return a name of a batch if it is one.

    Raises:
        HistoryError: it is none.
    """
    check_text("the name of a batch", batch)
    if batch == NEWEST or not _NAME.fullmatch(batch):
        raise HistoryError(
            f"{batch!r} is no name of a batch: 3 to 80 small letters, digits and dashes were "
            f"expected, and not {NEWEST!r} alone; new_batch() makes one"
        )
    return batch


def note(batch: str, path: Path) -> None:
    """Note durably that a file is about to be changed by a batch; once more does no harm.

    Raises:
        HistoryError: it cannot be noted.
    """
    file = _folder() / check_batch(batch)
    # A line of its own, also after one that a killed process left half written.
    line = f"\n{json.dumps(str(path))}\n".encode("ascii")
    try:
        make_folder(file.parent)
        with file.open("ab") as stream:
            stream.write(line)
            stream.flush()
            os.fsync(stream.fileno())
        _make_newest(file)
        settle_folder(file.parent)
    except OSError as error:
        raise HistoryError(
            f"{path}: that it belongs to batch {batch} cannot be noted below {file.parent}: "
            f"{error.strerror or error}; make room there, or name another folder by LINEWISE_DATA"
        ) from error


def noted(batch: str) -> list[Path]:
    """Return the files that a batch was to change, in the order in which it came to them.

    Raises:
        HistoryError: there is no such batch, or what is noted of it cannot be read.
    """
    file = _folder() / check_batch(batch)
    try:
        lines = file.read_bytes().splitlines()
    except FileNotFoundError:
        newest = _newest()
        known = f"the newest is {newest}" if newest else "there is none yet"
        raise HistoryError(f"there is no batch {batch!r}; {known}") from None
    except OSError as error:
        raise HistoryError(f"{file}: it cannot be read: {error.strerror or error}") from error
    return list(dict.fromkeys(_paths(lines)))


def named_batch(batch: str) -> str:
    """Return the batch that is meant; `last` is the newest that is no undo of another.

    Raises:
        HistoryError: there is none.
    """
    if batch != NEWEST:
        return check_batch(batch)
    newest = _newest()
    if newest is None:
        raise HistoryError("there is no batch yet: several files have to be edited together first")
    return newest


def _paths(lines: list[bytes]) -> Iterator[Path]:
    for line in lines:
        try:
            yield Path(json.loads(line))
        except (ValueError, TypeError):
            continue


def _newest() -> str | None:
    found = _by_time()
    return found[-1][1] if found else None


def _make_newest(file: Path) -> None:
    """Let the batch that was noted last be the newest, also after the clock went back."""
    time, name = (_by_time() or [(0, "")])[-1]
    if name != file.name and not file.name.endswith(_UNDO):
        os.utime(file, ns=(time + 1, time + 1))


def _by_time() -> list[tuple[int, str]]:
    """Return the batches of edits with the time of their last note, the newest last."""
    try:
        return sorted(
            (entry.stat().st_mtime_ns, entry.name)
            for entry in os.scandir(_folder())
            if _NAME.fullmatch(entry.name) and not entry.name.endswith(_UNDO)
        )
    except FileNotFoundError:
        return []
    except OSError as error:
        raise HistoryError(f"{_folder()}: it cannot be read: {error.strerror or error}") from error


def _folder() -> Path:
    return data_folder() / "batches"
