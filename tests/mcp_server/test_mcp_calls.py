"""What each tool answers, and what it says when it cannot."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from linewise.errors import LinewiseError, OptionError
from linewise.history import log
from linewise.mcp_server import (
    TOOLS,
    Desk,
    Limits,
    RefusedError,
    Roots,
    call,
    make_server,
    tools_for,
)
from pdf_writer import Leaf, write_pdf

EXAMPLES = Path(__file__).parents[2] / "examples"
TEXT = "# Top\n\nfirst words\nsecond words\n\n## Deep\n\nlast words\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Make a folder with documents of several formats."""
    folder = tmp_path.resolve() / "root"
    folder.mkdir()
    (folder / "a.md").write_text(TEXT)
    for name in ("two-column.pdf", "report.docx", "page.html"):
        shutil.copy(EXAMPLES / name, folder / name)
    return folder


@pytest.fixture
def desk(root: Path) -> Desk:
    """Lay out a desk with small limits."""
    return Desk(Roots([root]))


def get(desk: Desk, tool: str, **arguments: Any) -> dict[str, Any]:
    """Call a tool and return its values, which are ready for JSON."""
    answer = call(desk, tool, arguments)
    json.dumps(answer.data)
    return dict(answer.data)


def refusal(desk: Desk, tool: str, **arguments: Any) -> str:
    """Return the words of a tool that refuses."""
    with pytest.raises(RefusedError) as caught:
        call(desk, tool, arguments)
    return str(caught.value)


def shown(desk: Desk, path: str = "a.md") -> tuple[str, dict[int, str]]:
    """Return the revision of a document and the ids of its lines."""
    seen = get(desk, "read", path=path, tokens=20_000)
    ids = [line.split("|", 1)[0] for line in seen["text"].splitlines()]
    return seen["revision"], {int(one.split(":")[0]): one for one in ids}


def proposed(desk: Desk, *operations: dict[str, Any], path: str = "a.md") -> dict[str, Any]:
    """Propose operations whose lines are numbers, as of now."""
    revision, ids = shown(desk, path)
    named = [{**one, "line": ids.get(one["line"], "0")} for one in operations]
    return get(desk, "propose", path=path, revision=revision, operations=named)


# Reading


def test_an_outline_has_the_lines_of_each_section(desk: Desk) -> None:
    """A section goes on to the next heading of its level or above."""
    outline = get(desk, "outline", path="a.md")
    assert (8, True) == (outline["lines"], outline["editable"])
    assert [(1, 8), (6, 8)] == [(e["first"], e["last"]) for e in outline["entries"]]


def test_an_outline_that_is_too_long_leaves_out_the_deepest(root: Path) -> None:
    """It says how many headings it left out."""
    (root / "big.md").write_text("# Top\n" + "## Deep\n" * 50)
    desk = Desk(Roots([root]), Limits(outline_tokens=100))
    answer = call(desk, "outline", {"path": "big.md"})
    assert ["Top"] == [entry["title"] for entry in answer.data["entries"]]
    assert "50 more headings" in answer.text
    (root / "flat.md").write_text("# Same\n" * 50)
    entries = call(desk, "outline", {"path": "flat.md"}).data["entries"]
    assert [1, 2] == [entry["first"] for entry in entries][:2]
    assert len(entries) < 50


def test_reading_goes_on_where_it_ended(desk: Desk) -> None:
    """Parts within the budget, one after the other, give all lines once."""
    parts, lines = [], ""
    while lines is not None:
        seen = get(desk, "read", path="a.md", tokens=25, lines=lines)
        parts.append(seen["text"])
        lines = seen["next"]
    assert len(parts) > 1
    assert list(range(1, 9)) == [
        int(line.split(":")[0]) for part in parts for line in part.splitlines()
    ]


