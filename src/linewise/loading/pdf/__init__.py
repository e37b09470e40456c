"""PDF: the text in reading order, with its pages, headings, and what the file says of itself."""

from __future__ import annotations

import operator
import os
from typing import TYPE_CHECKING, Any, Literal

from linewise._kinds import check_path, check_text, check_whole
from linewise._units import lone_surrogate
from linewise.document import Document
from linewise.errors import LoadError, OptionError
from linewise.loading.pdf._assembly import read_pages, styles_of, survey, surveyed_styles
from linewise.loading.pdf._file import (
    MAX_MEMORY_BYTES,
    MAX_PAGE_CHARS,
    MAX_PAGES,
    MAX_STREAM_BYTES,
    Limits,
    PdfFile,
)
from linewise.loading.pdf._headings import ranked
from linewise.loading.pdf._text import compose, headings_by_outline, headings_by_type, pages_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from linewise.loading.pdf._assembly import ReadPage, Survey
    from linewise.loading.pdf._file import Bookmark
    from linewise.loading.pdf._headings import Style
    from linewise.loading.pdf._text import Composed

__all__ = ["PDF_OPTIONS", "Furniture", "is_pdf", "iter_pages", "load_pdf"]

PDF_OPTIONS = (
    "password",
    "furniture",
    "max_pages",
    "max_page_chars",
    "max_stream_bytes",
    "isolated",
    "max_memory_bytes",
)
"""What the loader can be told."""

Furniture = Literal["keep", "drop"]
"""What becomes of running heads, page numbers and side notes."""

# A header may follow some bytes that mailers and servers put before it.
_HEAD = 1024


def is_pdf(data: bytes) -> bool:
    """Tell whether bytes are a PDF file."""
    return b"%PDF-" in data[:_HEAD] and data[:_HEAD].lstrip()[:1] == b"%"


def load_pdf(
    data: bytes,
    *,
    name: str | None,
    encoding: str | None,  # noqa: ARG001 - a PDF says itself what its characters are
    password: str | None = None,
    furniture: Furniture = "keep",
    max_pages: int = MAX_PAGES,
    max_page_chars: int = MAX_PAGE_CHARS,
    max_stream_bytes: int = MAX_STREAM_BYTES,
    isolated: bool = False,
    max_memory_bytes: int | None = None,
) -> Document:
    """Make a document of the text of a PDF, in the order in which it is read.

    Args:
        data: the file.
        name: for messages.
        encoding: has no meaning here.
        password: opens an encrypted file.
        furniture: "keep" or "drop" running heads, page numbers and side notes. Kept, they stand
            at the head and the foot of their pages, and `metadata["pdf"]["furniture"]` tells
            where.
        max_pages: a file with more is refused.
        max_page_chars: a file with more characters on a page is refused.
        max_stream_bytes: a file with a stream that unpacks to more is refused.
        isolated: read it in a process apart, with limits of memory and time; a file that its
            reader does not bear then ends that process and not this one.
        max_memory_bytes: what that process may take beside the file; 2 GiB when left out.

    Raises:
        LoadError: it cannot be opened or read, is over a limit, or is made of pictures alone.
        OptionError: `furniture` has no such value, or a limit is given for a process apart where
            there is none.
    """
    limits = _limits(max_pages, max_page_chars, max_stream_bytes)
    keeps = _keeps(furniture)
    _check_password(password)
    if isolated:
        from linewise.loading.pdf._isolated import load_isolated  # noqa: PLC0415 - seldom wanted

        asked = _asked(password, furniture, limits)
        return load_isolated(bytes(data), name, asked, _memory(max_memory_bytes))
    if max_memory_bytes is not None:
        raise OptionError("max_memory_bytes is a limit of the process apart: add isolated=True")
    with PdfFile(bytes(data), name or "the bytes", password, limits) as file:
        known = survey(file)
        pages = list(read_pages(file, known))
        outline, info = _outline(file), _info(file)
    _refuse_pictures(pages, name or "the bytes")
    styles = [style for p in pages if p.blocks for style in styles_of(p.blocks, known.body)]
    return _document(pages, known, outline, info, ranked(styles), name=name, keeps=keeps)


def iter_pages(
    source: str | os.PathLike[str] | bytes,
    *,
    password: str | None = None,
    furniture: Furniture = "keep",
    max_pages: int = MAX_PAGES,
    max_page_chars: int = MAX_PAGE_CHARS,
    max_stream_bytes: int = MAX_STREAM_BYTES,
) -> Iterator[Document]:
    """Read a PDF page by page, each a document of its own, of which one at a time is held.

    Where the file has no outline, the levels of headings are those of some pages from all over
    it, not of all of them as in `load`.

    Args:
        source: a path, or the bytes of a file.
        password: opens an encrypted file.
        furniture: "keep" or "drop" running heads, page numbers and side notes.
        max_pages: a file with more is refused.
        max_page_chars: a file with more characters on a page is refused.
        max_stream_bytes: a file with a stream that unpacks to more is refused.

    Yields:
        A document with one page, which has its number and its label.

    Raises:
        LoadError: it cannot be opened or read, is over a limit, or is made of pictures alone.
        OptionError: `furniture` has no such value.
    """
    if not isinstance(source, bytes):
        check_path(source)
    _check_password(password)
    limits = _limits(max_pages, max_page_chars, max_stream_bytes)
    return _iterate(source, password, limits, keeps=_keeps(furniture))


