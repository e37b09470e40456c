"""Processor time of `import linewise` and of `linewise --help`, beside an empty Python.

Each is a new process; medians of interleaved rounds.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import sysconfig
from pathlib import Path

ROUNDS = 15
PROGRAM = str(Path(sysconfig.get_path("scripts")) / "linewise")
CONTESTANTS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    "import linewise": [sys.executable, "-c", "import linewise"],
    "linewise --help": [PROGRAM, "--help"],
    "linewise number --help": [PROGRAM, "number", "--help"],
}


def processor_seconds(command: list[str]) -> float:
    """Run a command to its end and return the processor time that it took."""
    before = os.times()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    after = os.times()
    return (after.children_user - before.children_user) + (
        after.children_system - before.children_system
    )


def main() -> None:
    """Run the benchmark."""
    times: dict[str, list[float]] = {name: [] for name in CONTESTANTS}
    for _ in range(ROUNDS):
        for name, command in CONTESTANTS.items():
            times[name].append(processor_seconds(command))
    for name, values in times.items():
        print(f"{name:<24} {statistics.median(values) * 1e3:6.0f} ms")


if __name__ == "__main__":
    main()
