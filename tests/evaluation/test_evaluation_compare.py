"""Whole comparisons: small documents whose outcome can be told beforehand."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest

from linewise import Document, Piece, Span, compare, made_questions, suggest
from linewise.errors import OptionError
from linewise.evaluation import Place, Question, Strategy, shortfalls
from linewise.evaluation.confidence import estimates
from linewise.evaluation.cutting import cut_shares, wholes_of
from linewise.search import PieceIndex
from linewise.splitting import split

if TYPE_CHECKING:
    from collections.abc import Sequence

    from linewise.evaluation import Comparison

TOPICS = (
    ("Bread", "The baker kneads dough at four.", "Rye needs a longer rest than wheat."),
    ("Iron", "The smith heats iron until it glows.", "Quenching hardens the blade in oil."),
    ("Honey", "The keeper smokes the hive in June.", "Combs are spun in a steel drum."),
    ("Glass", "Sand melts at a great heat.", "The blower turns the pipe without rest."),
    ("Paper", "Rags are beaten into pulp.", "The mould lifts a sheet from the vat."),
    ("Leather", "Hides lie in lime for weeks.", "Oak bark tans them slowly."),
    ("Rope", "Hemp is combed and twisted.", "Tar keeps the sea out of the strands."),
    ("Salt", "Brine is boiled in wide pans.", "The crust is raked at noon."),
)
TEXT = "\n".join(f"# {title}\n\n{first} {second}\n" for title, first, second in TOPICS)
DOCUMENT = Document(TEXT, source="crafts.md")


def asked(sentence: str, question: str) -> Question:
    """Return a question that a sentence of the document answers."""
    start = TEXT.index(sentence)
    return Question(question, (Place(0, start, start + len(sentence)),))


QUESTIONS = [asked(second, f"{title} {second[:12]}") for title, _, second in TOPICS]


def test_the_finer_cut_sends_less_and_finds_the_same() -> None:
    """Both find every sentence with the first chunk; sections send nothing beside them."""
    found = compare(DOCUMENT, ["structure:120", "recursive:1000/0"], QUESTIONS)
    fine, coarse = found.strategies
    assert (8, 1) == (fine.chunks, coarse.chunks)
    assert 1.0 == fine.estimates["recall@1"].mean == coarse.estimates["recall@1"].mean
    assert fine.estimates["iou@1"].mean > 5 * coarse.estimates["iou@1"].mean
    assert fine.estimates["precision@1"].rank < coarse.estimates["precision@1"].rank
    assert (0.0, 0.0, 0.0, 0.0) == fine.cuts


def test_strategies_that_cannot_be_told_apart_tie_and_the_cheapest_is_taken() -> None:
    """Within 800 tokens the whole text is sent, so that all find all of it."""
    found = compare(DOCUMENT, ["recursive:200/100", "recursive:200/0"], QUESTIONS)
    assert ["recursive:200/100", "recursive:200/0"] == [one.name for one in found.tied]
    assert found.recommended is found.result("recursive:200/0")
    assert all(one.estimates[found.criterion].rank == 1 for one in found.strategies)


def test_of_the_same_cost_the_one_that_found_more_is_taken() -> None:
    """Few questions tell nothing apart; a token more or less in store decides nothing, either."""
    found = compare(DOCUMENT, ["chars:10000", "structure:40t"], QUESTIONS[:3], budgets=[40])
    assert ["structure:40t", "chars:10000"] == [one.name for one in found.tied]
    assert found.recommended is found.result("structure:40t")


def test_of_the_same_found_the_one_that_sends_less_is_taken() -> None:
    """All of a short text fits the budget: one chunk of it sends everything for each question."""
    found = compare(DOCUMENT, ["recursive:1000/0", "chars:10000", "structure:40t"], QUESTIONS)
    assert 1.0 == found.ranking[0].estimates[found.criterion].mean
    assert "recursive:1000/0" == found.tied[0].name
    assert found.recommended is found.result("structure:40t")


def test_of_the_same_sent_the_one_that_fits_closer_is_taken() -> None:
    """Where neither what is found nor what is sent differs, the rest does."""
    found = compare(DOCUMENT, ["structure:40t"], QUESTIONS)
    [close] = found.strategies
    score = f"iou@{found.depth}"
    worse = replace(close.estimates[score], mean=close.estimates[score].mean / 2)
    loose = replace(close, name="loose", estimates={**close.estimates, score: worse})
    assert close is replace(found, strategies=(loose, close)).recommended


def test_ways_that_do_not_cut_are_told() -> None:
    """They are one way by several names; one alone can be told from the others."""
    found = compare(DOCUMENT, ["recursive:1000/0", "chars:10000", "structure:40t"], QUESTIONS)
    [note] = found.notes
    assert note.startswith("these ways make one chunk of the document, and smaller sizes tell")
    assert note.endswith(": recursive:1000/0, chars:10000")
    assert () == compare(DOCUMENT, ["chars:10000", "structure:40t"], QUESTIONS).notes
    both = compare([DOCUMENT, "Words."], ["recursive:1000/0", "chars:10000"], QUESTIONS)
    assert "one chunk of each document" in both.notes[0]


def test_the_better_one_is_told_from_the_worse() -> None:
    """Of chunks of 40 tokens the budget holds the answer, of one large chunk only its start."""
    found = compare(
        DOCUMENT, {"fine": "structure:40t", "whole": Strategy("chars", 10_000)}, QUESTIONS,
        budgets=[40],
    )  # fmt: skip
    assert "recall@40t" == found.criterion
    assert ["fine"] == [one.name for one in found.tied]
    whole = found.result("whole").estimates["recall@40t"]
    assert 2 == whole.rank
    assert whole.gap.low > 0


def test_what_was_found_is_there_to_be_shown() -> None:
    """For each question the best chunks, and which questions went worst."""
    found = compare(DOCUMENT, ["structure:120"], QUESTIONS, ks=[2])
    first = found.strategies[0].retrieved[0]
    assert 1 <= len(first) <= 2
    assert "Rye needs" in found.text_of(first[0].place)
    assert len("Rye needs a longer rest than wheat.") == first[0].found
    assert 8 == len(set(found.worst("structure:120", 100)))
    with pytest.raises(OptionError, match="no strategy 'other' was compared: structure:120 were"):
        found.result("other")


def test_a_prompt_shows_it_in_a_line() -> None:
    """Who looks at the best way to split sees its name and size, not each of its scores."""
    found = compare(DOCUMENT, ["structure:120"], QUESTIONS)
    best = found.recommended
    assert best is not None
    assert repr(best) == (
        f"<StrategyResult 'structure:120', {best.chunks} chunks, "
        f"{best.tokens_stored} tokens stored>"
    )
    assert repr(found) == (
        f"<Comparison of 1 strategies by recall@800t, {len(QUESTIONS)} questions, "
        "recommended 'structure:120'>"
    )


def test_it_is_ready_for_json() -> None:
    """Everything but the documents' text; the same call gives the same values, but for its time."""
    found = [compare(DOCUMENT, ["structure:120"], QUESTIONS) for _ in range(2)]
    first, second = (json.loads(json.dumps(_untimed(one).as_dict())) for one in found)
    assert first == second
    assert 1.0 == first["strategies"][0]["estimates"]["recall@5"]["mean"]
    assert "crafts.md" == first["documents"][0]["source"]


