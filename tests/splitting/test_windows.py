"""Windows by lines, clusters and tokens, against the published vectors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from linewise.errors import LinewiseError, SizeError, TokenizerError
from linewise.splitting import by_chars, by_lines, by_tokens

VECTORS = json.loads((Path(__file__).parents[1] / "vectors/windows.json").read_text("utf-8"))

WINDOWS: dict[str, Any] = {"lines": by_lines, "chars": by_chars, "tokens": by_tokens}

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"


def half(text: str) -> int:
    """Count two characters as one token."""
    return len(text) // 2


def options(case: dict[str, Any]) -> dict[str, Any]:
    """Return the keyword arguments that a row asks for."""
    return {"tokenizer": half} if case.get("tokenizer") == "half" else {}


def title(case: dict[str, Any]) -> str:
    """Return the name that a row has among the tests."""
    return f"{case['kind']}-{case['text']!r}"


@pytest.mark.parametrize("case", VECTORS["cases"], ids=title)
def test_windows_are_those_of_the_vectors(case: dict[str, Any]) -> None:
    """Each row of the vectors holds, text by text."""
    window = WINDOWS[case["kind"]]
    assert case["chunks"] == window(case["text"], case["size"], case["overlap"], **options(case))


@pytest.mark.parametrize(
    "case",
    [case for case in VECTORS["cases"] if "metadata" in case],
    ids=title,
)
def test_metadata_is_that_of_the_vectors(case: dict[str, Any]) -> None:
    """Each row of the vectors holds, with the counts of each window."""
    window = WINDOWS[case["kind"]]
    windows = window(case["text"], case["size"], case["overlap"], metadata=True, **options(case))
    assert case["metadata"] == windows


@pytest.mark.parametrize("window", WINDOWS.values(), ids=WINDOWS)
@pytest.mark.parametrize(
    ("size", "overlap", "words"),
    [
        (0, 0, "size is 0"),
        (-3, 0, "size is -3"),
        (2, -1, "overlap is -1"),
        (2, 2, "overlap 2 is not below size 2"),
        (2, 5, "overlap 5 is not below size 2"),
        (True, 0, "size is a whole number, not True"),
        (2.5, 0, "size is a whole number, not 2.5"),
    ],
)
def test_a_size_that_cannot_be_kept_is_refused(
    window: Any, size: Any, overlap: int, words: str
) -> None:
    """A wrong size is a ValueError of ours that says the numbers."""
    with pytest.raises(SizeError, match=words) as caught:
        window("text", size, overlap)
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value, LinewiseError)


@pytest.mark.parametrize("window", WINDOWS.values(), ids=WINDOWS)
def test_what_is_no_text_is_refused(window: Any) -> None:
    """Bytes are named, and so is the place of half a surrogate pair."""
    with pytest.raises(LinewiseError, match="not bytes"):
        window(b"text", 2)
    with pytest.raises(LinewiseError, match="offset 1: U\\+D800"):
        window("a\ud800", 2)


def test_an_unknown_tokenizer_is_refused_with_those_there_are() -> None:
    """The message lists what would be right."""
    with pytest.raises(TokenizerError, match="o200k, cl100k, simple, estimate"):
        by_tokens("text", 2, tokenizer="gpt2")


@pytest.mark.parametrize("tokenizer", ["cl100k", "o200k"])
def test_windows_of_real_tokens_end_where_tokens_of_the_text_end(tokenizer: str) -> None:
    """Plain words are a token each, with the space before them."""
    windows = by_tokens("one two three four five", 2, tokenizer=tokenizer)
    assert windows == ["one two", " three four", " five"]


@pytest.mark.parametrize("tokenizer", ["cl100k", "o200k"])
def test_a_window_of_tokens_never_cuts_a_cluster(tokenizer: str) -> None:
    """A family is many tokens and one character: it stays whole, though alone it is too long."""
    assert by_tokens(FAMILY * 3, 2, tokenizer=tokenizer) == [FAMILY, FAMILY, FAMILY]


def test_the_rest_of_a_callables_windows_is_kept_whole() -> None:
    """A window is the shortest that measures the size, but a rest that measures less is whole."""
    assert by_tokens("abcdefghi", 4, tokenizer=half) == ["abcdefgh", "i"]
    assert by_tokens("abcde", 3, tokenizer=half) == ["abcde"]
