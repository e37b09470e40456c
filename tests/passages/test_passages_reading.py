"""The places that replies name, in every form in which models write them."""

from __future__ import annotations

import pytest

from linewise.document import Document
from linewise.errors import ReplyError, ReplyErrorKind
from linewise.passages import Found, chapters_task, find_task, found_in_reply
from linewise.passages.placing import settle
from linewise.passages.reading import Entries, Entry

DOC = Document("".join(f"This is the line of the number {n}.\n" for n in range(1, 31)))

STARTS = [(1, 11, "The start"), (12, 30, "Part two: on")]
RANGES = [(3, 5, "A"), (9, 9, "B")]


def listing(found: Found) -> list[tuple[int, int, str | None]]:
    """Return the lines and titles of what was found."""
    return [(*passage.lines, passage.title) for passage in found]


def refusal(reply: str, *, find: bool = False) -> ReplyError:
    """Return the error that a reply is refused with."""
    task = find_task("x") if find else chapters_task()
    with pytest.raises(ReplyError) as caught:
        found_in_reply(DOC, task, reply)
    assert reply == caught.value.reply
    return caught.value


@pytest.mark.parametrize(
    "reply",
    [
        'chapters:\n  - chapter: [1, "The start"]\n  - chapter: [12, "Part two: on"]\n',
        '```yaml\n- chapter: [line-1, "The start"]\n- chapter: [L12, "Part two: on"]\n```',
        "chapters:\n- chapter: [1, The start]\n- chapter: [12, Part two: on]\n",
        '{"chapters":[{"start":"1","title":"The start"},{"start":"12","title":"Part two: on"}]}',
        '[{"line": 1, "title": "The start"}, {"line": 12, "title": "Part two: on"}]',
        '{"start":1,"title":"The start"}\n{"start":12,"title":"Part two: on"}\n',
        '- start: 1\n  title: The start\n- start: <p id="line-12">\n  title: "Part two: on"\n',
        '- title: The start\n  start: 1\n- title: "Part two: on"\n  start: 12\n',
        'chapters:\n- [1, "The start"]\n- [12, "Part two: on"]\n',
        '[[1, "The start"], [12, "Part two: on"]]',
        'chapter(1, "The start")\nchapter(12, "Part two: on")\n',
        (
            'chapters:\n- chapter:\n    start: 1\n    title: "The start"\n'
            '- chapter:\n    start: 12\n    title: "Part two: on"\n'
        ),
        '{"chapter": [[1, "The start"], [12, "Part two: on"]]}',
        '[{"chapter": "The start", "start": 1}, {"chapter": "Part two: on", "start": 12}]',
        (
            '<think>Where?</think>\nHere they are:\n\n- chapter: [1, "The start"]\n'
            '- chapter: [12, "Part two: on"]\n'
        ),
        "chapters:\n- section: [1, 'The start']\n- section: [12, 'Part two: on']\n",
        '["chapter", 1, "The start"]\n["chapter", 12, "Part two: on"]\n',
        'chapitres:\n- chapitre: [ligne-1, "The start"]\n- chapitre: [ligne-12, "Part two: on"]\n',
        '- chapter: [1, 11, "The start"]\n- chapter: [12, 30, "Part two: on"]\n',
        '- chapter: [1..11, "The start"]\n- chapter: [12..30, "Part two: on"]\n',
        '[{"start":1,"end":11,"title":"The start","why":"x"},{"start":12,"title":"Part two: on"}]',
        '- chapter: [1, "The start"]\n- chapter: [1, "The start"]\n- chapter: [12, "Part two: on"]',
        '- chapter: [1, "  The\\n start"]\n- chapter: [12, "Part \\u001btwo: on"]\n',
    ],
)
def test_starts_are_read_in_every_form(reply: str) -> None:
    """A chapter goes from its start to the next one, and the last one to the end."""
    assert STARTS == listing(found_in_reply(DOC, chapters_task(), reply))


