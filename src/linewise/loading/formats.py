"""The formats that can be loaded, one module each, and how a format is recognised."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypedDict

from linewise.errors import LoadError, OptionError
from linewise.loading.docx import is_docx, load_docx
from linewise.loading.html import is_html, load_html
from linewise.loading.markdown import load_markdown
from linewise.loading.pdf import PDF_OPTIONS, is_pdf, load_pdf
from linewise.loading.text import load_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from linewise.document import Document

__all__ = ["FORMATS", "TEXT", "Format", "LoadOptions", "Loader", "detect", "format_named"]


class LoadOptions(TypedDict, total=False):
    """What `load` can be told beside the format and the encoding; each format knows its own."""

    # HTML: "note" keeps every visible word, "article" the main text of a web page.
    mode: Literal["note", "article"]
    # An address: how many seconds and bytes it may take.
    timeout: float
    max_bytes: int
    # DOCX: how much XML the file may unpack to.
    max_xml_bytes: int

    # PDF: what opens an encrypted file, what becomes of running heads, page numbers and side
    # notes, and the limits from which on a file is refused.
    password: str | None
    furniture: Literal["keep", "drop"]
    max_pages: int
    max_page_chars: int
    max_stream_bytes: int

    # Whether a file whose reader it could bring down, which is PDF, is read in a process apart;
    # other formats take it, too, and are read here. How much memory that process may take is
    # told for PDF alone.
    isolated: bool
    max_memory_bytes: int | None


# What every format may be told, for whoever loads files of any; most have no use for it.
_ANY = ("isolated",)


class Loader(Protocol):
    """A function from the bytes of a file to a document; it may take options of its own."""

    def __call__(self, data: bytes, *, name: str | None, encoding: str | None) -> Document:
        """Read `data`; `name` is for messages, `encoding` None where it is to be found."""
        ...


def _never(_data: bytes) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Format:
    """A format that can be loaded.

    Attributes:
        name: what `load(format=...)` calls it.
        suffixes: the ends of file names that stand for it, lower case, with the dot.
        load: the loader.
        proves: whether bytes are of this format beyond doubt, whatever the name says.
        options: the names of what the loader can be told beside name and encoding.
    """

    name: str
    suffixes: tuple[str, ...]
    load: Loader
    proves: Callable[[bytes], bool] = _never
    options: tuple[str, ...] = ()

    def read(
        self,
        data: bytes,
        *,
        name: str | None,
        encoding: str | None,
        options: Mapping[str, Any],
    ) -> Document:
        """Load `data`.

        Raises:
            LoadError: the bytes are not of this format.
            OptionError: an option is not one of this format's.
        """
        for option in options:
            if option not in self.options and option not in _ANY:
                known = ", ".join(self.options) or "none"
                raise OptionError(
                    f"{name or 'the bytes'}: option {option!r} does not belong to the format "
                    f"{self.name!r}; its options: {known}"
                )
        load: Callable[..., Document] = self.load
        told = {option: value for option, value in options.items() if option in self.options}
        return load(data, name=name, encoding=encoding, **told)


TEXT = Format("text", (".txt", ".text", ".log", ".rst", ".csv"), load_text)

# What bytes prove comes before what a name says; among equals the first in the list wins.
FORMATS: tuple[Format, ...] = (
    Format("markdown", (".md", ".markdown", ".mdown", ".mkd"), load_markdown),
    Format("docx", (".docx", ".docm"), load_docx, is_docx, ("max_xml_bytes",)),
    Format("html", (".html", ".htm", ".xhtml"), load_html, proves=is_html, options=("mode",)),
    Format("pdf", (".pdf",), load_pdf, proves=is_pdf, options=PDF_OPTIONS),
    TEXT,
)


def detect(data: bytes, name: str | None = None, formats: Sequence[Format] = FORMATS) -> Format:
    """Return the format of a file by its content, then by its name; otherwise it is text."""
    suffix = PurePath(name).suffix.lower() if name else ""
    by_content = (known for known in formats if known.proves(data))
    by_name = (known for known in formats if suffix in known.suffixes)
    return next(by_content, None) or next(by_name, None) or TEXT


def format_named(name: str, formats: Sequence[Format] = FORMATS) -> Format:
    """Return the format that `name` stands for.

    Raises:
        LoadError: there is none.
    """
    for known in formats:
        if known.name == name:
            return known
    names = ", ".join(sorted(known.name for known in formats))
    raise LoadError(f"format {name!r} is unknown; known are: {names}")
