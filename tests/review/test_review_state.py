"""What is kept of a review: over a reload, a restart, and changes of the file by others."""

from __future__ import annotations

import json
import os
import re
import sys
from typing import TYPE_CHECKING

import pytest

from linewise import Document, DocumentChangedError, Function, HistoryError, OptionError, ReplyError
from linewise.editing import Edit, Review, conflicts, edit_from_reply
from linewise.files import data_folder
from linewise.history import log
from linewise.review import Asking, Desk, served, standing
from linewise.review._applying import applied
from linewise.review._folio import Folio
from linewise.review._shelf import Pending
from linewise.review._suggestions import Suggestion, suggestions
from linewise.tokens import count_tokens
from review_visitor import REPLY, TEXT, Visitor

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from linewise.changes import Conflict
    from linewise.review import Sheet

OTHER = "functions:\n  - deleteLine: [4]\n"


@pytest.fixture
def sheet(desk: Desk) -> Sheet:
    """Return the one file on the desk."""
    return desk.sheets[0]


def test_decisions_survive_a_restart(sheet: Sheet, proposal: str, file: Path) -> None:
    """The same reply about the same text is the same review, with all that was decided."""
    sheet.decide(proposal, lambda review: review.accept(1).reword(2, "Cards.").reject(3, "No."))
    again = Desk([str(file)]).sheets[0].propose_reply(REPLY, "New hours, cards, dogs.")
    assert proposal == again.id
    assert frozenset({1, 2}) == again.review.accepted
    assert ({3: "No."}, {2: "Cards."}) == (again.review.rejected, again.review.reworded)


def test_a_review_goes_on_without_its_reply(sheet: Sheet, proposal: str, file: Path) -> None:
    """`linewise review FILE` alone shows what was begun."""
    sheet.decide(proposal, lambda review: review.accept(1))
    pending = Desk([str(file)]).sheets[0].pending()
    assert pending is not None
    assert (proposal, frozenset({1})) == (pending.id, pending.review.accepted)


def test_nothing_appears_beside_the_file(sheet: Sheet, proposal: str, file: Path) -> None:
    """What is kept lies in the user's data folder, for the user's eyes alone."""
    sheet.decide(proposal, lambda review: review.accept_rest())
    assert [file] == list(file.parent.iterdir())
    kept = [path for path in (data_folder() / "review").rglob("*") if path.is_file()]
    assert {"proposal.json", "decisions.json"} == {path.name for path in kept}
    assert {0o600} == {path.stat().st_mode & 0o777 for path in kept}


def test_another_reply_takes_the_place(sheet: Sheet, proposal: str) -> None:
    """Then the decisions about the first one no longer count."""
    sheet.decide(proposal, lambda review: review.accept(1))
    other = sheet.propose_reply(OTHER)
    assert other.id != proposal
    assert (1,) == other.review.open
    with pytest.raises(HistoryError, match="another proposal"):
        sheet.decide(proposal, lambda review: review.accept(1))


@pytest.mark.parametrize(
    ("name", "member"),
    [
        ("decisions.json", "finished"),
        ("decisions.json", "begun"),
        ("proposal.json", "information"),
        ("proposal.json", "model"),
        ("proposal.json", "refused"),
        ("draft.json", "information"),
    ],
)
@pytest.mark.parametrize("value", [1, True, {"a": 1}, [1], "\ud800"])
def test_a_member_that_is_damaged_is_no_fault_of_the_page(
    sheet: Sheet, desk: Desk, name: str, member: str, value: object
) -> None:
    """Whatever is kept in the place of words, the pages are shown."""
    sheet.keep_draft("New hours.")
    [path] = (data_folder() / "review").rglob(name)
    path.write_text(json.dumps(json.loads(path.read_bytes()) | {member: value}))
    with served(desk) as link:
        visitor = Visitor.admitted(link)
        for place in ("/files/1", "/files/1/propose"):
            assert 200 == visitor.get(place).status


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
def test_a_name_that_is_no_utf8_keeps_its_review(tmp_path: Path) -> None:
    """The file is reviewed like others, and its name is shown with a sign."""
    path = tmp_path / os.fsdecode(b"caf\xe9.md")
    path.write_text(TEXT)
    desk = Desk([str(path)])
    proposed = desk.sheets[0].propose_reply(REPLY)
    pending = Desk([str(path)]).sheets[0].pending()
    assert pending is not None
    assert proposed.id == pending.id
    with served(desk) as link:
        page = Visitor.admitted(link).get("/files/1")
    assert (200, True) == (page.status, "caf\ufffd.md" in page.text)


