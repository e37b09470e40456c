"""`bulk_split`: sources in, a folder of chunks out, by many processes and over many runs."""

from __future__ import annotations

import json
import os
import time
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from linewise._kinds import check_call, check_kind, check_seconds, check_whole
from linewise.bulk.arrow import chunks_of_rows
from linewise.bulk.making import Making
from linewise.bulk.manifest import FOLDER, Manifest
from linewise.bulk.parts import parts_of
from linewise.bulk.reading import read_part
from linewise.bulk.running import Task, made_by_workers
from linewise.bulk.spec import Spec
from linewise.bulk.writing import discard_leftovers, form_named, replaced
from linewise.errors import FileError, OptionError
from linewise.files import locked, real_path

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence

    import pyarrow as pa

    from linewise.bulk.manifest import Entry, Failure
    from linewise.bulk.parts import Part
    from linewise.bulk.writing import Form

__all__ = ["BulkReport", "Progress", "bulk_split", "bulk_stream"]

_MOST_WORKERS = 10_000


class Progress(NamedTuple):
    """How far a run has come.

    Attributes:
        parts: that are done.
        of: how many parts there are.
        size: bytes of the sources that are done.
        of_size: bytes of all sources.
        seconds: since the beginning.
    """

    parts: int
    of: int
    size: int
    of_size: int
    seconds: float

    @property
    def rate(self) -> float:
        """Bytes a second."""
        return self.size / self.seconds if self.seconds else 0.0

    @property
    def left(self) -> float | None:
        """The seconds that are left at this rate; None where there is none yet."""
        return (self.of_size - self.size) / self.rate if self.rate else None


@dataclass(frozen=True, slots=True)
class BulkReport:
    """What a run came to.

    Attributes:
        parts: how many there are.
        made: those that this run made.
        unchanged: those whose sources and settings are what they were.
        removed: those whose sources are gone.
        documents: how many there are, in all parts.
        chunks: how many they gave.
        failures: the documents that could not be split, in the order of their parts.
    """

    parts: int
    made: int
    unchanged: int
    removed: int
    documents: int
    chunks: int
    failures: tuple[Failure, ...]

    @property
    def failed(self) -> int:
        """How many documents could not be split."""
        return len(self.failures)

    def as_dict(self) -> dict[str, Any]:
        """Return the report as plain values, ready for JSON."""
        return {**asdict(self), "failures": [asdict(one) for one in self.failures]}


def bulk_split(
    sources: Sequence[str | os.PathLike[str]],
    output: str | os.PathLike[str],
    spec: Spec | None = None,
    *,
    form: Form = "parquet",
    workers: int | None = None,
    timeout: float | None = 600,
    retry: bool = False,
    ray: str | None = None,
    show: Callable[[Progress], object] | None = None,
) -> BulkReport:
    """Split all documents of some sources, and keep the chunks in a folder.

    Each part of the sources becomes one file of the folder, put in its place whole. A run that
    was killed goes on where it was; one that is repeated makes only those parts again whose
    sources or settings are others. The files are the same for any number of workers.

    Args:
        sources: see `parts_of`.
        output: the folder; it is made if it is not there.
        spec: how to load and split; as `load` and `split` do by themselves when left out.
        form: of the files, "parquet" or "jsonl".
        workers: how many processes; one for each processor when left out.
        timeout: the seconds that a document may take before it is left out; None for no end.
        retry: make those parts again that have failures.
        ray: the address of a Ray cluster that does the work, or "local"; see `made_by_ray`.
        show: is told how far the run is, now and then.

    Raises:
        LoadError: there is nothing at a path or for a pattern.
        FileError: the output cannot be written, is a folder of other things, or another run is
            at work on it.
        OptionError: a setting has an unknown value, or one that is out of bounds.
    """
    real_path(output)
    making = Making(_spec_of(spec), Path(output), form_named(form))
    if workers is not None:
        check_whole("workers", workers)
        if not 1 <= workers <= _MOST_WORKERS:
            raise OptionError(f"workers is {workers}; it must be from 1 to {_MOST_WORKERS:,}")
    if timeout is not None:
        check_seconds("timeout", timeout)
    if show is not None:
        check_call("show", show)
    parts = parts_of(sources, output)
    _prepare(making.folder)
    lock = (making.folder / FOLDER / "manifest.jsonl").resolve()
    with locked(lock, patience=1), _swept(making.folder):
        manifest = Manifest(making.folder)
        tasks = (Task(part, _known(part, manifest, making, retry=retry)) for part in parts)
        try:
            # Where something else stops the run, its workers end with it.
            with closing(_made(tasks, making, workers or _processors(), timeout, ray)) as made:
                count = _keep(made, manifest, _Clock(parts, show))
            return _finish(parts, manifest, making, count)
        except OSError as error:
            raise FileError(f"{making.folder}: the run cannot go on: {error}") from error


