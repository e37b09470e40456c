"""Encoders: tokenizers that say where their tokens end.

Each has the names of the `Encoder` protocol; what is here hides how the libraries differ.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from linewise._units import lone_surrogate
from linewise.errors import TokenizerError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

__all__ = ["SETTLING", "ByteLevel", "Embedded", "HuggingFace", "Quicktok"]

# Encodings whose patterns leave settled places; see `ByteLevel.settled`.
SETTLING = ("cl100k_base", "o200k_base")

# What can go on with a word after a line end in it.
_JOINERS = {"o200k_base": "/"}

# Marks that no pattern joins to a letter or a digit before them; an apostrophe it would.
_MARKS = frozenset(',.;:!?()[]{}"“”…–—，。、；：！？（）「」『』《》')

# White space that is looked through for a line end.
_LOOK = 64


class _Table:
    """What is needed of each token of a byte-level vocabulary to say where tokens end."""

    def __init__(self, tokens: Sequence[bytes]) -> None:
        import numpy as np  # noqa: PLC0415 - only real tokenizers need it

        # An empty entry would be taken for its neighbour by reduceat.
        tokens = [token or b"\x00" for token in tokens]
        data = np.frombuffer(b"".join(tokens), dtype=np.uint8)
        starts = np.zeros(len(tokens), dtype=np.int64)
        np.cumsum([len(token) for token in tokens[:-1]], out=starts[1:])
        # Characters are counted by their first bytes.
        first_bytes = (data & 0xC0) != 0x80
        self.characters = np.add.reduceat(first_bytes, starts, dtype=np.int32)

    def ends(self, ids: np.ndarray) -> memoryview:
        import numpy as np  # noqa: PLC0415 - only real tokenizers need it

        return np.cumsum(self.characters[ids], dtype=np.int32).data


class ByteLevel:
    """An encoding of quicktok or tiktoken: both name their methods alike."""

    def __init__(self, encoding: Any) -> None:
        self.name = str(getattr(encoding, "name", type(encoding).__name__))
        self.settles = self.name in SETTLING
        self._joiner = _JOINERS.get(self.name)
        self._encoding = encoding

    def count(self, text: str) -> int:
        return len(self._ids(text))

    def ends(self, text: str) -> memoryview:
        return self._table.ends(self._ids(text))

    def settled(self, text: str, offset: int) -> bool:
        """Tell whether the patterns of cl100k and o200k always end a word at `offset`.

        No word of theirs holds a space after something that is not white space, nor a mark
        after a letter or a digit, nor anything after a line end but more of them (o200k: or
        slashes) or white space that a line end follows.
        """
        if offset <= 0 or offset >= len(text):
            return True
        before, after = text[offset - 1], text[offset]
        if before == "\n":
            if after.isspace():
                return not _line_end_follows(text, offset)
            return after != self._joiner
        if after == " ":
            return not before.isspace()
        return after in _MARKS and before.isalnum()

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


class Quicktok(ByteLevel):
    """An encoding of quicktok, which hands over arrays and counts without making a list."""

    def count(self, text: str) -> int:
        try:
            return int(self._encoding.count(text))
        except (TypeError, UnicodeEncodeError):
            _refuse_lone_surrogates(text)
            raise

    def _ids(self, text: str) -> np.ndarray:
        try:
            ids: np.ndarray = self._encoding.encode_batch([text], threads=1)[0]
        except (TypeError, UnicodeEncodeError):
            _refuse_lone_surrogates(text)
            raise
        return ids


def _refuse_lone_surrogates(text: str) -> None:
    at = lone_surrogate(text)
    if at is not None:
        raise TokenizerError(
            f"offset {at}: U+{ord(text[at]):04X} is half of a surrogate pair, which is no text "
            "that could be encoded"
        ) from None


class Embedded(Quicktok):
    """An encoding whose vocabulary comes with quicktok; it is read when the first text comes."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.settles = True
        self._joiner = _JOINERS.get(name)

    def __reduce__(self) -> tuple[Any, ...]:
        return Embedded, (self.name,)

    @cached_property
    def _encoding(self) -> Any:
        try:
            import quicktok  # noqa: PLC0415 - only real tokenizers need it
        except ImportError as error:
            raise TokenizerError(
                f"the vocabulary of {self.name} comes with the package quicktok-v1, which is "
                "not installed; install it, or use the tokenizer 'estimate'"
            ) from error
        return quicktok.get_encoding(self.name)


class HuggingFace:
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

    def ends(self, text: str) -> memoryview:
        import numpy as np  # noqa: PLC0415 - only real tokenizers need it

        # Tokens that share a character name its end, each of them.
        offsets = self._tokenizer.encode(text, add_special_tokens=False).offsets
        return np.asarray([end for _, end in offsets], dtype=np.int32).data

    def settled(self, text: str, offset: int) -> bool:  # noqa: ARG002 - normalizers see far
        return False


def _line_end_follows(text: str, offset: int) -> bool:
    """Tell whether white space from `offset` on holds a line end, or is too long to be sure."""
    for character in text[offset : offset + _LOOK]:
        if not character.isspace():
            return False
        if character in "\r\n":
            return True
    return offset + _LOOK < len(text)
