"""HTML: the words that a reader sees, or the main text of a web page."""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from linewise._kinds import check_kind, check_text
from linewise.document import Document
from linewise.errors import LoadError, OptionError
from linewise.loading.encodings import Decoded, decode

if TYPE_CHECKING:
    from linewise.loading.html_walk import Walked

__all__ = ["clean_html", "encoding_named", "is_html", "load_html"]

# Where the standard looks for the encoding that a page names.
_HEAD = 1024

_PROOF = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml\b[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html)[\s>]",
    re.IGNORECASE | re.DOTALL,
)
_CHARSET = re.compile(rb"<meta\b[^>]*?\bcharset\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE)

# The labels that the WHATWG Encoding standard reads otherwise than Python does.
_LABELS = {
    "ascii": "cp1252",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "iso-8859-1": "cp1252",
    "iso-8859-9": "cp1254",
    "latin1": "cp1252",
    "shift_jis": "cp932",
    "tis-620": "cp874",
    "us-ascii": "cp1252",
    "utf-16": "utf-8",
    "utf-16le": "utf-8",
    "utf-16be": "utf-8",
}


def encoding_named(label: str | None) -> str | None:
    """Return the encoding that pages and servers mean by a label, None for one that is unknown."""
    simple = (label or "").strip().lower()
    try:
        return codecs.lookup(_LABELS.get(simple, simple)).name
    except (LookupError, ValueError):
        return None


def is_html(data: bytes) -> bool:
    """Tell whether a file begins as only an HTML page does."""
    return _PROOF.match(data[:_HEAD]) is not None


def load_html(
    data: bytes,
    *,
    name: str | None,
    encoding: str | None,
    mode: Literal["note", "article"] = "note",
) -> Document:
    """Make a document of HTML.

    Args:
        data: a page or a fragment, broken or not.
        name: what messages call the file.
        encoding: its encoding; None to take the one that the page names, or to find one.
        mode: "note" keeps every visible word, and `document.origin` leads back into the source;
            "article" keeps the main text of a web page and has no origin. It needs the extra
            `web`.

    Raises:
        LoadError: the bytes are no text, not in that encoding, or have no main text; or the
            extra is not installed.
        OptionError: there is no such mode.
    """
    if mode not in ("note", "article"):
        raise OptionError(f"mode {mode!r} is unknown; known are 'note' and 'article'")
    decoded = _decode(data, encoding, name)
    metadata = {"format": "html", "encoding": decoded.encoding, "mode": mode}
    if mode == "note":
        return clean_html(decoded.text, source=name, metadata=metadata)
    from linewise.loading.html_article import article  # noqa: PLC0415 - imported when used

    found = article(decoded.text, where=name or "the page")
    return Document(
        found.text,
        source=name,
        metadata=metadata | _titled(found),
        headings=found.headings,
    )


def clean_html(
    raw: str, *, source: str | None = None, metadata: dict[str, str] | None = None
) -> Document:
    r"""Make a document of the visible words of HTML source.

    Paragraphs are kept apart by a blank line, list items, table rows and line breaks by a line
    end, the cells of a row by a tab; preformatted text keeps its white space. Scripts, styles,
    comments and hidden parts are gone, entities are decoded.

    >>> document = clean_html("<p>Fish &amp; chips</p><p>One <b>f</b>ine day</p>")
    >>> document.text
    'Fish & chips\n\nOne fine day'

    Its `origin` leads back into the source:

    >>> place = document.origin.invert().map_span(Span(18, 22))
    >>> document.text[18:22], document.origin.base[place.start : place.end]
    ('fine', '<b>f</b>ine')

    Args:
        raw: a page or a fragment, broken or not.
        source: where it came from.
        metadata: what is known of it.
    """
    from linewise.loading.html_walk import walk  # noqa: PLC0415 - imported when used

    check_text("the source of HTML", raw)
    if metadata is not None:
        check_kind("metadata", metadata, Mapping)
    found = walk(raw)
    return Document(
        found.text,
        source=source,
        metadata=(metadata or {}) | _titled(found),
        headings=found.headings,
        origin=found.origin,
    )


def _titled(found: Walked) -> dict[str, str]:
    return {"title": found.title} if found.title else {}


def _decode(data: bytes, encoding: str | None, name: str | None) -> Decoded:
    """Decode a page by its byte order mark, by what it names, or by what fits."""
    named = _CHARSET.search(data[:_HEAD]) if encoding is None else None
    if named is None or data.startswith((b"\xef\xbb\xbf", b"\xfe\xff", b"\xff\xfe")):
        return decode(data, encoding, name=name)
    label = encoding_named(named[1].decode("ascii", "replace"))
    try:
        return decode(data, label, name=name)
    except LoadError:
        # Pages name encodings that they are not in.
        return decode(data, name=name)
