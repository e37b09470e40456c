"""The main text of a web page, found by trafilatura, in our own paragraphs."""

from __future__ import annotations

import importlib
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from linewise.errors import LoadError
from linewise.loading.html_walk import Walked, walk

if TYPE_CHECKING:
    from types import ModuleType

__all__ = ["article"]

# What the extractor calls the parts of a page, and what HTML calls them.
_NAMES = {
    "cell": "td",
    "del": "span",
    "graphic": "img",
    "hi": "span",
    "item": "li",
    "lb": "br",
    "list": "ul",
    "quote": "blockquote",
    "ref": "span",
    "row": "tr",
}

_LEVELS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})


def article(raw: str, *, where: str) -> Walked:
    """Find the main text of a page.

    Args:
        raw: the page.
        where: what messages call it.

    Raises:
        LoadError: there is no main text, or the extra `web` is not installed.
    """
    trafilatura = _extractor(where)
    try:
        found = trafilatura.bare_extraction(raw, include_comments=False, include_tables=True)
    except Exception as error:  # pages break the extractor in ways that it does not name
        raise LoadError(
            f"{where}: the extractor failed on the page ({error}); mode='note' keeps every word"
        ) from error
    if found is None or found.body is None:
        raise LoadError(
            f"{where}: no main text was found in the page; mode='note' keeps every visible word"
        )
    walked = walk(_as_html(found.body))
    return replace(walked, title=found.title or None)


def _extractor(where: str) -> ModuleType:
    try:
        return importlib.import_module("trafilatura")
    except ImportError as error:
        raise LoadError(
            f"{where}: mode='article' needs the extra 'web': pip install 'linewise[web]'; "
            "mode='note' needs none"
        ) from error


def _as_html(body: Any) -> str:
    etree = importlib.import_module("lxml.etree")  # comes with the extractor
    for element in body.iter(etree.Element):
        if element.tag == "head":
            level = element.get("rend")
            element.tag = level if level in _LEVELS else "h2"
        elif element.tag == "code" and "\n" in "".join(element.itertext()):
            element.tag = "pre"
        elif element.tag in _NAMES:
            element.tag = _NAMES[element.tag]
        element.attrib.clear()
    return str(etree.tostring(body, encoding="unicode", method="html"))