@pytest.mark.parametrize(
    ("asked", "first", "last"),
    [
        ({"lines": "3"}, 3, 3),
        ({"lines": "3:k3..4:p2"}, 3, 4),
        ({"lines": "3-4"}, 3, 4),
        ({"lines": "7.."}, 7, 8),
        ({"lines": "7..999"}, 7, 8),
        ({"heading": "deep"}, 6, 8),
        ({"heading": "## Deep"}, 6, 8),
        ({"heading": "ee"}, 6, 8),
    ],
)
def test_a_range_or_a_heading_is_read(
    desk: Desk, asked: dict[str, Any], first: int, last: int
) -> None:
    """Ranges are written as people and models do; headings go by a part of their title."""
    lines = get(desk, "read", path="a.md", **asked)["text"].splitlines()
    assert (str(first), str(last)) == (lines[0].split(":")[0], lines[-1].split(":")[0])


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"lines": "0"}, "the document has lines 1 to 8"),
        ({"lines": "9.."}, "the document has lines 1 to 8"),
        ({"lines": "5..3"}, "the first line comes first, 3..5"),
        ({"lines": "x"}, "write '7', '7..20' or '7..'"),
        ({"heading": "absent"}, "outline lists the headings"),
        ({"heading": "p"}, "2 headings are called"),
        ({"page": 2}, "has no pages"),
        ({"page": 2, "lines": "3"}, "not more than one"),
    ],
)
def test_what_is_not_there_cannot_be_read(desk: Desk, asked: dict[str, Any], words: str) -> None:
    """The message says what there is."""
    assert words in refusal(desk, "read", path="a.md", **asked)


def test_a_long_line_is_cut_and_marked(root: Path) -> None:
    """No line is larger than the limit, and words in it are found and shown."""
    (root / "long.txt").write_text("x" * 50_000 + " needle " + "y" * 50_000)
    desk = Desk(Roots([root]), Limits(line_chars=1_000))
    text = get(desk, "read", path="long.txt")["text"]
    assert text.endswith("[characters 1..1000 of 100,008]")
    assert len(text) < 1_100
    hit = get(desk, "find", path="long.txt", words="needle")["hits"][0]["line"]
    assert "needle" in hit
    assert len(hit) < 400


def test_pdf_and_word_are_read_and_never_edited(desk: Desk) -> None:
    """They are outlined, read, searched and summarized; a proposal is refused."""
    for path in ("two-column.pdf", "report.docx"):
        outline = get(desk, "outline", path=path)
        assert outline["editable"] is False
        assert outline["entries"]
        assert get(desk, "read", path=path)["text"]
        assert get(desk, "summarize", path=path)["items"]
        for tool, more in (
            ("propose", {"revision": "x", "operations": [{"op": "deleteLine", "line": "1"}]}),
            ("undo", {}),
            ("history", {}),
        ):
            assert "never edited" in refusal(desk, tool, path=path, **more)
    assert get(desk, "read", path="two-column.pdf", page=2)["text"].startswith("23:")
    assert "the document has 3" in refusal(desk, "read", path="two-column.pdf", page=9)
    assert get(desk, "find", path="two-column.pdf", words="numbered lines")["hits"][0]["under"]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems bound no memory")
def test_a_file_that_ends_its_reader_ends_no_server(
    root: Path,
) -> None:
    """It is refused by its name, and the next call is answered."""
    (root / "eater.pdf").write_bytes(write_pdf(Leaf(forms=9), password=""))
    desk = Desk(Roots([root]), Limits(document_memory=16 << 20))
    said = refusal(desk, "read", path="eater.pdf")
    assert said.startswith("eater.pdf: it ended the process that read it")
    assert "more than 16,777,216 bytes of memory" in said
    assert 3 == get(desk, "outline", path="two-column.pdf")["pages"]


def test_places_in_html_are_those_of_its_source(desk: Desk, root: Path) -> None:
    """Sentences are chosen from the cleaned page, their lines are the ones that are edited."""
    lines = (root / "page.html").read_text().splitlines()
    for what in ("summary", "points", "chapters"):
        for item in get(desk, "summarize", path="page.html", what=what)["items"]:
            first = int(item["lines"].split("..")[0])
            assert item["text"].split()[0] in " ".join(lines[first - 1 : first + 1])


def test_nothing_found_is_said(desk: Desk) -> None:
    """It is no failure."""
    answer = call(desk, "find", {"path": "a.md", "words": "zebra"})
    assert answer.data["hits"] == []
    assert "try other words" in answer.text
    answer = call(desk, "summarize", {"path": "a.md", "size": 1})
    assert answer.data["items"] == []
    assert "name a larger one" in answer.text


