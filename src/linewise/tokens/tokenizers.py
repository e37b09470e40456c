"""Tokenizers behind one small protocol: the embedded exact ones, other libraries', a callable.

A `Tokenizer` counts. An `Encoder` also says where its tokens end, so that a long text is
encoded once and every budget is read off that one pass.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, runtime_checkable

from linewise._kinds import check_text
from linewise.errors import TokenizerError
from linewise.tokens._encoders import SETTLING, ByteLevel, Embedded, HuggingFace, Quicktok
from linewise.tokens.graphemes import count_graphemes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = [
    "ESTIMATE",
    "SIMPLE",
    "Encoder",
    "Tokenizer",
    "TokenizerLike",
    "count_tokens",
    "tokenizer_for",
]


@runtime_checkable
class Tokenizer(Protocol):
    """Counts the tokens of a text; text that spells a special token is plain text."""

    name: str

    def count(self, text: str) -> int:
        """Return the number of tokens of a text."""
        ...


@runtime_checkable
class Encoder(Tokenizer, Protocol):
    """A tokenizer that says where its tokens end.

    Attributes:
        settles: there are places that `settled` can vouch for.
    """

    settles: bool

    def ends(self, text: str) -> memoryview:
        """Return where each token ends, as offsets in code points.

        A token that ends inside a character is given the end of that character.
        """
        ...

    def settled(self, text: str, offset: int) -> bool:
        """Tell whether both sides of `offset` keep their tokens when they are encoded alone.

        A place that it cannot be told of is none.
        """
        ...


TokenizerLike: TypeAlias = "str | Tokenizer | Callable[[str], int | Sequence[Any]] | Any"


def count_tokens(text: str, tokenizer: TokenizerLike = "o200k") -> int:
    """Return the number of tokens of a text.

    Args:
        text: the text.
        tokenizer: whatever `tokenizer_for` takes.

    Raises:
        TokenizerError: there is no such tokenizer, or it gave no usable count.
        TypeError: the text is no text.
    """
    check_text("what is counted", text)
    return tokenizer_for(tokenizer).count(text)


def tokenizer_for(tokenizer: TokenizerLike) -> Tokenizer:
    """Return the tokenizer that a name, a path or an object stands for.

    Args:
        tokenizer: "o200k" or "cl100k" (exact, offline); "simple" (4 grapheme clusters a token,
            rounded down) or "estimate" (4 characters a token, rounded up); the path of a
            `tokenizer.json`; an encoding of tiktoken or quicktok, a `tokenizers.Tokenizer`; a
            callable from a text to a count or to a sequence of tokens; or a `Tokenizer`.

    Raises:
        TokenizerError: it is none of these, or its file cannot be read.
    """
    if isinstance(tokenizer, str) and tokenizer in _ENCODERS:
        return _ENCODERS[tokenizer]
    if tokenizer == "simple":
        return SIMPLE
    if tokenizer == "estimate":
        return ESTIMATE
    if isinstance(tokenizer, str) or hasattr(tokenizer, "__fspath__"):
        return _from_file(tokenizer)
    return _from_object(tokenizer)


class _Simple:
    """Four grapheme clusters a token, rounded down."""

    name = "simple"

    def __reduce__(self) -> str:
        return "SIMPLE"

    def count(self, text: str) -> int:
        return count_graphemes(text) // 4


class _Estimate:
    """Four characters a token, rounded up."""

    name = "estimate"

    def __reduce__(self) -> str:
        return "ESTIMATE"

    def count(self, text: str) -> int:
        return -(-len(text) // 4)


SIMPLE: Tokenizer = _Simple()
ESTIMATE: Tokenizer = _Estimate()


class _Counting:
    """Any callable from a text to a count or to its tokens."""

    def __init__(self, measure: Callable[[str], Any]) -> None:
        self.name = getattr(measure, "__name__", type(measure).__name__)
        self._measure = measure

    def count(self, text: str) -> int:
        result = self._measure(text)
        if isinstance(result, int):
            count = result
        elif hasattr(result, "__len__"):
            count = len(result)
        else:
            raise TokenizerError(
                f"tokenizer {self.name!r} returned {type(result).__name__} for a text of "
                f"{len(text):,} characters; a count or a sequence of tokens was expected"
            )
        if count < 0:
            raise TokenizerError(f"tokenizer {self.name!r} returned a count of {count}")
        return count


_ENCODERS: dict[str, Tokenizer] = {}
for _name in SETTLING:
    _ENCODERS[_name] = _ENCODERS[_name.removesuffix("_base")] = Embedded(_name)


def _from_file(path: Any) -> Tokenizer:
    if not str(path).endswith(".json"):
        raise TokenizerError(
            f"there is no tokenizer {str(path)!r}: a name (o200k, cl100k, simple, estimate), the "
            "path of a tokenizer.json or a callable was expected"
        )
    try:
        import tokenizers  # noqa: PLC0415 - an optional library
    except ImportError as error:
        raise TokenizerError(
            f"{path}: the package 'tokenizers' reads such files and is not installed: "
            "pip install tokenizers"
        ) from error
    try:
        return HuggingFace(tokenizers.Tokenizer.from_file(str(path)), str(path))
    except Exception as error:  # the library raises plain Exception
        raise TokenizerError(f"{path} cannot be read as a tokenizer.json: {error}") from error


def _from_object(value: Any) -> Tokenizer:
    if type(value).__module__.startswith("quicktok"):
        return Quicktok(value)
    if isinstance(value, Tokenizer):
        own: Tokenizer = value
        return own
    if hasattr(value, "encode_ordinary"):
        return ByteLevel(value)
    if hasattr(value, "encode") and hasattr(value, "no_truncation"):
        return HuggingFace(value)
    if callable(value):
        return _Counting(value)
    if hasattr(value, "encode"):
        return _Counting(value.encode)
    raise TokenizerError(
        f"{type(value).__name__} is no tokenizer: a name (o200k, cl100k, simple, estimate), the "
        "path of a tokenizer.json, an encoding object or a callable was expected"
    )
