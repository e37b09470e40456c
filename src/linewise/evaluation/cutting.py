"""How many chunks begin or end in the middle of a sentence, a fence, a row or an item."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from linewise.evaluation.scores import Cuts
from linewise.language import sentences
from linewise.loading.markdown import parsed_stretches

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from linewise.document import Document, Piece, Span

__all__ = ["Wholes", "cut_shares", "wholes_of"]

# What a Markdown parser calls them.
_KINDS = {"fence": "fence", "tr_open": "row", "list_item_open": "item"}


class _Stretches(NamedTuple):
    """Stretches that do not overlap: where each starts and ends, without white space around it."""

    starts: NDArray[np.int64]
    ends: NDArray[np.int64]

    def splits(self, offsets: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Tell of each offset whether it lies strictly inside a stretch."""
        import numpy as np  # noqa: PLC0415 - only comparing needs it

        at = np.searchsorted(self.starts, offsets, side="left") - 1
        # The end of a stretch that is not there lies before every offset.
        ends = np.append(self.ends, -1)
        return np.asarray(ends[np.where(at < 0, len(self.ends), at)] > offsets)


class Wholes(NamedTuple):
    """What of a document should not be cut: stretches by kind, in the order of `Cuts`."""

    sentence: _Stretches
    fence: _Stretches
    row: _Stretches
    item: _Stretches


def wholes_of(document: Document) -> Wholes:
    """Find what of a document should not be cut.

    An item of a list ends where an item inside it begins, so that a cut between those is none
    in the middle. Code and rows of a table are no sentences.
    """
    found: dict[str, list[tuple[int, int]]] = {kind: [] for kind in Cuts._fields}
    for part in parsed_stretches(document.text, {}, tables=True):
        for token in part.tokens:
            if token.type not in _KINDS or token.map is None:
                continue
            start, end = (part.offset + part.lines[line] for line in token.map)
            if start >= part.offset + part.done:
                break
            found[_KINDS[token.type]].append((start, end))
    no_prose = sorted(found["fence"] + found["row"])
    prose = _outside(no_prose, (one.stripped for one in sentences(document)))
    found["sentence"] = [(span.start, span.end) for span in prose]
    return Wholes(*(_stretches(document.text, found[kind]) for kind in Wholes._fields))


def cut_shares(cuts: Iterable[tuple[Wholes, Sequence[Piece]]]) -> Cuts:
    """Return the share of pieces that begin or end in the middle of something.

    Args:
        cuts: the pieces of each document, with what should not be cut of it.
    """
    import numpy as np  # noqa: PLC0415 - as above

    count, found = 0, np.zeros(len(Cuts._fields), np.int64)
    for wholes, pieces in cuts:
        count += len(pieces)
        starts = np.array([piece.start for piece in pieces], np.int64)
        ends = np.array([piece.end for piece in pieces], np.int64)
        found += [int((one.splits(starts) | one.splits(ends)).sum()) for one in wholes]
    return Cuts(*(float(number) / count if count else 0.0 for number in found))


def _outside(stretches: Sequence[tuple[int, int]], spans: Iterable[Span]) -> Iterator[Span]:
    """Yield the spans that begin in none of the stretches; both are in order."""
    at = 0
    for span in spans:
        while at < len(stretches) and stretches[at][1] <= span.start:
            at += 1
        if at == len(stretches) or span.start < stretches[at][0]:
            yield span


def _stretches(text: str, spans: list[tuple[int, int]]) -> _Stretches:
    import numpy as np  # noqa: PLC0415 - as above

    spans = sorted(set(spans))
    nexts = [start for start, _ in spans[1:]] + [len(text)]
    ends = []
    for (start, end), following in zip(spans, nexts, strict=False):
        own = min(end, following)
        ends.append(start + len(text[start:own].rstrip()))
    return _Stretches(np.array([start for start, _ in spans], np.int64), np.array(ends, np.int64))
