"""A short run of what `run.py` does for hours: the seeds that are kept, and a little damage."""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path

import pytest

from fuzz.inputs import joined
from fuzz.mutations import mutations
from fuzz.targets import TARGETS
from fuzz.watching import fault_of

SEEDS = Path(__file__).parent / "seeds"
KEPT = [
    pytest.param(folder.name, place, id=f"{folder.name}-{place.name}")
    for folder in sorted(SEEDS.iterdir())
    for place in sorted(folder.iterdir())
]

# What was a fault by its length alone is no file: lines that are repeated as often as they fit.
REPEATED = [pytest.param("markdown", "> - # in\n| # |ted\n", id="markdown-quoted-lists-and-rows")]


@pytest.mark.parametrize(("name", "place"), KEPT)
def test_what_was_once_a_fault_is_none(name: str, place: Path) -> None:
    """Each input in `seeds` showed a fault; now it is taken, or refused in words."""
    fault = fault_of(TARGETS[name], place.read_bytes())
    assert fault is None, fault.report


@pytest.mark.parametrize(("name", "lines"), REPEATED)
def test_what_once_took_the_square_of_its_length_does_not(name: str, lines: str) -> None:
    """It is read in the time that its size allows, at the longest that the target takes."""
    target = TARGETS[name]
    fault = fault_of(target, joined(lines * (target.most // len(lines))))
    assert fault is None, fault.report


@pytest.mark.parametrize("name", TARGETS)
def test_damaged_inputs_break_nothing(name: str) -> None:
    """Damage that is the same in every run is taken or refused in words, in bounded time."""
    target = TARGETS[name]
    # Not those that are kept, so that the inputs stay the same when one is added.
    seeds = target.seeds()
    draw = random.Random(name)  # noqa: S311 - damage keeps no secret
    damaged = islice(mutations(seeds, draw, target.most), target.rounds)
    for data in [*seeds, *damaged]:
        fault = fault_of(target, data)
        assert fault is None, f"{fault.report}\nof the input {data!r}"


def test_damage_is_found() -> None:
    """A target that fails is seen to fail: what is raised, and what takes too long."""

    def raising(data: bytes) -> None:
        data.decode("ascii")

    def endless(_data: bytes) -> None:
        while True:
            pass

    fault = fault_of(raising, b"\xff")
    assert fault is not None
    assert "UnicodeDecode" in fault.name
    fault = fault_of(endless, b"", slower=0.01)
    assert fault is not None
    assert "TooLong" in fault.name
