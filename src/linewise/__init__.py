r"""Long documents and language models: let the model point at lines instead of retyping them.

>>> import linewise as lw
>>> doc = lw.Document("Title\n\nFirst words.\nLast words.\n")
>>> print(lw.number(doc, style="pipe"))
1|Title
2|
3|First words.
4|Last words.
<BLANKLINE>
>>> lw.extract(doc, "line-3", "line-4").text
'First words.\nLast words.'
"""

from linewise.changes import Change, ChangeSet, Clash, Conflict, diff
from linewise.document import Document, Heading, Location, Page, Piece, Span
from linewise.errors import (
    ChangeError,
    ConfigError,
    DocumentError,
    LineIdError,
    LinewiseError,
    LoadError,
    OptionError,
    ReplyError,
    ReplyErrorKind,
    SizeError,
    SpanError,
    TokenizerError,
)
from linewise.loading import load
from linewise.numbering import NumberedText, Passage, extract, line_number, number, unnumber
from linewise.splitting import Chunk, by_chars, by_lines, by_tokens, split

__all__ = [
    "Change",
    "ChangeError",
    "ChangeSet",
    "Chunk",
    "Clash",
    "ConfigError",
    "Conflict",
    "Document",
    "DocumentError",
    "Heading",
    "LineIdError",
    "LinewiseError",
    "LoadError",
    "Location",
    "NumberedText",
    "OptionError",
    "Page",
    "Passage",
    "Piece",
    "ReplyError",
    "ReplyErrorKind",
    "SizeError",
    "Span",
    "SpanError",
    "TokenizerError",
    "by_chars",
    "by_lines",
    "by_tokens",
    "diff",
    "extract",
    "line_number",
    "load",
    "number",
    "split",
    "unnumber",
]

__version__ = "0.1.0"
