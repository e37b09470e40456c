"""Documents for bulk runs, and what a run has made of them."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from linewise import load
from linewise.bulk import chunks_in

if TYPE_CHECKING:
    from collections.abc import Sequence

EXAMPLES = Path(__file__).parent.parent / "examples"

# Of what is told of a chunk, that which `split` tells of it, too.
FIELDS = ("chunk_id", "text", "start", "end", "line_first", "line_last", "page", "headings")


def pieces(count: int, seed: int = 7) -> list[str]:
    """Return stretches of the examples, cut anywhere, short and long."""
    draw = random.Random(seed)  # noqa: S311 - no secret
    texts = [load(path).text for path in sorted(EXAMPLES.iterdir()) if path.is_file()]
    found = []
    for _ in range(count):
        text = draw.choice(texts)
        start = draw.randrange(len(text))
        found.append(text[start : start + int(draw.lognormvariate(7, 1))])
    return found


def write_folder(folder: Path, texts: Sequence[str]) -> None:
    """Write each text as a file of its own, in folders of a hundred."""
    for at, text in enumerate(texts):
        path = folder / f"{at // 100:03}" / f"{at:05}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())


def write_jsonl(path: Path, texts: Sequence[str]) -> None:
    """Write each text as a line of JSON with an id."""
    lines = [json.dumps({"id": f"{at:05}", "text": text}) for at, text in enumerate(texts)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def rows_in(folder: Path) -> list[dict[str, Any]]:
    """Return all rows of the output of a run, in the order of its parts."""
    return [row for batch in chunks_in(folder) for row in batch.to_pylist()]


def files_in(folder: Path) -> dict[str, bytes]:
    """Return the content of all files of a folder, by their names."""
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def told(chunk: Any) -> dict[str, Any]:
    """Return what a bulk run tells of a chunk of `split`."""
    first, last = chunk.lines
    return {
        "chunk_id": chunk.id,
        "text": chunk.text,
        "start": chunk.start,
        "end": chunk.end,
        "line_first": first,
        "line_last": last,
        "page": chunk.page,
        "headings": list(chunk.headings),
    }


def seconds_undisturbed(work: Path, output: str) -> float:
    """Run as `kill_in_between` does, to the end, and return how long that took."""
    start = time.monotonic()
    subprocess.run(_run(output), cwd=work, check=True, capture_output=True)
    return time.monotonic() - start


def kill_in_between(work: Path, output: str, moments: list[float]) -> int:
    """Start a run again and again, and kill all of its processes after so many seconds each."""
    killed = 0
    for moment in moments:
        process = subprocess.Popen(
            _run(output),
            cwd=work,
            start_new_session=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        time.sleep(moment)
        killed += process.poll() is None
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            assert process.poll() is not None
        process.wait()
    return killed


def _run(output: str) -> list[str]:
    sources = ["docs", "corpus.jsonl", "-o", output, "--workers", "2", "--without", "tokens"]
    return [sys.executable, "-m", "linewise", "bulk", *sources]
