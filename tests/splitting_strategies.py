"""Texts of all kinds for the tests of splitting, and what every list of chunks must keep."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import regex
from hypothesis import strategies as st

from linewise import split
from linewise.tokens import count_graphemes, tokenizer_for
from work_done import steps_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from linewise import Chunk

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"

ATOMS = [
    *("a", "word", "Hello", " ", "  ", "\n", "\n\n", "\r\n", "\r\n\r\n", "\r", ". ", "\t", "1234"),
    *("é", "e\u0301", "\u0301", "\u200d", FAMILY, "\U0001f1eb\U0001f1f7", "\U0001f1e9\U0001f1ea"),
    *("한", "\u1112\u1161\u11ab", "क्षि", "漢字", "。", "،", "שלום", "مرحبا", "\u2028", "\u2029"),
    *("\x85", "\ufeff", "\x00", "\u200b", "'s", "<|endoftext|>", "//", "{", "}", "# ", "\n## "),
]

texts = st.one_of(
    st.lists(st.sampled_from(ATOMS), max_size=60).map("".join),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=80),
)

OWN_UNITS = {"lines": "lines", "chars": "graphemes", "tokens": "tokens"}


def words(text: str) -> int:
    """Count words: a tokenizer as a user may write one."""
    return len(text.split())


def settings(**fixed: Any) -> st.SearchStrategy[dict[str, Any]]:
    """Draw settings of `split` that can be kept, but for those that are fixed."""
    sizes = st.integers(1, 40).flatmap(
        lambda size: st.tuples(
            st.just(size),
            st.sampled_from([0, size // 5, size // 2, size - 1]),
            st.sampled_from([0, 0, size // 2, size]),
        )
    )
    drawn = st.fixed_dictionaries(
        {
            "sizes": sizes,
            "by": st.sampled_from(["recursive", "lines", "chars", "tokens", "pages"]),
            "unit": st.sampled_from([None, "chars", "graphemes", "bytes", "lines", "tokens"]),
            "tokenizer": st.sampled_from(["o200k", "cl100k", "simple", "estimate", words]),
            "pack": st.sampled_from(["greedy", "best"]),
            "overlap_by": st.sampled_from(["pieces", "unit"]),
            "separators": st.sampled_from([None, "markdown", "python", ["\n"], ["a", "b"], [""]]),
        }
    )

    def spread(values: dict[str, Any]) -> dict[str, Any]:
        size, overlap, min_size = values.pop("sizes")
        return {**values, "size": size, "overlap": overlap, "min_size": min_size, **fixed}

    return drawn.map(spread)


def measure_of(options: dict[str, Any]) -> Callable[[str], int]:
    """Return the measure that settings of `split` mean, computed in the plainest way."""
    unit = options.get("unit") or OWN_UNITS.get(options["by"], "chars")
    measures: dict[str, Callable[[str], int]] = {
        "chars": len,
        "graphemes": count_graphemes,
        "bytes": lambda text: len(text.encode()),
        "lines": lambda text: text.count("\n") + (not text.endswith("\n")),
        "tokens": tokenizer_for(options["tokenizer"]).count,
    }
    return measures[unit]


def work(text: str, options: dict[str, Any]) -> int:
    """Return how many steps it takes to split a text."""
    return steps_of(lambda: split(text, **options))


def laid_end_to_end(chunks: Sequence[Chunk]) -> str:
    """Return the text that chunks give back, their overlaps cut away."""
    return "".join(chunk.text[chunk.fresh - chunk.start :] for chunk in chunks)


def clusters(text: str) -> list[str]:
    """Return the grapheme clusters of a text."""
    return regex.findall(r"\X", text)


def hostile_inputs(scale: int) -> dict[str, str]:
    """Return thirteen texts that other splitters stumble over, of about `scale` characters."""
    draw = random.Random(7)  # noqa: S311 - drawn texts keep no secret
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    runs = int((2 * scale) ** 0.5)
    return {
        "one line without a space": "".join(draw.choices(letters[:52], k=scale)),
        "one letter": "x" * scale,
        "newlines only": "\n" * scale,
        "spaces only": " " * scale,
        "a b a b": "a b " * (scale // 4),
        "runs of blank lines": "".join("\n" * run + "x" for run in range(runs, 0, -1)),
        "deep Markdown": "".join(
            "#" * (1 + i % 6) + f" Heading {i}\n\n" + "> " * (i % 50) + "- item\n"
            for i in range(scale // 70)
        ),
        "CJK without spaces": "".join(draw.choices("漢字仮名交文章長続", k=scale)),
        "emoji families": "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
        * (scale // 7),
        "base64": "\n".join("".join(draw.choices(letters, k=76)) for _ in range(scale // 77)),
        "CRLF paragraphs": "A paragraph of some words.\r\nAnd a line.\r\n\r\n" * (scale // 43),
        "prose without a newline": "It was a day like all days. " * (scale // 28),
        "tiny paragraphs": "x\n\n" * (scale // 3),
    }
