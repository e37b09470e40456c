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

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from linewise.changes import Change, ChangeSet, Clash, Conflict, diff
    from linewise.document import Document, Heading, Location, Page, Piece, Span
    from linewise.editing import (
        DeleteLine,
        Edit,
        InsertLineAfter,
        LineRange,
        Operation,
        ReplaceLine,
        ReplaceText,
        edit,
        edit_from_reply,
        plan,
        read_operations,
        reword,
        select,
    )
    from linewise.errors import (
        BudgetError,
        ChangeError,
        ConfigError,
        DocumentChangedError,
        DocumentError,
        EncodingError,
        FileError,
        HistoryError,
        LineIdError,
        LinewiseError,
        LoadError,
        ModelError,
        OptionError,
        ReplyError,
        ReplyErrorKind,
        SizeError,
        SpanError,
        TokenizerError,
    )
    from linewise.files import TextFile
    from linewise.history import Revision, apply, log, revision_diff, undo, why
    from linewise.language import (
        Sentence,
        TopicTurn,
        detect_language,
        sentences,
        topic_turns,
    )
    from linewise.loading import iter_pages, load, split_pages
    from linewise.numbering import (
        NumberedText,
        Passage,
        content_tag,
        extract,
        line_id,
        line_number,
        number,
        unnumber,
    )
    from linewise.passages import chapters, find_passages
    from linewise.search import (
        Hit,
        Match,
        PieceIndex,
        QuoteFinder,
        locate_quote,
        reciprocal_rank_fusion,
    )
    from linewise.splitting import Chunk, by_chars, by_lines, by_tokens, split
    from linewise.summaries import KeyPoint, Summary, key_points, summarize
    from linewise.tokens import count_tokens

__all__ = [
    "BudgetError",
    "Change",
    "ChangeError",
    "ChangeSet",
    "Chunk",
    "Clash",
    "ConfigError",
    "Conflict",
    "DeleteLine",
    "Document",
    "DocumentChangedError",
    "DocumentError",
    "Edit",
    "EncodingError",
    "FileError",
    "Heading",
    "HistoryError",
    "Hit",
    "InsertLineAfter",
    "KeyPoint",
    "LineIdError",
    "LineRange",
    "LinewiseError",
    "LoadError",
    "Location",
    "Match",
    "ModelError",
    "NumberedText",
    "Operation",
    "OptionError",
    "Page",
    "Passage",
    "Piece",
    "PieceIndex",
    "QuoteFinder",
    "ReplaceLine",
    "ReplaceText",
    "ReplyError",
    "ReplyErrorKind",
    "Revision",
    "Sentence",
    "SizeError",
    "Span",
    "SpanError",
    "Summary",
    "TextFile",
    "TokenizerError",
    "TopicTurn",
    "apply",
    "by_chars",
    "by_lines",
    "by_tokens",
    "chapters",
    "content_tag",
    "count_tokens",
    "detect_language",
    "diff",
    "edit",
    "edit_from_reply",
    "extract",
    "find_passages",
    "iter_pages",
    "key_points",
    "line_id",
    "line_number",
    "load",
    "locate_quote",
    "log",
    "number",
    "plan",
    "read_operations",
    "reciprocal_rank_fusion",
    "revision_diff",
    "reword",
    "select",
    "sentences",
    "split",
    "split_pages",
    "summarize",
    "topic_turns",
    "undo",
    "unnumber",
    "why",
]

__version__ = "0.1.0"

_HOMES = {
    "linewise.changes": ("Change", "ChangeSet", "Clash", "Conflict", "diff"),
    "linewise.document": ("Document", "Heading", "Location", "Page", "Piece", "Span"),
    "linewise.editing": (
        "DeleteLine",
        "Edit",
        "InsertLineAfter",
        "LineRange",
        "Operation",
        "ReplaceLine",
        "ReplaceText",
        "edit",
        "edit_from_reply",
        "plan",
        "read_operations",
        "reword",
        "select",
    ),
    "linewise.errors": (
        "BudgetError",
        "ChangeError",
        "ConfigError",
        "DocumentChangedError",
        "DocumentError",
        "EncodingError",
        "FileError",
        "HistoryError",
        "LineIdError",
        "LinewiseError",
        "LoadError",
        "ModelError",
        "OptionError",
        "ReplyError",
        "ReplyErrorKind",
        "SizeError",
        "SpanError",
        "TokenizerError",
    ),
    "linewise.files": ("TextFile",),
    "linewise.history": ("Revision", "apply", "log", "revision_diff", "undo", "why"),
    "linewise.language": (
        "Sentence",
        "TopicTurn",
        "detect_language",
        "sentences",
        "topic_turns",
    ),
    "linewise.loading": ("iter_pages", "load", "split_pages"),
    "linewise.numbering": (
        "NumberedText",
        "Passage",
        "content_tag",
        "extract",
        "line_id",
        "line_number",
        "number",
        "unnumber",
    ),
    "linewise.search": (
        "Hit",
        "Match",
        "PieceIndex",
        "QuoteFinder",
        "locate_quote",
        "reciprocal_rank_fusion",
    ),
    "linewise.passages": ("chapters", "find_passages"),
    "linewise.splitting": ("Chunk", "by_chars", "by_lines", "by_tokens", "split"),
    "linewise.summaries": ("KeyPoint", "Summary", "key_points", "summarize"),
    "linewise.tokens": ("count_tokens",),
}


def __getattr__(name: str) -> object:
    for home, names in _HOMES.items():
        if name in names:
            value: object = getattr(import_module(home), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module 'linewise' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
