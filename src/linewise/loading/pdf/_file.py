"""A PDF file, as PDFium opens it: pages, labels, outline, what it says of itself.

PDFium keeps state that all documents share, so one call at a time may be under way in a
process: each method here holds one lock. For many files at once, use processes.
"""

from __future__ import annotations

import ctypes
import os
import threading
from contextlib import closing
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from linewise.errors import LoadError
from linewise.loading.pdf._bombs import check_streams, opened
from linewise.loading.pdf._characters import Word, read_words
from linewise.loading.pdf._forms import check_forms
from linewise.loading.pdf._info import described

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

    from linewise.loading.pdf._bombs import Data

__all__ = [
    "MAX_MEMORY_BYTES",
    "MAX_PAGES",
    "MAX_PAGE_CHARS",
    "MAX_STREAM_BYTES",
    "Bookmark",
    "Limits",
    "PageText",
    "PdfFile",
]

_LOCK = threading.RLock()


def _renew_lock() -> None:
    """Give a forked process a lock of its own: another thread may have held the old one."""
    global _LOCK  # noqa: PLW0603 - the one lock of the process
    _LOCK = threading.RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_lock)

_PASSWORD_ERROR = 4
_SECURITY_ERROR = 5

_PATH, _IMAGE, _FORM = 2, 3, 5

# Lines and curves from which on a page is a drawing, or has its letters as outlines.
_MANY = 30
_WIDGET = 20

# An end marker stands in the last bytes of a whole file.
_TAIL = 2048


MAX_PAGES = 20_000
MAX_PAGE_CHARS = 500_000
MAX_STREAM_BYTES = 200_000_000

# Of a process apart. Pages as dense as those of a law gazette take 0.12 MB each, so this holds
# about 17,000 of them.
MAX_MEMORY_BYTES = 2 << 30


class Limits(NamedTuple):
    """How much a file may hold before it is refused.

    Attributes:
        pages: of the document.
        characters: of one page.
        stream: bytes of one stream of the file, unpacked.
    """

    pages: int = MAX_PAGES
    characters: int = MAX_PAGE_CHARS
    stream: int = MAX_STREAM_BYTES


class Bookmark(NamedTuple):
    """An entry of the outline: its level from 1, its title, and where it points."""

    level: int
    title: str
    page: int | None
    height: float | None


class PageText(NamedTuple):
    """The words of a page.

    Attributes:
        words: in the order of the file.
        box: left, bottom, right and top of what is shown of the page.
        has_images: whether pictures stand on it.
    """

    words: list[Word]
    box: tuple[float, float, float, float]
    has_images: bool


