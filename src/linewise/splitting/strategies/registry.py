"""The strategies by name; each is imported when it is asked for."""

from __future__ import annotations

from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from linewise.document import Document
    from linewise.splitting.strategies.layouts import Layout, Outlook

__all__ = ["STRATEGIES", "layout_of"]

# Name of the strategy → the module that has its `layout`.
STRATEGIES = MappingProxyType(
    {
        "sentences": "sentences",
        "topics": "topics",
        "semantic": "topics",
        "structure": "structure",
        "markdown": "markdown",
        "html": "html",
        "json": "json_values",
        "code": "code",
    }
)


def layout_of(by: str, document: Document, outlook: Outlook) -> Layout:
    """Return the boundaries that a strategy lays over a document.

    Args:
        by: one of `STRATEGIES`.
        document: to be split.
        outlook: what else the strategy is told.

    Raises:
        OptionError: the strategy lacks something that it needs.
    """
    module = import_module(f"linewise.splitting.strategies.{STRATEGIES[by]}")
    layout: Callable[[Document, Outlook], Layout] = module.layout
    return layout(document, outlook)
