"""Tell which parts of a page no reader sees, and where such a part ends."""

from __future__ import annotations

import re
from collections import Counter

from linewise.loading.html_tokens import attributes

__all__ = ["UNSEEN", "VOID", "HiddenPart", "hides"]


def _names(spaced: str) -> frozenset[str]:
    return frozenset(spaced.split())


VOID = _names(
    "area base basefont bgsound br col embed frame hr img input keygen link meta param source "
    "track wbr"
)

# Elements that browsers never show, or only where they cannot show something better.
# A dialog is shown once it is open.
UNSEEN = _names("annotation annotation-xml audio canvas datalist dialog template video")

_HINT = re.compile("hidden|display|visibility", re.IGNORECASE)
_STYLE = re.compile(r"(?:^|;)\s*(display|visibility)\s*:\s*([a-z-]+)")

_BLOCKS = _names(
    "address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption "
    "figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li main menu nav ol p pre search "
    "section summary table ul"
)
_ROW_GROUPS = frozenset({"tbody", "tfoot", "thead"})
_ROWS = _ROW_GROUPS | {"tr"}
_CELLS = _ROWS | {"td", "th"}
_TERMS = frozenset({"dd", "dt"})

# An element without an end tag ends where one of these begins.
_ENDED_BY = {
    "p": _BLOCKS,
    "li": frozenset({"li"}),
    "dd": _TERMS,
    "dt": _TERMS,
    "tr": _ROWS,
    "td": _CELLS,
    "th": _CELLS,
    "option": frozenset({"option", "optgroup"}),
    "optgroup": frozenset({"optgroup"}),
} | dict.fromkeys(_ROW_GROUPS, _ROW_GROUPS)

# Inside one of these, such a beginning is that of an inner element.
_FENCES = _names("button dir dl menu object ol select table template ul")


def hides(name: str, source: str) -> bool:
    """Tell whether a start tag begins a part that is not shown.

    Args:
        name: of the element, in lower case.
        source: the attributes as they stand in the tag.
    """
    if name in UNSEEN:
        return name != "dialog" or "open" not in attributes(source)
    if not _HINT.search(source):
        return False
    found = attributes(source)
    styles = dict(_STYLE.findall(found.get("style", "").lower()))
    return (
        "hidden" in found
        or styles.get("display") == "none"
        or styles.get("visibility") in {"hidden", "collapse"}
    )


class HiddenPart:
    """The elements that are open in a hidden part, from the one that hides it on."""

    __slots__ = ("_fences", "_names", "_stack")

    def __init__(self, name: str) -> None:
        self._stack = [name]
        self._names = Counter([name])
        self._fences = 0

    def goes_on(self, key: str, *, around: bool) -> bool:
        """Take a tag and tell whether it belongs to the part.

        Args:
            key: the name of the element, after a slash in an end tag.
            around: whether such an element is open around the part.
        """
        if not key.startswith("/"):
            return self._start(key)
        name = key[1:]
        if not self._names[name]:
            return not around
        self._end(name)
        return True

    @property
    def is_over(self) -> bool:
        """Whether the element that hides the part was closed."""
        return not self._stack

    def _start(self, name: str) -> bool:
        if not self._fences and name in _ENDED_BY.get(self._stack[0], ()):
            return False
        if name not in VOID:
            self._stack.append(name)
            self._names[name] += 1
            self._fences += name in _FENCES
        return True

    def _end(self, name: str) -> None:
        closed = ""
        while closed != name:
            closed = self._stack.pop()
            self._names[closed] -= 1
            self._fences -= bool(self._stack) and closed in _FENCES