def bulk_stream(
    sources: Sequence[str | os.PathLike[str]],
    spec: Spec | None = None,
    leave_out: str | os.PathLike[str] | None = None,
) -> Iterator[pa.RecordBatch]:
    """Yield the chunks of all documents of some sources, in this process and in order.

    Args:
        sources: see `parts_of`.
        spec: how to load and split.
        leave_out: a file or folder that is no source.

    Raises:
        LoadError: there is nothing at a path or for a pattern, or a table cannot be read.
    """
    spec = _spec_of(spec)
    for part in parts_of(sources, leave_out):
        for rows in read_part(part, spec):
            yield from chunks_of_rows(rows, spec)


def _spec_of(spec: Spec | None) -> Spec:
    if spec is None:
        return Spec()
    check_kind("spec", spec, Spec)
    return spec


class _Clock:
    """Tells how far a run is."""

    def __init__(self, parts: Sequence[Part], show: Callable[[Progress], object] | None) -> None:
        self._show = show
        self._now = Progress(0, len(parts), 0, sum(part.size for part in parts), 0.0)
        self._start = time.monotonic()

    def count(self, part: Part) -> None:
        """Count a part as done."""
        parts, of, size, of_size, _ = self._now
        seconds = time.monotonic() - self._start
        self._now = Progress(parts + 1, of, size + part.size, of_size, seconds)
        if self._show is not None:
            self._show(self._now)


def _prepare(folder: Path) -> None:
    """Make the folder of the output and that of the manifest.

    Raises:
        FileError: they cannot be made, or the folder holds other things.
    """
    try:
        if folder.is_dir() and not (folder / FOLDER).is_dir() and any(folder.iterdir()):
            raise FileError(
                f"{folder}: the folder holds other files; name one that is new, or that an "
                "earlier run has made"
            )
        (folder / FOLDER).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"{folder}: the folder cannot be made: {error.strerror}") from error


@contextmanager
def _swept(folder: Path) -> Iterator[None]:
    """Remove what is unfinished: that of runs before, and that of this one when it is stopped."""
    for one in (folder, folder / FOLDER):
        discard_leftovers(one)
    try:
        yield
    finally:
        discard_leftovers(folder)


def _known(part: Part, manifest: Manifest, making: Making, *, retry: bool) -> str | None:
    """Return what the output of a part was made of, if it is there as it was made."""
    entry = manifest.entries.get(part.name)
    if entry is None or entry.spec != making.spec.hash or entry.output != making.output(part):
        return None
    if retry and entry.failures:
        return None
    with suppress(OSError):
        if (making.folder / entry.output).stat().st_size == entry.size:
            return entry.content
    return None


def _made(
    tasks: Iterator[Task], making: Making, workers: int, timeout: float | None, ray: str | None
) -> Generator[tuple[Part, Entry | None]]:
    if ray is None:
        return made_by_workers(tasks, making, workers, timeout)
    from linewise.bulk.ray import made_by_ray  # noqa: PLC0415 - an extra

    return made_by_ray(tasks, making, ray, timeout)


def _keep(made: Iterator[tuple[Part, Entry | None]], manifest: Manifest, clock: _Clock) -> int:
    """Keep what was made, and return how many parts that were."""
    count = 0
    for part, entry in made:
        if entry is not None:
            count += 1
            before = manifest.entries.get(part.name)
            if before is not None and before.output not in {None, entry.output}:
                _remove(manifest, before)
            manifest.add(entry)
        clock.count(part)
    return count


def _finish(parts: Sequence[Part], manifest: Manifest, making: Making, made: int) -> BulkReport:
    """Remove what nothing stands for any more, and sum up."""
    gone = manifest.settle(part.name for part in parts)
    for entry in gone:
        _remove(manifest, entry)
    settings = {"hash": making.spec.hash, **making.spec.as_dict()}
    with replaced(making.folder / FOLDER / "spec.json") as file:
        file.write(json.dumps(settings, indent=2).encode() + b"\n")
    entries = [*manifest.entries.values()]
    return BulkReport(
        parts=len(parts),
        made=made,
        unchanged=len(parts) - made,
        removed=len(gone),
        documents=sum(entry.documents for entry in entries),
        chunks=sum(entry.chunks for entry in entries),
        failures=tuple(failure for entry in entries for failure in entry.failures),
    )


def _remove(manifest: Manifest, entry: Entry) -> None:
    if entry.output is not None:
        with suppress(OSError):
            (manifest.path.parent.parent / entry.output).unlink()


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
