"""How far the review of a file has come."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from linewise.errors import LinewiseError
from linewise.review._applying import taken_back_by
from linewise.tokens import count_tokens

if TYPE_CHECKING:
    from linewise.editing import Edit
    from linewise.review._shelf import Pending
    from linewise.review.sheet import Sheet

__all__ = ["Saving", "Standing", "saving", "standing", "standing_of"]


@dataclass(frozen=True, slots=True)
class Standing:
    """How far the review of a file has come.

    Attributes:
        state: nothing, open, ready, applied, undone, closed, or unreadable.
        count: how many operations are proposed.
        accepted: how many of them were accepted.
        rejected: how many were rejected.
        words: why the file cannot be read, where it cannot.
        revision: the id of the revision that was made of it, "" where there is none.
        undone_by: the id of the revision that took that one back, "" while it stands.
    """

    state: str
    count: int = 0
    accepted: int = 0
    rejected: int = 0
    words: str = ""
    revision: str = ""
    undone_by: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Return the standing as plain values, ready for JSON."""
        return {
            "state": self.state,
            "operations": self.count,
            "accepted": self.accepted,
            "rejected": self.rejected,
            "revision": self.revision,
            "undone_by": self.undone_by,
        }

    @property
    def decided(self) -> int:
        """How many are decided."""
        return self.accepted + self.rejected


@dataclass(frozen=True, slots=True)
class Saving:
    """What an answer cost, beside what writing the document again would have cost.

    Attributes:
        sent: tokens that were sent; 0 where nobody counted them.
        written: tokens that the model wrote.
        copied: tokens of the whole document with the changes made.
    """

    sent: int
    written: int
    copied: int

    @property
    def saved(self) -> int:
        """How many tokens were not written."""
        return max(0, self.copied - self.written)

    @property
    def percent(self) -> int:
        """The same in hundredths of what a copy would have cost."""
        return 100 * self.saved // max(1, self.copied)


def standing(sheet: Sheet) -> Standing:
    """Return how far the review of a file has come."""
    try:
        sheet.document()
    except LinewiseError as error:
        return Standing("unreadable", words=str(error))
    pending = sheet.pending()
    if pending is None:
        return Standing("nothing")
    return standing_of(pending, taken_back_by(sheet.file, pending))


def standing_of(pending: Pending, undone_by: str = "") -> Standing:
    """Return how far the review of one proposal has come.

    Args:
        pending: the proposal.
        undone_by: the id of the revision that took back what was applied of it.
    """
    review = pending.review
    return Standing(
        "undone" if undone_by else _name(pending),
        review.count,
        len(review.accepted),
        len(review.rejected),
        revision=pending.finished or "",
        undone_by=undone_by,
    )


def saving(pending: Pending) -> Saving:
    """Return what a proposal cost and what it saved, in tokens of o200k."""
    proposed = pending.review.proposed
    usage = proposed.usage
    return Saving(
        usage.input_tokens if usage else 0,
        usage.output_tokens if usage else 0,
        _copied(proposed),
    )


@lru_cache(maxsize=8)
def _copied(proposed: Edit) -> int:
    return count_tokens(proposed.after.text)


def _name(pending: Pending) -> str:
    if pending.finished is not None:
        return "applied" if pending.finished else "closed"
    return "open" if pending.review.open else "ready"
