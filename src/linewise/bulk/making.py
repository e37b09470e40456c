"""One part from beginning to end: read, split, written, and told of in an entry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pyarrow as pa

from linewise.bulk._columns import writable
from linewise.bulk.arrow import Rows, chunk_schema, chunks_of_rows
from linewise.bulk.hashing import content_hash, stamps
from linewise.bulk.manifest import Entry, Failure
from linewise.bulk.reading import read_part
from linewise.bulk.writing import write_batches
from linewise.errors import LinewiseError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from linewise.bulk.parts import Part
    from linewise.bulk.spec import Spec
    from linewise.bulk.writing import Form

__all__ = ["Making", "lost", "make_part"]


@dataclass(frozen=True, slots=True)
class Making:
    """How parts are made, and where.

    Attributes:
        spec: how to load and split.
        folder: of the output.
        form: of its files.
    """

    spec: Spec
    folder: Path
    form: Form

    def output(self, part: Part) -> str:
        """Return the name of the file that a part becomes."""
        return f"{part.name}.{self.form}"


def make_part(
    part: Part,
    making: Making,
    known: str | None = None,
    skip: Mapping[int, str] | None = None,
    watch: Callable[[int | None], object] = lambda _: None,
) -> Entry | None:
    """Make the output of a part; return None where what it is made of is what it was.

    Args:
        part: of the sources.
        making: how, and where to.
        known: a name for what its output was made of.
        skip: rows that are not split, and why.
        watch: is told the number of each row before it is split, and None after the last.

    Raises:
        OSError: the output cannot be written.
    """
    before = stamps(part)
    content, problem = _content(part)
    if known is not None and content == known:
        return None
    tally = _Tally(part, making.spec, skip or {}, watch)
    path = making.folder / making.output(part)
    schema = chunk_schema(pa.schema({"text": pa.string()}), making.spec)
    try:
        write_batches(path, tally.batches(), schema, making.form)
    except OSError:
        raise
    except Exception as error:  # noqa: BLE001 - one part must not stop a thousand others
        return lost(part, making, f"it cannot be written as {making.form}: {_told(error)}")
    if stamps(part) != before:
        problem = "it changed while it was read: run again"
    if problem is not None and not tally.stopped:
        tally.failures.append(Failure(None, part.paths[0], problem))
    return Entry(
        part.name,
        path.name,
        None if problem or tally.stopped else content,
        making.spec.hash,
        tally.documents,
        tally.chunks,
        path.stat().st_size,
        tuple(tally.failures),
    )


def _content(part: Part) -> tuple[str | None, str | None]:
    """Return a name for the content of a part, or why there is none."""
    try:
        return content_hash(part), None
    except Exception as error:  # noqa: BLE001 - a damaged file may say anything of itself
        return None, f"{part.paths[0]}: it cannot be read: {_told(error)}"


def lost(part: Part, making: Making, reason: str) -> Entry:
    """Return what is told of a part that nothing could be made of."""
    failure = Failure(None, part.paths[0], reason)
    return Entry(part.name, None, None, making.spec.hash, failures=(failure,))


def _told(error: Exception) -> str:
    """Say what went wrong: in its own words, if they were written for people."""
    said = " ".join(str(error).split())
    return said if isinstance(error, LinewiseError) else f"{type(error).__name__}: {said}"


class _Tally:
    """The chunks of a part, counted as they go by.

    Attributes:
        stopped: whether a part could not be read to its end.
    """

    def __init__(
        self,
        part: Part,
        spec: Spec,
        skip: Mapping[int, str],
        watch: Callable[[int | None], object],
    ) -> None:
        self._part, self._spec, self._skip, self._watch = part, spec, skip, watch
        self.documents = 0
        self.chunks = 0
        self.failures: list[Failure] = []
        self.stopped = False

    def batches(self) -> Iterator[pa.RecordBatch]:
        """Yield the chunks; where reading fails, a last row that says why."""
        schema = None
        try:
            for rows in read_part(self._part, self._spec):
                for batch in self._chunks(rows):
                    schema = batch.schema
                    yield batch
        except Exception as error:  # noqa: BLE001 - one part must not stop a thousand others
            self.stopped = True
            path, said = self._part.paths[0], _told(error)
            self.failures.append(Failure(None, path, said))
            known = {"doc_id": writable(path), "part": self._part.name, "error": writable(said)}
            schema = schema or chunk_schema(pa.schema({"text": pa.string()}), self._spec)
            yield pa.RecordBatch.from_pylist([known], schema)

    def _chunks(self, rows: Rows) -> Iterator[pa.RecordBatch]:
        first = self.documents
        lost = {row - first: why for row, why in self._skip.items() if row >= first}
        rows = Rows(rows.batch, {**rows.errors, **lost})
        for batch in chunks_of_rows(rows, self._spec, lambda at: self._watch(first + at)):
            self._watch(None)
            self._count(batch)
            yield batch
        self._watch(None)
        self.documents += rows.batch.num_rows

    def _count(self, batch: pa.RecordBatch) -> None:
        errors = batch.column("error")
        self.chunks += errors.null_count
        if errors.null_count == batch.num_rows:
            return
        bad = batch.select(["row", "doc_id", "error"]).filter(errors.is_valid()).to_pylist()
        self.failures += [Failure(one["row"], one["doc_id"], one["error"]) for one in bad]
