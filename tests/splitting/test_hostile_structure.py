"""Hostile inputs for the strategies that need the whole text: nothing lost, work linear."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from linewise import split
from linewise.splitting.strategies import STRATEGIES
from linewise.splitting.strategies.grammars import parser_of
from splitting_strategies import hostile_inputs, laid_end_to_end, work

if TYPE_CHECKING:
    from collections.abc import Sequence


def lengths(stretches: Sequence[str]) -> list[list[float]]:
    """Return a vector for each text: any will do."""
    return [[float(len(stretch)), float(stretch.count("e"))] for stretch in stretches]


def settings_of(by: str) -> dict[str, Any]:
    """Return settings that the strategy can be used with."""
    more: dict[str, dict[str, Any]] = {
        "semantic": {"embed": lengths},
        "code": {"language": "python"},
    }
    return {"by": by, "size": 100, **more.get(by, {})}


INPUTS = [
    *hostile_inputs(1),
    *(
        "unclosed brackets",
        "unclosed tags",
        "tags that never end",
        "unclosed quotes",
        "open braces",
        "nested lists",
        "flags",
    ),
    *("headings only", "one paragraph of lines", "paragraphs under one heading"),
]


def inputs(scale: int) -> dict[str, str]:
    """Return the thirteen hostile inputs, and more for markup."""
    return {
        **hostile_inputs(scale),
        "unclosed brackets": "[" * (scale // 2) + "[a](" * (scale // 8),
        "unclosed tags": "<h1><p " * (scale // 7),
        "tags that never end": "<a " * (scale // 3) + "x",
        "unclosed quotes": '<a b="' * (scale // 12) + '"k": "' * (scale // 12),
        "flags": "🇫🇷" * (scale // 4) + "🇫🇷 " * (scale // 6),
        "open braces": '{"a":[' * (scale // 6),
        "nested lists": "".join(f"{'  ' * (i % 40)}- item\n" for i in range(scale // 47)),
        "headings only": "# H\n" * (scale // 4),
        "one paragraph of lines": "# H\n" + "a line of it\n" * (scale // 13),
        "paragraphs under one heading": "# H\n\n" + (f"{'word ' * 15}.\n\n" * (scale // 78)),
    }


@pytest.mark.parametrize("name", INPUTS)
@pytest.mark.parametrize("pack", ["greedy", "best"])
@pytest.mark.parametrize("by", STRATEGIES)
def test_nothing_is_lost(by: str, pack: Any, name: str) -> None:
    """Every strategy gives the text back, and keeps the size."""
    text = inputs(4000)[name]
    for stable in (False, True):
        chunks = split(text, **settings_of(by), pack=pack, stable=stable)
        assert text == laid_end_to_end(chunks)
        assert all(chunk.size <= 100 or chunk.oversize for chunk in chunks)


@pytest.mark.parametrize("name", INPUTS)
@pytest.mark.parametrize("by", STRATEGIES)
def test_work_grows_with_the_text(by: str, name: str) -> None:
    """Faults 4, 5 and 19: twice the text takes twice the calls, not four times as many."""
    if by == "code":
        parser_of("python")
    small, large = (inputs(scale)[name] for scale in (16000, 32000))
    options = settings_of(by)
    split(small, **options)
    assert work(large, options) < 2.6 * work(small, options) + 2000
