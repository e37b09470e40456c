"""How fast bulk runs are, what they need, and that they cut as `split` does.

    python benchmarks/bulk.py [same] [arrow] [workers] [memory] [--data DIR]

`same` compares 10,000 pieces of the examples, and of the documents in DIR, by `split` in a loop,
by one worker, by two, and by Ray where it is installed. `arrow` sets `chunk_batch` against
`split` and the reading of the same fields, in processor time. `workers` sets two workers against
one by the clock: let nothing else run. `memory` splits 1 GB and tells what a worker held at most.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
from splitting_texts import Writer, prose

import linewise as lw
from linewise.bulk import Spec, bulk_split, chunk_batch, chunks_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

EXAMPLES = Path(__file__).parent.parent / "examples"
STEPS = ("same", "arrow", "workers", "memory")

PIECES = 10_000
CHARACTERS = 8_000_000
ROUNDS = 5
DOCUMENT = 4_000

SETTINGS: list[dict[str, Any]] = [
    {},
    {"by": "tokens", "size": 200, "overlap": 20},
    {"by": "markdown"},
    {"by": "recursive", "size": 400, "stable": True},
]
FIELDS = ("id", "text", "start", "end", "lines", "page", "headings", "context")


def corpus(characters: int = CHARACTERS) -> str:
    """Return a text by rule."""
    parts, length = [], 0
    for part in prose(Writer(1)):
        parts.append(part)
        length += len(part)
        if length >= characters:
            break
    return "".join(parts)[:characters]


def cut(texts: Sequence[str], count: int) -> list[str]:
    """Return stretches of texts, cut anywhere, short and long."""
    draw = random.Random(7)
    found = []
    for _ in range(count):
        text = draw.choice(texts)
        start = draw.randrange(len(text))
        found.append(text[start : start + int(draw.lognormvariate(7, 1))])
    return found


def write_lines(path: Path, texts: Sequence[str]) -> None:
    """Write texts as lines of JSON."""
    with path.open("w", encoding="utf-8") as file:
        for at, text in enumerate(texts):
            file.write(json.dumps({"id": f"{at:06}", "text": text}) + "\n")


# The same chunks, whoever makes them


def same(folder: Path, data: Path | None) -> None:
    """Compare the chunks of many pieces."""
    places = [EXAMPLES, *([data] if data else [])]
    texts = [text for place in places for text in loaded(place)]
    pieces = cut(texts, PIECES)
    write_lines(folder / "pieces.jsonl", pieces)
    wanted = [(f"{at:06}", *fields(c)) for at, text in enumerate(pieces) for c in lw.split(text)]
    print(f"{len(pieces):,} pieces of {len(texts)} documents, {len(wanted):,} chunks by split")
    ways: dict[str, dict[str, Any]] = {"one worker": {"workers": 1}, "two workers": {"workers": 2}}
    if find_spec("ray"):
        ways["Ray"] = {"ray": "local"}
    else:
        print("Ray is not installed")
    for name, options in ways.items():
        output = folder / name.replace(" ", "-")
        bulk_split([folder / "pieces.jsonl"], output, **options)
        print(f"  {name}: {'the same' if wanted == found_in(output) else 'NOT THE SAME'}")


def loaded(place: Path) -> Iterator[str]:
    """Yield the texts of the documents in a folder and those below it."""
    for path in sorted(place.rglob("*")):
        if path.suffix in {".docx", ".html", ".md", ".pdf", ".py", ".txt"}:
            text = lw.load(path).text
            if text:
                yield text


def fields(chunk: lw.Chunk) -> tuple[Any, ...]:
    """Return what both tell of a chunk."""
    return chunk.id, chunk.text, chunk.start, chunk.end, *chunk.lines, chunk.tokens


def found_in(output: Path) -> list[tuple[Any, ...]]:
    """Return what a run tells of its chunks, in the order of the documents."""
    names = ["doc_id", "chunk_id", "text", "start", "end", "line_first", "line_last", "tokens"]
    rows = [row for batch in chunks_in(output) for row in batch.select(names).to_pylist()]
    return sorted((tuple(row.values()) for row in rows), key=lambda row: (row[0], row[3], row[4]))


# What Arrow costs


def arrow() -> None:
    """Set `chunk_batch` against a loop over `split` that reads the same fields."""
    text = corpus()
    texts = [text[at : at + DOCUMENT] for at in range(0, len(text), DOCUMENT)]
    batch = pa.RecordBatch.from_arrays([pa.array(texts)], names=["text"])
    print(f"processor time for {len(text):,} characters in {len(texts):,} documents, in seconds")
    for settings in SETTINGS:
        for tokens in (True, False):
            spec = Spec(settings, without=[] if tokens else ["tokens"])
            names = [*FIELDS, *(["tokens"] if tokens else [])]
            loop, made = interleaved(
                partial(read_in_a_loop, texts, settings, names), partial(chunk_batch, batch, spec)
            )
            shown = f"{settings or 'recursive'}, {'with' if tokens else 'without'} tokens"
            print(f"  {shown}: loop {loop:.3f}, Arrow {made:.3f}, ratio {made / loop:.2f}")


def read_in_a_loop(texts: Sequence[str], settings: dict[str, Any], names: Sequence[str]) -> None:
    """Split each text, and read the fields of its chunks."""
    for text in texts:
        for chunk in lw.split(text, **settings):
            for name in names:
                getattr(chunk, name)


def interleaved(*calls: Callable[[], object]) -> list[float]:
    """Return the median processor time of each of some calls, taken in turns."""
    times: list[list[float]] = [[] for _ in calls]
    for call in calls:
        call()
    for _ in range(ROUNDS):
        for call, found in zip(calls, times, strict=True):
            start = time.process_time()
            call()
            found.append(time.process_time() - start)
    return [statistics.median(found) for found in times]


# What a second worker brings


def workers(folder: Path) -> None:
    """Set two workers against one by the clock, and work out the time for 1 TB."""
    text = corpus() * 16
    texts = [text[at : at + DOCUMENT] for at in range(0, len(text), DOCUMENT)]
    source = folder / "corpus.jsonl"
    write_lines(source, texts)
    size = source.stat().st_size
    print(f"{size / 1e6:,.0f} MB in JSON Lines to Parquet, on {os.cpu_count()} processors")
    for without in ([], ["tokens"]):
        spec = Spec(without=without)
        rounds = [[timed_run(source, folder, spec, count) for count in (1, 2)] for _ in range(3)]
        (one, work), (two, _) = (
            map(statistics.median, zip(*found, strict=True)) for found in zip(*rounds, strict=True)
        )
        print(
            f"  without {', '.join(without) or 'nothing'}: one {one:.1f} s, two {two:.1f} s, "
            f"{one / two:.2f} times as fast; {size / work / 1e6:.1f} MB a second of a processor: "
            f"1 TB takes {1e12 * work / size / 3600:.0f} hours of one"
        )


def timed_run(source: Path, folder: Path, spec: Spec, count: int) -> tuple[float, float]:
    """Return the time by the clock of a run into a new folder, and that of its processors."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    with tempfile.TemporaryDirectory(dir=folder) as output:
        bulk_split([source], Path(output) / "out", spec, workers=count)
    seconds = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


