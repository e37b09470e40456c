"""Layers over a document as text for a terminal or a page."""

from linewise.render.unified import unified_diff

__all__ = ["unified_diff"]