def _iterate(
    source: str | os.PathLike[str] | bytes,
    password: str | None,
    limits: Limits,
    *,
    keeps: bool,
) -> Iterator[Document]:
    name = None if isinstance(source, bytes) else os.fspath(source)
    with _opened(source, password, limits) as file:
        known = survey(file)
        outline, info = _outline(file), _info(file)
        levels = {} if outline else ranked(surveyed_styles(known))
        is_empty = True
        has_pictures = False
        for page in read_pages(file, known):
            is_empty = is_empty and not (page.blocks and any(page.blocks))
            has_pictures = has_pictures or page.has_images
            yield _document([page], known, outline, info, levels, name=name, keeps=keeps)
        if is_empty and has_pictures:
            raise _pictures_alone(name or "the bytes", file.page_count)


def _opened(
    source: str | os.PathLike[str] | bytes, password: str | None, limits: Limits
) -> PdfFile:
    if isinstance(source, bytes):
        return PdfFile(source, "the bytes", password, limits)
    path = os.fspath(source)
    try:
        return PdfFile(path, path, password, limits)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise LoadError(f"{path!r}: it cannot be read: {reason}") from error


def _document(
    pages: Sequence[ReadPage],
    known: Survey,
    outline: Sequence[Bookmark],
    info: Mapping[str, Any],
    levels: Mapping[Style, int],
    *,
    name: str | None,
    keeps: bool,
) -> Document:
    composed = compose(pages, known.vocabulary, keeps_furniture=keeps)
    if outline:
        headings = headings_by_outline(outline, composed)
    else:
        headings = headings_by_type(composed, known.body, levels)
    return Document(
        composed.text,
        source=name,
        metadata={"format": "pdf", "pdf": {**info, **_findings(pages, composed, info)}},
        headings=headings,
        pages=pages_of(pages, composed),
    )


def _findings(
    pages: Sequence[ReadPage], composed: Composed, info: Mapping[str, Any]
) -> dict[str, Any]:
    """Return what the reader of the text should know: what stands where, and what is missing."""
    damaged = tuple(page.number for page in pages if page.blocks is None)
    lost = (f"page {number} is damaged and was left out" for number in damaged)
    return {
        "furniture": tuple(
            (block.span.start, block.span.end) for block in composed.blocks if block.is_furniture
        ),
        "without_text": tuple(
            page.number for page in pages if page.has_images and not any(page.blocks or ())
        ),
        "warnings": (*info["warnings"], *lost),
    }


def _outline(file: PdfFile) -> list[Bookmark]:
    return [bookmark for bookmark in file.outline() if bookmark.page]


def _info(file: PdfFile) -> dict[str, Any]:
    return {**file.info(), "warnings": file.warnings}


def _check_password(password: str | None) -> None:
    if password is not None:
        check_text("a password", password)
        if lone_surrogate(password) is not None:
            raise OptionError("the password holds half of a surrogate pair, which opens no file")


def _limits(pages: int, characters: int, stream: int) -> Limits:
    given = {"max_pages": pages, "max_page_chars": characters, "max_stream_bytes": stream}
    for name, value in given.items():
        check_whole(name, value)
    return Limits(*map(operator.index, given.values()))


def _memory(limit: int | None) -> int:
    if limit is None:
        return MAX_MEMORY_BYTES
    check_whole("max_memory_bytes", limit)
    if limit < 1:
        raise OptionError(f"max_memory_bytes is a number of bytes from 1 on, not {limit}")
    return operator.index(limit)


def _asked(password: str | None, furniture: str, limits: Limits) -> dict[str, Any]:
    """Return what the process apart is told, under the names of the options."""
    return {
        "password": password,
        "furniture": furniture,
        "max_pages": limits.pages,
        "max_page_chars": limits.characters,
        "max_stream_bytes": limits.stream,
    }


def _keeps(furniture: str) -> bool:
    if furniture not in ("keep", "drop"):
        raise OptionError(f"furniture is 'keep' or 'drop', not {furniture!r}")
    return furniture == "keep"


def _refuse_pictures(pages: Sequence[ReadPage], name: str) -> None:
    has_text = any(page.blocks and any(page.blocks) for page in pages)
    if not has_text and any(page.has_images for page in pages):
        raise _pictures_alone(name, len(pages))


def _pictures_alone(name: str, count: int) -> LoadError:
    return LoadError(
        f"{name}: its {count} pages are pictures without any text; run a program that recognises "
        "text over it first, for example ocrmypdf"
    )