# Changing


def test_an_edit_is_applied_once(desk: Desk, root: Path) -> None:
    """Its id is used up then."""
    edit = proposed(desk, {"op": "deleteLine", "line": 3})["edit"]
    get(desk, "apply", edit=edit)
    after = (root / "a.md").read_text()
    words = refusal(desk, "apply", edit=edit)
    assert words.startswith("nothing was written: there is no edit")
    assert (root / "a.md").read_text() == after


def test_some_operations_are_applied(desk: Desk, root: Path) -> None:
    """They go by their place in the proposal; the others are kept as rejected."""
    edit = proposed(
        desk,
        {"op": "replaceText", "line": 3, "old": "first", "new": "1st"},
        {"op": "replaceText", "line": 4, "old": "second", "new": "2nd"},
    )["edit"]
    assert "it has 1, 2" in refusal(desk, "apply", edit=edit, operations=[3])
    assert "operations is empty" in refusal(desk, "apply", edit=edit, operations=[])
    get(desk, "apply", edit=edit, operations=[2])
    assert (root / "a.md").read_text() == TEXT.replace("second", "2nd")


def test_a_revision_that_is_still_known_is_carried_over(desk: Desk, root: Path) -> None:
    """Who read before somebody else added lines elsewhere need not read again."""
    revision, ids = shown(desk)
    (root / "a.md").write_text("new\nnew\n\n" + TEXT)
    edit = get(
        desk,
        "propose",
        path="a.md",
        revision=revision,
        operations=[{"op": "insertLineAfter", "line": ids[7], "content": "before last"}],
    )
    assert "carried over" in edit["notes"][0]
    get(desk, "apply", edit=edit["edit"])
    expected = "new\nnew\n\n" + TEXT.replace("\nlast", "\nbefore last\nlast")
    assert (root / "a.md").read_text() == expected


def test_a_revision_that_is_not_known_is_refused_with_the_lines(desk: Desk) -> None:
    """The next call can be right without another look."""
    _, ids = shown(desk)
    words = refusal(
        desk,
        "propose",
        path="a.md",
        revision="00000000",
        operations=[{"op": "deleteLine", "line": ids[3]}],
    )
    assert words.startswith("nothing was written: the revision '00000000'")
    assert f"{ids[3]}|first words" in words


def test_tags_in_new_words_are_taken_off_or_refused(desk: Desk, root: Path) -> None:
    """Whole they can only be copies; in part it is not certain."""
    _, ids = shown(desk)
    whole = f"{ids[3]}|FIRST\n{ids[4]}|SECOND"
    edit = proposed(desk, {"op": "insertLineAfter", "line": 8, "content": whole})
    assert "taken off" in edit["notes"][0]
    get(desk, "apply", edit=edit["edit"])
    assert (root / "a.md").read_text() == TEXT + "FIRST\nSECOND\n"
    revision, ids = shown(desk)
    part = {"op": "replaceLine", "line": ids[3], "content": f"{ids[3]}|FIRST\nbare"}
    words = refusal(desk, "propose", path="a.md", revision=revision, operations=[part])
    assert words.startswith("nothing was written: item 1: ")
    assert "without numbers and tags" in words


def test_a_file_keeps_its_dress(desk: Desk, root: Path) -> None:
    """Mark, line ends, encoding and missing last line end are those that it had."""
    (root / "w.txt").write_bytes("\ufeffone\r\ntwo\r\nthree".encode("utf-16-le"))
    edit = proposed(desk, {"op": "insertLineAfter", "line": 1, "content": "a\nb"}, path="w.txt")
    get(desk, "apply", edit=edit["edit"])
    expected = "\ufeffone\r\na\r\nb\r\ntwo\r\nthree".encode("utf-16-le")
    assert (root / "w.txt").read_bytes() == expected


def test_an_outline_of_nothing_named_is_that_of_the_top(desk: Desk) -> None:
    """Whoever does not know what is there need name nothing."""
    top = get(desk, "outline", path=".")
    assert top == get(desk, "outline")
    assert "a.md" in [entry["title"] for entry in top["entries"]]


