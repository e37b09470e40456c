"""The same on a Ray cluster: `chunk_dataset` for its own data sets, `made_by_ray` for a run.

Ray Data keeps no order, and its checkpoints need a row out for a row in. So each row says which
document and which row it is of, and what was made is kept in the run's own manifest.
"""

from __future__ import annotations

import json
import logging
import socket
from functools import partial
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from linewise._kinds import check_kind
from linewise.bulk.arrow import chunk_batch
from linewise.bulk.manifest import Entry
from linewise.bulk.parts import Part
from linewise.bulk.running import Task, made_by_workers
from linewise.bulk.spec import Spec
from linewise.errors import FileError, OptionError

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from linewise.bulk.making import Making

__all__ = ["chunk_dataset", "made_by_ray"]

# What a cluster is told at a time: a part is kept when those that share its block are made.
_MOST_BLOCKS = 4096

# Seconds for a machine to answer.
_PATIENCE = 10


def chunk_dataset(dataset: Any, spec: Spec, batch_size: int = 256) -> Any:
    """Return the data set of the chunks of a data set of documents; `chunk_batch` says of what.

    Args:
        dataset: a `ray.data.Dataset`. Its chunks come in any order: give it a column `id`.
        spec: how to load and split.
        batch_size: how many documents are split at a time.
    """
    check_kind("spec", spec, Spec)
    return dataset.map_batches(
        partial(_chunk_table, spec=spec), batch_format="pyarrow", batch_size=batch_size
    )


def made_by_ray(
    tasks: Iterable[Task], making: Making, address: str, timeout: float | None
) -> Generator[tuple[Part, Entry | None]]:
    """Make parts on a Ray cluster, and yield what came of each, in the order of their ends.

    Args:
        tasks: the parts; their paths are those that all machines of the cluster know.
        making: how, and where to.
        address: of the cluster, such as "auto" or "ray://host:10001"; "local" for this machine.
        timeout: the seconds that a document may take; None for as long as it takes.

    Raises:
        OptionError: Ray is not installed, or there is no cluster at the address.
        FileError: a machine of the cluster could not read or write.
    """
    ray = _started(address)
    waiting = {task.part.name: task for task in tasks}
    if not waiting:
        return
    rows = [{"part": task.part.as_dict(), "known": task.known or ""} for task in waiting.values()]
    blocks = min(len(rows), _MOST_BLOCKS)
    made = ray.data.from_items(rows, override_num_blocks=blocks).map(
        partial(_made_row, making=making, timeout=timeout)
    )
    try:
        for row in made.iter_rows():
            entry = json.loads(row["entry"])
            yield waiting[row["part"]].part, None if entry is None else Entry.from_dict(entry)
    except ray.exceptions.RayError as error:
        raise FileError(f"the cluster could not go on: {error}") from error


def _chunk_table(table: pa.Table, spec: Spec) -> pa.Table:
    """Return the chunks of a table, which Ray passes as one batch in several pieces."""
    [batch] = table.combine_chunks().to_batches() or [pa.RecordBatch.from_pylist([], table.schema)]
    return pa.Table.from_batches([chunk_batch(batch, spec)])


def _made_row(row: dict[str, Any], making: Making, timeout: float | None) -> dict[str, Any]:
    # By a process of its own, so that one that dies costs a document, and not the run.
    task = Task(Part.from_dict(row["part"]), row["known"] or None)
    [(part, entry)] = made_by_workers([task], making, 1, timeout)
    return {"part": part.name, "entry": json.dumps(None if entry is None else entry.as_dict())}


def _started(address: str) -> Any:
    try:
        import ray  # noqa: PLC0415 - an extra
        import ray.data  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise OptionError("Ray is not installed: pip install 'linewise[ray]'") from error
    if not ray.is_initialized():
        try:
            _refuse_silent(address)
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
        except (OSError, RuntimeError, ValueError) as error:
            raise OptionError(f"there is no Ray cluster at {address!r}: {error}") from error
    # A run tells by itself how far it is.
    ray.data.DataContext.get_current().enable_progress_bars = False
    logging.getLogger("ray.data").setLevel(logging.ERROR)
    return ray


def _refuse_silent(address: str) -> None:
    """Refuse an address at which nobody answers; Ray itself would wait there for minutes.

    Raises:
        OSError: nobody answers.
    """
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), timeout=_PATIENCE).close()
