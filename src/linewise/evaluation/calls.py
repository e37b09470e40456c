"""`compare`: documents, ways to split and questions in, a comparison out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linewise._kinds import check_call, check_several, file_name_hint
from linewise.document import as_documents
from linewise.errors import OptionError
from linewise.evaluation.confidence import FEWEST, estimates
from linewise.evaluation.cutting import wholes_of
from linewise.evaluation.locating import Located, located
from linewise.evaluation.making import made_questions
from linewise.evaluation.measuring import Bench, measured
from linewise.evaluation.results import Comparison, StrategyResult
from linewise.evaluation.retrievers import retriever_for
from linewise.evaluation.strategies import DEFAULT, named
from linewise.evaluation.wording import SCORES, count_words, known_scores
from linewise.tokens import tokenizer_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from numpy.typing import ArrayLike

    from linewise.document import Document
    from linewise.evaluation.measuring import Measured
    from linewise.evaluation.places import Evidence, Question
    from linewise.evaluation.questions import Asked
    from linewise.evaluation.retrievers import RetrieverLike
    from linewise.evaluation.strategies import StrategyLike
    from linewise.tokens import TokenizerLike

__all__ = ["compare"]

# Ways that a note names.
_NAMED = 4


def compare(
    docs: Document | str | Iterable[Document | str],
    strategies: Iterable[StrategyLike] | Mapping[str, StrategyLike] = DEFAULT,
    questions: Iterable[Asked | Question | Mapping[str, Any]] | None = None,
    *,
    retriever: RetrieverLike = "bm25",
    ks: Sequence[int] = (1, 3, 5, 10),
    budgets: Sequence[int] = (800, 1_600),
    criterion: str | None = None,
    tokenizer: TokenizerLike = "o200k",
    evidence: Evidence = "passage",
    apart: bool = False,
    embed: Callable[[Sequence[str]], ArrayLike] | None = None,
    language: str | None = None,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Comparison:
    """Compare ways to split documents by what retrieval finds in them.

    Args:
        docs: a text, or a Document (`load` opens a file), or several; all are searched together.
        strategies: as they are written (`recursive:1000/200`, `structure`, `sentences:100t/0`;
            see `read_strategy`), as values, or functions from a document to its pieces; a
            mapping gives them names.
        questions: what is asked, with what answers it; see `read_questions`. Left out, they are
            made of the documents without a model, and then the comparison gives ranks alone.
        retriever: what searches; see `retriever_for`.
        ks: numbers of chunks at which is measured.
        budgets: numbers of tokens within which is measured.
        criterion: the name of the score that decides, such as `recall@5`; the recall within the
            first budget when left out.
        tokenizer: what counts tokens; see `tokenizer_for`.
        evidence: where questions are made: whether people ask for a "short" fact or for a
            "passage".
        apart: search each document for itself, by the questions that it answers.
        embed: makes a vector of each of some texts, for the retrievers that need it.
        language: of the words; what the texts look to be in when left out.
        seed: of what is left to chance: the questions made, and the draws of the intervals.
        progress: called with how many strategies are done, and how many there are.

    Raises:
        OptionError: a setting has an unknown value, a strategy cannot be read, a question is
            none, or there is no document.
        SizeError: a strategy has a size or an overlap that cannot be kept.
        TokenizerError: there is no such tokenizer.
    """
    documents = _documents(docs)
    splitters = named(strategies)
    counter = tokenizer_for(tokenizer)
    counts = _numbers("ks", ks, "(1, 3, 5)")
    rooms = _numbers("budgets", budgets, "(800, 1600)")
    if type(seed) is not int or seed < 0:
        raise OptionError(f"a seed is a whole number from 0, not {seed!r}")
    if progress is not None:
        check_call("progress", progress)
    search = retriever_for(retriever, language=language, embed=embed)
    if questions is None:
        asked = Located(made_questions(documents, evidence, language=language, seed=seed), ())
    else:
        asked = located(questions, documents)
    bench = Bench(
        documents=documents,
        wholes=[wholes_of(document) for document in documents],
        questions=asked.questions,
        ks=counts,
        budgets=rooms,
        tokenizer=counter,
        retriever=search,
        apart=apart,
    )
    # Before what takes time: a score that is not measured costs no run.
    decides = _criterion(criterion, bench)
    found: dict[str, Measured] = {}
    for done, (name, splitter) in enumerate(splitters.items(), start=1):
        found[name] = measured(splitter, bench)
        if progress is not None:
            progress(done, len(splitters))
    return Comparison(
        documents=tuple(documents),
        questions=asked.questions,
        strategies=tuple(_results(found, seed)),
        criterion=decides,
        retriever=retriever if isinstance(retriever, str) else _name(retriever),
        ks=bench.ks,
        budgets=bench.budgets,
        tokenizer=counter.name,
        evidence=evidence if questions is None else None,
        unlocated=asked.unlocated,
        notes=(*_notes(asked, documents), *_notes_on_size(found, documents)),
        seed=seed,
    )


def _documents(docs: Document | str | Iterable[Document | str]) -> list[Document]:
    documents = as_documents(docs)
    if not documents:
        raise OptionError("no document to compare on; one or more were expected")
    return documents


def _numbers(name: str, numbers: Iterable[int], example: str) -> tuple[int, ...]:
    """Return each of some numbers once, in order."""
    check_several(name, numbers, example)
    found = tuple(numbers)
    for number in found:
        if type(number) is not int or number < 1:
            raise OptionError(f"{name} are whole numbers from 1, not {number!r}")
    return tuple(dict.fromkeys(found))


def _criterion(criterion: str | None, bench: Bench) -> str:
    if criterion is None:
        return f"recall@{bench.budgets[0]}t" if bench.budgets else "recall@800t"
    known = [
        *(f"{score}@{k}" for k in bench.ks for score in SCORES),
        *(f"recall@{budget}t" for budget in bench.curve),
        "omega",
    ]
    if criterion not in known:
        measured_here = known_scores(bench.ks, bench.curve)
        raise OptionError(f"there is no score {criterion!r}: {measured_here} are measured")
    return criterion


def _results(found: Mapping[str, Measured], seed: int) -> Iterator[StrategyResult]:
    known = [
        {name: [score for score in row if score is not None] for name, row in one.scores.items()}
        for one in found.values()
    ]
    for (name, one), told in zip(found.items(), estimates(known, seed), strict=True):
        yield StrategyResult(
            name=name,
            chunks=len(one.tokens),
            tokens_stored=sum(one.tokens),
            sizes=one.sizes,
            tokens=one.tokens,
            cuts=one.cuts,
            split_seconds=one.seconds[0],
            index_seconds=one.seconds[1],
            ask_seconds=one.seconds[2],
            scores={score: tuple(row) for score, row in one.scores.items()},
            estimates=told,
            curve=one.curve,
            retrieved=one.retrieved,
        )


def _notes(asked: Located, documents: Sequence[Document]) -> Iterator[str]:
    scored = sum(bool(question.gold) for question in asked.questions)
    same = len(documents) - len({document.text for document in documents})
    if same:
        told = count_words(same, "document is", "documents are")
        yield f"{told} the same as one before; what is found in a copy does not count"
    if not asked.questions:
        hints = {file_name_hint(document.text) for document in documents}
        yield (
            "there is no question: none was given, or the documents say too little to make one"
            + "".join(sorted(hints))
        )
    lost = _lost(asked)
    if asked.unlocated:
        told = count_words(len(asked.unlocated), "quote stands", "quotes stand")
        said = (
            f"{told} in no document and {'does' if len(asked.unlocated) == 1 else 'do'} not count"
        )
        asking = count_words(lost, "question is", "questions are")
        yield f"{said}, so that {asking} not scored" if lost else said
    left = len(asked.questions) - scored - lost
    if left:
        told = count_words(
            left, "question has no reference and is", "questions have no reference and are"
        )
        yield f"{told} not scored"
    if 0 < scored < FEWEST:
        yield f"with fewer than {FEWEST} questions no strategy can be told from another"


def _lost(asked: Located) -> int:
    """Return how many questions have no reference because their quotes stand nowhere."""
    nowhere = {(one.question, one.origin) for one in asked.unlocated}
    return sum(not one.gold and (one.text, one.origin) in nowhere for one in asked.questions)


def _notes_on_size(found: Mapping[str, Measured], documents: Sequence[Document]) -> Iterator[str]:
    """Tell of ways that do not cut at all, so that they are one way by several names."""
    filled = sum(bool(document.text) for document in documents)
    whole = [name for name, one in found.items() if 0 < len(one.tokens) == filled]
    if len(whole) < 2:
        return
    named = ", ".join(whole[:_NAMED])
    more = f" and {len(whole) - _NAMED} others" if len(whole) > _NAMED else ""
    which = "the document" if len(documents) == 1 else "each document"
    yield (
        f"these ways make one chunk of {which}, and smaller sizes tell them apart: {named}{more}"
    )


def _name(retriever: object) -> str:
    return str(getattr(retriever, "__name__", type(retriever).__name__))
