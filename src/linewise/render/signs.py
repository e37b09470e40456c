"""Control characters as signs, for whatever is drawn."""

from __future__ import annotations

from linewise._signs import visible

__all__ = ["visible"]
