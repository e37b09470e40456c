"""What a reply holds before anybody knows what it means: texts, lists, and named values."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

__all__ = ["Listing", "Mapping", "Node", "Scalar", "ScalarStyle"]


class ScalarStyle(StrEnum):
    """How a text was written; what it may have lost on the way depends on it."""

    PLAIN = "plain"
    DOUBLE = "double"
    SINGLE = "single"
    CURLY = "curly"
    BLOCK = "block"
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class Scalar:
    """A text; whatever it looks like, no number, truth value or date is made of it.

    Attributes:
        text: with escapes read.
        style: how it was written.
        line: where it begins in the reply, counted from 1.
    """

    text: str
    style: ScalarStyle = ScalarStyle.DOUBLE
    line: int = field(default=0, compare=False)

    @property
    def quoted(self) -> bool:
        """Whether both ends were marked."""
        return self.style in (ScalarStyle.DOUBLE, ScalarStyle.SINGLE, ScalarStyle.CURLY)


@dataclass(frozen=True, slots=True)
class Listing:
    """Values in order.

    Attributes:
        items: the values.
        line: where it begins in the reply, counted from 1.
        closed: whether a bracket ends it; a list of dashes is open to being cut off.
    """

    items: tuple[Node, ...] = ()
    line: int = field(default=0, compare=False)
    closed: bool = True


@dataclass(frozen=True, slots=True)
class Mapping:
    """Named values in order; a name may stand twice, and it is not for the reader to choose.

    Attributes:
        pairs: names and values.
        line: where it begins in the reply, counted from 1.
    """

    pairs: tuple[tuple[str, Node], ...] = ()
    line: int = field(default=0, compare=False)


Node: TypeAlias = Scalar | Listing | Mapping