@pytest.mark.parametrize("changed_before", [False, True])
def test_what_was_applied_before_a_crash_is_not_applied_again(
    sheet: Sheet, proposal: str, file: Path, *, changed_before: bool
) -> None:
    """The file was written, the decision was not: the next one who applies finds that out."""
    if changed_before:
        file.write_text(f"Before.\n{TEXT}")
    pending = sheet.decide(proposal, lambda review: review.accept_rest())
    revision = applied(sheet.file, sheet._begun(pending), sheet.asking)
    after = file.read_bytes()
    finished = Desk([str(file)]).sheets[0].apply(proposal)
    assert (revision, after) == (finished.finished, file.read_bytes())
    assert ["edit"] == [one.kind for one in log(file) if one.kind == "edit"]


def test_what_was_begun_and_refused_can_be_applied(sheet: Sheet, proposal: str, file: Path) -> None:
    """A conflict wrote nothing, so there is nothing to find."""
    sheet.decide(proposal, lambda review: review.accept_rest())
    file.write_text(TEXT.replace("9 to 5", "10 to 4"))
    with pytest.raises(DocumentChangedError):
        sheet.apply(proposal)
    file.write_text(TEXT)
    assert sheet.apply(proposal).finished
    assert "8 to 6" in file.read_text()


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"id": 1}', "\0", "[" * 100_000])
@pytest.mark.parametrize("name", ["proposal.json", "decisions.json"])
def test_what_is_damaged_is_as_good_as_gone(
    sheet: Sheet, proposal: str, name: str, damage: str
) -> None:
    """A review that cannot be read is begun anew; it never stands in the way."""
    sheet.decide(proposal, lambda review: review.accept(1))
    [path] = (data_folder() / "review").rglob(name)
    path.write_text(damage)
    assert None is sheet.pending()
    assert "nothing" == standing(sheet).state
    assert (1, 2, 3) == sheet.propose_reply(REPLY, "New hours, cards, dogs.").review.open


def test_nothing_is_applied_before_all_is_decided(sheet: Sheet, proposal: str, file: Path) -> None:
    """The message says how much is open."""
    sheet.decide(proposal, lambda review: review.accept(1))
    with pytest.raises(OptionError, match="2 of 3 operations are not decided"):
        sheet.apply(proposal)
    assert TEXT == file.read_text()


def test_what_was_decided_is_in_the_history(sheet: Sheet, proposal: str, file: Path) -> None:
    """The revision knows the information, what was accepted and rejected, and the tokens."""
    sheet.decide(proposal, lambda review: review.accept(1).reword(2, "Cards.").reject(3))
    finished = sheet.apply(proposal)
    [revision] = log(file)
    assert finished.finished == revision.id
    assert ((1, 2), (3,)) == (revision.accepted, revision.rejected)
    assert "New hours, cards, dogs." == revision.information
    assert "Cards." in str(revision.operations)
    assert revision.tokens["output_tokens"] > 0
    assert TEXT.replace("9 to 5", "8 to 6").replace("Cash only.", "Cards.") == file.read_text()