def test_an_empty_file_can_be_begun(desk: Desk, root: Path) -> None:
    """It has no lines; the place before the first is line 0."""
    (root / "empty.md").write_text("")
    assert get(desk, "read", path="empty.md")["text"] == ""
    edit = proposed(desk, {"op": "insertLineAfter", "line": 0, "content": "x"}, path="empty.md")
    get(desk, "apply", edit=edit["edit"])
    assert (root / "empty.md").read_text().strip() == "x"


def test_a_change_is_taken_back_alone_or_with_what_followed(desk: Desk, root: Path) -> None:
    """Undoing a revision keeps later ones; going back to one does not."""
    start = get(desk, "outline", path="a.md")["revision"]
    made = []
    for line, old in ((3, "first"), (8, "last")):
        edit = proposed(desk, {"op": "replaceText", "line": line, "old": old, "new": "other"})
        made.append(get(desk, "apply", edit=edit["edit"])["revision"])
    get(desk, "undo", path="a.md", revision=made[0])
    assert (root / "a.md").read_text() == TEXT.replace("last", "other")
    get(desk, "undo", path="a.md", to=made[1])
    get(desk, "undo", path="a.md", to=start)
    assert (root / "a.md").read_text() == TEXT
    assert "already" in refusal(desk, "undo", path="a.md", to=start)
    assert "never brought to" in refusal(desk, "undo", path="a.md", to="ffffffff")
    assert "name the revision whose change" in refusal(
        desk, "undo", path="a.md", to=start, revision=start
    )


def test_a_state_that_was_come_to_twice_is_not_guessed_at(desk: Desk, root: Path) -> None:
    """The first of two changes is taken back after the second: by its id, which is told."""
    made = []
    for line, old in ((3, "first"), (8, "last")):
        edit = proposed(desk, {"op": "replaceText", "line": line, "old": old, "new": "other"})
        made.append(get(desk, "apply", edit=edit["edit"])["revision"])
    assert made[0] == get(desk, "undo", path="a.md")["revision"]
    words = refusal(desk, "undo", path="a.md", revision=made[0])
    assert words.startswith(f"nothing was written: a.md was brought to {made[0]} by 2 changes")
    get(desk, "undo", path="a.md", revision=words.split()[-2])
    assert TEXT == (root / "a.md").read_text()


def test_a_change_goes_by_its_id_here_and_on_the_command_line(desk: Desk, root: Path) -> None:
    """Answers and the history give the id that the log shows, and undo takes it."""
    edit = proposed(desk, {"op": "replaceText", "line": 3, "old": "first", "new": "other"})
    made = get(desk, "apply", edit=edit["edit"])
    answers = [made, get(desk, "undo", path="a.md"), get(desk, "undo", path="a.md")]
    changes = [answer["change"] for answer in answers]
    assert [revision.id[:8] for revision in reversed(log(root / "a.md"))] == changes
    entries = get(desk, "history", path="a.md")["entries"]
    assert [*reversed(changes), None] == [entry.get("change") for entry in entries]
    assert [made["revision"]] * 2 == [entries[0]["revision"], entries[2]["revision"]]
    get(desk, "undo", path="a.md", revision=changes[2])
    assert TEXT == (root / "a.md").read_text()
    already = refusal(desk, "undo", path="a.md", revision=changes[2])
    assert f"change {changes[2]} was undone by " in already


# Limits and wrong calls


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("read", {}, "read needs path"),
        ("read", {"path": "a.md", "limes": "3"}, "its arguments are path, lines"),
        ("read", {"path": ["a.md"]}, "path is a text"),
        ("read", {"path": "a.md", "page": "two"}, "page is a whole number"),
        ("read", {"path": "a.md", "page": True}, "page is a whole number"),
        ("find", {"path": "a.md", "words": "\ud800"}, "half of a surrogate pair"),
        ("read", {"path": "a.md", "tokens": -5}, "tokens is 0 or more"),
        ("find", {"path": "a.md"}, "find needs words"),
        ("find", {"path": "a.md", "words": " "}, "one word or more"),
        ("find", {"path": "a.md", "words": "x" * 1_001}, "words have at most 1,000 characters"),
        ("summarize", {"path": "a.md", "what": "poem"}, "one of summary, points, chapters"),
        ("propose", {"path": "a.md"}, "nothing was written: propose needs revision"),
        ("apply", {"edit": "x", "operations": "1"}, "nothing was written: apply: operations is a"),
        ("apply", {"edit": "x", "operations": ["a"]}, "operations is a whole number"),
        ("apply", {"edit": "../../x"}, "nothing was written: there is no edit"),
        ("rewrite", {}, "nothing was written: there is no tool 'rewrite'"),
    ],
)
def test_wrong_arguments_are_told_apart(
    desk: Desk, tool: str, arguments: dict[str, Any], words: str
) -> None:
    """Each message names the argument and what would be right."""
    assert words in refusal(desk, tool, **arguments)


