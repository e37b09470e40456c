"""Ids of chunks, and what is left of chunks after an edit."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from linewise import Document, Heading, OptionError, Page, Span, diff, split
from linewise.changes import Change, ChangeSet
from linewise.errors import ChangeError
from linewise.splitting import compare_chunks, rechunk
from linewise.splitting.classic import RecursiveCharacterTextSplitter

LINES = ["one\n", "two\n", "three\n", "four\n"]


def lines_of(text: str) -> Any:
    """Return a chunk for each line."""
    return split(text, by="lines", size=1, overlap=0)


def test_repeated_text_has_an_id_for_each_repeat() -> None:
    """The first has the same id as if it stood alone, and a further one that of its number."""
    first, second, third = lines_of("same\nsame\nsame\n")
    assert 3 == len({first.id, second.id, third.id})
    assert [first.id, second.id] == [chunk.id for chunk in lines_of("same\nelse\nsame\n")[::2]]


def test_ids_are_the_same_in_every_run() -> None:
    """An index may keep them for years."""
    assert ["baeb391be5387e3b", "34a4e3e09ffbcfc2"] == [chunk.id for chunk in lines_of("a\na\n")]


def test_what_is_kept_moved_added_and_removed() -> None:
    """By the words of the chunks and their order."""
    old = lines_of("".join(LINES))
    new = lines_of("four\none\nthree\nfive\n")
    found = compare_chunks(old, new)
    assert [("one\n", "one\n"), ("three\n", "three\n")] == [(a.text, b.text) for a, b in found.kept]
    assert ["four\n"] == [chunk.text for _, chunk in found.moved]
    assert ["five\n"] == [chunk.text for chunk in found.added]
    assert ["two\n"] == [chunk.text for chunk in found.removed]
    assert "<ChunkChanges 2 kept, 1 moved, 1 added, 1 removed>" == repr(found)


def test_nothing_changed() -> None:
    """Every chunk is kept."""
    found = compare_chunks(lines_of("a\nb\na\n"), lines_of("a\nb\na\n"))
    assert (3, 0, 0, 0) == tuple(map(len, (found.kept, found.moved, found.added, found.removed)))


@pytest.mark.parametrize("stable", [False, True])
@pytest.mark.parametrize("by", ["recursive", "sentences", "markdown", "lines"])
def test_rechunking_splits_the_new_text_as_the_old_one_was_split(by: Any, stable: bool) -> None:
    """The result is what `split` gives for the new version with the same settings."""
    old = "# A\n\nSome words. More words.\n\n# B\n\nOther words here.\n" * 5
    options: dict[str, Any] = {"by": by, "size": 30, "overlap": 5, "unit": "chars"}
    changes = ChangeSet(old, [Change(5, 9, "Fewer"), Change(60, 60, "And so on. ")])
    found = rechunk(split(old, **options, stable=stable), changes)
    expected = split(changes.after, **options, stable=stable)
    assert [(c.span, c.id) for c in expected] == [(c.span, c.id) for c in found.chunks]
    assert 0 < len(found.kept)
    assert 0 < len(found.added)


def test_headings_and_pages_are_carried_along() -> None:
    """What is known of the old version is known of the new one as far as it is there."""
    text = "# Top\nwords\n# Sub\nmore\n"
    document = Document(
        text,
        headings=[Heading(1, "Top", Span(0, 5)), Heading(1, "Sub", Span(12, 17))],
        pages=[Page(1, Span(0, 12)), Page(2, Span(12, 23))],
        source="a.md",
    )
    changes = ChangeSet(text, [Change(6, 11, "many more words")])
    found = rechunk(split(document, by="pages", size=100), changes)
    assert [(("Top",), 1), (("Sub",), 2)] == [(c.headings, c.page) for c in found.chunks]
    assert {"a.md"} == {chunk.document.source for chunk in found.chunks}
    assert 1 == len(found.kept)


def test_the_headings_of_markdown_are_found_anew() -> None:
    """A new title is in the new chunks."""
    document = Document("# Top\nwords\n", metadata={"format": "markdown"})
    changes = diff(document.text, "# New\nwords\n")
    assert ("New",) == rechunk(split(document), changes).chunks[0].headings


def test_the_new_version_may_be_given() -> None:
    """As it was loaded; but it has to be the one that the changes lead to."""
    chunks = split("one two")
    changes = diff("one two", "one three")
    new = Document("one three", source="new.txt")
    assert rechunk(chunks, changes, new).chunks[0].document is new
    with pytest.raises(OptionError, match="another text than the changes lead to"):
        rechunk(chunks, changes, Document("one four"))


def test_what_cannot_be_rechunked() -> None:
    """Each is refused with what is wrong."""
    changes = diff("one", "two")
    with pytest.raises(OptionError, match="no chunks"):
        rechunk([], changes)
    with pytest.raises(OptionError, match="several documents"):
        rechunk(split(["one", "one"]), changes)
    with pytest.raises(ChangeError, match="another text"):
        rechunk(split("three"), changes)
    made = RecursiveCharacterTextSplitter().create_documents(["one"])
    with pytest.raises(OptionError, match="only a chunk that split made"):
        rechunk(made, changes)


@pytest.mark.parametrize("by", ["recursive", "lines", "structure"])
def test_stable_chunks_fall_back_into_step(by: Any) -> None:
    """A line that is put into lines of equal length changes the chunks around it alone."""
    draw = random.Random(5)  # noqa: S311 - drawn texts keep no secret
    lines = [f"{at:06} {draw.randrange(10**9):09}\n" for at in range(2000)]
    options: dict[str, Any] = {"by": by, "size": 20 if by == "lines" else 340, "overlap": 0}
    far: dict[bool, list[int]] = {}
    for stable in (False, True):
        before = split("".join(lines), **options, stable=stable)
        counts = []
        for at in range(50, 2000, 150):
            edited = "".join([*lines[:at], "another line\n", *lines[at:]])
            found = compare_chunks(before, split(edited, **options, stable=stable))
            counts.append(len(found.added))
        far[stable] = counts
    assert max(far[True]) <= 10
    assert max(far[True]) < max(far[False])


def test_stable_chunks_keep_their_overlap() -> None:
    """Beginning anew repeats as much of the chunk before as any other does."""
    lines = "".join(f"line {at} of the text\n" for at in range(400))
    chunks = split(lines, size=200, overlap=40, stable=True)
    assert all(0 < after.overlap <= 40 for _, after in pairwise(chunks))