# What a worker holds


def memory(folder: Path) -> None:
    """Split 1 GB of JSON Lines and of Parquet; tell the peak of a worker."""
    import pyarrow.parquet as pq

    text = corpus()
    documents = [text[at : at + DOCUMENT] for at in range(0, len(text), DOCUMENT)]
    count = 10**9 // len(text)
    lines = folder / "corpus.jsonl"
    with lines.open("w", encoding="utf-8") as file:
        for _ in range(count):
            file.writelines(json.dumps({"text": text}) + "\n" for text in documents)
    tell_memory(lines, folder)
    lines.unlink()
    # One row group of the whole: the hardest case, as it cannot be cut into parts.
    table = folder / "corpus.parquet"
    schema = pa.schema({"text": pa.large_string()})
    with pq.ParquetWriter(table, schema) as writer:
        whole = pa.table({"text": documents * count}, schema)
        writer.write_table(whole, row_group_size=len(documents) * count)
    del whole
    tell_memory(table, folder)
    table.unlink()


# In a small process of its own: what a process holds counts for those that it starts, too.
MEMORY = """
import resource, sys
from linewise.bulk import Spec, bulk_split

report = bulk_split([sys.argv[1]], sys.argv[2], Spec(without=["tokens"]), workers=2)
print(report.chunks, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024)
"""


def tell_memory(source: Path, folder: Path) -> None:
    """Split a file, and tell the most that a worker held."""
    with tempfile.TemporaryDirectory(dir=folder) as output:
        program = [sys.executable, "-c", MEMORY, str(source), f"{output}/out"]
        done = subprocess.run(program, capture_output=True, check=True)
    chunks, peak = map(int, done.stdout.split())
    print(
        f"{source.name}, {source.stat().st_size / 1e6:,.0f} MB, {chunks:,} chunks: "
        f"a worker held {peak / 1e6:,.0f} MB at most"
    )


def main() -> None:
    """Take the steps that are asked for, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("steps", nargs="*", choices=[*STEPS, []], default=[])
    parser.add_argument("--data", type=Path, help="a folder with more documents")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="bulk-") as name:
        folder = Path(name)
        calls: dict[str, Callable[[], None]] = {
            "same": lambda: same(folder, options.data),
            "arrow": arrow,
            "workers": lambda: workers(folder),
            "memory": lambda: memory(folder),
        }
        for step in options.steps or STEPS:
            calls[step]()


if __name__ == "__main__":
    main()
