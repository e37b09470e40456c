"""The manifest: what was made of which part, kept beside the output, a line a part.

A line is added as soon as a part is in its place, so a run that was killed goes on where it
was. When all parts are done, the lines are written anew in the order of their names.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from linewise.bulk.writing import replaced
from linewise.errors import FileError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

__all__ = ["Entry", "Failure", "Manifest"]

# Readers of data sets pass over what begins so.
FOLDER = "_linewise"


@dataclass(frozen=True, slots=True)
class Failure:
    """A document that could not be split, or what went wrong with a part as a whole.

    Attributes:
        row: of the document in its part; None for the part.
        doc_id: its name; of a part, the path of its first file.
        error: why.
    """

    row: int | None
    doc_id: str
    error: str

    def __str__(self) -> str:
        named = self.error.startswith(self.doc_id)
        return self.error if named else f"{self.doc_id}: {self.error}"


@dataclass(frozen=True, slots=True)
class Entry:
    """What was made of a part.

    Attributes:
        part: its name.
        output: the name of the file; None where none could be made.
        content: a name for what it was made of; None where it has to be made again.
        spec: a name for how it was made.
        documents: how many there are.
        chunks: how many they gave.
        size: of the output, in bytes.
        failures: the documents that could not be split.
    """

    part: str
    output: str | None
    content: str | None
    spec: str
    documents: int = 0
    chunks: int = 0
    size: int = 0
    failures: tuple[Failure, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Return the entry as plain values, ready for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Entry:
        """Return the entry that `as_dict` gave."""
        entry = cls(**{**values, "failures": tuple(Failure(**one) for one in values["failures"])})
        if not all(type(one) is int for one in (entry.documents, entry.chunks, entry.size)):
            raise ValueError("counts are whole numbers")
        # What a manifest names is read, and removed when its sources are gone.
        if entry.output is not None and PurePath(entry.output).name != entry.output:
            raise ValueError(f"{entry.output!r} is no file of the folder")
        return entry


class Manifest:
    """The entries of an output folder, by the names of their parts."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FOLDER / "manifest.jsonl"
        self._end = 0
        self.entries = self._read()

    def add(self, entry: Entry) -> None:
        """Keep an entry, on the disk too."""
        self.entries[entry.part] = entry
        line = _line(entry.as_dict())
        with self.path.open("ab") as file:
            # What a kill has cut short must not run into what follows.
            file.truncate(self._end)
            file.write(line)
            file.flush()
            os.fsync(file.fileno())
        self._end += len(line)

    def settle(self, names: Iterable[str]) -> list[Entry]:
        """Keep the entries of the parts that there are, in order, and return the others."""
        wanted = {*names}
        gone = [entry for name, entry in self.entries.items() if name not in wanted]
        self.entries = {name: self.entries[name] for name in sorted(wanted & {*self.entries})}
        with replaced(self.path) as file:
            file.writelines(_line(entry.as_dict()) for entry in self.entries.values())
        with replaced(self.path.with_name("failures.jsonl")) as file:
            for entry in self.entries.values():
                file.writelines(_line({"part": entry.part, **asdict(f)}) for f in entry.failures)
        return gone

    def _read(self) -> dict[str, Entry]:
        try:
            lines = self.path.read_bytes().splitlines(keepends=True) if self.path.exists() else []
            # A line that was cut short by a kill was never finished; its part is made again.
            whole = [line for line in lines if line.endswith(b"\n")]
            self._end = sum(map(len, whole))
            found = [Entry.from_dict(json.loads(line)) for line in whole]
        except (OSError, ValueError, TypeError, KeyError) as error:
            raise FileError(
                f"{self.path}: this is no manifest of a bulk run ({error}); delete the folder of "
                "the output to make all of it anew"
            ) from error
        return {entry.part: entry for entry in found}


def _line(values: dict[str, Any]) -> bytes:
    return json.dumps(values, ensure_ascii=True).encode() + b"\n"
