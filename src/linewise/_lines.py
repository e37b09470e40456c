"""The lines of a document, as a sequence of strings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, overload

from linewise._kinds import check_whole

if TYPE_CHECKING:
    from linewise.document import Document

__all__ = ["Lines"]


class Lines(Sequence[str]):
    """The lines of a document as a sequence of strings, each cut when it is asked for."""

    __slots__ = ("_document",)

    def __init__(self, document: Document) -> None:
        self._document = document

    def __len__(self) -> int:
        return self._document.line_count

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        check_whole("the index of a line", index)
        number = range(1, len(self) + 1)[index]
        return self._document[self._document.line_span(number, number)]

    def __iter__(self) -> Iterator[str]:
        for i in range(len(self)):
            yield self[i]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or isinstance(other, str):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    # Equal to any sequence of the same strings, so it can have no hash that all of them share.
    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{len(self):,} lines>"
