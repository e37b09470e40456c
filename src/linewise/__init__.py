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

The main calls, by what they are for:

    read        load, iter_pages, split_pages, Document
    point       number, unnumber, extract, line_number, locate_quote
    split       split, iter_split, stats, by_lines, by_chars, by_tokens
    edit        edit, edit_files, edit_from_reply, plan, apply, log, why, undo, undo_batch
    find        chapters, find_passages, PieceIndex
    look        view, Layer
    summarize   summarize, key_points, sentences, topic_turns
    compare     diff, ChangeSet; compare and suggest for ways to split
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
        Review,
        edit,
        edit_files,
        edit_from_reply,
        edit_prompt,
        focused,
        operations_schema,
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
    from linewise.evaluation import (
        Asked,
        Comparison,
        Place,
        Question,
        Strategy,
        StrategyResult,
        Suggestion,
        compare,
        comparison_page,
        made_questions,
        questions_by_model,
        read_questions,
        suggest,
    )
    from linewise.files import TextFile
    from linewise.history import (
        Revision,
        apply,
        log,
        log_batch,
        new_batch,
        revision_diff,
        undo,
        undo_batch,
        why,
    )
    from linewise.language import Sentence, TopicTurn, detect_language, sentences, topic_turns
    from linewise.loading import clean_html, iter_pages, load, split_pages
    from linewise.models import (
        Budget,
        Embeddings,
        Function,
        KeptVectors,
        Message,
        MiniLM,
        Model,
        OpenAICompatible,
        Pasted,
        Recorded,
        Reply,
        Usage,
    )
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
    from linewise.render import Layer, view
    from linewise.search import (
        Hit,
        Match,
        PieceIndex,
        QuoteFinder,
        locate_quote,
        reciprocal_rank_fusion,
    )
    from linewise.splitting import (
        PRESETS,
        CharacterTextSplitter,
        Chunk,
        ChunkChanges,
        RecursiveCharacterTextSplitter,
        Statistics,
        TextSplitter,
        TokenTextSplitter,
        by_chars,
        by_lines,
        by_tokens,
        compare_chunks,
        filter_chunks,
        iter_split,
        rechunk,
        split,
        stats,
    )
    from linewise.summaries import KeyPoint, Summary, key_points, summarize
    from linewise.tokens import count_tokens

__all__ = [
    "PRESETS",
    "Asked",
    "Budget",
    "BudgetError",
    "Change",
    "ChangeError",
    "ChangeSet",
    "CharacterTextSplitter",
    "Chunk",
    "ChunkChanges",
    "Clash",
    "Comparison",
    "ConfigError",
    "Conflict",
    "DeleteLine",
    "Document",
    "DocumentChangedError",
    "DocumentError",
    "Edit",
    "Embeddings",
    "EncodingError",
    "FileError",
    "Function",
    "Heading",
    "HistoryError",
    "Hit",
    "InsertLineAfter",
    "KeptVectors",
    "KeyPoint",
    "Layer",
    "LineIdError",
    "LineRange",
    "LinewiseError",
    "LoadError",
    "Location",
    "Match",
    "Message",
    "MiniLM",
    "Model",
    "ModelError",
    "NumberedText",
    "OpenAICompatible",
    "Operation",
    "OptionError",
    "Page",
    "Passage",
    "Pasted",
    "Piece",
    "PieceIndex",
    "Place",
    "Question",
    "QuoteFinder",
    "Recorded",
    "RecursiveCharacterTextSplitter",
    "ReplaceLine",
    "ReplaceText",
    "Reply",
    "ReplyError",
    "ReplyErrorKind",
    "Review",
    "Revision",
    "Sentence",
    "SizeError",
    "Span",
    "SpanError",
    "Statistics",
    "Strategy",
    "StrategyResult",
    "Suggestion",
    "Summary",
    "TextFile",
    "TextSplitter",
    "TokenTextSplitter",
    "TokenizerError",
    "TopicTurn",
    "Usage",
    "apply",
    "by_chars",
    "by_lines",
    "by_tokens",
    "chapters",
    "clean_html",
    "compare",
    "compare_chunks",
    "comparison_page",
    "content_tag",
    "count_tokens",
    "detect_language",
    "diff",
    "edit",
    "edit_files",
    "edit_from_reply",
    "edit_prompt",
    "extract",
    "filter_chunks",
    "find_passages",
    "focused",
    "iter_pages",
    "iter_split",
    "key_points",
    "line_id",
    "line_number",
    "load",
    "locate_quote",
    "log",
    "log_batch",
    "made_questions",
    "new_batch",
    "number",
    "operations_schema",
    "plan",
    "questions_by_model",
    "read_operations",
    "read_questions",
    "rechunk",
    "reciprocal_rank_fusion",
    "revision_diff",
    "reword",
    "select",
    "sentences",
    "split",
    "split_pages",
    "stats",
    "suggest",
    "summarize",
    "topic_turns",
    "undo",
    "undo_batch",
    "unnumber",
    "view",
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
        "Review",
        "edit",
        "edit_files",
        "edit_from_reply",
        "edit_prompt",
        "focused",
        "operations_schema",
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
    "linewise.evaluation": (
        "Asked",
        "Comparison",
        "Place",
        "Question",
        "Strategy",
        "StrategyResult",
        "Suggestion",
        "compare",
        "comparison_page",
        "made_questions",
        "questions_by_model",
        "read_questions",
        "suggest",
    ),
    "linewise.files": ("TextFile",),
    "linewise.history": (
        "Revision",
        "apply",
        "log",
        "log_batch",
        "new_batch",
        "revision_diff",
        "undo",
        "undo_batch",
        "why",
    ),
    "linewise.language": ("Sentence", "TopicTurn", "detect_language", "sentences", "topic_turns"),
    "linewise.loading": ("clean_html", "iter_pages", "load", "split_pages"),
    "linewise.models": (
        "Budget",
        "Embeddings",
        "Function",
        "KeptVectors",
        "Message",
        "MiniLM",
        "Model",
        "OpenAICompatible",
        "Pasted",
        "Recorded",
        "Reply",
        "Usage",
    ),
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
    "linewise.passages": ("chapters", "find_passages"),
    "linewise.render": ("Layer", "view"),
    "linewise.search": (
        "Hit",
        "Match",
        "PieceIndex",
        "QuoteFinder",
        "locate_quote",
        "reciprocal_rank_fusion",
    ),
    "linewise.splitting": (
        "CharacterTextSplitter",
        "Chunk",
        "ChunkChanges",
        "PRESETS",
        "RecursiveCharacterTextSplitter",
        "Statistics",
        "TextSplitter",
        "TokenTextSplitter",
        "by_chars",
        "by_lines",
        "by_tokens",
        "compare_chunks",
        "filter_chunks",
        "iter_split",
        "rechunk",
        "split",
        "stats",
    ),
    "linewise.summaries": ("KeyPoint", "Summary", "key_points", "summarize"),
    "linewise.tokens": ("count_tokens",),
}


def __getattr__(name: str) -> object:
    for home, names in _HOMES.items():
        if name in names:
            value: object = getattr(import_module(home), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module 'linewise' has no attribute {name!r}{_near(name)}")


def _near(name: str) -> str:
    """Return which names may be meant by one that does not exist."""
    if name.startswith("_"):
        return ""
    from difflib import get_close_matches  # noqa: PLC0415 - only a wrong name needs it

    starting = [one for one in __all__ if one.startswith(f"{name}_")]
    near = (starting or get_close_matches(name, __all__, cutoff=0.7))[:3]
    return f"; did you mean {' or '.join(near)}?" if near else ""


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
