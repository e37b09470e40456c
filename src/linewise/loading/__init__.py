"""Read files into documents: `load` for a document, `decode` for a text with its encoding."""

from linewise.loading.encodings import Decoded, decode
from linewise.loading.formats import FORMATS, Format, Loader, LoadOptions, detect
from linewise.loading.html import clean_html
from linewise.loading.markdown import markdown_headings
from linewise.loading.paging import split_pages
from linewise.loading.pdf import iter_pages
from linewise.loading.reading import load

__all__ = [
    "FORMATS",
    "Decoded",
    "Format",
    "LoadOptions",
    "Loader",
    "clean_html",
    "decode",
    "detect",
    "iter_pages",
    "load",
    "markdown_headings",
    "split_pages",
]
