"""What may be summarised: texts, HTML, documents, and several of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

from linewise._file_names import warn_of_file_name
from linewise._kinds import no_content
from linewise.document import BYTE_ORDER_MARK, Document, as_document
from linewise.errors import OptionError
from linewise.language import detect_language, language_code, stated_language
from linewise.language.words import has_words
from linewise.loading.html import clean_html

__all__ = ["Content", "Format", "common_language", "documents_of"]

Content: TypeAlias = "str | Document | Iterable[str | Document]"
Format = Literal["html", "text"]

# How much of each of several texts is read to tell the language.
_SAMPLE = 12_000

_TAG = (
    r"<(?:!doctype\b|!--|/?(?:html|head|body|div|p|span|h[1-6]|ul|ol|li|dl|table|tbody|tr|td|th|"
    r"section|article|main|header|footer|nav|aside|b|i|u|s|a|em|strong|br|hr|img|pre|blockquote|"
    r"figure|style|script|title|meta|link|font|en-note)\b)"
)
_BEGINS_AS_HTML = re.compile(rf"{BYTE_ORDER_MARK}?\s*{_TAG}[^>]*>", re.IGNORECASE)


def documents_of(content: Content, form: Format | None) -> list[Document]:
    """Return the documents with words in them; HTML is cleaned, and its `origin` leads back.

    Args:
        content: a text or a document, or several.
        form: what texts are; told by their beginning when left out. Documents stay as they are.

    Raises:
        DocumentError: a text holds half of a surrogate pair.
        OptionError: there is no such form.
    """
    if form not in (None, "html", "text"):
        raise OptionError(f"format {form!r} is unknown; known are 'html' and 'text'")
    if isinstance(content, bytes | bytearray) or not isinstance(content, Iterable | Document):
        raise no_content(content)
    several = [content] if isinstance(content, str | Document) else content
    documents = [_document(one, form) for one in several]
    return [one for one in documents if has_words(one.text)]


def _document(content: str | Document, form: Format | None) -> Document:
    if not isinstance(content, str):
        return as_document(content)
    warn_of_file_name(content)
    if form == "html" or (form is None and _BEGINS_AS_HTML.match(content)):
        return clean_html(content)
    return Document(content)


def common_language(documents: Sequence[Document], named: str | None) -> str | None:
    """Return the code of the language that is named, or that the documents state or look to be in.

    Raises:
        OptionError: what is named is no language code.
    """
    if named is not None:
        return language_code(named)
    stated = next(filter(None, map(stated_language, documents)), None)
    if stated is not None:
        return stated
    if len(documents) == 1:
        return detect_language(documents[0].text)
    return detect_language("\n".join(document.text[:_SAMPLE] for document in documents))
