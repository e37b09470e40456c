"""What holds for any chunks, any gold and any ranking."""

from __future__ import annotations

import contextlib
import json

from hypothesis import example, given
from hypothesis import strategies as st

from linewise import Document, compare
from linewise.errors import LinewiseError
from linewise.evaluation import Place, Question, metrics, read_questions, read_strategy
from linewise.evaluation.confidence import estimates
from linewise.evaluation.locating import located

spans = st.tuples(st.integers(0, 60), st.integers(1, 20)).map(
    lambda one: Place(0, one[0], one[0] + one[1])
)
rankings = st.lists(spans, max_size=8)
golds = st.lists(spans, min_size=1, max_size=4).map(metrics.union)


def characters(places: list[Place]) -> set[int]:
    """Return the characters of places, one by one."""
    return {at for place in places for at in range(place.start, place.end)}


@given(rankings, golds)
def test_coverage_is_what_counting_characters_gives(
    ranking: list[Place], gold: list[Place]
) -> None:
    """Found are the characters in both, each once; sent are all, each time."""
    for k, coverage in enumerate(metrics.coverages(ranking, gold), start=1):
        assert len(characters(ranking[:k]) & characters(gold)) == coverage.found
        assert sum(place.end - place.start for place in ranking[:k]) == coverage.sent
        assert len(characters(gold)) == coverage.gold


@given(rankings, golds)
def test_scores_are_shares(ranking: list[Place], gold: list[Place]) -> None:
    """Each lies between 0 and 1; recall never falls as more is sent, and bounds the overlap."""
    before = 0.0
    for coverage in metrics.coverages(ranking, gold):
        recall = metrics.recall(coverage)
        overlap = metrics.intersection_over_union(coverage)
        assert 0 <= overlap <= min(recall, metrics.precision(coverage)) <= 1
        assert before <= recall <= 1
        before = recall


@given(golds, st.data())
def test_cutting_the_gold_out_exactly_is_perfect(gold: list[Place], data: st.DataObject) -> None:
    """Chunks that are the gold: recall, precision, overlap, omega, and nDCG are 1."""
    ranking = data.draw(st.permutations(gold))
    last = metrics.coverages(ranking, gold)[-1]
    assert 1 == metrics.recall(last) == metrics.precision(last)
    assert 1 == metrics.intersection_over_union(last) == metrics.omega(ranking, gold)
    gains = sorted((metrics.shared(one, gold) for one in ranking), reverse=True)
    assert abs(1 - metrics.ndcg(gains, gains, len(gains))) < 1e-9


@given(rankings, st.integers(0, 100))
def test_no_more_than_the_budget_is_sent(ranking: list[Place], budget: int) -> None:
    """With a token a character, what is sent is the budget, or everything; more finds no less."""

    def cut(place: Place, tokens: int) -> Place:
        return place._replace(end=place.start + tokens)

    sizes = [place.end - place.start for place in ranking]
    sent = metrics.within(ranking, sizes, budget, cut)
    assert min(budget, sum(sizes)) == metrics.length(sent)
    more = metrics.within(ranking, sizes, budget + 1, cut)
    assert metrics.length(metrics.union(sent)) <= metrics.length(metrics.union(more))


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20), st.integers(0, 3))
def test_the_same_scores_are_always_a_tie(scores: list[float], seed: int) -> None:
    """No draw tells a strategy from itself; the mean lies in its interval."""
    one, other = (row["x"] for row in estimates([{"x": scores}, {"x": scores}], seed))
    assert one == other
    assert (1, True, 0) == (one.rank, one.tied, one.gap.mean)
    assert one.low - 1e-9 <= one.mean <= one.high + 1e-9


@given(st.lists(st.floats(0, 1), min_size=6, max_size=20), st.floats(0.01, 1))
def test_what_is_better_in_every_question_is_better(scores: list[float], by: float) -> None:
    """A constant lead is measured as it is, in every draw."""
    better = [score + by for score in scores]
    (worse,), (best,) = (row.values() for row in estimates([{"x": scores}, {"x": better}], 0))
    assert (2, 1) == (worse.rank, best.rank)
    assert abs(worse.gap.mean - by) < 1e-9
    assert abs(worse.gap.low - by) < 1e-9


@given(st.lists(st.lists(st.floats(0, 1), min_size=8, max_size=8), min_size=2, max_size=6))
def test_the_best_by_its_mean_ties(rows: list[list[float]]) -> None:
    """None is measurably better than it; one that lies behind in every draw does not tie."""
    told = [row["x"] for row in estimates([{"x": row} for row in rows], 0)]
    assert all(one.tied for one in told if one.gap.mean == 0)
    assert not any(one.tied for one in told if one.gap.low > 0)


texts = st.lists(
    st.sampled_from(
        ["bread ", "iron. ", "\n\n", "# honey\n", "| a | b |\n", "é", "🍞", "- rope\n"]
    ),
    max_size=30,
).map("".join)


@given(texts, st.data())
def test_any_document_can_be_compared(text: str, data: st.DataObject) -> None:
    """Whatever the text, the question and the place: shares between 0 and 1, and JSON."""
    questions = []
    if text:
        start = data.draw(st.integers(0, len(text) - 1))
        end = data.draw(st.integers(start + 1, len(text)))
        questions = [Question(data.draw(texts), (Place(0, start, end),))]
    found = compare(Document(text), ["recursive:20/5", "structure:8t"], questions, budgets=[1, 9])
    for result in found.strategies:
        for name, estimate in result.estimates.items():
            assert 0 <= estimate.mean
            assert estimate.mean <= 1 + 1e-9 or name.startswith("tokens@")
        assert result.chunks == len(result.tokens)
        assert sum(result.tokens) == result.tokens_stored
    assert found.as_dict()


fields = st.sampled_from(
    ["question", "quote", "quotes", "references", "document", "start", "end", "text", "x"]
)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 50) | st.floats() | st.sampled_from(["a", "", "7"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(fields, inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(fields, values, max_size=5) | values)
def test_any_json_is_questions_or_an_error_that_says_why(row: object) -> None:
    """Nothing else is raised, be the question read from JSON or handed over, and looked up."""
    with contextlib.suppress(LinewiseError):
        located(read_questions(json.dumps(row)), [Document("a 7 b")])
    with contextlib.suppress(LinewiseError):
        located([row], [Document("a 7 b")])  # type: ignore[list-item]


@given(st.text(st.sampled_from('question,"ab\n\r;{}[] 7')) | st.text(max_size=20))
def test_any_text_is_questions_or_an_error_that_says_why(written: str) -> None:
    """Also behind a header that is right."""
    for text in (written, f"question,quote\n{written}"):
        with contextlib.suppress(LinewiseError):
            located(read_questions(text), [Document("a 7 b")])


@given(st.text(st.sampled_from("recursivestructure:0129/tcx ,"), max_size=15))
@example("0c")
def test_any_words_are_a_strategy_or_an_error_that_says_why(written: str) -> None:
    """What is read is written again in the same words, but for what may be left out."""
    with contextlib.suppress(LinewiseError):
        strategy = read_strategy(written)
        assert strategy == read_strategy(str(strategy))
