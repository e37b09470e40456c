"""Values as JSON that every reader takes: it knows no number that is none, or without an end."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from typing import Any

__all__ = ["json_text"]


def json_text(
    value: Any, *, indent: int | None = None, default: Callable[[Any], Any] | None = None
) -> str:
    """Return a value as JSON; NaN and the infinities, which it cannot say, are null.

    Args:
        value: what is written.
        indent: how far inner values stand in; all in one line when left out.
        default: makes a value that JSON knows of one that it does not.
    """
    try:
        return json.dumps(
            value, ensure_ascii=False, allow_nan=False, indent=indent, default=default
        )
    except ValueError:
        return json.dumps(_finite(value), ensure_ascii=False, indent=indent, default=default)


def _finite(value: Any) -> Any:
    """Return a value with None in the place of each number that is not finite."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {key: _finite(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(inner) for inner in value]
    return value
