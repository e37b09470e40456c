"""`linewise keypoints`: the sentences that matter most, and why."""

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
from linewise.summaries import key_points
from linewise.summaries.points import PointsMethod

if TYPE_CHECKING:
    from collections.abc import Sequence

    from linewise.document import Document


@result_command(
    "List the sentences of FILE… that matter most, the best first, with their lines. Nothing is "
    "sent anywhere unless --ask says so.\n\n"
    "Example: linewise keypoints report.pdf --max-points 3 --reasons"
)
@argument_files
@setting("--max-points", type=int, default=5, help="How many at most.")
@click.option(
    "--method", type=click.Choice(get_args(PointsMethod)), default="auto", show_default=True
)
@click.option("--reasons", is_flag=True, help="Say why each of them matters.")
@choosing_options
@input_options
def keypoints_command(
    *,
    files: tuple[str, ...],
    reading: Reading,
    choosing: Choosing,
    reasons: bool,
    **settings: Any,
) -> Result:
    """List key points."""
    documents = documents_of(files, reading)
    points = key_points(
        documents,
        about=choosing.about,
        model=choosing.model,
        language=choosing.language,
        **settings,
    )
    way = points[0].method if points else None
    tell_if_unanswered(choosing.about, way, "these are the key points of the whole")
    if not points:
        _tell_why_none(documents)
    mark(choosing.highlight, documents, points)
    several = len(documents) > 1
    return Result(
        text=(
            f"{place_of(point, several=several)}  {' '.join(point.text.split())}\n"
            + (f"    {'; '.join(point.reasons)}\n" if reasons and point.reasons else "")
            for point in points
        ),
        items=[point.as_dict() for point in points],
        exit_code=nothing_found(len(points)),
    )


def _tell_why_none(documents: Sequence[Document]) -> None:
    if any_words(documents):
        tell("no sentence stands here that could be a key point")
    else:
        tell_nothing("choose from")


command = keypoints_command