@pytest.mark.parametrize(
    ("operation", "words"),
    [
        ("deleteLine", 'write {"op"'),
        ({}, "op is one of insertLineAfter"),
        ({"op": "rm"}, "op is one of insertLineAfter"),
        ({"op": "deleteLine"}, "line is an id such as"),
        ({"op": "deleteLine", "line": ["1"]}, "line is an id such as"),
        ({"op": "replaceLine", "line": "1:zz"}, "replaceLine needs content"),
        ({"op": "replaceLine", "line": "1:zz", "content": 7}, "replaceLine needs content"),
        ({"op": "replaceText", "line": "1:zz", "new": "x"}, "replaceText needs old"),
        ({"op": "deleteLine", "line": "1:zz", "content": "x"}, "deleteLine has no 'content'"),
        ({"op": "replaceLine", "line": "1:zz", "content": "\ud800"}, "half of a surrogate"),
        ({"op": "deleteLine", "line": "99:zz"}, "there is no line 99"),
        ({"op": "insertLineAfter", "line": "3", "content": "x"}, "without the tag"),
        ({"op": "insertLineAfter", "line": "last", "content": "x"}, "there is no 'last'"),
    ],
)
def test_wrong_operations_are_told_apart(desk: Desk, operation: Any, words: str) -> None:
    """The item is named, nothing is written, and the form is shown."""
    revision, _ = shown(desk)
    said = refusal(desk, "propose", path="a.md", revision=revision, operations=[operation])
    assert said.startswith("nothing was written: item 1: ")
    assert words in said


def test_sizes_are_limited(root: Path) -> None:
    """Each limit says what it is."""
    small = Limits(file_bytes=60, document_bytes=1_000, operations=2, words_chars=50)
    desk = Desk(Roots([root], path_chars=20), small)
    revision, ids = shown(desk)
    one = {"op": "insertLineAfter", "line": ids[1], "content": "x" * 60}

    def asked(*operations: object) -> str:
        return refusal(desk, "propose", path="a.md", revision=revision, operations=list(operations))

    assert "50 are the most" in asked(one)
    assert "2 are the most" in asked(one, one, one)
    assert "there are no operations" in asked()
    assert "at most 20 characters" in refusal(desk, "read", path="x" * 21)
    assert "files up to 1,000 bytes" in refusal(desk, "read", path="two-column.pdf")
    (root / "b.md").write_text(TEXT * 2)
    assert "files up to 60 bytes" in refusal(desk, "read", path="b.md")


def test_proposals_are_kept_for_so_long_and_so_many(root: Path) -> None:
    """The oldest gives way."""
    desk = Desk(Roots([root]), Limits(edits=2))
    edits = [
        proposed(desk, {"op": "insertLineAfter", "line": n, "content": "x"})["edit"]
        for n in (1, 3, 4)
    ]
    assert "there is no edit" in refusal(desk, "apply", edit=edits[0])
    get(desk, "apply", edit=edits[1])
    get(desk, "apply", edit=edits[2])


def test_a_long_diff_is_cut_and_applied_whole(root: Path) -> None:
    """What is shown is bounded; what is written is all of it."""
    desk = Desk(Roots([root]), Limits(diff_tokens=40))
    content = "\n".join(f"line {n}" for n in range(100))
    edit = proposed(desk, {"op": "insertLineAfter", "line": 8, "content": content})
    assert "more lines of the diff]" in edit["diff"]
    get(desk, "apply", edit=edit["edit"])
    assert (root / "a.md").read_text() == f"{TEXT}{content}\n"


