"""What was found in a document: passages, and what belongs to none of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from linewise.passages.placing import Places, gaps_of, passages_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from linewise.document import Document
    from linewise.models import Usage
    from linewise.numbering import Passage
    from linewise.replies import Caution, Repair

__all__ = ["Found", "found_in"]


@dataclass(frozen=True)
class Found:
    """Passages of a document, with what the search for them left behind.

    Attributes:
        passages: in the order of the document.
        gaps: the stretches with words in them that belong to no passage.
        missing: words that a model quoted and that do not stand in the document.
        repairs: what was mended in replies, because only one meaning was left.
        warnings: what was taken as it stands, though it may not be what was meant.
        usage: what the model calls cost, where there were any.
    """

    passages: tuple[Passage, ...]
    gaps: tuple[Passage, ...] = ()
    missing: tuple[str, ...] = ()
    repairs: tuple[Repair, ...] = ()
    warnings: tuple[Caution, ...] = ()
    usage: Usage | None = None

    def __iter__(self) -> Iterator[Passage]:
        return iter(self.passages)

    def __len__(self) -> int:
        return len(self.passages)

    def __bool__(self) -> bool:
        # Nothing found is still an answer.
        return True


def found_in(document: Document, places: Places, usage: Usage | None = None) -> Found:
    """Cut places out of a document and say what is left."""
    passages = passages_of(document, places.places)
    return Found(
        passages,
        gaps_of(document, passages),
        places.missing,
        places.repairs,
        places.warnings,
        usage,
    )
