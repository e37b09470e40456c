"""`split` and `iter_split`: content and settings in, chunks out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linewise._kinds import check_text
from linewise.document import as_documents
from linewise.errors import OptionError
from linewise.splitting.plan import Plan
from linewise.splitting.strategies import STRATEGIES
from linewise.splitting.streams import chunks_of_stream

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import ArrayLike

    from linewise.document import Document
    from linewise.splitting.chunks import Chunk
    from linewise.splitting.measures import Unit
    from linewise.splitting.plan import By, OverlapBy, Pack
    from linewise.splitting.streams import Readable
    from linewise.tokens import TokenizerLike

__all__ = ["iter_split", "split"]


def split(
    content: Document | str | Iterable[Document | str],
    by: By = "recursive",
    size: int = 1000,
    overlap: int | None = None,
    *,
    unit: Unit | None = None,
    tokenizer: TokenizerLike = "o200k",
    separators: str | Sequence[str] | None = None,
    pack: Pack | None = None,
    strip: bool = False,
    min_size: int = 0,
    overlap_by: OverlapBy = "pieces",
    language: str | None = None,
    embed: Callable[[Sequence[str]], ArrayLike] | None = None,
    stable: bool = False,
) -> list[Chunk]:
    """Split a text or documents into chunks, each of them a place in its document.

    Laid end to end, without their overlaps, the chunks of a document give it back.

    Args:
        content: a text, or a Document (`load` opens a file), or several; each is numbered for
            itself.
        by: "recursive" (at the best separator that the size reaches), "lines", "chars" and
            "tokens" (windows), "pages" (recursive, but no chunk crosses a page), "sentences",
            "structure" (under one heading, then paragraphs, lines, sentences), "markdown",
            "html", "code" or "json" (by the parts of the source), "topics" (where the words
            turn to another topic) or "semantic" (the same by `embed`).
        size: what a chunk measures at most. One grapheme cluster that alone measures more is
            a chunk that says that it is oversize.
        overlap: what a chunk repeats of the one before. Left out, a fifth of the size for the
            first five strategies, and nothing for those that cut where a thought ends.
        unit: what size and overlap count: "chars" (code points), "graphemes", "bytes",
            "lines" or "tokens". Left out: lines, grapheme clusters or tokens for a split by
            lines, chars or tokens, and otherwise chars.
        tokenizer: what counts tokens; see `tokenizer_for`.
        separators: of the recursive strategy, the strongest first, or the name of a preset.
        pack: "greedy" (each chunk as long as it can be) or "best" (the cuts that suit a whole
            section best). Left out: greedy for the first six strategies, else best.
        strip: leave out white space at the ends of chunks, and chunks of nothing else.
        min_size: what a chunk measures at least, where that can be had.
        overlap_by: begin the overlap at a boundary ("pieces") where there is one in its first
            half, or always where the size says ("unit").
        language: of the text, a code such as "fr", or of the code, such as "python"; found
            from the document when left out.
        embed: makes a vector of each of some texts, for topics.
        stable: begin anew at places chosen by their own words, so that after an edit all
            chunks but those around it are the same as before.

    Raises:
        SizeError: the size is below 1, or the overlap negative or not below the size.
        OptionError: a setting has an unknown value, or the strategy needs another one.
        TokenizerError: there is no such tokenizer, or it gave no usable count.
        DocumentError: the text cannot be a document.
    """
    plan = Plan(
        by=by,
        size=size,
        overlap=overlap,
        unit=unit,
        tokenizer=tokenizer,
        separators=separators,
        pack=pack,
        strip=strip,
        min_size=min_size,
        overlap_by=overlap_by,
        language=language,
        embed=embed,
        stable=stable,
    )
    return [chunk for document in as_documents(content) for chunk in plan.chunks(document)]


def iter_split(
    blocks: Iterable[str] | Readable,
    by: By = "recursive",
    size: int = 1000,
    overlap: int | None = None,
    *,
    unit: Unit | None = None,
    tokenizer: TokenizerLike = "o200k",
    separators: str | Sequence[str] | None = None,
    pack: Pack | None = None,
    strip: bool = False,
    min_size: int = 0,
    overlap_by: OverlapBy = "pieces",
) -> Iterator[Chunk]:
    """Yield the chunks of a text that comes in blocks, in memory that does not grow with it.

    The chunks are those that `split` gives, whatever the blocks are; their offsets and lines
    are those of the whole text. Their document is the part of the stream that is in memory,
    and their `total` is None.

    Args:
        blocks: of the text, or an open text file.
        by: "recursive", "lines", "chars" or "tokens"; the others need the whole text.
        size: as in `split`, and so are all that follow.
        overlap: what a chunk repeats of the one before.
        unit: what size and overlap count.
        tokenizer: what counts tokens.
        separators: of the recursive strategy.
        pack: "greedy" or "best".
        strip: leave out white space at the ends of chunks.
        min_size: what a chunk measures at least, where that can be had.
        overlap_by: begin the overlap at a boundary ("pieces") or where the size says ("unit").

    Raises:
        SizeError: the size is below 1, or the overlap negative or not below the size.
        OptionError: a setting has an unknown value, or a block is no text.
        TokenizerError: there is no such tokenizer, or it gave no usable count.
        DocumentError: the text cannot be a document.
    """
    check_text("by", by)
    if by == "pages":
        raise OptionError("a stream has no pages: load the document and split that")
    if by in STRATEGIES:
        raise OptionError(f"by={by!r} needs the whole text, not a stream: split takes it")
    plan = Plan(
        by=by,
        size=size,
        overlap=overlap,
        unit=unit,
        tokenizer=tokenizer,
        separators=separators,
        pack=pack,
        strip=strip,
        min_size=min_size,
        overlap_by=overlap_by,
    )
    return chunks_of_stream(plan, blocks)
