"""The ruler of a unit: which measure a size is meant in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from linewise.errors import OptionError
from linewise.splitting._rulers import (
    ByteRuler,
    CharRuler,
    CountRuler,
    GraphemeRuler,
    LineRuler,
)
from linewise.splitting._token_rulers import LocalRuler, PassRuler
from linewise.tokens import ESTIMATE, SIMPLE, Encoder

if TYPE_CHECKING:
    from linewise.splitting._rulers import Ruler
    from linewise.tokens import Tokenizer

__all__ = ["UNITS", "Unit", "ruler_for"]

Unit: TypeAlias = Literal["chars", "graphemes", "bytes", "lines", "tokens"]

UNITS: tuple[str, ...] = get_args(Unit)


def ruler_for(text: str, unit: str, tokenizer: Tokenizer, origin: int = 0) -> Ruler:
    """Return the ruler of a unit along a text.

    Args:
        text: the text to be measured.
        unit: one of `UNITS`.
        tokenizer: what counts, where the unit is tokens.
        origin: where the pass of the tokenizer begins, in a later part of a stream.

    Raises:
        OptionError: there is no such unit.
    """
    if unit == "chars":
        return CharRuler(text)
    if unit == "graphemes":
        return GraphemeRuler(text)
    if unit == "bytes":
        return ByteRuler(text)
    if unit == "lines":
        return LineRuler(text)
    if unit == "tokens":
        return _token_ruler(text, tokenizer, origin)
    raise OptionError(f"there is no unit {unit!r}: {', '.join(UNITS)} were expected")


def _token_ruler(text: str, tokenizer: Tokenizer, origin: int) -> Ruler:
    if tokenizer is ESTIMATE:
        return CharRuler(text, scale=4)
    if tokenizer is SIMPLE:
        return GraphemeRuler(text, scale=4)
    if not isinstance(tokenizer, Encoder):
        return CountRuler(text, tokenizer)
    if not tokenizer.settles:
        return LocalRuler(text, tokenizer)
    return PassRuler(text, tokenizer, origin)
