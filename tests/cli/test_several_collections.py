"""Collections of files: those that a note touches are proposed, and one undo restores all bytes."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import pytest

import linewise as lw
from focus_models import changing, with_fact
from linewise.history import read_files

if TYPE_CHECKING:
    from collections.abc import Mapping

MANUAL = Path(__file__).parents[2] / "examples" / "manual.md"
LINE = "Another line."


class Collection(NamedTuple):
    """Files by name, what is new, the line that it changes, and the files that hold that line."""

    files: Mapping[str, bytes]
    news: str
    old: str
    touched: list[str]


def collection(seed: int) -> Collection:
    """Write 20 files of sections of the manual, three of which hold one section more."""
    rng = Random(seed)  # noqa: S311 - the same in each run
    text = MANUAL.read_bytes().decode()
    sections = [one for one in re.split(r"(?=^#{2,3} )", text, flags=re.MULTILINE) if one[0] == "#"]
    telling = [
        (section, line)
        for section in sections
        for line in section.split("\n")
        if len(re.findall(r"\w+", line)) >= 8 and text.count(line) == 1
    ]
    section, old = rng.choice(telling)
    others = [one for one in sections if one != section]
    files: dict[str, bytes] = {}
    touched = sorted(rng.sample(range(20), 3))
    for number in range(20):
        parts = rng.sample(others, rng.randint(2, 6))
        if number in touched:
            parts.insert(rng.randint(0, len(parts)), section)
        end = rng.choice(["\n", "\r\n"])
        files[f"{number:02}.md"] = "".join(parts).replace("\n", end).encode()
    news = f"What is written there is not so any more:\n{old.strip('-| ')}"
    return Collection(files, news, old, [f"{number:02}.md" for number in touched])


@pytest.mark.parametrize("seed", range(20))
def test_exactly_the_files_that_a_note_touches_are_edited_and_undone(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three of twenty files are proposed and applied as a batch; its undo restores every byte."""
    files, news, old, touched = collection(seed)
    (tmp_path / "docs").mkdir()
    monkeypatch.chdir(tmp_path / "docs")
    for name, data in files.items():
        Path(name).write_bytes(data)
    read = [(one.name, one.file) for one in read_files(["."]) if one.file]
    assert sorted(files) == [Path(name).name for name, _ in read]
    model = changing(old, LINE)
    considered = lw.edit_files([file.document for _, file in read], news, model)
    # The search alone leaves nearly all others alone, before anybody is asked.
    assert sum(one.usage.requests for one in considered) <= 5
    batch = lw.new_batch()
    proposed: list[str] = []
    for (name, _), one in zip(read, considered, strict=True):
        if one.edit is not None:
            lw.apply(name, one.edit, information=news, batch=batch)
            proposed.append(Path(name).name)
    assert touched == proposed
    held = {name: Path(name).read_bytes() for name in files}
    for name, data in files.items():
        assert data.replace(old.encode(), LINE.encode()) == held[name], name
    lw.undo_batch(batch)
    assert files == {name: Path(name).read_bytes() for name in files}


@pytest.mark.slow
def test_a_fact_in_a_very_long_document_is_found_among_others_like_it() -> None:
    """Of 50 facts among 20 like them in 100,000 lines, 48 at least are edited, and none wrongly."""
    shares: list[float] = []
    right = 0
    for seed in range(50):
        written, old, new = with_fact(Random(seed), 100_000, 20)  # noqa: S311 - as above
        doc = lw.Document("\n".join(written) + "\n")
        news = f"{new[:-1]} now, no longer 7."
        edit = lw.edit(doc, news, changing(old, new), window=8_000)
        assert edit.shown is not None
        shares.append(edit.shown.share)
        assert edit.after.text in (doc.text, doc.text.replace(old, new))
        right += bool(edit.operations)
    assert right >= 48
    assert sum(shares) / len(shares) <= 0.05
