"""`linewise summarize`: the sentences that tell best what documents say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

import click

from linewise.cli._command import (
    Reading,
    any_words,
    argument_files,
    input_options,
    nothing_found,
    result_command,
    setting,
    tell_nothing,
)
from linewise.cli._models import tell_usage
from linewise.cli._result import Result
from linewise.cli._summing import (
    Choosing,
    choosing_options,
    documents_of,
    mark,
    place_of,
    tell_if_unanswered,
)
from linewise.cli._telling import tell
from linewise.summaries import summarize
from linewise.summaries.calls import Method
from linewise.summaries.lengths import Unit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from linewise.document import Document
    from linewise.summaries import Summary

# The others begin at the beginning, and end where there is no more room.
_BY_SENTENCE = frozenset({"auto", "about", "model"})


@result_command(
    "Write the sentences of FILE… that tell best what they say, in their own words and order. Of "
    "several files one joint summary is made. Nothing is sent anywhere unless --ask says so.\n\n"
    'Example: linewise summarize report.pdf --about "delivery times" --places'
)
@argument_files
@setting("--max-length", type=int, default=500, help="The most that the summary may measure.")
# The setting `unit` is that of chunks, so this one goes by another name.
@click.option(
    "--unit",
    "length_unit",
    type=click.Choice(get_args(Unit)),
    default="chars",
    help="What the length counts.",
)
@click.option("--title", default="", help="Leads the summary where it is not there already.")
@click.option("--method", type=click.Choice(get_args(Method)), default="auto", show_default=True)
@click.option("--places", is_flag=True, help="Write each sentence with its line instead.")
@choosing_options
@input_options
def summarize_command(
    *,
    files: tuple[str, ...],
    reading: Reading,
    choosing: Choosing,
    places: bool,
    length_unit: Unit,
    **settings: Any,
) -> Result:
    """Summarize documents."""
    documents = documents_of(files, reading)
    # What is written on request is written whatever the length.
    summary = summarize(
        documents,
        min_content_length=0,
        unit=length_unit,
        about=choosing.about,
        model=choosing.model,
        language=choosing.language,
        **settings,
    )
    tell_usage(summary.usage)
    tell_if_unanswered(choosing.about, summary.method, "this is a general summary")
    _tell_if_short_of_room(summary, documents, settings["max_length"], length_unit)
    mark(choosing.highlight, documents, summary.sentences)
    several = len(documents) > 1
    lines = [
        f"{place_of(sentence, several=several)}  {' '.join(sentence.text.split())}\n"
        for sentence in summary.sentences
    ]
    return Result(
        text=lines if places else [f"{summary.text}\n" if summary.text else ""],
        items=[summary.as_dict()],
        value=summary.as_dict,
        exit_code=nothing_found(len(summary.sentences)),
    )


def _tell_if_short_of_room(
    summary: Summary, documents: Sequence[Document], most: int, unit: Unit
) -> None:
    """Tell why a summary has no sentence in it, or none that is whole."""
    room = f"{most:,} {unit}"
    if not any_words(documents):
        tell_nothing("summarize")
    elif not summary.sentences:
        tell(f"no word of the text has room in {room}; --max-length gives more")
    elif summary.cut and len(summary.sentences) == 1 and summary.method in _BY_SENTENCE:
        tell(f"the best sentence has no room in {room} and is cut; --max-length gives more")


command = summarize_command