def _untimed(found: Comparison) -> Comparison:
    """Return a comparison as if it had taken no time: how long it takes is the machine's to say."""
    strategies = (
        replace(one, split_seconds=0.0, index_seconds=0.0, ask_seconds=0.0)
        for one in found.strategies
    )
    return replace(found, strategies=tuple(strategies))


# Questions that were made


def test_made_questions_give_ranks_and_no_scores() -> None:
    """Their order carries over to people's questions, their scores do not."""
    found = compare(DOCUMENT, ["structure:120", "recursive:1000/0"], evidence="short")
    assert found.ranks_only
    told = found.as_dict()["strategies"][0]
    assert {"ranks"} == {"ranks", "estimates", "scores", "retrieved", "curve"} & set(told)


def test_made_questions_stand_where_they_say() -> None:
    """A sentence answers a short one, some sentences one for a passage; seeds repeat."""
    text = "\n\n".join(
        " ".join(f"{a} {b} {c} weigh number{i}{j} grams." for j in range(9))
        for i, (a, b, c) in enumerate(TOPICS)
    )
    document = Document(text)
    short = made_questions([document], "short", count=10)
    assert 10 == len(short)
    assert all(text[q.gold[0].start : q.gold[0].end].endswith("grams.") for q in short)
    assert short == made_questions([document], "short", count=10)
    assert short != made_questions([document], "short", count=10, seed=1)
    lengths = [q.gold[0].end - q.gold[0].start for q in made_questions([document])]
    assert min(lengths) >= 400


