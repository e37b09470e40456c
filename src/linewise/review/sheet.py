"""One file under review, and what can be done with it: one call of the API each."""

from __future__ import annotations

import os
import secrets
import threading
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from pathlib import PurePath
from typing import TYPE_CHECKING

from linewise.editing import Review, conflicts, edit_from_reply
from linewise.editing.outline import with_headings
from linewise.errors import HistoryError, OptionError, ReplyErrorKind
from linewise.files import RealPath, real_path
from linewise.history import read_file, undo
from linewise.loading import detect
from linewise.review._answers import (
    NothingToChangeError,
    answered,
    following,
    model_edit,
    name_of,
    origin_of,
    prompt_again,
    prompt_of,
    with_usage,
)
from linewise.review._applying import applied, newest_of, taken_back_by
from linewise.review._shelf import Draft, Pending, Shelf

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from linewise.changes import Conflict
    from linewise.document import Document
    from linewise.editing import Edit, EditPrompt
    from linewise.history import Revision
    from linewise.review.asking import Asking

__all__ = ["Sheet"]


class Sheet:
    """One file on the desk, with what is proposed for it.

    Args:
        number: by which the page names it, counted from 1.
        path: as it was given.
        asking: how models are asked.

    Attributes:
        number: by which the page names it.
        path: as it was given.
        file: where it lay then; a link that is put on the way later is not followed.
        asking: how models are asked.
    """

    def __init__(self, number: int, path: str, asking: Asking) -> None:
        self.number = number
        self.path = path
        self.asking = asking
        self.file = RealPath(real_path(path))
        self._shelf = Shelf(self.file)
        self._one_at_a_time = threading.RLock()

    def __repr__(self) -> str:
        return f"<Sheet {self.number} {self.path!r}>"

    @property
    def name(self) -> str:
        """The path as text."""
        return os.fsencode(self.path).decode("utf-8", "replace")

    def document(self) -> Document:
        """Return the file as it is now.

        Raises:
            FileError: it cannot be read or edited.
        """
        return read_file(self.file, self.asking.encoding).document

    def headed(self, document: Document) -> Document:
        """Return a text of the file with the headings that the format of the file marks."""
        return _headed(document, self.file.name)

    def pending(self) -> Pending | None:
        """Return what is under review, or was last."""
        return self._shelf.pending()

    def draft(self) -> Draft:
        """Return the words that are to be brought in."""
        return self._shelf.draft()

    def keep_draft(self, information: str, context: str = "") -> Draft:
        """Keep the words that are to be brought into the file as it is now.

        Raises:
            OptionError: there are none.
        """
        if not information.strip():
            raise OptionError("there is nothing to tell the model yet: write what is new")
        draft = Draft(information, context, self.document().text)
        with self._changing():
            self._shelf.keep_draft(draft)
        return draft

    def prompt(self) -> EditPrompt | None:
        """Return what is to be asked about the words that are kept, None where there are none.

        Raises:
            SizeError: the document leaves no room for it.
        """
        return prompt_of(self.draft(), self.asking)

    def preview_reply(self, reply: str, information: str = "") -> Pending:
        """Return what `propose_reply` would put under review, and keep nothing.

        Args:
            reply: as a model sent it.
            information: the words that it was asked for.

        Raises:
            ReplyError: it cannot be trusted.
        """
        proposed = self._read_reply(reply)
        origin = origin_of(proposed, reply, information)
        return self._under_review(origin) or _new(proposed, origin, information)

    def propose_reply(self, reply: str, information: str = "") -> Pending:
        """Propose what a reply asks for; the same reply about the same text goes on where it was.

        Args:
            reply: as a model sent it.
            information: the words that it was asked for.

        Raises:
            ReplyError: it cannot be trusted.
        """
        proposed = self._read_reply(reply)
        return self._put(
            with_usage(proposed, reply), origin_of(proposed, reply, information), information
        )

    def propose_answer(self, reply: str, fingerprint: str) -> Pending:
        """Propose what a reply to the prompt asks for, about the text that the prompt showed.

        Args:
            reply: as a model sent it.
            fingerprint: of the text of the prompt that was looked at.

        Raises:
            ReplyError: it cannot be trusted.
            HistoryError: the prompt is another one by now.
        """
        draft, prompt = self.draft(), self.prompt()
        if prompt is None or draft.document.fingerprint != fingerprint:
            raise HistoryError(
                "the prompt was written anew since it was copied, for another text of the file; "
                "copy it again, and paste the reply to that one"
            )
        proposed = answered(draft.document, reply, prompt, partial=self.asking.partial)
        return self._put(
            with_usage(proposed, reply, prompt.prompt),
            origin_of(proposed, reply, draft.information),
            draft.information,
        )

    def propose(self, information: str, context: str | None = None) -> Pending:
        """Let the model propose; what it proposed for the same words and text is not asked again.

        Raises:
            ReplyError: its replies cannot be trusted.
            ModelError: it gave none.
            OptionError: there is none, or nothing to tell it.
        """
        document, asking = self.document(), self.asking
        origin = name_of(document.fingerprint, "model", asking.name, information, context or "")
        if (pending := self._under_review(origin)) is not None:
            return pending
        proposed = model_edit(document, information, context, asking)
        return self._put(proposed, origin, information, asking.name)

    def decide(self, proposal: str, decision: Callable[[Review], Review]) -> Pending:
        """Change what is decided; to do so twice is to do so once.

        Args:
            proposal: the id of the proposal that the person looked at.
            decision: leads from one review to the next.

        Raises:
            HistoryError: another proposal has taken its place, or it is finished.
            OptionError: there is no such operation.
        """
        with self._changing():
            pending = self._current(proposal)
            decided = replace(pending, review=decision(pending.review))
            if decided.review != pending.review:
                self._shelf.decide(decided)
            return decided

    def apply(self, proposal: str) -> Pending:
        """Apply what was accepted, whole or not at all; a proposal is applied once.

        Raises:
            DocumentChangedError: the file changed where the edit changes it; nothing was written.
            HistoryError: another proposal has taken its place.
            OptionError: something is not decided.
        """
        with self._changing():
            pending = self.pending()
            if pending is not None and pending.id == proposal and pending.finished is not None:
                return pending
            pending = self._current(proposal)
            if pending.review.open:
                raise OptionError(
                    f"{len(pending.review.open)} of {pending.review.count} operations are not "
                    "decided yet; accept or reject them first"
                )
            finished = replace(
                pending, finished=applied(self.file, self._begun(pending), self.asking)
            )
            self._shelf.decide(finished)
            if self.draft().information == pending.information:
                self._shelf.keep_draft(Draft())
            return finished

    def review_again(self, proposal: str) -> Pending:
        """Put a proposal under review once more that was taken back, or of which nothing was used.

        The decisions are as they were. It goes by a new id, so that no form of before is meant.

        Args:
            proposal: the id that it had.

        Raises:
            HistoryError: another one has taken its place, or what was applied of it stands.
        """
        with self._changing():
            pending = self._still(proposal)
            if pending.finished is None:
                return pending
            if pending.finished and not taken_back_by(self.file, pending):
                raise HistoryError(
                    f"this proposal is applied as revision {pending.finished[:8]}; undo that one "
                    "to review it again"
                )
            made = replace(pending, id=_new_id(), finished=None, begun=None)
            self._shelf.put(made)
            return made

    def ask_again(self, proposal: str, reply: str | None = None) -> Pending:
        """Send back what was rejected, with the reasons, and review what is proposed instead.

        Args:
            proposal: the id of the proposal.
            reply: what a model answered by hand; the model is asked when left out.

        Raises:
            ReplyError: the answer cannot be trusted, or contradicts what was accepted.
            ModelError: the model gave none.
            HistoryError: another proposal has taken its place, or it is finished.
        """
        pending = self._current(proposal)
        if not pending.review.rejected:
            raise OptionError("nothing was rejected, so there is nothing to propose in its place")
        review = following(pending, reply, self.asking)
        with self._changing():
            self._current(proposal)
            origin = name_of(pending.origin, "again", pending.id)
            made = replace(pending, id=_new_id(), origin=origin, review=review, begun=None)
            self._shelf.put(made)
            return made

    def prompt_again(self, proposal: str) -> EditPrompt:
        """Return what is to be asked for others in the place of the rejected operations.

        Raises:
            HistoryError: another proposal has taken its place, or it is finished.
        """
        return prompt_again(self._current(proposal), self.asking)

    def clashes(self, pending: Pending) -> dict[int, Conflict]:
        """Return which operations clash with what became of the file since they were proposed.

        Those that were rejected are in nobody's way.
        """
        found = _conflicts(pending.review.edit, self.document())
        return {n: conflict for n, conflict in found.items() if n not in pending.review.rejected}

    def undo(self, name: str) -> Revision:
        """Take a revision back.

        Raises:
            DocumentChangedError: later changes touch the same lines; nothing was written.
            HistoryError: there is no such revision, or it is undone already.
        """
        with self._changing():
            return undo(self.file, name, encoding=self.asking.encoding, commit=self.asking.commit)

    def _begun(self, pending: Pending) -> Pending:
        """Take down that a proposal is being applied, and after which revision."""
        if pending.begun is not None:
            return pending
        begun = replace(pending, begun=newest_of(self.file))
        self._shelf.decide(begun)
        return begun

    def _put(self, proposed: Edit, origin: str, information: str, model: str = "") -> Pending:
        """Put a proposal under review, unless the same one is there and not finished."""
        made = _new(proposed, origin, information, model)
        with self._changing():
            if (pending := self._under_review(origin)) is not None:
                return pending
            self._shelf.put(made)
            return made

    def _under_review(self, origin: str) -> Pending | None:
        """Return the proposal that was made of the same, None where it is finished or another."""
        pending = self.pending()
        is_same = pending is not None and pending.origin == origin and pending.finished is None
        return pending if is_same else None

    def _current(self, proposal: str) -> Pending:
        pending = self._still(proposal)
        if pending.finished is not None:
            raise HistoryError("this proposal is finished; the history says what became of it")
        return pending

    def _still(self, proposal: str) -> Pending:
        """Return the proposal of an id, finished or not."""
        pending = self.pending()
        if pending is None or pending.id != proposal:
            raise HistoryError(
                "another proposal has taken the place of the one that you looked at; nothing was "
                "done"
            )
        return pending

    def _read_reply(self, reply: str) -> Edit:
        return edit_from_reply(self.document(), reply, partial=self.asking.partial)

    @contextmanager
    def _changing(self) -> Iterator[None]:
        with self._one_at_a_time, self._shelf.held():
            yield


@lru_cache(maxsize=8)
def _conflicts(proposed: Edit, now: Document) -> dict[int, Conflict]:
    return conflicts(proposed, now)


@lru_cache(maxsize=8)
def _headed(document: Document, name: str) -> Document:
    kind = detect(document.text.encode(errors="surrogatepass"), name).name
    return with_headings(document, kind, PurePath(name).suffix)


def _new(proposed: Edit, origin: str, information: str, model: str = "") -> Pending:
    """Return a proposal of which nothing is decided."""
    if not proposed.operations and not proposed.refused:
        raise NothingToChangeError(
            ReplyErrorKind.NO_OPERATIONS, "there is nothing to change, the model says"
        )
    refused = tuple(str(refusal.error) for refusal in proposed.refused)
    return Pending(_new_id(), origin, Review(proposed), information, model, refused)


def _new_id() -> str:
    return secrets.token_hex(8)
