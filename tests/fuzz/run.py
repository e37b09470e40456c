"""Try to break every place that reads what others wrote, for as long as you like.

    python tests/fuzz/run.py --minutes 10
    python tests/fuzz/run.py --minutes 60 --target replies --target edits
    python tests/fuzz/run.py --list

Inputs are those of `seeds/` and of the targets, damaged at random. Where atheris is installed,
its measure of the code that is reached leads the damage; otherwise it is blind. Each target runs
in a process of its own, which is watched from outside: one that crashes, or that hangs where
Python cannot stop it, is a fault like any other. What shows a fault is written to a folder,
named by the fault; the report tells how many inputs were tried and in what processor time.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
import zlib
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

HERE = Path(__file__).resolve().parent
SEEDS = HERE / "seeds"

# Bytes that a process may take; one that needs more is a fault.
_MEMORY = 4 << 30

# How much slower code is whose reach is measured.
_MEASURED = 6.0


def main() -> int:
    """Run the targets and print what was tried and found."""
    options = _options()
    # The folder with tests/strategies.py and the like.
    sys.path[0] = str(HERE.parent)
    if options.child:
        return _child(options)
    from fuzz.targets import TARGETS

    if options.list:
        print(*TARGETS, sep="\n")
        return 0
    names = options.target or list(TARGETS)
    unknown = [name for name in names if name not in TARGETS]
    if unknown:
        print(f"there is no target {unknown[0]!r}; --list shows them", file=sys.stderr)
        return 2
    options.faults.mkdir(parents=True, exist_ok=True)
    seconds = 60 * options.minutes / len(names)
    print(f"{'target':<12} {'inputs':>10} {'minutes':>8} {'kept':>6}  faults", flush=True)
    with ThreadPoolExecutor(options.jobs) as pool:
        found = list(pool.map(lambda name: _watched(name, seconds, options), names))
    print(f"{sum(one['inputs'] for one in found):,} inputs, ", end="")
    print(f"{sum(one['seconds'] for one in found) / 60:.1f} minutes of processor time")
    return 1 if any(one["faults"] for one in found) else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--minutes", type=float, default=10, help="of processor time, in all")
    parser.add_argument("--target", action="append", help="one of --list; all when left out")
    parser.add_argument("--jobs", type=int, default=1, help="targets at the same time")
    parser.add_argument(
        "--seed", type=int, default=0, help="of the damage; the same gives the same"
    )
    parser.add_argument("--faults", type=Path, default=Path(tempfile.gettempdir(), "fuzz-faults"))
    parser.add_argument("--corpus", type=Path, help="a folder for inputs that reach new code")
    parser.add_argument("--blind", action="store_true", help="do not measure what is reached")
    parser.add_argument("--list", action="store_true", help="name the targets")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    parser.add_argument("--state", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args()


# The watch


def _watched(name: str, seconds: float, options: argparse.Namespace) -> dict[str, Any]:
    """Run a target until its time is used up; begin again after a crash or a hang."""
    total: dict[str, Any] = {"inputs": 0, "seconds": 0.0, "kept": 0, "faults": []}
    round_ = 0
    while (left := seconds - total["seconds"]) > 0.1 and round_ < 20:
        with tempfile.TemporaryDirectory() as folder:
            state = Path(folder)
            done = _one_process(name, left, options, state, options.seed + 1000 * round_)
            reached = _reached(state)
            total["inputs"] += reached["inputs"]
            total["seconds"] += max(reached["seconds"], done, 0.5)
            total["kept"] = max(total["kept"], reached["kept"])
            total["faults"] += [one for one in reached["faults"] if one not in total["faults"]]
            if reached["ended"]:
                break
            current = state / "current"
            if current.exists():
                data = current.read_bytes()
                fault = f"Ended-{zlib.crc32(data):08x}"
                total["faults"].append(_keep(options.faults, name, fault, data))
        round_ += 1
    print(
        f"{name:<12} {total['inputs']:>10,} {total['seconds'] / 60:>8.2f} {total['kept']:>6,}  "
        + (", ".join(total["faults"]) or "none"),
        flush=True,
    )
    return total


def _one_process(
    name: str, seconds: float, options: argparse.Namespace, state: Path, seed: int
) -> float:
    """Run a process; end it where one input takes far longer than Python itself would allow it."""
    command = [sys.executable, str(HERE / "run.py"), "--child", name, "--state", str(state)]
    command += ["--minutes", str(seconds / 60), "--seed", str(seed)]
    command += ["--faults", str(options.faults)]
    command += ["--blind"] if options.blind else []
    command += ["--corpus", str(options.corpus)] if options.corpus else []
    with subprocess.Popen(command, stderr=(state / "errors").open("wb")) as process:
        begun, input_ = 0.0, None
        while process.poll() is None:
            time.sleep(1)
            used = _processor_time(process.pid)
            number = _number(state)
            if number != input_:
                begun, input_ = used, number
            elif used - begun > _patience(state):
                process.kill()
        return begun


def _patience(state: Path) -> float:
    from fuzz.watching import limit_of

    current = state / "current"
    data = current.read_bytes() if current.exists() else b""
    return 20 + 2 * _MEASURED * limit_of(data)


def _number(state: Path) -> bytes | None:
    with contextlib.suppress(OSError):
        return (state / "number").read_bytes()
    return None


def _processor_time(process: int) -> float:
    with contextlib.suppress(OSError, IndexError, ValueError):
        fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def _reached(state: Path) -> dict[str, Any]:
    with contextlib.suppress(OSError, ValueError):
        reached: dict[str, Any] = json.loads((state / "reached").read_text(encoding="utf-8"))
        return reached
    return {"inputs": 0, "seconds": 0.0, "kept": 0, "faults": [], "ended": False}


def _keep(folder: Path, target: str, fault: str, data: bytes, report: str = "") -> str:
    """Write what shows a fault, if it is shorter than what showed it before."""
    place = folder / target / fault
    place.parent.mkdir(parents=True, exist_ok=True)
    if not place.exists() or place.stat().st_size > len(data):
        place.write_bytes(data)
        place.with_name(f"{fault}.txt").write_text(report, encoding="utf-8", errors="replace")
    return fault


# The process that is watched


class _Trial:
    """Runs inputs of a target and writes down how far it came."""

    def __init__(self, name: str, call: Callable[[bytes], None], options: Any) -> None:
        self.name = name
        self.call = call
        self.folder: Path = options.faults
        self.state: Path = options.state
        self.slower = 1.0
        self.inputs = self.kept = 0
        self.faults: list[str] = []
        self._current = (self.state / "current").open("wb", buffering=0)
        self._number = (self.state / "number").open("wb", buffering=0)
        self._told = 0.0

    def __call__(self, data: bytes) -> None:
        from fuzz.watching import fault_of

        self._current.seek(0)
        self._current.truncate()
        self._current.write(data)
        self._number.seek(0)
        self._number.write(b"%012d" % self.inputs)
        self.inputs += 1
        fault = fault_of(self.call, data, self.slower)
        if fault is not None:
            _keep(self.folder, self.name, fault.name, data, fault.report)
            if fault.name not in self.faults:
                self.faults.append(fault.name)
        if self.seconds - self._told > 2:
            self.tell(ended=False)

    @property
    def seconds(self) -> float:
        """The processor time of this process so far."""
        used = resource.getrusage(resource.RUSAGE_SELF)
        return used.ru_utime + used.ru_stime

    def tell(self, *, ended: bool) -> None:
        """Write down how far it came."""
        self._told = self.seconds
        told = {
            "inputs": self.inputs,
            "seconds": self._told,
            "kept": self.kept,
            "faults": self.faults,
            "ended": ended,
        }
        place = self.state / "reached"
        (self.state / "reached.new").write_text(json.dumps(told), encoding="utf-8")
        (self.state / "reached.new").replace(place)


def _child(options: argparse.Namespace) -> int:
    """Run one target for a time, in memory that is bounded."""
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    atheris = None if options.blind else _atheris()
    if atheris is None:
        from fuzz.targets import TARGETS
    else:
        with atheris.instrument_imports(include=["linewise"]):
            from fuzz.targets import TARGETS
    target = TARGETS[options.child]
    trial = _Trial(options.child, target, options)
    seeds = [*target.seeds(), *_kept(options.child)]
    for seed in seeds:
        trial(seed)
    if atheris is None:
        _damage(trial, seeds, options, target.most)
    else:
        trial.slower = _MEASURED
        _led(trial, seeds, options, target.most, atheris)
    trial.tell(ended=True)
    return 0


def _kept(name: str) -> Iterator[bytes]:
    for place in sorted((SEEDS / name).glob("*")):
        yield place.read_bytes()


def _atheris() -> Any:
    try:
        return import_module("atheris")
    except ImportError:
        return None


def _damage(trial: _Trial, seeds: list[bytes], options: argparse.Namespace, most: int) -> None:
    """Try damaged seeds until the time is used up."""
    from fuzz.mutations import mutations

    draw = random.Random(f"{trial.name} {options.seed}")  # noqa: S311 - damage keeps no secret
    for data in mutations(seeds, draw, most):
        trial(data)
        if trial.seconds > 60 * options.minutes:
            return


def _led(
    trial: _Trial, seeds: list[bytes], options: argparse.Namespace, most: int, atheris: Any
) -> None:
    """Let libFuzzer choose what is tried, by the code that it reaches."""
    from fuzz.mutations import mutated

    corpus = (options.corpus or options.state / "corpus") / trial.name
    corpus.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(seeds):
        (corpus / f"seed-{number}").write_bytes(seed)
    known = len(seeds)

    class _UsedUpError(Exception):
        """The time is used up."""

    def one(data: bytes) -> None:
        trial(data)
        if trial.inputs % 100 == 0:
            trial.kept = len(list(corpus.iterdir())) - known
        if trial.seconds > 60 * options.minutes:
            trial.tell(ended=True)
            os._exit(0)

    def damage(data: bytes, size: int, seed: int) -> bytes:
        draw = random.Random(seed)  # noqa: S311 - damage keeps no secret
        if draw.random() < 0.5:
            return bytes(atheris.Mutate(data, size))
        return mutated(data, seeds, draw, min(size, most))

    arguments = [f"-max_len={most}", "-timeout=3600", f"-seed={options.seed + 1}", "-verbosity=0"]
    arguments += ["-rss_limit_mb=3000", "-len_control=0", f"-artifact_prefix={options.state}/"]
    atheris.Setup([sys.argv[0], *arguments, str(corpus)], one, custom_mutator=damage)
    atheris.Fuzz()


if __name__ == "__main__":
    sys.exit(main())
