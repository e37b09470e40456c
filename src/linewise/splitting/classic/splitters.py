"""`TextSplitter` and its kinds: `split_text`, `create_documents`, `split_documents`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Literal, Self

from linewise._kinds import check_call, check_several, check_text
from linewise.document import Document
from linewise.errors import OptionError
from linewise.splitting.chunks import Scale, chunks_at
from linewise.splitting.classic.merging import Limits, merged, pieces_of, stripped
from linewise.splitting.classic.places import located, places_of
from linewise.splitting.classic.searching import can_search, searched
from linewise.splitting.packing import check_size
from linewise.splitting.separators import separators_for
from linewise.tokens import ESTIMATE, tokenizer_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from linewise.splitting.chunks import Chunk
    from linewise.splitting.classic.merging import Joined
    from linewise.tokens import TokenizerLike

__all__ = [
    "CharacterTextSplitter",
    "RecursiveCharacterTextSplitter",
    "TextSplitter",
    "TokenTextSplitter",
    "with_metadata",
]


class TextSplitter(ABC):
    """Splits texts and documents; a subclass needs to write `split_text` alone.

    Args:
        chunk_size: what a chunk measures at most.
        chunk_overlap: what a chunk repeats of the one before at most, in whole pieces.
        length_function: what measures a text.
        keep_separator: leave separators out (False), or keep them at the start (True,
            "start") or the end ("end") of a piece.
        add_start_index: give each chunk's place as `start_index` in its metadata.
        strip_whitespace: take white space off both ends of a chunk.

    Raises:
        SizeError: the size is below 1, or the overlap negative or not below the size.
    """

    def __init__(  # noqa: PLR0917 - the field's order of settings
        self,
        chunk_size: int = 1000,
        chunk_overlap: int = 200,
        length_function: Callable[[str], int] = len,
        keep_separator: bool | Literal["start", "end"] = False,
        add_start_index: bool = False,
        strip_whitespace: bool = True,
    ) -> None:
        check_size(chunk_size, chunk_overlap)
        if keep_separator not in (True, False, "start", "end"):
            raise OptionError(
                f"keep_separator {keep_separator!r} does not exist: True, False, 'start' or "
                "'end' were expected"
            )
        check_call("length_function", length_function)
        self._chunk_size = chunk_size
        self._chunk_overlap = chunk_overlap
        self._length_function = length_function
        self._keep_separator = keep_separator
        self._add_start_index = add_start_index
        self._strip_whitespace = strip_whitespace

    @abstractmethod
    def split_text(self, text: str) -> list[str]:
        """Return the chunks of a text."""

    def create_documents(
        self, texts: Sequence[str], metadatas: Sequence[Mapping[str, Any]] | None = None
    ) -> list[Chunk]:
        """Return the chunks of several texts.

        Each chunk's metadata is that of its text, with `chunk` (from 0) and `total_chunks`.

        Args:
            texts: the texts.
            metadatas: what is known of each.

        Raises:
            OptionError: there are more or fewer metadatas than texts.
        """
        pairs = with_metadata(texts, metadatas)
        return self.split_documents(Document(text, metadata=known) for text, known in pairs)

    def split_documents(self, documents: Iterable[Any]) -> list[Chunk]:
        """Return the chunks of documents: of anything with `text` or `page_content`.

        Raises:
            TypeError: one has neither.
        """
        check_several("documents", documents, "[load(path)]")
        return [chunk for one in documents for chunk in self._chunks(_document_of(one))]

    def _chunks(self, document: Document) -> list[Chunk]:
        joined = self._joined(document.text)
        places = places_of(document, joined, start_index=self._add_start_index)
        return chunks_at(places, self._scale())

    def _scale(self) -> Scale:
        if self._length_function is len:
            return Scale("chars", self._chunk_size, tokenizer_for("o200k"))
        return Scale("tokens", self._chunk_size, tokenizer_for(self._length_function))

    def _joined(self, text: str) -> Iterator[Joined]:
        """Yield the chunks of a text with the places that they come from."""
        return located(text, self.split_text(text), self._chunk_overlap)


class _BySeparators(TextSplitter):
    """A splitter at separators, which knows where its chunks come from."""

    def split_text(self, text: str) -> list[str]:
        """Return the chunks of a text."""
        check_text("what is split", text)
        return [chunk for chunk, _ in self._cut(text)]

    def _joined(self, text: str) -> Iterator[Joined]:
        # A subclass that writes `split_text` has the last word on what the chunks are.
        if type(self).split_text is not _BySeparators.split_text:
            return super()._joined(text)
        return self._cut(text)

    @abstractmethod
    def _cut(self, text: str) -> Iterator[Joined]: ...

    def _limits(self) -> Limits:
        length = None if self._length_function is len else self._length_function
        return Limits(self._chunk_size, self._chunk_overlap, length, self._strip_whitespace)


class CharacterTextSplitter(_BySeparators):
    """Splits at one separator; a piece that alone is too long stays whole.

    Args:
        separator: what is between pieces.
        settings: as `TextSplitter` takes them.
    """

    def __init__(self, separator: str = "\n\n", **settings: Any) -> None:
        super().__init__(**settings)
        check_text("separator", separator)
        self._separator = separator

    def _cut(self, text: str) -> Iterator[Joined]:
        def whole(start: int, end: int) -> Iterator[Joined]:
            piece = text[start:end]
            yield stripped(piece, start) if self._strip_whitespace else (piece, start)

        pieces = pieces_of(text, 0, len(text), self._separator, self._keep_separator)
        return merged(text, pieces, self._limits(), whole)


class RecursiveCharacterTextSplitter(_BySeparators):
    """Splits at the strongest separator there is, and what is too long at the next ones.

    Args:
        separators: the strongest first, or the name of a preset; "" cuts anywhere.
        settings: as `TextSplitter` takes them.
    """

    def __init__(self, separators: str | Sequence[str] | None = None, **settings: Any) -> None:
        super().__init__(**settings)
        self._separators = separators_for(separators) or ("",)

    @classmethod
    def from_language(cls, language: str, **settings: Any) -> Self:
        """Return a splitter with the separators of a markup or programming language.

        Raises:
            OptionError: there is no preset of that name.
        """
        return cls(separators=str(getattr(language, "value", language)), **settings)

    def _cut(self, text: str) -> Iterator[Joined]:
        return self._cut_span(text, 0, len(text), self._separators, self._limits())

    def _cut_span(
        self, text: str, start: int, end: int, separators: Sequence[str], limits: Limits
    ) -> Iterator[Joined]:
        separator, deeper = _strongest(text, start, end, separators)

        def too_long(start: int, end: int) -> Iterator[Joined]:
            if deeper:
                return self._cut_span(text, start, end, deeper, limits)
            # Nothing is left to cut it at: it stays as it is, its white space included.
            return iter([(text[start:end], start)])

        keep = self._keep_separator
        if can_search(text, (start, end), separator, keep, limits):
            return searched(text, (start, end), separator, keep, limits, too_long)
        return merged(text, pieces_of(text, start, end, separator, keep), limits, too_long)


class TokenTextSplitter(RecursiveCharacterTextSplitter):
    """Splits as `RecursiveCharacterTextSplitter` does, with sizes in tokens.

    Args:
        encoding_name: "cl100k_base" or "o200k_base".
        tokenizer: any other tokenizer, as `tokenizer_for` takes it.
        separators: as `RecursiveCharacterTextSplitter` takes them.
        settings: as `TextSplitter` takes them.

    Raises:
        TokenizerError: there is no such tokenizer.
    """

    def __init__(
        self,
        encoding_name: str = "cl100k_base",
        tokenizer: TokenizerLike | None = None,
        separators: str | Sequence[str] | None = None,
        **settings: Any,
    ) -> None:
        self._tokenizer = tokenizer_for(encoding_name if tokenizer is None else tokenizer)
        super().__init__(separators, length_function=self._tokenizer.count, **settings)

    def _scale(self) -> Scale:
        return Scale("tokens", self._chunk_size, self._tokenizer)

    def _limits(self) -> Limits:
        limits = super()._limits()
        if self._tokenizer is not ESTIMATE:
            return limits
        return limits._replace(size=4 * limits.size, overlap=4 * limits.overlap, length=None)


def _strongest(
    text: str, start: int, end: int, separators: Sequence[str]
) -> tuple[str, Sequence[str]]:
    """Return the first separator that is in the stretch, and those after it."""
    for index, separator in enumerate(separators):
        if text.find(separator, start, end) >= 0:
            return separator, separators[index + 1 :]
    return separators[-1], ()


def with_metadata(
    texts: Sequence[str], metadatas: Sequence[Mapping[str, Any]] | None
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Return each text with what is known of it.

    Raises:
        OptionError: there are more or fewer metadatas than texts.
    """
    check_several("texts", texts, "['one text', 'another']")
    if metadatas is not None:
        check_several("metadatas", metadatas, "one mapping for each text")
    texts = list(texts)
    known = list(metadatas or [{}] * len(texts))
    if len(known) != len(texts):
        raise OptionError(
            f"{len(texts)} texts came with {len(known)} metadatas; one for each was expected"
        )
    return zip(texts, known, strict=True)


def _document_of(source: Any) -> Document:
    """Return a document around whatever has a text and metadata."""
    if isinstance(source, Document):
        return source
    if not hasattr(source, "page_content") and not hasattr(source, "text"):
        raise TypeError(
            f"documents were expected, with page_content or text, not {type(source).__name__}; "
            "create_documents takes plain texts"
        )
    text = getattr(source, "page_content", None) or getattr(source, "text", None) or ""
    return Document(text, metadata=getattr(source, "metadata", {}) or {})
