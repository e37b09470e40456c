"""What is drawn otherwise than it stands: control characters as signs, line ends not at all."""

from __future__ import annotations

from linewise._signs import visible

__all__ = ["visible", "without_end"]


def without_end(line: str) -> str:
    """Return a line without its end, LF or CRLF."""
    return line[:-2] if line.endswith("\r\n") else line.removesuffix("\n")
