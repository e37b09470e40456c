"""Values as JSON that every reader takes: it knows no number that is none, or without an end."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["json_text"]


def json_text(
    value: Any, *, indent: int | None = None, default: Callable[[Any], Any] | None = None
) -> str:
    """Return a value as JSON; NaN and the infinities, which it cannot say, are null.

    Args:
        value: what is written.
        indent: how far inner values stand in; all in one line when left out.
        default: makes a value that JSON knows of one that it does not.

    Raises:
        ValueError: a value holds itself.
    """
    try:
        return json.dumps(
            value, ensure_ascii=False, allow_nan=False, indent=indent, default=default
        )
    except ValueError:
        # Written and read once, so that what `default` makes is seen, and no depth is too deep.
        written = json.dumps(value, ensure_ascii=False, default=default)
        finite = json.loads(written, parse_constant=lambda _: None)
        return json.dumps(finite, ensure_ascii=False, indent=indent)