def test_what_can_be_read_only_once_is_read_whole() -> None:
    """Documents and numbers may come one by one: checking them uses none of them up."""
    assert made_questions([DOCUMENT]) == made_questions(iter([DOCUMENT]))  # type: ignore[arg-type]
    found = compare(DOCUMENT, ["structure:120"], QUESTIONS, ks=iter([2, 3]))  # type: ignore[arg-type]
    assert (2, 3) == found.ks


def test_nothing_can_be_made_of_little() -> None:
    """A text with too few telling words gives no question, and a kind that is none an error."""
    assert () == made_questions([Document("Yes. No. Yes.")])
    with pytest.raises(OptionError, match="short, passage"):
        made_questions([DOCUMENT], "long")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="count=0"):
        made_questions([DOCUMENT], count=0)


# Edges


def test_empty_documents_have_no_chunks_and_no_scores() -> None:
    """All numbers are 0, nothing is recommended, and nothing fails."""
    found = compare([Document(""), Document(" \n")])
    assert [0] * 5 == [one.chunks for one in found.strategies]
    assert (0.0, 0.0, 0, 0) == found.strategies[0].sizes
    assert found.recommended is None
    assert () == found.tied
    assert {} == found.strategies[0].estimates


def test_a_question_about_an_empty_document_is_not_found() -> None:
    """A splitter that drops what answers a question scores 0, not an error."""
    found = compare(DOCUMENT, {"nothing": lambda _: []}, QUESTIONS)
    assert {0.0} == {one.mean for one in found.strategies[0].estimates.values()}


def test_a_question_without_reference_is_asked_but_not_scored() -> None:
    """What was found for it can be looked at; means are those of the others."""
    found = compare(DOCUMENT, ["structure:120"], [*QUESTIONS, Question("Where is tar used?")])
    result = found.strategies[0]
    assert (9, 8) == (len(found.questions), found.scored)
    assert result.scores["recall@1"][-1] is None
    assert result.retrieved[-1]
    assert 1.0 == result.estimates["recall@1"].mean
    assert ("1 question has no reference and is not scored",) == found.notes


def test_only_questions_without_reference() -> None:
    """Nothing is scored, so that nothing is recommended."""
    found = compare(DOCUMENT, ["structure:120"], [{"question": "What is tar?"}])
    assert (0, None) == (found.scored, found.recommended)


def test_one_chunk_is_found_whole_or_not_at_all() -> None:
    """A document that is one chunk: full recall at every k, however large."""
    found = compare("The baker kneads dough.", ["recursive:1000/0"], [
        Question("Who kneads dough?", (Place(0, 4, 9),))
    ])  # fmt: skip
    result = found.strategies[0]
    assert 1 == result.chunks
    for k in found.ks:
        assert 1.0 == result.estimates[f"recall@{k}"].mean
        assert 1.0 == result.estimates[f"ndcg@{k}"].mean
        assert pytest.approx(5 / 23) == result.estimates[f"precision@{k}"].mean


