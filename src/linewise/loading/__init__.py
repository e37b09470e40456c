"""Read files into documents: `load` for a document, `decode` for a text with its encoding."""

from linewise.loading.encodings import Decoded, decode
from linewise.loading.formats import FORMATS, Format, Loader, detect
from linewise.loading.markdown import markdown_headings
from linewise.loading.reading import load

__all__ = [
    "FORMATS",
    "Decoded",
    "Format",
    "Loader",
    "decode",
    "detect",
    "load",
    "markdown_headings",
]
