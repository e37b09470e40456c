"""Numbering, language, quotations, summaries, versions of a text, and what people type."""

from __future__ import annotations

import os
import tempfile
from contextlib import redirect_stderr, redirect_stdout, suppress
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Literal, get_args

import regex

from fuzz.inputs import Input, joined, sure
from linewise import (
    Document,
    LinewiseError,
    Piece,
    PieceIndex,
    Span,
    detect_language,
    diff,
    extract,
    key_points,
    locate_quote,
    number,
    sentences,
    summarize,
    topic_turns,
    unnumber,
)
from linewise.changes import Conflict
from linewise.cli import main
from linewise.cli._command import parse_lines
from linewise.cli._settings import find_settings
from linewise.errors import ConfigError, LineIdError
from linewise.language import LANGUAGES, sentence_ends, terms
from linewise.loading.html import clean_html
from linewise.numbering import Style, line_number, parse_line_id
from linewise.render.highlight import highlight_page
from linewise.render.unified import unified_diff
from linewise.render.words import marked_hunks
from linewise.replies import read_reference

_SIGN = regex.compile(r'<i class="sign"[^>]*>.*?</i>')

CODES = [None, *LANGUAGES, "sv"]
FORMS: list[Literal["text", "html"] | None] = [None, "text", "html"]
SUMMARIES: list[Literal["auto", "lead"]] = ["auto", "lead"]
POINTS: list[Literal["auto", "cues"]] = ["auto", "cues"]
UNITS: list[Literal["chars", "tokens"]] = ["chars", "tokens"]


def cluster_bounds(text: str) -> set[int]:
    """Return the offsets between grapheme clusters, by the rules of Unicode."""
    return {0, *(match.end() for match in regex.finditer(r"\X", text))}


# Numbering


def renumber(given: Input) -> None:
    """Number and undo it; words that only look numbered are never mistaken for ids."""
    style, tags = given.pick(get_args(Style)), given.pick([False, True])
    text = given.text
    with sure():
        numbered = number(text, style, tags=tags)
        assert text == unnumber(numbered.text) == unnumber(numbered.text, style)
        document = numbered.document
        for line in range(1, min(document.line_count, 9) + 1):
            assert document.lines[line - 1] == extract(numbered, line).text
        # A text that was never numbered keeps its lines, whatever they look like.
        assert text.count("\n") == unnumber(text).count("\n")


def name_lines(given: Input) -> None:
    """Read ids and ranges as people and models write them."""
    words = tuple(given.wild.split("\n"))[:4]
    found = parse_lines(words)
    if found is not None:
        for one in found:
            assert parse_line_id(one).number > 0
    for word in words:
        read_reference(word)
        for read in (line_number, parse_line_id):
            with suppress(LineIdError):
                read(word)
        with suppress(LineIdError):
            extract("a\nb\nc", word, words[-1])


def seeds_of_ids() -> list[bytes]:
    """Return ids."""
    known = ["7", "line-7", "L10-L40", "10..40\n7", "div-id-3:k3", "line-10..line-40", "L3–L9", "٣"]
    return [joined(one) for one in known]


def seeds_of_texts() -> list[bytes]:
    """Return texts with traps."""
    texts = [
        '7|seven\n8|eight\n<p id="line-1">x</p>\n<div id="div-id-2">y</div>\n',
        "\ufeffone\r\ntwo\rthree\u2028four\x85\x0b\n\n</p>\n12:ab|x",
        'Mr. Smith of the U.S. paid $3.50. "Why?" he asked… See p. 5. It ended.\n\n- one\n- two\n',
        "他说：「走吧。」然后就走了！日本語のテストです。次の文。한국어 문장입니다. ประโยคไทย",
        "La réunion de l'été (cf. p. 3) a coûté 3,5 M€. M. Dupont l'a dit. « Bien ! » dit-il.",
        "1. First.\n2. Second.\n\n# Title\n\n| a | b |\n|---|---|\n| c. | d! |\n---\nkey: v\n---\n",
        "a" * 40 + ". " * 20 + "e\u0301" * 10 + "\u0301\u200d👩\u200d🌾🇫🇷🇩🇪",
    ]
    return [joined(text, head=f"{i}{i}") for i, text in enumerate(texts)]


# Language