@pytest.mark.parametrize(
    "reply",
    [
        'passages:\n  - passage: [3, 5, "A"]\n  - passage: [9, 9, "B"]\n',
        'passages:\n- passage: [3..5, "A"]\n- passage: [9..9, "B"]\n',
        '{"passages":[{"start":"3","end":"5","title":"A"},{"start":"9","end":"9","title":"B"}]}',
        '[{"first": 3, "last": 5, "title": "A"}, {"lines": "9-9", "title": "B"}]',
        '[{"lines": [3, 5], "title": "A"}, {"lines": [9, 9], "title": "B"}]',
        '[[3, 5, "A"], [9, 9, "B"]]',
        'passages:\n- [3, 5, "A"]\n- [9, 9, "B"]\n',
        "- from: line-3\n  to: line-5\n  title: A\n- from: line-9\n  to: line-9\n  title: B\n",
        '- passage: [3, 5, "A"]\n  quote: "the line of the number 4"\n- passage: [9, 9, "B"]\n',
    ],
)
def test_ranges_are_read_in_every_form(reply: str) -> None:
    """A passage goes from its first to its last line."""
    assert RANGES == listing(found_in_reply(DOC, find_task("x"), reply))


@pytest.mark.parametrize("reply", ["passages: []", "[]", '{"passages": []}', "```\n[]\n```"])
def test_nothing_found_is_an_answer(reply: str) -> None:
    """Only an empty list says that there is none."""
    found = found_in_reply(DOC, find_task("x"), reply)
    assert [] == [*found]
    assert [(1, 30)] == [gap.lines for gap in found.gaps]


@pytest.mark.parametrize(
    ("reply", "kind", "words"),
    [
        ("", "empty_reply", "chapters: []"),
        ("There are three chapters.", "no_operations", "chapters: []"),
        ("1|This is the line\n2|of the number", "no_operations", "list of chapters"),
        ('- chapter: [1, "A"', "truncated", "ends before"),
        ('- chapter: [31, "A"]', "unknown_line", "line 31 in what was shown, which has lines 1 to"),
        ('- chapter: [0, "A"]', "unknown_line", "no line 0"),
        ('- chapter: [intro, "A"]', "unknown_line", "'intro' is no id of a line"),
        ('- chapter: [9, "A"]\n- chapter: [3, "B"]', "out_of_order", "line 3 comes before line 9"),
        ('- chapter: [9, "A"]\n- chapter: [9, "B"]', "conflict", "two chapters begin on line 9"),
        ("- chapter: [9]", "missing_content", "no title"),
        ('- chapter: ["The start"]', "missing_line", "no first line"),
        ('- title: "The start"', "missing_line", "no first line"),
        ('- chapter: [1, "A", "B", "C"]', "bad_arguments", "mean nothing"),
        ('- chapter: [1, "A"]\n  colour: red', "unknown_argument", "'colour'"),
        ('- start: 1\n  line: 2\n  title: "A"', "unreadable", "the start stands twice"),
        ('- chapter: [1, ["A"]]', "bad_arguments", "the title is no text"),
        ("[1, 12, 20]", "no_operations", "list of chapters"),
        ("chapters: [1, 12, 20]", "unreadable", "'1 12' is no chapter"),
        ('[[1, "A"], [12]]', "unreadable", "'12' is no chapter"),
        ('- 12 - "A"', "no_operations", "list of chapters"),
    ],
)
def test_what_is_no_list_of_chapters_is_refused(reply: str, kind: str, words: str) -> None:
    """The refusal says what is wrong, in words that can be sent back."""
    error = refusal(reply)
    assert kind == error.kind
    assert words in str(error)


