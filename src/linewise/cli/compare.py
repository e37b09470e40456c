"""`linewise compare`: which way to split finds most in these documents."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import click

from linewise.cli._command import (
    STANDARD_INPUT,
    Reading,
    any_words,
    argument_files,
    input_options,
    nothing_found,
    refuse_two_readers,
    result_command,
    tell_nothing,
    tokenizer_option,
)
from linewise.cli._comparing import comparison_text, suggestion_text
from linewise.cli._models import asked_model, model_options, progress
from linewise.cli._result import ExitCode, Result, styled, write_file
from linewise.cli._summing import documents_of
from linewise.cli._telling import tell
from linewise.evaluation import (
    DEFAULT,
    compare,
    questions_by_model,
    read_questions,
    shortfalls,
    suggest,
)
from linewise.evaluation.places import Evidence
from linewise.evaluation.retrievers import RetrieverName
from linewise.evaluation.wording import count_words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from linewise.document import Document
    from linewise.evaluation import Comparison, Suggestion

# Of fewer questions that are made of the documents it is said that they are few.
_FEW = 10

_EXAMPLES = (
    "Compare ways to split FILE… by what retrieval finds in them. Without questions some are made "
    "of the documents, which tells an order and no scores.\n\n"
    "\b\n"
    "Examples: linewise compare handbook.pdf\n"
    "          linewise compare docs/*.md --questions asked.csv --html report.html\n"
    "          linewise compare docs/*.md -s structure:100t -s recursive:1000/200 \\\n"
    "            --questions asked.csv --check --at-least recall@800t=0.85"
)


@result_command(_EXAMPLES)
@argument_files
@click.option(
    "-s",
    "--strategy",
    "strategies",
    multiple=True,
    metavar="STRATEGY",
    help="NAME:SIZE/OVERLAP, such as recursive:1000/200, structure or sentences:100t/0 (t for "
    f"tokens); may be given several times. Left out: {', '.join(DEFAULT)}.",
)
@click.option(
    "--questions",
    metavar="FILE",
    help="CSV or JSON Lines: question, and quote, quotes, or document, start and end.",
)
@click.option(
    "--evidence",
    type=click.Choice(get_args(Evidence)),
    default="passage",
    show_default=True,
    help="Where questions are made: what people ask these documents for.",
)
@click.option(
    "--retriever",
    type=click.Choice(get_args(RetrieverName)),
    default="bm25",
    show_default=True,
    help="What searches; dense and hybrid need --embed.",
)
@click.option(
    "--embed",
    "embedding",
    metavar="NAME",
    help="What makes vectors: minilm (the extra 'embed'), or a model on the server of --base-url.",
)
@click.option("--vectors", metavar="FOLDER", help="Keep vectors there from run to run.")
@click.option(
    "--k", "ks", type=click.IntRange(min=1), multiple=True, help="Chunks sent: 1, 3, 5, 10."
)
@click.option(
    "--budget",
    "budgets",
    type=click.IntRange(min=1),
    multiple=True,
    help="Tokens sent: 800, 1600.",
)
@click.option(
    "--criterion", metavar="SCORE", help="What decides; recall within the first budget if left out."
)
@click.option("--apart", is_flag=True, help="Search each document for itself.")
@click.option("--seed", type=click.IntRange(min=0), default=0, help="Of what is left to chance.")
@tokenizer_option
@click.option("--suggest", "suggested", is_flag=True, help="Search sizes, and propose one.")
@click.option("--html", metavar="FILE", help="Write a page with plots and the worst questions.")
@click.option(
    "--check",
    is_flag=True,
    help="Exit 3 where another strategy is measurably better than the first.",
)
@click.option(
    "--at-least",
    "thresholds",
    multiple=True,
    metavar="SCORE=VALUE",
    help="Exit 3 where the first strategy has less, such as recall@800t=0.85.",
)
@click.option("--ask", is_flag=True, help="Let the model ask the questions, and quote the answers.")
@click.option("--count", type=click.IntRange(min=1), help="Of its questions; 50 when left out.")
@model_options
@input_options
def compare_command(
    *,
    files: tuple[str, ...],
    reading: Reading,
    strategies: tuple[str, ...],
    suggested: bool,
    html: str | None,
    check: bool,
    thresholds: tuple[str, ...],
    **options: Any,
) -> Result:
    """Compare ways to split."""
    least = _thresholds(thresholds)
    _refuse_what_does_not_fit(least, **options)
    if suggested and (strategies or check or least):
        raise click.UsageError("--suggest searches by itself: no --strategy, no check goes with it")
    refuse_two_readers(*(files or (STANDARD_INPUT,)), options["questions"])
    documents = documents_of(files, reading)
    settings = _settings(documents, **options)
    if suggested:
        return _suggested(documents, settings, html)
    with progress("strategies compared") as show:
        found = compare(documents, strategies or DEFAULT, progress=show, **settings)
    _tell_if_few(found)
    _write_page(html, found)
    return _result(found, check=check, least=least)


def _settings(documents: Sequence[Document], **options: Any) -> dict[str, Any]:
    """Return what `compare` is told, the questions included."""
    same = ("evidence", "retriever", "criterion", "apart", "seed", "tokenizer")
    settings = {name: options[name] for name in same}
    settings |= {name: options[name] for name in ("ks", "budgets") if options[name]}
    settings["embed"] = _embed(options["embedding"], options["base_url"], options["vectors"])
    settings["questions"] = _questions(documents, **options)
    return settings


def _questions(
    documents: Sequence[Document],
    *,
    questions: str | None,
    ask: bool,
    evidence: Evidence,
    count: int | None,
    seed: int,
    **options: Any,
) -> Any:
    """Return the questions of a file or of a model; None where they are to be made."""
    if questions is not None:
        name = "standard input" if questions == STANDARD_INPUT else questions
        return read_questions(Reading("text").document(questions).text, name)
    if not (ask or options["paste"]):
        return None
    named = {name: options[name] for name in ("model", "base_url", "paste", "max_tokens")}
    with progress("questions asked") as show:
        return questions_by_model(
            documents, asked_model(**named), evidence, count=count or 50, seed=seed, progress=show
        )


def _embed(name: str | None, base_url: str | None, folder: str | None) -> Callable[..., Any] | None:
    """Return what makes vectors; None where nothing is named for it."""
    if name is None:
        return None
    from linewise.models import Embeddings, KeptVectors, MiniLM

    made = MiniLM() if name == "minilm" else Embeddings(name, base_url)
    return KeptVectors(made, folder=folder)


def _refuse_what_does_not_fit(
    least: Mapping[str, float],
    *,
    questions: str | None,
    ask: bool,
    paste: Any,
    count: int | None,
    retriever: str,
    embedding: str | None,
    vectors: str | None,
    **_options: Any,
) -> None:
    """Refuse options that would change nothing.

    Raises:
        UsageError: one was given, and what it is for was not.
    """
    asked = bool(ask or paste)
    if questions is not None and asked:
        raise click.UsageError("questions come from --questions or from a model, not from both")
    if count is not None and not asked:
        raise click.UsageError("--count goes with --ask; of the documents at most 200 are made")
    if least and questions is None and not asked:
        raise click.UsageError(
            "--at-least goes with --questions or --ask: questions that are made of the documents "
            "warrant ranks alone"
        )
    if embedding is not None and retriever not in {"dense", "hybrid"}:
        raise click.UsageError(f"--embed goes with --retriever dense or hybrid, not {retriever}")
    if embedding is None and vectors is not None:
        raise click.UsageError("--vectors goes with --embed, which says what makes them")


def _thresholds(written: Sequence[str]) -> dict[str, float]:
    found: dict[str, float] = {}
    for one in written:
        name, _, value = one.partition("=")
        number = _number(value)
        if number is None or not name.strip():
            raise click.UsageError(
                f"--at-least {one}: SCORE=VALUE was expected, such as recall@800t=0.85"
            )
        if number > 1 and not name.strip().startswith("tokens@"):
            raise click.UsageError(f"--at-least {one}: a score is a share, from 0 to 1")
        found[name.strip()] = number
    return found


def _number(written: str) -> float | None:
    """Return a number as it is written; None for what can be compared with nothing."""
    try:
        number = float(written)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _result(found: Comparison, *, check: bool, least: Mapping[str, float]) -> Result:
    faults = shortfalls(found, at_least=least) if check or least else []
    for fault in faults:
        tell(fault)
    nothing = not any_words(found.documents)
    return Result(
        text=[] if nothing else comparison_text(found),
        terminal=[] if nothing else comparison_text(found, styled),
        items=(found.as_dict() for _ in range(1)),
        value=found.as_dict,
        exit_code=ExitCode.NOTHING_FOUND if faults else nothing_found(found.scored),
    )


def _suggested(
    documents: Sequence[Document], settings: Mapping[str, Any], html: str | None
) -> Result:
    with progress("strategies compared") as show:
        found: Suggestion = suggest(documents, progress=show, **settings)
    _tell_if_few(found.comparison)
    _write_page(html, found.comparison)
    nothing = not any_words(documents)
    return Result(
        text=[] if nothing else suggestion_text(found),
        terminal=[] if nothing else suggestion_text(found, styled),
        items=(found.as_dict() for _ in range(1)),
        value=found.as_dict,
        exit_code=nothing_found(found.proposal is not None),
    )


def _tell_if_few(found: Comparison) -> None:
    """Tell on standard error of so few questions made of the documents that they tell nothing."""
    if not any_words(found.documents):
        tell_nothing("compare")
        return
    if found.evidence is None or found.scored >= _FEW:
        return
    made = count_words(found.scored, "question", "questions") if found.scored else "no question"
    only = "only " if found.scored else ""
    short = "" if found.evidence == "short" else "--evidence short or "
    tell(f"{only}{made} could be made of the documents; {short}--questions gives more")


def _write_page(path: str | None, found: Comparison) -> None:
    """Write the report, where that is asked for.

    Raises:
        LinewiseError: the file cannot be written.
    """
    if path is None:
        return
    from linewise.evaluation.report import comparison_page

    write_file(Path(path), [comparison_page(found)])


command = compare_command