def test_k_may_be_above_the_number_of_chunks() -> None:
    """All chunks that are found are sent, and no more."""
    found = compare(DOCUMENT, ["structure:120"], QUESTIONS, ks=[8, 1_000])
    result = found.strategies[0]
    assert result.scores["recall@8"] == result.scores["recall@1000"]
    assert result.scores["tokens@8"] == result.scores["tokens@1000"]


def test_a_chunk_that_is_made_twice_does_not_beat_the_best_order() -> None:
    """The best order has both of them, too."""

    def doubled(document: Document) -> list[Span]:
        return [span for chunk in split(document, "structure", 120) for span in [chunk.span] * 2]

    verbatim = [asked(second, second) for _, _, second in TOPICS]
    (result,) = compare(DOCUMENT, [doubled], verbatim).strategies
    assert 1.0 == result.estimates["ndcg@3"].mean


def test_few_questions_tell_nothing_apart() -> None:
    """Five that agree may do so by chance; the note says so."""
    few = QUESTIONS[:5]
    found = compare(DOCUMENT, ["structure:40t", "chars:10000"], few, budgets=[40])
    assert 2 == len(found.tied)
    assert ("with fewer than 6 questions no strategy can be told from another",) == found.notes


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"ks": [0]}, "ks are whole numbers from 1"),
        ({"budgets": [1.5]}, "budgets are whole numbers from 1"),
        ({"criterion": "recall@7"}, "no score 'recall@7': recall@100t, .* at 1, 3, 5, 10"),
        ({"seed": -1}, "a seed is a whole number from 0, not -1"),
        ({"seed": None}, "a seed is a whole number from 0, not None"),
        ({"retriever": "google"}, "no retriever 'google'"),
        ({"retriever": "dense"}, "'dense' needs embed="),
        ({"evidence": "long"}, "no evidence 'long'"),
    ],
)
def test_settings_are_checked(settings: dict[str, object], said: str) -> None:
    """Each message says what would be right."""
    with pytest.raises(OptionError, match=said):
        compare(DOCUMENT, ["structure"], **settings)  # type: ignore[arg-type]


def test_a_score_that_is_not_measured_costs_no_run() -> None:
    """What decides is checked before anything is split or asked."""

    def fails(document: Document) -> list[str]:
        raise AssertionError(document)

    with pytest.raises(OptionError, match="recal@5"):
        compare(DOCUMENT, {"one": fails}, QUESTIONS, criterion="recal@5")


def test_the_same_number_twice_is_measured_once() -> None:
    """Nothing is told twice."""
    found = compare(DOCUMENT, ["structure"], QUESTIONS, ks=[5, 1, 5], budgets=[40, 40])
    assert ((5, 1), (40,)) == (found.ks, found.budgets)


def test_notes_tell_what_makes_scores_doubtful() -> None:
    """A document that was given twice, a quote that stands nowhere, no question at all."""
    lost = {"question": "Why?", "quote": "Because nobody asked the miller."}
    found = compare([DOCUMENT, TEXT], ["structure"], [*QUESTIONS, lost])
    assert (
        "1 document is the same as one before; what is found in a copy does not count",
        "1 quote stands in no document and does not count, so that 1 question is not scored",
    ) == found.notes
    (note,) = compare(DOCUMENT, ["structure"], []).notes
    assert note.startswith("there is no question")


def test_no_document_is_an_error() -> None:
    """There is nothing to compare on."""
    with pytest.raises(OptionError, match="no document"):
        compare([])


# Retrievers


def letters(texts: Sequence[str]) -> list[list[float]]:
    """Make vectors of how often each letter stands in a text."""
    return [[float(text.lower().count(chr(97 + at))) for at in range(26)] for text in texts]