def test_a_review_that_accepts_nothing_is_closed(sheet: Sheet, proposal: str, file: Path) -> None:
    """Nothing is written, and no revision is made."""
    sheet.decide(proposal, lambda review: review.reject_rest())
    assert "" == sheet.apply(proposal).finished
    assert (TEXT, []) == (file.read_text(), log(file))
    assert "closed" == standing(sheet).state


def test_a_change_elsewhere_is_carried_over(sheet: Sheet, proposal: str, file: Path) -> None:
    """Somebody else's line stays, and the accepted ones come beside it."""
    file.write_text(TEXT.replace("# Shop", "# The shop"))
    pending = sheet.decide(proposal, lambda review: review.accept_rest())
    assert {} == sheet.clashes(pending)
    sheet.apply(proposal)
    assert "# The shop\n\nOpen from 8 to 6.\n" in file.read_text()


def test_a_change_in_the_same_place_is_a_conflict(sheet: Sheet, proposal: str, file: Path) -> None:
    """Nothing is written; the clashing operation is known, and without it the others apply."""
    file.write_text(TEXT.replace("9 to 5", "10 to 4"))
    pending = sheet.decide(proposal, lambda review: review.accept_rest())
    assert {1} == set(sheet.clashes(pending))
    with pytest.raises(DocumentChangedError, match="line 3"):
        sheet.apply(proposal)
    assert TEXT.replace("9 to 5", "10 to 4") == file.read_text()
    sheet.decide(proposal, lambda review: review.reject(1))
    sheet.apply(proposal)
    assert "10 to 4" in file.read_text()
    assert "Dogs are welcome." in file.read_text()


def test_a_file_that_is_gone_is_said_to_be(desk: Desk, file: Path) -> None:
    """The list says so, and its page says why."""
    file.unlink()
    assert "unreadable" == standing(desk.sheets[0]).state
    with served(desk) as link:
        answer = Visitor.admitted(link).get("/files/1")
    assert 422 == answer.status
    assert "there is no such file" in answer.text


def test_a_model_is_asked_once(file: Path) -> None:
    """What it proposed for the same words and text is not paid for again."""
    asked: list[str] = []

    def model(messages: object) -> str:
        asked.append(str(messages))
        return REPLY

    asking = Asking(model=Function(model), name="tiny")
    first = Desk([str(file)], asking).sheets[0].propose("New hours.")
    second = Desk([str(file)], asking).sheets[0].propose("New hours.")
    assert (first.id, 1) == (second.id, len(asked))
    assert "tiny" == first.model


def test_a_form_that_asks_a_model_is_good_once(file: Path) -> None:
    """A form that is sent twice asks once."""
    asked: list[str] = []

    def model(messages: object) -> str:
        asked.append(str(messages))
        return REPLY if len(asked) == 1 else OTHER

    desk = Desk([str(file)], Asking(model=Function(model), name="tiny"))
    with served(desk) as link:
        visitor = Visitor.admitted(link)
        form = {"information": "New hours.", "way": "ask", "once": "abc"}
        for _ in range(3):
            assert 303 == visitor.post("/files/1/information", form).status
    assert 1 == len(asked)


def test_what_was_rejected_goes_back_to_the_model(file: Path) -> None:
    """With the reason; what was accepted stays so, what is new is open."""
    asked: list[str] = []

    def model(messages: object) -> str:
        asked.append(str(messages))
        return REPLY if len(asked) == 1 else 'functions:\n  - insertLineAfter: [5, "Cats too."]\n'

    sheet = Desk([str(file)], Asking(model=Function(model), name="tiny")).sheets[0]
    pending = sheet.propose("New hours.")
    sheet.decide(pending.id, lambda review: review.accept(1).accept(2).reject(3, "Cats as well!"))
    following = sheet.ask_again(pending.id)
    assert "Cats as well!" in asked[1]
    assert (frozenset({1, 2}), (3,)) == (following.review.accepted, following.review.open)
    sheet.decide(following.id, lambda review: review.accept_rest())
    sheet.apply(following.id)
    assert file.read_text().endswith("Cash and cards.\nCats too.\n")