def test_answers_are_bounded(root: Path) -> None:
    """Long titles, long lines and large wishes are cut to what a model can use."""
    (root / "big.md").write_text(f"# {'title ' * 500}\n\n{'A sentence of words. ' * 5_000}\n")
    desk = Desk(Roots([root]), Limits(summary_chars=300))
    assert len(call(desk, "outline", {"path": "big.md"}).text) < 400
    assert len(call(desk, "read", {"path": "big.md", "lines": "3", "tokens": 50}).text) < 500
    assert len(call(desk, "find", {"path": "big.md", "words": "sentence"}).text) < 600
    assert len(call(desk, "summarize", {"path": "big.md", "size": 10**9}).text) < 500
    revision, ids = shown(desk)
    given = {"path": "a.md", "revision": revision, "reason": "x" * 3_000}
    one = {"op": "deleteLine", "line": ids[3]}
    assert "at most 2,000" in refusal(desk, "propose", **given, operations=[one])


def test_what_was_written_is_never_denied(
    desk: Desk, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failure after the write does not sound like one before it."""
    edit = proposed(desk, {"op": "deleteLine", "line": 3})["edit"]

    def fail(*_arguments: object) -> None:
        raise LinewiseError("cannot be looked at")

    monkeypatch.setattr(desk, "note", fail)
    answer = call(desk, "apply", {"edit": edit})
    assert answer.text.startswith("applied: a.md is at a new revision now")
    assert (root / "a.md").read_text() == TEXT.replace("first words\n", "")


def test_read_only_offers_nothing_that_writes(root: Path) -> None:
    """Proposals are shown as diffs; there is nothing to apply them by."""
    desk = Desk(Roots([root]), read_only=True)
    assert {"apply", "undo"} == {tool.name for tool in TOOLS} - {
        tool.name for tool in tools_for(read_only=True)
    }
    edit = proposed(desk, {"op": "deleteLine", "line": 3})
    assert ("", True) == (edit["edit"], "-first words" in edit["diff"])
    assert len(desk.edits) == 0
    for tool in ("apply", "undo"):
        words = refusal(desk, tool, path="a.md")
        assert f"there is no tool '{tool}' on a server that only reads" in words


def test_errors_name_no_path_of_the_machine(desk: Desk, root: Path) -> None:
    """Messages from below are told with the names that the agent knows."""
    (root / "binary.md").write_bytes(b"\0\1\2" * 100)
    words = refusal(desk, "read", path="binary.md")
    assert words == "binary.md is no text, PDF or Word file: these tools cannot open it"
    (root / "latin.txt").write_bytes("caf\xe9 au lait\n".encode("latin-1") * 20)
    revision, ids = shown(desk, "latin.txt")
    new = {"op": "insertLineAfter", "line": ids[1], "content": "Ωμέγα"}
    words = refusal(desk, "propose", path="latin.txt", revision=revision, operations=[new])
    assert words.startswith("nothing was written: latin.txt: line 2, column 1")
    assert str(root) not in words


def test_a_fault_of_ours_says_nothing_of_its_inside(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The words of an unforeseen error may hold anything, so they stay in the log."""

    def fail(*_arguments: object) -> None:
        raise KeyError("secret words")

    monkeypatch.setattr(desk, "open", fail)
    words = refusal(desk, "read", path="a.md")
    assert words == "read failed inside linewise (KeyError); try another way"


def test_tools_say_truly_whether_they_write() -> None:
    """Only those that change files say so, and each has small schemas of both kinds."""
    assert {"apply", "undo"} == {t.name for t in TOOLS if not t.annotations["readOnlyHint"]}
    for tool in TOOLS:
        assert set(tool.required) <= set(tool.takes)
        assert tool.as_dict()["outputSchema"]["properties"]
        assert len(tool.description) < 250


def test_the_extra_is_named_where_it_is_missing(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything but the connection works without the SDK."""
    monkeypatch.setitem(sys.modules, "mcp", None)
    with pytest.raises(OptionError, match=r"pip install 'linewise\[mcp\]'"):
        make_server(desk)