@pytest.mark.parametrize("retriever", ["bm25", "bm25-context", "dense", "hybrid"])
def test_each_retriever_finds_what_is_quoted(retriever: str) -> None:
    """A sentence asked for to the letter is in the first five of eight sections."""
    verbatim = [asked(second, second) for _, _, second in TOPICS]
    found = compare(
        DOCUMENT, ["structure:120"], verbatim, retriever=retriever, embed=letters  # type: ignore[arg-type]
    )  # fmt: skip
    assert found.strategies[0].estimates["recall@5"].mean > 0.8
    assert retriever == found.retriever


@pytest.mark.parametrize("number", [-1, 99])
def test_a_piece_that_was_not_given_is_not_found(number: int) -> None:
    """A function that searches gives numbers of the pieces that it got."""
    with pytest.raises(OptionError, match=f"the number {number}, but there are 8 pieces"):
        compare(
            DOCUMENT, ["structure:120"], QUESTIONS, retriever=lambda *_: lambda _: [(number, 1.0)]
        )


def test_a_function_may_search() -> None:
    """It gets the pieces and what is read of each, and returns numbers with scores."""

    def longest(pieces: Sequence[Piece], texts: Sequence[str]) -> object:
        assert len(pieces) == len(texts)
        order = sorted(range(len(pieces)), key=lambda at: -len(pieces[at]))
        return lambda _: [(at, 1.0) for at in order]

    found = compare(DOCUMENT, ["structure:120"], QUESTIONS, retriever=longest)  # type: ignore[arg-type]
    assert "longest" == found.retriever
    assert 1 == len({one[0].place for one in found.strategies[0].retrieved})


def test_documents_may_be_searched_apart() -> None:
    """The same words in another document do not compete for the first place."""
    twins = [DOCUMENT, Document(TEXT)]
    apart = compare(twins, ["structure:120"], QUESTIONS, apart=True, ks=[1])
    together = compare(twins, ["structure:120"], QUESTIONS, ks=[2])
    assert {0} == {one[0].place.document for one in apart.strategies[0].retrieved}
    assert {0, 1} == {hit.place.document for hit in together.strategies[0].retrieved[0]}


def test_plain_words_and_surroundings_are_two_retrievers() -> None:
    """The ranking of the index is what `bm25-context` gives."""
    pieces = split(DOCUMENT, "structure", 120)
    index = PieceIndex(pieces, texts=[f"{one.context}\n{one.text}" for one in pieces])
    found = compare(DOCUMENT, ["structure:120"], [QUESTIONS[0]], retriever="bm25-context", ks=[3])
    best = [index_ for index_, _ in index.ranking(QUESTIONS[0].text)][:3]
    assert [pieces[at].start for at in best] == [
        one.place.start for one in found.strategies[0].retrieved[0]
    ]


# Cuts


def test_cuts_are_told_by_what_they_go_through() -> None:
    """A sentence, a fence, a row, an item; where one ends nothing is cut."""
    text = (
        "One two. Three four.\n\n```\na = 1\nb = 2\n```\n\n- first\n- second\n\n"
        "| a | b |\n|---|---|\n| 1 | 2 |\n"
    )
    document = Document(text)
    wholes = wholes_of(document)

    def shares(*offsets: int) -> tuple[float, ...]:
        bounds = [0, *offsets, len(text)]
        pieces = [Piece(document, Span(a, b)) for a, b in pairwise(bounds)]
        return tuple(cut_shares([(wholes, pieces)]))

    assert (0.0, 0.0, 0.0, 0.0) == shares(text.index("Three"), text.index("```"))
    assert (1.0, 0.0, 0.0, 0.0) == shares(text.index("two"))
    assert (0.0, 1.0, 0.0, 0.0) == shares(text.index("b = 2"))
    assert (0.0, 0.0, 0.0, 0.0) == shares(text.index("- second"))
    assert 1.0 == shares(text.index("cond"))[3]
    assert 1.0 == shares(text.index("1 | 2"))[2]
    assert (0.0, 0.0, 0.0, 0.0) == tuple(cut_shares([]))