def cut_sentences(given: Input) -> None:
    """Cut sentences; laid end to end they are the text, and no character is cut."""
    language, text = given.pick(CODES), given.text
    with sure():
        found = sentences(text, language)
        assert text == "".join(one.text for one in found)
        assert all(len(one) for one in found)
        assert set(sentence_ends(text, language)) <= cluster_bounds(text)


def turn(given: Input) -> None:
    """Find turns of topic, a language and words."""
    language, count, text = given.pick(CODES), given.pick([None, 1, 2, 9]), given.text
    with sure():
        turns = topic_turns(text, count=count, language=language)
        offsets = [one.offset for one in turns]
        assert offsets == sorted(set(offsets))
        assert all(0 < offset < len(text) for offset in offsets)
        known = detect_language(text)
        assert known is None or known in LANGUAGES
        assert all(terms(text, language))


# Quotations and searches


def quote(given: Input) -> None:
    """Find a quotation; a place is in the text, and what stands there is found."""
    near = given.pick([None, 0, 40, -5, 10**9])
    text, words = given.parts(2)
    match = locate_quote(text, words, near)
    if match is not None:
        assert text[match.start : match.end] == match.text != ""
        assert {match.start, match.end} <= cluster_bounds(text)
        assert 0.75 <= match.score <= 1
    if match is None and words.strip() and words.strip() in text:
        at = text.find(words.strip())
        assert not {at, at + len(words.strip())} <= cluster_bounds(text)


def seeds_of_quotes() -> list[bytes]:
    """Return texts and quotations."""
    text = (
        "The River Bank is a chapter. “I beg your pardon,” said the Mole—pulling himself together."
    )
    quotes = ["I beg your pardon, said the Mole", "river ... mole", "the mole pulled himself", "…"]
    return [joined(text * 3, one, head="1") for one in quotes]


def look_up(given: Input) -> None:
    """Search pieces; hits are pieces that were given, the best first."""
    text, query = given.parts(2)
    pieces = sentences(text)
    with sure():
        hits = PieceIndex(pieces).search(query, 1 + given.below(9))
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)
    assert all(any(hit.piece is piece for piece in pieces) for hit in hits)


# Summaries


def sum_up(given: Input) -> None:
    """Summarize; the limit is kept, and every sentence is a place."""
    limit = 1 + given.pick([0, 9, 99, 499])
    form, method = given.pick(FORMS), given.pick(SUMMARIES)
    unit = given.pick(UNITS)
    about = given.pick([None, "the bridge", "?"])
    title, text = given.parts(2)
    with sure():
        summary = summarize(
            text,
            title,
            limit,
            min_content_length=given.pick([0, 1000]),
            method=method,
            unit=unit,
            about=about,
            format=form,
            language=given.pick(CODES),
        )
    assert unit == "tokens" or len(summary.text) <= limit
    for one in summary.sentences:
        assert one.document.text[one.start : one.end] == one.text


def point_out(given: Input) -> None:
    """Find key points; each is a place of its own."""
    count, form = 1 + given.below(7), given.pick(FORMS)
    method, about = given.pick(POINTS), given.pick([None, "the bridge"])
    with sure():
        points = key_points(
            given.text, count, method, about=about, format=form, language=given.pick(CODES)
        )
    assert len(points) <= count
    assert all(one.document.text[one.start : one.end] == one.text for one in points)


def seeds_of_notes() -> list[bytes]:
    """Return notes."""
    note = (
        "The bridge over the river closes on Monday. We propose a new one; it is important. "
        "Therefore the harbour pays. It costs 3.5 million. However, Dr. Müller disagrees.\n\n"
    )
    page = "<p>The bridge <b>closes</b>.</p><ul><li>It is old.<li>It is new.</ul>"
    return [
        joined("Title", note),
        joined("", note * 4 + "- a list\n- of things\n", head="2110"),
        joined("The bridge", page * 3, head="120"),
        joined("", "他说：「走吧。」日本語のテスト。" * 9, head="31"),
    ]


# Versions


