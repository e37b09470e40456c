"""What a reply to a prompt comes to: an edit, what it cost, and how it is known again."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING

from linewise.editing import edit_from_reply, edit_of_shown
from linewise.models import Usage
from linewise.tokens import count_tokens

if TYPE_CHECKING:
    from linewise.document import Document
    from linewise.editing import Edit, EditPrompt

__all__ = ["answered", "name_of", "origin_of", "with_usage"]


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
    return name_of(proposed.before.fingerprint, "reply", reply, information)


def name_of(*words: str) -> str:
    """Return a short name for what a proposal is made of."""
    return hashlib.blake2b("\0".join(words).encode(), digest_size=16).hexdigest()