def test_an_answer_that_contradicts_is_refused(sheet: Sheet, proposal: str) -> None:
    """An accepted line is settled; the review stays as it was."""
    sheet.decide(proposal, lambda review: review.accept(2).reject_rest())
    with pytest.raises(ReplyError):
        sheet.ask_again(proposal, 'functions:\n  - replaceLine: [5, "Cheques."]\n')
    pending = sheet.pending()
    assert pending is not None
    assert proposal == pending.id


def test_prompt_and_reply_go_by_hand(file: Path) -> None:
    """Without a model the page gives the prompt and takes the reply."""
    desk = Desk([str(file)])
    with served(desk) as link:
        visitor = Visitor.admitted(link)
        visitor.post("/files/1/information", {"information": "Dogs may come in."})
        page = visitor.get("/files/1/propose").text
        assert "5|Cash only." in page
        assert "Dogs may come in." in page
        text = Document(TEXT).fingerprint
        bad = {"reply": "functions:\n  - deleteLine: [9]\n", "text": text}
        refused = visitor.post("/files/1/reply", bad)
        assert 422 == refused.status
        assert "there is no line 9" in refused.text
        assert "deleteLine: [9]" in refused.text
        assert 303 == visitor.post("/files/1/reply", {"reply": REPLY, "text": text}).status
        assert "0 of 3 decided" in visitor.get("/files/1").text
    pending = desk.sheets[0].pending()
    assert pending is not None
    assert "Dogs may come in." == pending.information


def test_a_reply_is_about_the_text_that_its_prompt_showed(file: Path) -> None:
    """A file that changed while a person was at the chat does not shift the lines of the reply."""
    sheet = Desk([str(file)]).sheets[0]
    draft = sheet.keep_draft("Cards are taken.")
    file.write_text(f"New first line.\n{TEXT}")
    pending = sheet.propose_answer(
        'functions:\n  - replaceLine: [5, "Cards, too."]\n', draft.document.fingerprint
    )
    sheet.decide(pending.id, lambda review: review.accept_rest())
    sheet.apply(pending.id)
    assert f"New first line.\n{TEXT}".replace("Cash only.", "Cards, too.") == file.read_text()


def test_a_reply_to_an_older_prompt_is_refused(file: Path) -> None:
    """Once the prompt was written anew, only the reply to that one counts."""
    sheet = Desk([str(file)]).sheets[0]
    older = sheet.keep_draft("Cards are taken.")
    file.write_text(f"New first line.\n{TEXT}")
    sheet.keep_draft("Cards are taken.")
    with pytest.raises(HistoryError, match="written anew"):
        sheet.propose_answer(REPLY, older.document.fingerprint)
    assert None is sheet.pending()


def test_a_draft_ends_with_what_it_was_for(file: Path) -> None:
    """What was brought in is not offered again."""
    sheet = Desk([str(file)]).sheets[0]
    draft = sheet.keep_draft("Cards are taken.")
    pending = sheet.propose_answer(REPLY, draft.document.fingerprint)
    sheet.decide(pending.id, lambda review: review.accept_rest())
    sheet.apply(pending.id)
    assert None is sheet.prompt()


def test_lines_of_another_text_are_not_mixed_in(file: Path) -> None:
    """A page that shows the file as it was is told so when it asks for more of it."""
    with served(Desk([str(file)])) as link:
        visitor = Visitor.admitted(link)
        address = f"/files/1/lines?block=0&text={Document(TEXT).fingerprint}"
        assert 200 == visitor.get(address).status
        file.write_text(f"{TEXT}More.\n")
        assert 409 == visitor.get(address).status


