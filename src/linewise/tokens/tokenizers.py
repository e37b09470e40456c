"""Tokenizers behind one small protocol: the embedded exact ones, other libraries', a callable.

A `Tokenizer` counts. An `Encoder` also says where its tokens end, so that a long text is
encoded once and every budget is read off that one pass.
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, runtime_checkable

from linewise.errors import TokenizerError
from linewise.tokens.graphemes import count_graphemes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np

__all__ = [
    "ESTIMATE",
    "SIMPLE",
    "Encoder",
    "Tokenizer",
    "TokenizerLike",
    "count_tokens",
    "tokenizer_for",
]

_EMBEDDED = {
    "cl100k": "cl100k_base",
    "cl100k_base": "cl100k_base",
    "o200k": "o200k_base",
    "o200k_base": "o200k_base",
}

# Marks that no pattern joins to a letter or a digit before them; an apostrophe it would.
_MARKS = frozenset(',.;:!?()[]{}"“”…–—，。、；：！？（）「」『』《》')

# White space that is looked through for a line end.
_LOOK = 64


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

    def ends(self, text: str) -> tuple[np.ndarray, np.ndarray]:
        """Return the offsets at which a token ends, and how many tokens end up to each.

        A token that ends inside a character has no offset and is counted at the next one.
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
    """
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
    if isinstance(tokenizer, str) and tokenizer in _EMBEDDED:
        return _embedded(_EMBEDDED[tokenizer])
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

    def count(self, text: str) -> int:
        return count_graphemes(text) // 4


class _Estimate:
    """Four characters a token, rounded up."""

    name = "estimate"

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


class _Table:
    """What is needed of each token of a byte-level vocabulary to say where tokens end."""

    def __init__(self, tokens: Sequence[bytes]) -> None:
        import numpy as np  # noqa: PLC0415 - only real tokenizers need it

        # An empty entry would be taken for its neighbour by reduceat.
        tokens = [token or b"\x00" for token in tokens]
        data = np.frombuffer(b"".join(tokens), dtype=np.uint8)
        starts = np.zeros(len(tokens), dtype=np.int64)
        np.cumsum([len(token) for token in tokens[:-1]], out=starts[1:])
        first_bytes = (data & 0xC0) != 0x80
        self.characters = np.add.reduceat(first_bytes, starts, dtype=np.int32)
        self.inside = ~first_bytes[starts]

    def ends(self, ids: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        import numpy as np  # noqa: PLC0415 - only real tokenizers need it

        offsets = np.cumsum(self.characters[ids], dtype=np.int64)
        counts = np.arange(1, len(ids) + 1, dtype=np.int64)
        inside = self.inside[ids[1:]]
        if inside.any():
            whole = np.append(~inside, True)
            return offsets[whole], counts[whole]
        return offsets, counts


class _ByteLevel:
    """An encoding of quicktok or tiktoken: both name their methods alike."""

    def __init__(self, encoding: Any) -> None:
        self.name = str(getattr(encoding, "name", type(encoding).__name__))
        self.settles = self.name in _EMBEDDED
        self._encoding = encoding

    def count(self, text: str) -> int:
        return len(self._ids(text))

    def ends(self, text: str) -> tuple[np.ndarray, np.ndarray]:
        return self._table.ends(self._ids(text))

    def settled(self, text: str, offset: int) -> bool:
        return self.settles and _settled(text, offset, slash_joins=self.name == "o200k_base")

    def _ids(self, text: str) -> np.ndarray:
        import numpy as np  # noqa: PLC0415 - only real tokenizers need it

        return np.asarray(self._encoding.encode_ordinary(text), dtype=np.int64)

    @cached_property
    def _table(self) -> _Table:
        return _Table([self._bytes(token) for token in range(self._encoding.n_vocab)])

    def _bytes(self, token: int) -> bytes:
        try:
            return bytes(self._encoding.decode_single_token_bytes(token))
        except KeyError:  # the ids of special tokens leave gaps
            return b""


class _Quicktok(_ByteLevel):
    """An encoding of quicktok, which hands over arrays and counts without making a list."""

    def count(self, text: str) -> int:
        return int(self._encoding.count(text))

    def _ids(self, text: str) -> np.ndarray:
        ids: np.ndarray = self._encoding.encode_batch([text], threads=1)[0]
        return ids


class _HuggingFace:
    """A `tokenizers.Tokenizer`: what a tokenizer.json describes."""

    settles = False

    def __init__(self, tokenizer: Any, name: str = "tokenizers") -> None:
        self.name = name
        self._tokenizer = tokenizer
        # Text that spells a special token is text.
        tokenizer.encode_special_tokens = True
        tokenizer.no_truncation()
        tokenizer.no_padding()

    def count(self, text: str) -> int:
        return len(self._tokenizer.encode(text, add_special_tokens=False).ids)

    def ends(self, text: str) -> tuple[np.ndarray, np.ndarray]:
        import numpy as np  # noqa: PLC0415 - only real tokenizers need it

        offsets = self._tokenizer.encode(text, add_special_tokens=False).offsets
        pairs = np.asarray(offsets, dtype=np.int64).reshape(-1, 2)
        starts, ends = pairs[:, 0], pairs[:, 1]
        # Tokens that share a character name the whole character, each of them.
        whole = np.append(starts[1:] >= ends[:-1], True)[: len(ends)]
        return ends[whole], np.arange(1, len(ends) + 1, dtype=np.int64)[whole]

    def settled(self, text: str, offset: int) -> bool:  # noqa: ARG002 - normalizers see far
        return False


@cache
def _embedded(name: str) -> Tokenizer:
    try:
        import quicktok  # noqa: PLC0415 - only real tokenizers need it
    except ImportError as error:
        raise TokenizerError(
            f"the vocabulary of {name} comes with the package quicktok-v1, which is not "
            "installed; install it, or use the tokenizer 'estimate'"
        ) from error
    return _Quicktok(quicktok.get_encoding(name))


def _from_file(path: Any) -> Tokenizer:
    if not str(path).endswith(".json"):
        raise TokenizerError(
            f"there is no tokenizer {str(path)!r}: a name (o200k, cl100k, simple, estimate), the "
            "path of a tokenizer.json or a callable was expected"
        )
    try:
        from tokenizers import Tokenizer as HuggingFace  # noqa: PLC0415 - an optional library
    except ImportError as error:
        raise TokenizerError(
            f"{path}: the package 'tokenizers' reads such files and is not installed"
        ) from error
    try:
        return _HuggingFace(HuggingFace.from_file(str(path)), str(path))
    except Exception as error:  # the library raises plain Exception
        raise TokenizerError(f"{path} cannot be read as a tokenizer.json: {error}") from error


def _from_object(value: Any) -> Tokenizer:
    if type(value).__module__.startswith("quicktok"):
        return _Quicktok(value)
    if isinstance(value, Tokenizer):
        own: Tokenizer = value
        return own
    if hasattr(value, "encode_ordinary"):
        return _ByteLevel(value)
    if hasattr(value, "encode") and hasattr(value, "no_truncation"):
        return _HuggingFace(value)
    if callable(value):
        return _Counting(value)
    if hasattr(value, "encode"):
        return _Counting(value.encode)
    raise TokenizerError(
        f"{type(value).__name__} is no tokenizer: a name (o200k, cl100k, simple, estimate), the "
        "path of a tokenizer.json, an encoding object or a callable was expected"
    )


def _settled(text: str, offset: int, *, slash_joins: bool) -> bool:
    """Tell whether the patterns of cl100k and o200k always end a word at `offset`.

    No word of theirs holds a space after something that is not white space, nor a mark after
    a letter or a digit, nor anything after a line end but more of them (o200k: or slashes) or
    white space that a line end follows.
    """
    if offset <= 0 or offset >= len(text):
        return True
    before, after = text[offset - 1], text[offset]
    if before == "\n":
        return not (slash_joins and after == "/") and not _line_end_follows(text, offset)
    if after == " ":
        return not before.isspace()
    return after in _MARKS and before.isalnum()


def _line_end_follows(text: str, offset: int) -> bool:
    """Tell whether white space from `offset` on holds a line end, or is too long to be sure."""
    for character in text[offset : offset + _LOOK]:
        if not character.isspace():
            return False
        if character in "\r\n":
            return True
    return offset + _LOOK < len(text)