@pytest.mark.parametrize(
    ("reply", "kind", "words"),
    [
        ('- passage: [3, "A"]', "missing_line", 'Write each passage as - passage: [12, 47, "the'),
        ('- passage: [5, 3, "A"]', "bad_range", "line, 5, comes after the last one, 3"),
        ('- passage: [3, 99, "A"]', "unknown_line", "no line 99"),
        ('- passage: [3, 5, "A"]\n- passage: [5, 6, "B"]', "overlap", "share lines with 3 to 5"),
        ('- passage: [3, 5, "A"]\n  end: 6', "unreadable", "the end stands twice"),
        ('- passage: [3..5, "A"]\n  end: 6', "bad_range", "named twice"),
        ('- lines: [3, 5]\n  start: 3\n  title: "A"', "bad_range", "named twice"),
        ("- passage: [3, 5..6]", "bad_arguments", "mean nothing"),
        (
            '- passage: [3, 5, "A"]\n  quote: "the line of the number 14"',
            "text_not_found",
            "stand in lines 14 to 14",
        ),
    ],
)
def test_what_is_no_list_of_passages_is_refused(reply: str, kind: str, words: str) -> None:
    """Ranges are inside, in order, and apart."""
    error = refusal(reply, find=True)
    assert kind == error.kind
    assert words in str(error)


def test_passages_may_share_lines_where_that_is_asked_for() -> None:
    """Overlapping ranges are two passages."""
    reply = '- passage: [3, 5, "A"]\n- passage: [4, 9, "B"]'
    found = found_in_reply(DOC, find_task("x", overlap=True), reply)
    assert [(3, 5, "A"), (4, 9, "B")] == listing(found)


def test_a_passage_may_have_no_title() -> None:
    """A place is enough of an answer."""
    found = found_in_reply(DOC, find_task("x"), "- passage: [3, 5]")
    assert [(3, 5, None)] == listing(found)


def test_what_belongs_to_no_passage_is_told() -> None:
    """Gaps are stretches with words in them, without empty lines at their ends."""
    document = Document("Preface\n\nOne\ntext\n\nBetween\n\nTwo\n\n\n")
    reply = '- chapter: [3, 4, "One"]\n- chapter: [8, 8, "Two"]'
    found = found_in_reply(document, chapters_task(gaps=True), reply)
    assert ["Preface", "Between"] == [gap.text for gap in found.gaps]
    starts = found_in_reply(document, chapters_task(), reply)
    assert ["Preface"] == [gap.text for gap in starts.gaps]
    assert [(3, 7), (8, 10)] == [passage.lines for passage in starts]


def test_what_was_mended_is_told() -> None:
    """Values that say nothing and items that stand twice are left out, and reported."""
    reply = (
        '- chapter: [1, 11, "A"]\n  reason: "It begins."\n'
        '- chapter: [12, "B"]\n- chapter: [12, "B"]\n'
    )
    found = found_in_reply(DOC, chapters_task(), reply)
    kinds = [repair.kind for repair in found.repairs]
    assert ["key_ignored", "key_ignored", "duplicate_dropped"] == kinds


def test_quoted_words_are_looked_up() -> None:
    """Words become the lines that they stand in; what stands nowhere is told, never returned."""
    reply = (
        '- quote: "This is the line of the number 14."\n  title: "Late"\n'
        '- quote: "this is the Line of the number 4"\n'
        '- quote: "The otter swims upstream at night, far from the dam."\n'
    )
    found = found_in_reply(DOC, find_task("x"), reply)
    assert [(4, 4, None), (14, 14, "Late")] == listing(found)
    assert ("The otter swims upstream at night, far from the dam.",) == found.missing
    assert () == found_in_reply(Document(""), find_task("x"), '- quote: "Nothing here"').passages


def test_a_reply_that_was_cut_off_is_refused() -> None:
    """Even where it looks whole, if the server says so."""
    with pytest.raises(ReplyError) as caught:
        found_in_reply(DOC, chapters_task(), '- chapter: [1, "A"]', finish_reason="length")
    assert ReplyErrorKind.TRUNCATED == caught.value.kind


def test_long_lists_are_read_in_step_with_their_length(monkeypatch: pytest.MonkeyPatch) -> None:
    """A list of many chapters is not compared each with each."""
    compared = 0
    equal = Entry.__eq__

    def counted(self: Entry, other: object) -> bool:
        nonlocal compared
        compared += 1
        return bool(equal(self, other))

    monkeypatch.setattr(Entry, "__eq__", counted)
    entries = tuple(Entry(line, title="x") for line in range(1, 1_001))
    settle(Document("a\n" * 1_000), Entries(entries), chapters_task(), (1, 1_000))
    assert compared < 1_000
