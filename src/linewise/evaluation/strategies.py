"""Ways to split as they are written, passed and run: `recursive:1000/200`, a value, a function."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias, get_args

from linewise._kinds import check_several
from linewise.document import Document, Piece, Span
from linewise.errors import OptionError
from linewise.splitting import split
from linewise.splitting.plan import By

if TYPE_CHECKING:
    from collections.abc import Iterator

    from linewise.tokens import TokenizerLike

__all__ = ["DEFAULT", "Splitter", "Strategy", "StrategyLike", "named", "pieces_of", "read_strategy"]

DEFAULT = (
    "recursive:500/50",
    "recursive:1000/100",
    "recursive:1000/200",
    "recursive:1500/150",
    "structure",
)

# What a function may return for a document: places in it, or texts that stand in it in order.
Splitter: TypeAlias = Callable[[Document], Iterable[Any]]
StrategyLike: TypeAlias = "str | Strategy | Splitter"

_UNITS = MappingProxyType(
    {"": None, "c": "chars", "t": "tokens", "g": "graphemes", "b": "bytes", "l": "lines"}
)
_LETTERS = MappingProxyType({unit: letter for letter, unit in _UNITS.items()})
_WRITTEN = re.compile(
    r"(?:([a-z]+)(?::(?=\d)|\Z))?(?:(\d{1,18})([a-z]?)(?:/(\d{1,18})([a-z]?))?)?",
    re.ASCII,
)
_FORM = (
    "NAME:SIZE/OVERLAP, such as recursive:1000/200, structure, sentences:100t/0 (t counts tokens, "
    "c characters, g graphemes, b bytes, l lines)"
)


@dataclass(frozen=True, slots=True)
class Strategy:
    """A way to split: what `split` is told.

    Attributes:
        by: as in `split`.
        size: as in `split`.
        overlap: as in `split`; what suits the strategy when left out.
        unit: as in `split`; what suits the strategy when left out.
        settings: whatever else `split` takes, by name.
    """

    by: str
    size: int = 1000
    overlap: int | None = None
    unit: str | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        letter = _LETTERS.get(self.unit, "")
        overlap = "" if self.overlap is None else f"/{self.overlap}"
        more = "".join(f",{name}={value}" for name, value in self.settings.items())
        return f"{self.by}:{self.size}{letter}{overlap}{more}"

    def pieces(self, document: Document, tokenizer: TokenizerLike) -> list[Piece]:
        """Split a document.

        Raises:
            OptionError: there is no such strategy, or it needs another setting.
            SizeError: the size is below 1, or the overlap negative or not below the size.
        """
        settings: dict[str, Any] = {"tokenizer": tokenizer, **self.settings}
        return list(
            split(document, self.by, self.size, self.overlap, unit=self.unit, **settings)  # type: ignore[arg-type]
        )


def read_strategy(written: str) -> Strategy:
    """Read a strategy as it is written on the command line.

    `NAME`, `NAME:SIZE`, `NAME:SIZE/OVERLAP`, or `SIZE/OVERLAP` for a recursive one. The size
    may end in the letter of its unit; the overlap is in the same unit.

    Raises:
        OptionError: it is written otherwise, or there is no such strategy.
    """
    match = _WRITTEN.fullmatch(written.strip())
    if match is None or not any(match.groups()):
        raise OptionError(f"a strategy is written {_FORM}; not {written[:80]!r}")
    by, size, letter, overlap, other = match.groups()
    if by is not None and by not in get_args(By):
        raise OptionError(f"there is no strategy {by!r} in {written!r}: {', '.join(get_args(By))}")
    if (letter or "") not in _UNITS or other not in {"", None, letter}:
        raise OptionError(
            f"{written!r}: a size ends in t, c, g, b, l or nothing, and its overlap in the same"
        )
    return Strategy(
        by or "recursive",
        int(size) if size else 1000,
        int(overlap) if overlap else None,
        _UNITS[letter or ""],
    )


def named(
    strategies: Iterable[StrategyLike] | Mapping[str, StrategyLike],
) -> dict[str, Strategy | Splitter]:
    """Return strategies by name, in order: the one given, or as they are written or called.

    Raises:
        OptionError: one cannot be read, two have the same name, or there is none.
        TypeError: one is no strategy.
    """
    if isinstance(strategies, str):
        raise TypeError(f"strategies is a list of strategies, not the one text {strategies!r}")
    check_several("strategies", strategies, "['500/50', 'structure']")
    known = dict(strategies) if isinstance(strategies, Mapping) else None
    listed = list(known.items()) if known is not None else [(_name(s), s) for s in strategies]
    found: dict[str, Strategy | Splitter] = {}
    for name, one in listed:
        if name in found:
            raise OptionError(f"two strategies are called {name!r}; pass them by different names")
        found[name] = _read(one)
    if not found:
        raise OptionError("no strategy to compare; leave them out to compare the usual ones")
    return found


def pieces_of(
    splitter: Strategy | Splitter, document: Document, tokenizer: TokenizerLike
) -> list[Piece]:
    """Return the pieces that a strategy cuts a document into; those without text are left out.

    Raises:
        OptionError: a function returned what stands nowhere in the document.
        TypeError: it returned no list of pieces.
    """
    if isinstance(splitter, Strategy):
        found: Iterable[Piece] = splitter.pieces(document, tokenizer)
    else:
        found = _placed(splitter(document), document)
    return [piece for piece in found if piece.text.strip()]


def _placed(pieces: Iterable[Any], document: Document) -> Iterator[Piece]:
    """Yield what a function returned as pieces; texts are looked for one after the other."""
    if isinstance(pieces, str) or not isinstance(pieces, Iterable):
        raise TypeError(
            f"a splitter returned {type(pieces).__name__}; a list of pieces or spans of the "
            "document, or of texts that stand in it, was expected"
        )
    at = 0
    for one in pieces:
        if isinstance(one, Piece) and one.document.text == document.text:
            yield one
        elif isinstance(one, Span):
            yield Piece(document, one)
        elif isinstance(one, str):
            start = document.text.find(one, at)
            if start < 0:
                raise OptionError(
                    f"a splitter returned a text that stands nowhere after character {at:,} of "
                    f"the document: {one[:60]!r}; texts are looked for in order"
                )
            yield Piece(document, Span(start, start + len(one)))
            # The next text begins later, but where they overlap inside this one.
            at = start + 1
        else:
            raise OptionError(
                f"a splitter returned {type(one).__name__}; pieces or spans of the document, or "
                "texts that stand in it, were expected"
            )


def _name(strategy: StrategyLike) -> str:
    if isinstance(strategy, str):
        return strategy.strip()
    if isinstance(strategy, Strategy):
        return str(strategy)
    if callable(strategy):
        return str(getattr(strategy, "__name__", type(strategy).__name__))
    raise _no_strategy(strategy)


def _read(strategy: StrategyLike) -> Strategy | Splitter:
    """Return a strategy as a value, or the function that it is."""
    if isinstance(strategy, str):
        return read_strategy(strategy)
    if isinstance(strategy, Strategy) or callable(strategy):
        return strategy
    raise _no_strategy(strategy)


def _no_strategy(value: object) -> TypeError:
    return TypeError(f"{value!r:.80} is no strategy; {_FORM}, a Strategy or a function are")