class PdfFile:
    """An open file; use it as a context.

    Args:
        source: the bytes, or a path.
        name: for messages.
        password: for an encrypted file.
        limits: what to refuse.

    Raises:
        LoadError: it is no PDF, damaged beyond reading, encrypted, or over a limit.
    """

    def __init__(
        self, source: bytes | str, name: str, password: str | None, limits: Limits
    ) -> None:
        self._name = name
        self._limits = limits
        self._pdfium, self._raw = _import()
        with opened(source) as data:
            self.warnings = tuple(_complaints(data))
            check_streams(data, limits.stream, name)
            check_forms(data, limits.characters, name)
        with _LOCK:
            self._document = self._open(source, password)
            self.page_count = len(self._document)
        if self.page_count > limits.pages:
            self.close()
            raise LoadError(
                f"{name}: this has {self.page_count:,} pages, more than the {limits.pages:,} that "
                f"are let in; raise the limit with max_pages={self.page_count}"
            )

    def _open(self, source: bytes | str, password: str | None) -> Any:
        try:
            return self._pdfium.PdfDocument(source, password=password)
        except self._pdfium.PdfiumError as error:
            raise LoadError(f"{self._name}: {_reason(error.err_code, password)}") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        with _LOCK:
            self._document.close()

    def page(self, number: int) -> PageText | None:
        """Read a page, counted from 1; None where it is damaged beyond reading.

        Raises:
            LoadError: it has more characters than the limit.
        """
        with _LOCK:
            try:
                with closing(self._loaded(number)) as page:
                    return self._text(page, number)
            except self._pdfium.PdfiumError:
                return None

    def _loaded(self, number: int) -> Any:
        page = self._document[number - 1]
        if self._has_fields(page):
            # What is filled into a form is drawn beside the page until it is made part of it.
            self._raw.FPDFPage_Flatten(page, self._raw.FLAT_NORMALDISPLAY)
            page.close()
            page = self._document[number - 1]
        return page

    def _has_fields(self, page: Any) -> bool:
        raw = self._raw
        for index in range(raw.FPDFPage_GetAnnotCount(page)):
            annotation = raw.FPDFPage_GetAnnot(page, index)
            kind = raw.FPDFAnnot_GetSubtype(annotation)
            raw.FPDFPage_CloseAnnot(annotation)
            if kind == _WIDGET:
                return True
        return False

    def _text(self, page: Any, number: int) -> PageText:
        with closing(page.get_textpage()) as textpage:
            count = textpage.count_chars()
            if count > self._limits.characters:
                raise LoadError(
                    f"{self._name}: page {number} has {count:,} characters, more than the "
                    f"{self._limits.characters:,} that are let in; raise the limit with "
                    f"max_page_chars={count}"
                )
            words = read_words(self._raw, textpage.raw, count)
        return PageText(words, page.get_bbox(), bool(words) or self._has_images(page))

    def _has_images(self, page: Any) -> bool:
        raw = self._raw
        kinds = (
            raw.FPDFPageObj_GetType(raw.FPDFPage_GetObject(page, index))
            for index in range(raw.FPDFPage_CountObjects(page))
        )
        paths = 0
        for kind in kinds:
            paths += kind == _PATH
            if kind in {_IMAGE, _FORM} or paths > _MANY:
                return True
        return False

    def label(self, number: int) -> str | None:
        """Return the label of a page, counted from 1, where the file gives it one."""
        with _LOCK:
            label: str = self._document.get_page_label(number - 1)
        return label or None

    def outline(self) -> list[Bookmark]:
        """Return the outline in its order."""
        with _LOCK:
            return list(self._bookmarks())

    def _bookmarks(self) -> Iterator[Bookmark]:
        for entry in self._document.get_toc():
            title = " ".join(entry.get_title().replace("\0", "").split())
            destination = entry.get_dest()
            page = destination.get_index() if destination else None
            if title:
                yield Bookmark(
                    level=entry.level + 1,
                    title=title.encode("utf-8", "replace").decode("utf-8"),
                    page=page + 1 if page is not None else None,
                    height=self._height(destination) if destination else None,
                )

    def _height(self, destination: Any) -> float | None:
        raw = self._raw
        has = [raw.FPDF_BOOL() for _ in range(3)]
        at = [raw.FS_FLOAT() for _ in range(3)]
        references = [ctypes.byref(value) for value in (*has, *at)]
        if not raw.FPDFDest_GetLocationInPage(destination, *references) or not has[1].value:
            return None
        return float(at[1].value)

    def info(self) -> dict[str, Any]:
        """Return what the file says of itself; what it leaves empty is None."""
        with _LOCK:
            said = self._document.get_metadata_dict()
        return {**described(said), "page_count": self.page_count}


def _import() -> tuple[ModuleType, ModuleType]:
    import pypdfium2  # noqa: PLC0415 - heavy, so imported when used
    import pypdfium2.raw  # noqa: PLC0415

    return pypdfium2, pypdfium2.raw


def _reason(code: int | None, password: str | None) -> str:
    if code == _PASSWORD_ERROR:
        if password:
            return "the password does not open it"
        return "this is encrypted; give its password with password=..."
    if code == _SECURITY_ERROR:
        return "this is encrypted in a way that cannot be opened here; save it without protection"
    return "this is no PDF, or one that is damaged or cut off beyond reading; get a whole copy"


def _complaints(data: Data) -> Iterator[str]:
    if b"%%EOF" not in data[-_TAIL:]:
        yield "the file has no end marker: it may be cut off, and pages may be missing"
