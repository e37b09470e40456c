"""What was applied and then taken back: the review says so, and can be opened anew."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from linewise import HistoryError
from linewise.cli import main
from linewise.history import log, undo
from linewise.review import Desk, served, standing
from review_visitor import REPLY, TEXT, Visitor

if TYPE_CHECKING:
    from pathlib import Path

    from linewise.review import Sheet

OTHER = "functions:\n  - deleteLine: [4]\n"


@pytest.fixture
def sheet(desk: Desk) -> Sheet:
    """Return the one file on the desk."""
    return desk.sheets[0]


@pytest.fixture
def edit(sheet: Sheet, proposal: str) -> str:
    """Apply two of the three operations, and return the id of the revision."""
    sheet.decide(proposal, lambda review: review.accept(1).reword(2, "Cards.").reject(3, "No."))
    revision = sheet.apply(proposal).finished
    assert revision
    return revision


def test_an_undo_shows_wherever_it_was_made(sheet: Sheet, edit: str, file: Path) -> None:
    """Applied, taken back, and applied once more when the undo is undone."""
    assert ("applied", edit, "") == _stands(sheet)
    taken_back = undo(file, edit)
    assert ("undone", edit, taken_back.id) == _stands(sheet)
    undo(file, taken_back.id)
    assert ("applied", edit, "") == _stands(sheet)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("2 changes were applied as revision", "taken back by", "Review it again")),
        ("fr", ("2 modifications appliquées, révision", "reprise par", "Relire à nouveau")),
    ],
)
def test_the_page_says_that_it_was_taken_back(
    visitor: Visitor, edit: str, file: Path, language: str, words: tuple[str, ...]
) -> None:
    """In both languages, with both revisions, and the way on."""
    before = visitor.get(f"/files/1?language={language}").text
    assert (words[0] in before, words[1] in before, words[2] in before) == (True, False, False)
    taken_back = undo(file, edit)
    page = visitor.get(f"/files/1?language={language}").text
    assert all(word in page for word in (*words, edit[:8], taken_back.id[:8]))


def test_it_is_reviewed_again_with_its_decisions(
    visitor: Visitor, sheet: Sheet, proposal: str, edit: str, file: Path
) -> None:
    """As a form, once; what is applied then is a revision of its own."""
    after = file.read_text()
    undo(file, edit)
    form = _form(visitor.get("/files/1").text)
    assert 303 == visitor.post("/files/1/reopen", form).status
    pending = sheet.pending()
    assert pending is not None
    assert (None, {3: "No."}, {2: "Cards."}) == (
        pending.finished,
        pending.review.rejected,
        pending.review.reworded,
    )
    assert "3 of 3 decided" in visitor.get("/files/1").text
    assert 303 == visitor.post("/files/1/reopen", form).status
    assert pending.id == sheet.pending().id  # type: ignore[union-attr]
    # A form of before the undo is sent again: it means what was applied then.
    assert 409 == visitor.post("/files/1/apply", {"proposal": proposal}).status
    assert TEXT == file.read_text()
    finished = sheet.apply(pending.id).finished
    assert (after, log(file)[0].id) == (file.read_text(), finished)
    assert ["edit", "undo", "edit"] == [one.kind for one in log(file)]


def test_what_was_closed_can_be_reviewed_again(
    visitor: Visitor, sheet: Sheet, proposal: str
) -> None:
    """Nothing of it was applied, so nothing stands in the way."""
    sheet.decide(proposal, lambda review: review.reject_rest())
    sheet.apply(proposal)
    page = visitor.get("/files/1").text
    assert "nothing of it was applied" in page
    visitor.post("/files/1/reopen", _form(page))
    assert "3 of 3 decided" in visitor.get("/files/1").text


def test_what_stands_is_not_reviewed_again(sheet: Sheet, proposal: str, edit: str) -> None:
    """Applied twice, it would insert its lines twice."""
    with pytest.raises(HistoryError, match=f"applied as revision {edit[:8]}; undo that one"):
        sheet.review_again(proposal)
    with pytest.raises(HistoryError, match="another proposal"):
        sheet.review_again("of another time")


def test_the_list_of_files_says_it(edit: str, file: Path) -> None:
    """In the page of all files, beside the others."""
    undo(file, edit)
    other = file.with_name("other.md")
    other.write_text(TEXT)
    with served(Desk([str(file), str(other)])) as link:
        page = Visitor.admitted(link).get("/").text
    assert "applied, then taken back" in page
    assert "1 of 2 done" in page


def test_a_dry_run_says_what_the_page_would_show(
    edit: str, file: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Alone, what became of the review; with a reply, the review that the reply would begin."""
    reply = file.with_name("reply.yaml")
    reply.write_text(REPLY)
    undone = undo(file, edit)
    call = ["review", str(file), "--dry-run"]
    assert 0 == main(call)
    ended = f"applied as revision {edit[:8]}, taken back by {undone.id[:8]}, 2 of 3 operations"
    assert f"{file}: {ended} accepted\n" == capfd.readouterr().out
    assert 0 == main([*call, "--json"])
    [known] = json.loads(capfd.readouterr().out)
    assert ("undone", edit, undone.id) == (known["state"], known["revision"], known["undone_by"])
    assert 0 == main([*call, "--reply", str(reply)])
    assert f"{file}: 3 operations, 0 decided\n" == capfd.readouterr().out
    sheet = Desk([str(file)]).sheets[0]
    begun = sheet.propose_reply(REPLY)
    assert (3, 0) == (standing(sheet).count, standing(sheet).decided)
    sheet.decide(begun.id, lambda review: review.accept(1))
    assert 0 == main([*call, "--reply", str(reply)])
    assert f"{file}: 3 operations, 1 decided\n" == capfd.readouterr().out


def test_a_dry_run_tells_of_the_reply_and_not_of_the_one_before(
    desk: Desk, proposal: str, file: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Another reply would take the place of what is under review; here it only says so."""
    desk.sheets[0].decide(proposal, lambda review: review.accept(1))
    reply = file.with_name("reply.yaml")
    reply.write_text(OTHER)
    assert 0 == main(["review", str(file), "--reply", str(reply), "--dry-run"])
    assert f"{file}: 1 operation, 0 decided\n" == capfd.readouterr().out
    pending = desk.sheets[0].pending()
    assert pending is not None
    assert proposal == pending.id


def _stands(sheet: Sheet) -> tuple[str, str, str]:
    """Return the state of a review, the revision made of it, and the one that took it back."""
    known = standing(sheet)
    return known.state, known.revision, known.undone_by


def _form(page: str) -> dict[str, str]:
    """Return what the form that opens a proposal anew would send."""
    found = re.search(r'action="[^"]+/reopen">(.+?)</form>', page)
    assert found is not None
    return dict(re.findall(r'name="(\w+)" value="([^"]*)"', found[1]))
