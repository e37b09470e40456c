"""The method `cues`: points for the place, the marker phrases and the length of a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linewise.summaries.markers import marked, marker

if TYPE_CHECKING:
    from collections.abc import Sequence

    from linewise.summaries.candidates import Candidate

__all__ = ["MORE_THAN", "cue_points"]

MORE_THAN = 20
"""A sentence of no more characters is no key point."""

_FIRST, _LAST, _MARKER, _LENGTH = 3, 4, 2, 2


def cue_points(found: Sequence[Candidate], language: str | None) -> list[list[tuple[float, str]]]:
    """Return the points of each sentence, each with its reason.

    Args:
        found: the sentences of more than 20 characters, in order.
        language: the language code, where it is known.
    """
    pattern = marker("important", language)
    points: list[list[tuple[float, str]]] = []
    for number, one in enumerate(found):
        given = [(float(_MARKER), f"says “{phrase}”") for phrase in marked(pattern, one.text)]
        if 10 * number < len(found):
            given.append((float(_FIRST), "stands in the first tenth"))
        if 10 * number >= 9 * len(found):
            given.append((float(_LAST), "stands in the last tenth"))
        if 40 <= len(one.text) <= 150:
            given.append((float(_LENGTH), "is neither short nor long"))
        points.append(given)
    return points
