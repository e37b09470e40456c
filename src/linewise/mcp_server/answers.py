"""What a tool says: words for the model, the same as values, or why not."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from linewise.errors import LinewiseError

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Answer", "RefusedError"]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a call found.

    Attributes:
        text: for the model to read.
        data: the same as values, for programs.
    """

    text: str
    data: Mapping[str, Any] = field(default_factory=dict)


class RefusedError(LinewiseError):
    """A call that cannot be done as it is; the message says what to do instead."""
