"""An edit under review: what a person decided of each operation, as a value."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from linewise._kinds import check_kind, check_text
from linewise.changes import Conflict, diff
from linewise.document import Document, as_document
from linewise.editing.choosing import check_operation, picked, reworded, standing
from linewise.editing.edit import Edit
from linewise.editing.joining import join
from linewise.editing.placing import places
from linewise.editing.plan import plan
from linewise.editing.written import operation_as_dict
from linewise.errors import OptionError
from linewise.models import fenced, fill

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


__all__ = ["Outcome", "Review", "conflicts", "next_round", "rejection_note"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a review comes to.

    Attributes:
        edit: what is to be applied.
        accepted: the numbers of the operations that it holds, counted from 1.
        rejected: the others.
        left_out: those that were accepted, but need a line that a rejected one would create.
    """

    edit: Edit
    accepted: tuple[int, ...]
    rejected: tuple[int, ...]
    left_out: tuple[int, ...] = ()


@dataclass(frozen=True)
class Review:
    """An edit, and what was decided of its operations so far; each call returns a new value.

    To decide twice is to decide once: the last word counts.

    Attributes:
        proposed: the edit as it was proposed.
        accepted: the numbers of the operations that were accepted, counted from 1.
        rejected: the reasons of the rejected ones by their numbers, "" where none was given.
        reworded: the new words of operations by their numbers.
    """

    proposed: Edit
    accepted: frozenset[int] = frozenset()
    rejected: Mapping[int, str] = field(default_factory=dict, hash=False)
    reworded: Mapping[int, str] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        check_kind("proposed", self.proposed, Edit)

    @cached_property
    def edit(self) -> Edit:
        """The edit in the words that it is looked at in."""
        return reworded(self.proposed, self.reworded) if self.reworded else self.proposed

    @property
    def count(self) -> int:
        """How many operations there are."""
        return len(self.proposed.operations)

    @property
    def open(self) -> tuple[int, ...]:
        """The numbers of the operations that are not decided."""
        numbers = range(1, self.count + 1)
        return tuple(n for n in numbers if n not in self.accepted and n not in self.rejected)

    def accept(self, number: int) -> Review:
        """Accept an operation.

        Raises:
            OptionError: there is no operation of that number.
        """
        check_operation(self.proposed, number)
        return self._decided(self.accepted | {number}, _without(self.rejected, number))

    def reject(self, number: int, reason: str = "") -> Review:
        """Reject an operation, with the reason where there is one to tell.

        Raises:
            OptionError: there is no operation of that number.
        """
        check_operation(self.proposed, number)
        check_text("reason", reason)
        return self._decided(self.accepted - {number}, {**self.rejected, number: reason})

    def reopen(self, number: int) -> Review:
        """Take back what was decided of an operation, new words included.

        Raises:
            OptionError: there is no operation of that number.
        """
        check_operation(self.proposed, number)
        undecided = self._decided(self.accepted - {number}, _without(self.rejected, number))
        return replace(undecided, reworded=_without(self.reworded, number))

    def reword(self, number: int, content: str) -> Review:
        """Accept an operation in other words.

        Raises:
            OptionError: there is no operation of that number, or it writes no words.
            ReplyError: the edit cannot be made in these words.
        """
        accepted = self.accept(number)
        changed = replace(accepted, reworded={**self.reworded, number: content})
        # Words that cannot be planned are refused here, not where the edit is looked at.
        _ = changed.edit
        return changed

    def accept_rest(self) -> Review:
        """Accept all that is not decided."""
        return self._decided(self.accepted.union(self.open), self.rejected)

    def reject_rest(self) -> Review:
        """Reject all that is not decided."""
        return self._decided(self.accepted, {**self.rejected, **dict.fromkeys(self.open, "")})

    def outcome(self) -> Outcome:
        """Return what is to be applied: what was accepted, if what it needs was, too."""
        return _outcome(self.edit, self.accepted)

    def preview(self) -> Edit:
        """Return the edit as if all that is not decided were accepted."""
        return _outcome(self.edit, self.accepted.union(self.open)).edit

    def decisions(self) -> dict[str, Any]:
        """Return what was decided as plain values, ready for JSON."""
        return {
            "accepted": sorted(self.accepted),
            "rejected": [[number, reason] for number, reason in sorted(self.rejected.items())],
            "reworded": [[number, content] for number, content in sorted(self.reworded.items())],
        }

    def decided(self, decisions: Mapping[str, Any]) -> Review:
        """Return the review with what `decisions` wrote.

        Raises:
            OptionError: it belongs to another edit.
        """
        try:
            known = Review(
                self.proposed,
                frozenset(decisions["accepted"]),
                _words(decisions["rejected"]),
                _words(decisions["reworded"]),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise OptionError(f"these are no decisions of a review: {error}") from error
        for number in (*known.accepted, *known.rejected, *known.reworded):
            check_operation(self.proposed, number)
        if twice := known.accepted.intersection(known.rejected):
            raise OptionError(f"operation {min(twice)} cannot be both accepted and rejected")
        _ = known.edit
        return known

    def _decided(self, accepted: frozenset[int], rejected: Mapping[int, str]) -> Review:
        return replace(self, accepted=accepted, rejected=rejected)


def conflicts(edit: Edit, content: Document | str) -> dict[int, Conflict]:
    """Return which operations of an edit clash with what others made of the document since.

    Args:
        edit: made for an earlier text.
        content: the document as it is now.

    Returns:
        By the number of the operation, counted from 1.
    """
    others = diff(edit.before, as_document(content))
    if not others:
        return {}
    found: dict[int, Conflict] = {}
    for number, place in enumerate(places(edit), start=1):
        if place.needs:
            continue
        alone = plan(edit.before, [edit.operations[number - 1]]).changes
        carried = alone.rebase(others)
        if isinstance(carried, Conflict):
            found[number] = carried
    return found


def rejection_note(review: Review, *, language: str = "en") -> str:
    """Return what a model is told of the operations that were rejected, to propose others.

    Args:
        review: what was decided.
        language: of the words around the operations, `en` or `fr`.

    Raises:
        OptionError: there are no prompts in that language.
    """
    settled = [fill("again", "settled", language, {"operations": _listed(review, review.accepted)})]
    rejected = "\n".join(_rejected(review, number, language) for number in sorted(review.rejected))
    return "".join(
        [
            fill("again", "rejected", language, {"operations": rejected}),
            *(settled if review.accepted else []),
            fill("again", "task", language, {}),
        ]
    )


def next_round(review: Review, edit: Edit) -> Review:
    """Return the review of what was accepted, which stays so, and of what is proposed now.

    Args:
        review: the round before.
        edit: the answer to its `rejection_note`, made for the same document.

    Raises:
        ReplyError: the answer contradicts what was accepted.
    """
    kept = review.outcome()
    joined = join(review.proposed.before, [kept.edit, edit])
    return Review(
        replace(joined, usage=edit.usage), frozenset(range(1, len(kept.edit.operations) + 1))
    )


def _outcome(edit: Edit, accepted: Iterable[int]) -> Outcome:
    wanted = frozenset(accepted)
    applied = standing(edit, wanted)
    return Outcome(
        picked(edit, applied),
        applied,
        tuple(n for n in range(1, len(edit.operations) + 1) if n not in applied),
        tuple(sorted(wanted.difference(applied))),
    )


def _rejected(review: Review, number: int, language: str) -> str:
    listed = _listed(review, [number])
    reason = review.rejected[number].strip()
    if not reason:
        return listed
    return f"{listed}\n{fill('again', 'reason', language, {'reason': fenced(reason)}).strip()}"


def _listed(review: Review, numbers: Iterable[int]) -> str:
    import json  # noqa: PLC0415 - only where a model is asked again

    operations = (operation_as_dict(review.edit.operations[n - 1]) for n in sorted(numbers))
    return "\n".join(
        json.dumps({k: v for k, v in one.items() if k != "item"}, ensure_ascii=False)
        for one in operations
    )


def _words(written: Iterable[tuple[int, str]]) -> dict[int, str]:
    """Return words by the numbers of their operations, as `decisions` wrote them."""
    found = dict(written)
    for words in found.values():
        if not isinstance(words, str):
            raise TypeError(f"words were expected, not {words!r}")
        # Half of a surrogate pair could neither be shown nor written.
        words.encode()
    return found


def _without(known: Mapping[int, str], number: int) -> dict[int, str]:
    return {key: value for key, value in known.items() if key != number}
