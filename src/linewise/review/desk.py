"""The files that lie on the desk, and what can be done with them: one call of the API each."""

from __future__ import annotations

import hashlib
import os
import secrets
import threading
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from linewise.editing import (
    Review,
    conflicts,
    edit,
    edit_from_reply,
    edit_of_shown,
    edit_prompts,
    next_round,
    rejection_note,
)
from linewise.errors import HistoryError, OptionError, ReplyError, ReplyErrorKind
from linewise.files import real_path
from linewise.history import apply, find_revision, log, read_file, undo
from linewise.models import Usage
from linewise.review._shelf import Draft, Pending, Shelf
from linewise.tokens import count_tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from linewise.changes import Conflict
    from linewise.document import Document
    from linewise.editing import Edit, EditPrompt
    from linewise.history import Revision
    from linewise.models import Model

__all__ = ["Asking", "Desk", "Sheet"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """How models are asked, and what is done beside an edit.

    Attributes:
        model: who is asked; None where replies are pasted.
        name: of the model, for the history.
        language: of prompts.
        partial: leave out what cannot be trusted of a reply.
        commit: commit a file in its own git repository, too.
        encoding: of the files; found when left out.
    """

    model: Model | None = None
    name: str = ""
    language: str = "en"
    partial: bool = False
    commit: bool = False
    encoding: str | None = None


class Sheet:
    """One file on the desk, with what is proposed for it.

    Args:
        number: by which the page names it, counted from 1.
        path: as it was given.
        asking: how models are asked.

    Attributes:
        number: by which the page names it.
        path: as it was given.
        asking: how models are asked.
    """

    def __init__(self, number: int, path: str, asking: Asking) -> None:
        self.number = number
        self.path = path
        self.asking = asking
        self._shelf = Shelf(real_path(path))
        self._one_at_a_time = threading.RLock()
        self._spent: set[str] = set()

    def __repr__(self) -> str:
        return f"<Sheet {self.number} {self.path!r}>"

    @property
    def name(self) -> str:
        """The path in words that can be shown."""
        return os.fsencode(self.path).decode("utf-8", "replace")

    def document(self) -> Document:
        """Return the file as it is now.

        Raises:
            FileError: it cannot be read or edited.
        """
        return read_file(self.path, self.asking.encoding).document

    def pending(self) -> Pending | None:
        """Return what is under review, or was last."""
        return self._shelf.pending()

    def draft(self) -> Draft:
        """Return the words that are to be brought in."""
        return self._shelf.draft()

    def keep_draft(self, information: str, context: str = "") -> None:
        """Keep the words that are to be brought in.

        Raises:
            OptionError: there are none.
        """
        if not information.strip():
            raise OptionError("there is nothing to tell the model yet: write what is new")
        with self._changing():
            self._shelf.keep_draft(Draft(information, context))

    def prompt(self) -> EditPrompt:
        """Return what is to be asked: for what is new, or for others in the place of rejected ones.

        Raises:
            OptionError: there is nothing to tell.
            SizeError: the document leaves no room for it.
        """
        draft = self.draft()
        if not draft.information.strip():
            raise OptionError("there is nothing to tell the model yet: write what is new")
        return edit_prompts(
            self.document(),
            draft.information,
            draft.context or None,
            language=self.asking.language,
        )[0]

    def read_reply(self, reply: str, prompt: EditPrompt | None = None) -> Edit:
        """Return what a reply asks for; it may change only what its model was shown.

        Raises:
            ReplyError: it cannot be trusted.
        """
        return self._read(self.document(), reply, prompt)

    def propose_reply(
        self, reply: str, information: str = "", prompt: EditPrompt | None = None
    ) -> Pending:
        """Propose what a reply asks for; the same reply about the same text goes on where it was.

        Args:
            reply: as a model sent it.
            information: the words that it was asked for.
            prompt: what the model was asked, where that is known.

        Raises:
            ReplyError: it cannot be trusted.
        """
        document = self.document()
        usage = Usage(
            count_tokens(prompt.prompt) if prompt else 0, count_tokens(reply), 1, estimated=True
        )
        proposed = self._read(document, reply, prompt)
        origin = _named(document.fingerprint, "reply", reply, information)
        return self._put(replace(proposed, usage=usage), origin, information, "")

    def propose(self, information: str, context: str | None = None) -> Pending:
        """Let the model propose; what it proposed for the same words and text is not asked again.

        Raises:
            ReplyError: its replies cannot be trusted.
            ModelError: it gave none.
            OptionError: there is none, or nothing to tell it.
        """
        document = self.document()
        asking = self._asked()
        origin = _named(document.fingerprint, "model", asking.name, information, context or "")
        pending = self.pending()
        if pending is not None and pending.origin == origin and pending.finished is None:
            return pending
        proposed = edit(
            document,
            information,
            self._model(),
            context,
            language=asking.language,
            partial=asking.partial,
        )
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
            finished = replace(pending, finished=self._applied(pending))
            self._shelf.decide(finished)
            return finished

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
        review = pending.review
        if not review.rejected:
            raise OptionError("nothing was rejected, so there is nothing to propose in its place")
        note = rejection_note(review, language=self.asking.language)
        document = review.proposed.before
        if reply is None:
            answer = edit(
                document,
                pending.information,
                self._model(),
                note,
                language=self.asking.language,
                partial=self.asking.partial,
            )
        else:
            answer = self._read(document, reply, self.prompt_again(proposal))
        following = next_round(review, answer)
        with self._changing():
            self._current(proposal)
            origin = _named(pending.origin, "again", pending.id)
            made = replace(pending, id=_new_id(), origin=origin, review=following)
            self._shelf.put(made)
            return made

    def prompt_again(self, proposal: str) -> EditPrompt:
        """Return what is to be asked for others in the place of the rejected operations.

        Raises:
            HistoryError: another proposal has taken its place, or it is finished.
        """
        pending = self._current(proposal)
        return edit_prompts(
            pending.review.proposed.before,
            pending.information or "…",
            rejection_note(pending.review, language=self.asking.language),
            language=self.asking.language,
        )[0]

    def clashes(self, pending: Pending) -> dict[int, Conflict]:
        """Return which operations clash with what became of the file since they were proposed."""
        return conflicts(pending.review.edit, self.document())

    def revisions(self) -> list[Revision]:
        """Return the history of the file, the newest first."""
        return log(self.path)

    def revision(self, name: str) -> Revision:
        """Return one revision.

        Raises:
            HistoryError: there is none of that name.
        """
        return find_revision(self.path, name)

    def undo(self, name: str) -> Revision:
        """Take a revision back.

        Raises:
            DocumentChangedError: later changes touch the same lines; nothing was written.
            HistoryError: there is no such revision, or it is undone already.
        """
        with self._changing():
            return undo(self.path, name, encoding=self.asking.encoding, commit=self.asking.commit)

    def spend(self, once: str) -> bool:
        """Tell whether a form comes for the first time; the same form again does nothing."""
        with self._one_at_a_time:
            if not once or once in self._spent:
                return False
            self._spent.add(once)
            return True

    def _read(self, document: Document, reply: str, prompt: EditPrompt | None) -> Edit:
        """Return what a reply asks for; it may change only what its model was shown."""
        partial = self.asking.partial
        if prompt is None or prompt.shown is None:
            return edit_from_reply(document, reply, partial=partial)
        return edit_of_shown(prompt.shown, reply, partial=partial)

    def _applied(self, pending: Pending) -> str:
        """Apply what was accepted and return the id of the revision, "" where nothing was."""
        review, asking = pending.review, self.asking
        outcome = review.outcome()
        if not outcome.accepted:
            return ""
        revision = apply(
            self.path,
            outcome.edit,
            information=pending.information,
            model=pending.model,
            operations=review.edit.operations,
            accepted=outcome.accepted,
            rejected=outcome.rejected,
            encoding=asking.encoding,
            commit=asking.commit,
        )
        return revision.id if revision is not None else ""

    def _put(self, proposed: Edit, origin: str, information: str, model: str) -> Pending:
        """Put a proposal under review, unless the same one is there and not finished."""
        if not proposed.operations and not proposed.refused:
            raise ReplyError(
                ReplyErrorKind.NO_OPERATIONS, "there is nothing to change, the model says"
            )
        with self._changing():
            pending = self.pending()
            if pending is not None and pending.origin == origin and pending.finished is None:
                return pending
            refused = tuple(str(refusal.error) for refusal in proposed.refused)
            made = Pending(_new_id(), origin, Review(proposed), information, model, refused)
            self._shelf.put(made)
            return made

    def _current(self, proposal: str) -> Pending:
        pending = self.pending()
        if pending is None or pending.id != proposal:
            raise HistoryError(
                "another proposal has taken the place of the one that you looked at; nothing was "
                "done"
            )
        if pending.finished is not None:
            raise HistoryError("this proposal is finished; the history says what became of it")
        return pending

    def _model(self) -> Model:
        if self.asking.model is None:
            raise OptionError("no model is named; copy the prompt and paste a reply instead")
        return self.asking.model

    def _asked(self) -> Asking:
        self._model()
        return self.asking

    @contextmanager
    def _changing(self) -> Iterator[None]:
        with self._one_at_a_time, self._shelf.held():
            yield


class Desk:
    """The files that were named at the start, and no others.

    Args:
        paths: of raw text files.
        asking: how models are asked.
    """

    def __init__(self, paths: Sequence[str], asking: Asking | None = None) -> None:
        self.asking = asking or Asking()
        self.sheets = tuple(
            Sheet(number, path, self.asking) for number, path in enumerate(paths, start=1)
        )

    def sheet(self, number: int) -> Sheet | None:
        """Return the file of a number, or None."""
        return self.sheets[number - 1] if 1 <= number <= len(self.sheets) else None


def _named(*words: str) -> str:
    """Return a short name for what a proposal is made of."""
    return hashlib.blake2b("\0".join(words).encode(), digest_size=16).hexdigest()


def _new_id() -> str:
    return secrets.token_hex(8)