def test_words_concern_the_files_that_they_touch(tmp_path: Path) -> None:
    """Of several files those are asked about that the words are in; one alone always is."""
    paths = [tmp_path / "shop.md", tmp_path / "garden.md"]
    paths[0].write_text("Open from 9 to 5. Cash only.\n")
    paths[1].write_text("Water the roses in the evening.\n")
    desk = Desk([str(path) for path in paths])
    assert (desk.sheets[1],) == desk.concerned("The roses need water at noon, too.")
    alone = Desk([str(paths[0])])
    assert alone.sheets == alone.concerned("The roses need water at noon, too.")


def test_several_files_are_listed_with_their_state(tmp_path: Path) -> None:
    """One page of all files; each goes by its number."""
    paths = [tmp_path / f"{name}.md" for name in ("one", "two", "gone")]
    for path in paths:
        path.write_text(TEXT)
    desk = Desk([str(path) for path in paths])
    pending = desk.sheets[1].propose_reply(REPLY)
    desk.sheets[1].decide(pending.id, lambda review: review.accept(1))
    paths[2].unlink()
    with served(desk) as link:
        page = Visitor.admitted(link).get("/").text
    for words in ("nothing proposed", "1 of 3 decided", "cannot be read"):
        assert words in page


def test_the_page_speaks_two_languages(visitor: Visitor) -> None:
    """That of the browser, or the one that was chosen, which is remembered."""
    assert "All marks" in visitor.get("/files/1").text
    french = {"Accept_Language": "fr-CA,fr;q=0.9,en;q=0.5"}
    assert "Si accepté" in visitor.get("/files/1", **french).text
    chosen = visitor.get("/files/1?language=fr")
    assert '<html lang="fr">' in chosen.text
    remembered = chosen.headers["set-cookie"].split(";")[0]
    page = visitor.get("/files/1", Cookie=f"{visitor.cookie}; {remembered}").text
    assert "Si accepté" in page


def test_both_catalogues_say_the_same_things() -> None:
    """Every word of one language is there in the other, with the same names to fill in."""
    from linewise.review._words import _catalogue

    english, french = _catalogue("en"), _catalogue("fr")
    assert set(english) == set(french)
    for name, words in english.items():
        here = set(re.findall(r"\{(\w+)\}", words))
        assert set(re.findall(r"\{(\w+)\}", french[name])) <= here, name


def test_a_note_that_is_too_long_can_be_made_shorter(file: Path) -> None:
    """The page says so beside the words, and does not shut itself."""
    with served(Desk([str(file)])) as link:
        visitor = Visitor.admitted(link)
        visitor.post("/files/1/information", {"information": "New words. " * 90_000})
        page = visitor.get("/files/1/propose")
        assert (422, True) == (page.status, "<textarea" in page.text)
        assert "no room" in page.text or "tokens" in page.text
        visitor.post("/files/1/information", {"information": "New words."})
        assert 200 == visitor.get("/files/1/propose").status


def test_a_model_that_changes_nothing_is_not_told_that_it_erred(file: Path) -> None:
    """Its reply is a good one: nothing needs to be sent back."""
    with served(Desk([str(file)])) as link:
        visitor = Visitor.admitted(link)
        visitor.post("/files/1/information", {"information": "Nothing is new."})
        form = {"reply": "functions: []", "text": Document(TEXT).fingerprint}
        page = visitor.post("/files/1/reply", form).text
    assert "there is nothing to change" in page
    assert "Send these words back" not in page


def test_another_language_keeps_the_place(visitor: Visitor) -> None:
    """What is looked at stays; the answer to a form leads to its file, not to the form again."""
    page = visitor.get("/files/1?view=after&words=a%26b&language=en").text
    assert f'href="{visitor.root}/files/1?view=after&amp;words=a%26b&amp;language=fr"' in page
    page = visitor.post("/files/1/decide", {"decision": "burn"}).text
    assert f'href="{visitor.root}/files/1?language=fr"' in page