def change(given: Input) -> None:
    """Compare texts; changes lead there and back, and over each other."""
    base, ours, theirs = given.parts(3)
    with sure():
        mine, other = diff(base, ours), diff(base, theirs)
        assert (ours, base) == (mine.apply(), mine.invert().apply())
        unified_diff(mine, 'a b\n"c', context=given.below(4))
        list(marked_hunks(mine))
        over = mine.rebase(other)
        if not isinstance(over, Conflict):
            back = other.rebase(mine)
            assert not isinstance(back, Conflict)
            assert over.apply() == back.apply()
        else:
            str(over)
        assert ours == mine.compose(diff(ours, theirs)).compose(diff(theirs, ours)).apply()
        for at in range(0, len(base) + 1, 1 + len(base) // 7):
            mine.map_span(Span(at, len(base)))


def seeds_of_changes() -> list[bytes]:
    """Return texts in three versions."""
    text = "one\ntwo\r\nthree\n\nfour\n"
    return [
        joined(text, text.replace("two", "2"), text.replace("four", "4")),
        joined(text, text.replace("two", "2"), text.replace("two", "zwei")),
        joined(text * 3, text * 2, "new\n" + text * 3),
        joined("", text, "x"),
        joined("a b a b", "b a b a", "\ufeffa\rb"),
    ]


def show(given: Input) -> None:
    """Show pieces on a page; read as a browser reads it, the page shows the text."""
    title, text = given.parts(2)
    document = Document(text, source="<a> & 'b'")
    size = 1 + len(text) // 5
    pieces = [
        Piece(document, Span(at, min(len(text), at + 2 * size))) for at in range(0, len(text), size)
    ]
    with sure():
        page = highlight_page(document, pieces, title=title, note=lambda _piece: title)
    assert "<script" not in page.lower().replace("&lt;script", "")
    # A sign stands for each character that has no look of its own.
    shown = clean_html(_SIGN.sub("", page)).text
    assert "".join(filter(str.isalnum, text)) in "".join(filter(str.isalnum, shown))


# What people write


def configure(given: Input) -> None:
    """Run the program with a settings file; it says what is wrong with it, in a line."""
    name = given.pick(["linewise.toml", "pyproject.toml"])
    command = given.pick([["config", "list"], ["split", "text.txt"], ["number", "text.txt"]])
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, name).write_bytes(given.data)
        Path(folder, "text.txt").write_text("one\ntwo\n", encoding="utf-8")
        with suppress(ConfigError):
            find_settings(Path(folder))
        code, said = run_in(folder, command)
    assert code in {0, 1, 2}, f"exit code {code}: {said}"
    assert "this is a fault in linewise" not in said, said


def run_in(folder: str, arguments: list[str]) -> tuple[int, str]:
    """Run the program in a folder; return its exit code, and what it said on standard error."""
    before = Path.cwd()
    out, err = TextIOWrapper(BytesIO(), "utf-8"), TextIOWrapper(BytesIO(), "utf-8")
    os.chdir(folder)
    try:
        with redirect_stdout(out), redirect_stderr(err):
            code = main(arguments)
            err.flush()
    finally:
        os.chdir(before)
    return code, err.buffer.getvalue().decode()


def seeds_of_settings() -> list[bytes]:
    """Return settings files."""
    return [
        joined('size = 3\noverlap = 1\nunit = "chars"\nby = "recursive"\n', head="010"),
        joined('[tool.linewise]\nstyle = "p"\n', head="120"),
        joined("size = 1.5\n"),
        joined("size = [1, 2]\n", head="01"),
        joined("[tool]\nlinewise = 3\n", head="1"),
        joined('base_url = "http://x"\n'),
        joined("nothing = true\nstyle = 1979-05-27\n[model]\na = inf\n", head="02"),
        joined("a = [[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]\n"),
    ]


def ask_wrongly(given: Input) -> None:
    """Call with settings of any kind; what cannot be kept is refused by name."""
    text = given.text
    for call in (
        lambda: number(text, given.wild[:9]),  # type: ignore[arg-type]
        lambda: unnumber(given.wild),
        lambda: extract(text, given.wild[:9], given.wild[9:18]),
        lambda: locate_quote(text, given.wild, -(10**20)),
        lambda: summarize(given.wild, given.wild[:9], 1 + given.below(99)),
        lambda: key_points(given.wild),
        lambda: sentences(given.wild),
        lambda: detect_language(given.wild),
        lambda: Document(given.wild),
    ):
        with suppress(LinewiseError):
            call()
