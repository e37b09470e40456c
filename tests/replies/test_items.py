"""The reader without any job: lists of named values, whatever they will mean."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linewise.editing import edit_from_reply, read_operations
from linewise.errors import ReplyError, ReplyErrorKind
from linewise.replies import Mapping, Scalar, Vocabulary, read_items, read_reference
from linewise.replies.references import LineRange, TaggedLine

CHAPTERS = Vocabulary(
    functions={},
    openers=frozenset(),
    keys=frozenset(("title", "start", "end")),
    texts=frozenset(("title",)),
    wrappers=frozenset(("chapters",)),
)

# Pieces of which replies are made, to be put together in any order.
PIECES = [
    *("- ", "\n", "\n  ", "functions:", "replaceLine", "deleteLine", ": ", ":", "[", "]", "{"),
    *("}", "(", ")", "'", '"', ",", "2", "line-2", "x", "content", "function", "```", "```yaml"),
    *("|", ">", "<think>", "</think>", "\\", "\\u", "\\ud83d", "#", "“", "”", "...", "---", "\t"),
    *(
        "\x0c",
        "\u00a0",
        "\u2028",
        "\r\n",
        "//",
        "/*",
        "null",
        "!!python/x",
        "&a",
        "*",
        "1. ",
        "arguments",
        "..",
        "=",
    ),
]


def named(reply: str) -> list[dict[str, str]]:
    """Return the items of a reply about chapters as plain values."""
    items = read_items(reply, CHAPTERS)
    return [
        {name: value.text for name, value in node.pairs if isinstance(value, Scalar)}
        for node in items.nodes
        if isinstance(node, Mapping)
    ]


@pytest.mark.parametrize(
    "reply",
    [
        'chapters:\n- title: "One: the start"\n  start: 3\n- title: Two # 2\n  start: line-9\n',
        '[{"title": "One: the start", "start": 3}, {"title": "Two # 2", "start": "line-9"}]',
        (
            '```json\n{"chapters": [{"title": "One: the start", "start": 3},\n'
            '{"title": "Two # 2", "start": "line-9"}]}\n```'
        ),
        "Here it is:\n\n- title: One: the start\n  start: 3\n- title: Two # 2\n  start: line-9\n",
    ],
)
def test_another_job_reads_its_items_with_its_own_words(reply: str) -> None:
    """The reader knows nothing of editing: names come with the vocabulary."""
    assert [
        {"title": "One: the start", "start": "3"},
        {"title": "Two # 2", "start": "line-9"},
    ] == named(reply)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("7", 7),
        ("line-7", 7),
        ("Line 7", 7),
        ("L7", 7),
        ("div-id-7", 7),
        ("#line-7", 7),
        ("[7]", 7),
        ("7|", 7),
        ("7:", 7),
        ('<p id="line-7">', 7),
        ('<p id="line-7">words</p>', 7),
        ("ligne 7", 7),
        ("0", 0),
        ("7:k3", TaggedLine(7, "k3")),
        ("line-7:k3", TaggedLine(7, "k3")),
        ("2..5", LineRange(2, 5)),
        ("line-2..line-5", LineRange(2, 5)),
        ("2-5", LineRange(2, 5)),
        ("lines 2 to 5", LineRange(2, 5)),
        ("2:ab..5:cd", LineRange(2, 5, "ab", "cd")),
        ("line-7.1", "7.1"),
        ("7.1", "7.1"),
        ("new", "new"),
        ("7 8", "7 8"),
        ("-7", "-7"),
        ("٧", "٧"),
        ("9" * 100, "9" * 100),
    ],
)
def test_an_id_has_many_spellings_and_one_meaning(written: str, expected: object) -> None:
    """Whatever names one line is that line; whatever does not is a name."""
    assert expected == read_reference(written)


@given(pieces=st.lists(st.sampled_from(PIECES), max_size=30))
def test_anything_is_read_or_refused(pieces: list[str]) -> None:
    """No reply, however broken, brings out anything but an edit or a refusal."""
    with suppress(ReplyError):
        edit = edit_from_reply("# Title\nFirst line.\nSecond line.\n", "".join(pieces))
        assert edit.changes.after == edit.after.text


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        ("- deleteLine: [2]\n" * 300_000, ReplyErrorKind.TOO_LARGE),
        ("[" * 100_000, ReplyErrorKind.TOO_LARGE),
        ("[" * 1_000 + "]" * 1_000, ReplyErrorKind.TOO_LARGE),
        ("functions: []" + "[]" * 100_001, ReplyErrorKind.UNREADABLE),
        ("[" + '{"function": "deleteLine", "line": 2},' * 100_001 + "]", ReplyErrorKind.TOO_LARGE),
    ],
    ids=["characters", "depth", "closed depth", "lists", "items"],
)
def test_size_and_depth_are_bounded(reply: str, kind: ReplyErrorKind) -> None:
    """What no model would send is refused, and does not take the program down."""
    with pytest.raises(ReplyError) as refused:
        read_operations(reply)
    assert kind == refused.value.kind


def test_a_refusal_carries_the_reply_and_where() -> None:
    """The error has all that is needed to ask again."""
    reply = '- deleteLine: [2]\n- moveLine: [3, "x"]\n'
    with pytest.raises(ReplyError) as refused:
        read_operations(reply)
    error = refused.value
    assert (ReplyErrorKind.UNKNOWN_FUNCTION, 2, reply) == (error.kind, error.item, error.reply)
    assert "insertLineAfter, replaceLine, deleteLine, replaceText" in str(error)


def test_repairs_say_where() -> None:
    """What was mended names the reply's line or its item."""
    read = read_operations('- function:: replaceLine\n  line: 2\n content: "x"\n  reason: y\n')
    assert [
        ("colon_dropped", None),
        ("indent", None),
        ("key_ignored", 1),
    ] == [(repair.kind, repair.item) for repair in read.repairs]
    assert read.repairs[0].message.startswith("line 1 of the reply: ")
    assert read.repairs[1].message.startswith("line 3 of the reply: ")


@pytest.mark.parametrize("blank", ["\x0c", "\x0b", "\u00a0", "\u2003", "\u2028", "\x1f"])
def test_odd_white_space_before_a_list_is_refused(blank: str) -> None:
    """Only spaces and tabs stand between a name and its value; others are no reason to wait."""
    with pytest.raises(ReplyError, match="a list was expected after functions:"):
        read_operations(f"functions:{blank} [deleteLine: [1]]\n")