def test_a_long_comparison_comes_in_parts(file: Path) -> None:
    """However long one change is, a page shows so much of it that a browser can draw it."""
    text = "".join(f"line {number}\n" for number in range(1, 5_001))
    file.write_text(text)
    desk = Desk([str(file)])
    words = "".join(f"        other {number}\n" for number in range(1, 5_001))
    desk.sheets[0].propose_reply(
        f"functions:\n  - replaceLine:\n      - 1..5000\n      - |-\n{words}"
    )
    with served(desk) as link:
        visitor = Visitor.admitted(link)
        parts = [visitor.get(f"/files/1/diff?part={part}").text for part in range(10)]
    assert all(part.count('class="row') <= 3_200 for part in parts)
    assert 10_000 == sum(part.count('class="row') for part in parts)


def test_a_line_is_found_in_the_suggestion_that_holds_it() -> None:
    """Where two suggestions are about a line, in the first one of them."""
    reply = (
        'functions:\n  - replaceLine: [2..4, "x"]\n  - insertLineAfter: [4, "y"]\n'
        '  - replaceText: [6, "six", "SIX"]\n  - replaceText: [6, "!", "?"]\n'
    )
    document = Document("one\ntwo\nthree\nfour\nfive\nsix!\n")
    edit = edit_from_reply(document, reply)
    folio = Folio(document, suggestions(Pending("a", "b", Review(edit))))
    marks = [folio.mark(line) for line in range(1, 7)]
    assert ["line-1", "op-1", "op-1", "op-1", "line-5", "op-3"] == marks


def test_clashes_are_looked_for_once(
    sheet: Sheet, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each block of lines asks for them; only another text or other words make them anew."""
    asked: list[object] = []

    def counted(edit: Edit, content: Document) -> dict[int, Conflict]:
        asked.append(content)
        return conflicts(edit, content)

    monkeypatch.setattr("linewise.review.sheet.conflicts", counted)
    file.write_text(TEXT.replace("9 to 5", "10 to 4"))
    pending = sheet.pending()
    assert pending is not None
    assert [1, 1] == [len(sheet.clashes(pending)) for _ in range(2)]
    assert 1 == len(asked)
    file.write_text(TEXT)
    assert {} == sheet.clashes(pending)


def test_a_decision_builds_the_suggestions_once(
    visitor: Visitor, proposal: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is open next is found in what is shown; the whole text is not measured for each."""
    built: list[object] = []
    measured: list[str] = []

    def counted(pending: Pending, clashes: Mapping[int, Conflict]) -> tuple[Suggestion, ...]:
        built.append(pending)
        return suggestions(pending, clashes)

    def measure(text: str) -> int:
        measured.append(text)
        return count_tokens(text)

    monkeypatch.setattr("linewise.review._reviewing.suggestions", counted)
    monkeypatch.setattr("linewise.review._state.count_tokens", measure)
    form = {"proposal": proposal, "decision": "accept"}
    for number in (1, 2):
        decided = visitor.post(
            "/files/1/decide", form | {"operation": number}, x_linewise="fragment"
        )
        assert 200 == decided.status
        assert number == len(built)
    assert 1 == len(measured)
    away = visitor.post("/files/1/decide", form | {"operation": 1})
    assert (303, 3) == (away.status, len(built))
    assert away.headers["location"].endswith("?at=3#op-3")


def test_what_was_undone_and_is_there_again_can_be_undone(
    visitor: Visitor, sheet: Sheet, proposal: str, file: Path
) -> None:
    """The history shows of each revision whether it stands now, not whether it ever fell."""
    sheet.decide(proposal, lambda review: review.accept_rest())
    sheet.apply(proposal)
    [edit] = log(file)
    first = sheet.undo(edit.id)
    second = sheet.undo(first.id)
    page = visitor.get("/files/1/history").text
    offered = re.findall(r'name="revision" value="([0-9a-f]+)"', page)
    assert [second.id, edit.id] == offered
    assert 303 == visitor.post("/files/1/undo", {"once": "1", "revision": edit.id}).status
    assert TEXT == file.read_text(encoding="utf-8")