# Suggestions and checks


def test_a_suggestion_is_one_of_those_tried() -> None:
    """The cheapest of those that tie; the curve has the best for each budget."""
    found = suggest(DOCUMENT, QUESTIONS, by=["recursive", "structure"], sizes=[20, 200])
    names = {one.name for one in found.comparison.strategies}
    assert {"recursive:20t/0", "recursive:20t/4", "structure:20t/0"} < names
    assert found.proposal in names
    assert 0.9 <= found.confidence <= 1.0
    assert sorted(point.recall for point in found.curve) == [p.recall for p in found.curve]
    assert json.dumps(found.as_dict())


def test_nothing_to_try_and_nothing_to_score() -> None:
    """An empty list of sizes is an error; an empty document gives no proposal."""
    with pytest.raises(OptionError, match="to try"):
        suggest(DOCUMENT, QUESTIONS, sizes=[])
    found = suggest("", sizes=[100])
    assert (None, 0.0) == (found.proposal, found.confidence)


def test_a_check_says_what_falls_short() -> None:
    """A better strategy, and a score below what was asked for."""
    found = compare(DOCUMENT, ["chars:10000", "structure:40t"], QUESTIONS, budgets=[40])
    (better,) = shortfalls(found)
    assert better.startswith("structure:40t is measurably better than chars:10000 by ")
    assert [] == shortfalls(found, "structure:40t", {"recall@40t": 0.9})
    assert "less than 0.99" in shortfalls(found, at_least={"recall@40t": 0.99})[1]
    with pytest.raises(OptionError, match="no score 'recall'"):
        shortfalls(found, at_least={"recall": 0.5})


def test_a_check_needs_questions_for_scores() -> None:
    """Ranks cannot be held to a number; without any question nothing was checked."""
    made = compare(DOCUMENT, ["structure:120"], evidence="short")
    with pytest.raises(OptionError, match="ranks alone"):
        shortfalls(made, at_least={"recall@5": 0.5})
    empty = compare("", ["structure"])
    assert ["no question could be scored, so that nothing was checked"] == shortfalls(empty)


def test_vectors_are_checked() -> None:
    """One row for each text."""
    with pytest.raises(OptionError, match="one row of finite numbers"):
        compare(
            DOCUMENT, ["structure"], QUESTIONS, retriever="dense",
            embed=lambda _: np.zeros((1, 3)),
        )  # fmt: skip


def test_a_check_by_what_is_sent_names_the_one_that_sends_less() -> None:
    """Less is better there, and nothing is better than itself."""
    found = compare(DOCUMENT, ["chars:200", "chars:40"], QUESTIONS, criterion="tokens@3")
    (fault,) = shortfalls(found)
    assert fault.startswith("chars:40 is measurably better than chars:200 by ")
    assert [] == shortfalls(found, "chars:40")
    assert ["chars:40", "chars:200"] == [one.name for one in found.ranking]
    sent = [score or 0.0 for score in found.strategies[0].scores["tokens@3"]]
    assert max(sent) == sent[found.worst("chars:200", 1)[0]]


@pytest.mark.slow
def test_intervals_hold_what_they_promise_where_the_truth_is_known() -> None:
    """Two ways find half of what is asked, on questions that are easy or hard for both."""
    world = np.random.default_rng(3)
    held = told_apart = 0
    for trial in range(200):
        easy = world.random(20)
        one, other = ((easy + world.normal(0, 0.2, 20) > 0.5).astype(float) for _ in range(2))
        first, second = (
            told["recall@5"]
            for told in estimates([{"recall@5": one.tolist()}, {"recall@5": other.tolist()}], trial)
        )
        held += first.low <= 0.5 <= first.high
        told_apart += not (first.tied and second.tied)
    assert 175 <= held
    assert told_apart <= 20
