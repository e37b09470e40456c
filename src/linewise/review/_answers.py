"""Prompts, and what a reply to one comes to: an edit, what it cost, and how it is known again."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING

from linewise.editing import (
    edit,
    edit_from_reply,
    edit_of_shown,
    edit_prompts,
    next_round,
    rejection_note,
)
from linewise.errors import ReplyError
from linewise.models import Usage
from linewise.tokens import count_tokens

if TYPE_CHECKING:
    from linewise.document import Document
    from linewise.editing import Edit, EditPrompt, Review
    from linewise.review._shelf import Draft, Pending
    from linewise.review.asking import Asking

__all__ = [
    "NothingToChangeError",
    "answered",
    "following",
    "model_edit",
    "name_of",
    "origin_of",
    "prompt_again",
    "prompt_of",
    "with_usage",
]


class NothingToChangeError(ReplyError):
    """A reply that can be trusted and asks for nothing."""


def prompt_of(draft: Draft, asking: Asking) -> EditPrompt | None:
    """Return what is to be asked about words that are kept, None where there are none.

    Raises:
        SizeError: the document leaves no room for it.
    """
    if not draft.information.strip():
        return None
    context = draft.context or None
    return edit_prompts(draft.document, draft.information, context, language=asking.language)[0]


def prompt_again(pending: Pending, asking: Asking) -> EditPrompt:
    """Return what is to be asked for others in the place of the rejected operations."""
    return edit_prompts(
        pending.review.proposed.before,
        pending.information or "…",
        rejection_note(pending.review, language=asking.language),
        language=asking.language,
    )[0]


def model_edit(document: Document, information: str, context: str | None, asking: Asking) -> Edit:
    """Return what a model proposes.

    Raises:
        ReplyError: its replies cannot be trusted.
        ModelError: it gave none.
        OptionError: there is none, or nothing to tell it.
    """
    return edit(
        document,
        information,
        asking.somebody(),
        context,
        language=asking.language,
        partial=asking.partial,
    )


def following(pending: Pending, reply: str | None, asking: Asking) -> Review:
    """Return the review of what is proposed in the place of the rejected operations.

    Args:
        pending: what was decided.
        reply: what a model answered by hand; the model is asked when it is None.
        asking: how.

    Raises:
        ReplyError: the answer cannot be trusted, or contradicts what was accepted.
        ModelError: the model gave none.
    """
    document = pending.review.proposed.before
    if reply is None:
        note = rejection_note(pending.review, language=asking.language)
        answer = model_edit(document, pending.information, note, asking)
    else:
        prompt = prompt_again(pending, asking)
        answer = answered(document, reply, prompt, partial=asking.partial)
    return next_round(pending.review, answer)


def answered(document: Document, reply: str, prompt: EditPrompt, *, partial: bool) -> Edit:
    """Return what a reply to a prompt asks for; it may change only what the prompt showed."""
    if prompt.shown is None:
        return edit_from_reply(document, reply, partial=partial)
    return edit_of_shown(prompt.shown, reply, partial=partial)


def with_usage(proposed: Edit, reply: str, prompt: str = "") -> Edit:
    """Return an edit with what its reply cost, as far as that can be counted here."""
    sent = count_tokens(prompt) if prompt else 0
    return replace(proposed, usage=Usage(sent, count_tokens(reply), 1, estimated=True))


def origin_of(proposed: Edit, reply: str, information: str) -> str:
    """Return the origin of what a pasted reply asks for."""
    return name_of(proposed.before.fingerprint, "reply", reply, information)


def name_of(*words: str) -> str:
    """Return a short name for what a proposal is made of."""
    return hashlib.blake2b("\0".join(words).encode(), digest_size=16).hexdigest()
