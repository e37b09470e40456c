"""Splitting: every strategy, unit and packer, streams, the field's splitters, and windows."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import regex

from fuzz.inputs import HEAD, Input, joined, sure
from linewise import (
    CharacterTextSplitter,
    Document,
    Heading,
    LinewiseError,
    Page,
    RecursiveCharacterTextSplitter,
    Span,
    TextSplitter,
    TokenTextSplitter,
    by_chars,
    by_lines,
    by_tokens,
    diff,
    iter_split,
    rechunk,
    split,
    stats,
)
from linewise.loading.markdown import markdown_headings
from linewise.splitting.strategies import STRATEGIES
from linewise.tokens import floor_boundary
from splitting_strategies import ATOMS, clusters, hostile_inputs, laid_end_to_end, measure_of, words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

UNITS = [None, "chars", "graphemes", "bytes", "lines", "tokens"]
TOKENIZERS: list[Any] = ["o200k", "cl100k", "simple", "estimate", words, len, lambda _text: 0]
SEPARATORS: list[Any] = [
    *(None, "markdown", "python", "html", ["\n"], ["a", "b"], [""], [], ["", "a"], ["\r\n", "\r"]),
    *(["\u0301"], ["\ufeff"], [" ", " "], ["\n\n", "\n", ". ", " "], ["(", ")", ".*", "\\"]),
]
LANGUAGES = ["python", "javascript", "tsx", "java", "go", "rust", "c", "cpp", "csharp", "ruby"]
WINDOWS = ["recursive", "lines", "chars", "tokens", "pages"]


def lengths(stretches: Sequence[str]) -> list[list[float]]:
    """Return a vector for each text: any will do."""
    return [[float(len(stretch)), float(stretch.count("e"))] for stretch in stretches]


def settings_of(given: Input, strategies: Sequence[str]) -> dict[str, Any]:
    """Take settings of `split`."""
    size = 1 + given.pick([0, 1, 9, 39, 199, 999])
    by = given.pick(strategies)
    settings: dict[str, Any] = {
        "by": by,
        "size": size,
        "unit": given.pick(UNITS),
        "overlap": given.pick([0, size // 5, size - 1, size // 2]),
        "tokenizer": given.pick(TOKENIZERS),
        "pack": given.pick(["greedy", "best", None]),
        "min_size": given.pick([0, size // 2, 0, size]),
        "overlap_by": given.pick(["pieces", "unit"]),
        "separators": given.pick(SEPARATORS),
    }
    if by in STRATEGIES:
        settings["stable"] = given.pick([False, True])
    if by == "semantic":
        settings["embed"] = lengths
    if by == "code":
        settings["language"] = given.pick(LANGUAGES)
    return settings


def cut(given: Input) -> None:
    """Split by any strategy; promises 1 to 3 hold."""
    settings = settings_of(given, [*WINDOWS, *STRATEGIES])
    document = _document(given.text, given)
    try:
        chunks = split(document, **settings)
    except LinewiseError as error:
        raise AssertionError(f"settings that can be kept were refused: {error}") from error
    with sure():
        check_promises(document.text, settings, chunks)
        stats(chunks)
        if chunks and settings.get("stable"):
            again = split(Document(document.text + "\nmore"), **settings)
            assert document.text + "\nmore" == laid_end_to_end(again)


def _document(text: str, given: Input) -> Document:
    """Return a document with headings and pages as loaders give them."""
    match given.below(3):
        case 0:
            return Document(text)
        case 1:
            return Document(text, headings=markdown_headings(text), source="a.md")
        case _:
            half = floor_boundary(text, len(text) // 2)
            heads = [Heading(2, "H", Span(half, len(text)))] if half else []
            pages = [Page(1, Span(0, half)), Page(2, Span(half, len(text)))] if half else []
            return Document(text, headings=heads, pages=pages)


def check_promises(text: str, settings: dict[str, Any], chunks: Sequence[Any]) -> None:
    """Hold chunks to promises 1 to 3."""
    measure = measure_of(settings)
    whole = {0}
    at = 0
    for cluster in clusters(text):
        at += len(cluster)
        whole.add(at)
    assert text == laid_end_to_end(chunks)
    for chunk in chunks:
        assert text[chunk.start : chunk.end] == chunk.text
        assert {chunk.start, chunk.end} <= whole
        assert measure(chunk.text) == chunk.size
        assert chunk.oversize == (chunk.size > settings["size"])
        assert not chunk.oversize or len(clusters(chunk.text)) == 1
        repeated = chunk.text[: chunk.fresh - chunk.start]
        assert (measure(repeated) if repeated else 0) == chunk.overlap <= settings["overlap"]
    for before, after in pairwise(chunks):
        assert before.start < after.start <= before.end < after.end


def seeds_of_cuts() -> list[bytes]:
    """Return texts that splitters stumble over, and sources of programs."""
    folder = Path(__file__).parent.parent / "vectors" / "code"
    sources = [
        f"0{chr(48 + 9)}".encode().ljust(HEAD, b"0") + p.read_bytes()
        for p in sorted(folder.iterdir())
    ]
    texts = [*hostile_inputs(400).values(), "".join(ATOMS), '{"a": [1, "b", {"c": null}], "d": {}}']
    page = "<h1>One</h1><p>words <b>more</b></p><table><tr><th>a<td>b</table><pre>x\n y</pre>"
    notes = "# One\n\nwords. More words!\n\n- item\n  - item\n\n"
    notes += "| a | b |\n|---|---|\n| c | d |\n\n## Two\n"
    return [
        joined(text, head=f"2{chr(48 + i % 13)}1") for i, text in enumerate([*texts, page, notes])
    ] + sources


# Streams


def stream(given: Input) -> None:
    """Split a stream: whatever the blocks, the chunks are those of the whole text."""
    settings = settings_of(given, WINDOWS[:4])
    text, step = given.text, 1 + given.pick([0, 1, 6, 100, 4000])
    blocks = [text[at : at + step] for at in range(0, len(text), step)]
    with sure():
        whole = split(text, **settings)
        streamed = list(iter_split(blocks, **settings))
        assert [(c.start, c.end, c.fresh, c.size, c.overlap, c.lines) for c in whole] == [
            (c.start, c.end, c.fresh, c.size, c.overlap, c.lines) for c in streamed
        ]


# The field's splitters


def classic(given: Input) -> None:
    """Split as the field does, at any separators; every chunk is made of the text."""
    size = 1 + given.pick([0, 3, 19, 99])
    tokens = given.below(4) == 3
    keep = given.pick([False, True, "start", "end"])
    strip = given.pick([True, False])
    words, *separators = given.parts(5)
    settings: dict[str, Any] = {
        "chunk_size": size,
        "chunk_overlap": given.pick([0, size // 3, size - 1]),
        "keep_separator": keep,
        "strip_whitespace": strip,
        "add_start_index": True,
    }
    if tokens:
        splitters: list[TextSplitter] = [TokenTextSplitter(separators=separators, **settings)]
    else:
        settings["length_function"] = given.pick([len, len, lambda text: len(text.split())])
        splitters = [
            CharacterTextSplitter(separators[0], **settings),
            RecursiveCharacterTextSplitter(separators, **settings),
        ]
    for splitter in splitters:
        with sure():
            chunks = splitter.split_text(words)
            documents = splitter.create_documents([words])
        assert chunks == [one.text for one in documents]
        if keep:
            said = "".join("".join(chunks).split())
            assert all(word in said for word in set("".join(words.split())))


def seeds_of_classic() -> list[bytes]:
    """Return texts with separators of their own."""
    text = "one two, three; four.\n\nfive six (seven) eight  nine\r\nten"
    return [
        joined(text, "\n\n", "\n", " ", ""),
        joined(text, "", "", "", "", head="10"),
        joined(text, "(", ".", "e", "", head="232"),
        joined("aaaa" * 20, "aa", "a", "aaa", "", head="111"),
        joined(text, " ", " ", " ", " ", head="1312"),
    ]


# Windows


def window(given: Input) -> None:
    """Cut plain windows; joined without their overlaps they are the text."""
    size = 1 + given.pick([0, 1, 4, 30])
    overlap = given.pick([0, size // 2, size - 1])
    text, metadata = given.text, given.pick([False, True])
    ways: list[Callable[..., list[str]]] = [by_lines, by_chars, by_tokens]
    for windows in ways:
        with sure():
            found = windows(text, size, overlap, metadata)
        assert bool(found) or not text.removeprefix("\ufeff")
        if overlap == 0 and not metadata and windows is not by_lines:
            assert text == "".join(found)
    plain = by_chars(text, size, overlap)
    assert all(len(regex.findall(r"\X", one)) <= size for one in plain)


# Versions


def follow(given: Input) -> None:
    """Carry chunks from one version of a text to the next."""
    settings = settings_of(given, ["recursive", "sentences", "structure", "markdown"])
    old, new = given.parts(2)
    with sure():
        chunks = split(old, **settings)
        changes = rechunk(chunks, diff(old, new)) if chunks else None
        if changes is not None:
            assert new == laid_end_to_end(changes.chunks)


def seeds_of_versions() -> list[bytes]:
    """Return texts and what became of them."""
    text = "# One\n\nwords one. Words two.\n\n## Two\n\nmore words here\n"
    return [joined(text, text.replace("two", "three")), joined(text, ""), joined(text, text * 2)]
