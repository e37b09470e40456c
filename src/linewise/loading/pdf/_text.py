"""From pages as they were read to one text that knows its places."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from linewise.document import Heading, Page, Span
from linewise.loading.pdf._headings import in_order, style_of, title_span
from linewise.loading.pdf._joining import join
from linewise.loading.pdf._paragraphs import goes_on

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from linewise.loading.pdf._assembly import ReadPage
    from linewise.loading.pdf._file import Bookmark
    from linewise.loading.pdf._headings import Style
    from linewise.loading.pdf._joining import Vocabulary
    from linewise.loading.pdf._paragraphs import Paragraph

__all__ = ["Composed", "compose", "headings_by_outline", "headings_by_type", "pages_of"]

_BLANK_LINE = "\n\n"


class Placed(NamedTuple):
    """A block of a page and where it stands in the text.

    Attributes:
        span: of the text.
        page: the number of the page.
        paragraph: what it is; None for furniture and notes.
        is_furniture: whether it is a running head, a page number or a side note.
    """

    span: Span
    page: int
    paragraph: Paragraph | None
    is_furniture: bool


class Composed(NamedTuple):
    """A text and its blocks in order."""

    text: str
    blocks: list[Placed]


class _Block(NamedTuple):
    text: str
    paragraph: Paragraph | None = None
    is_furniture: bool = False


def compose(
    pages: Sequence[ReadPage], vocabulary: Vocabulary, *, keeps_furniture: bool
) -> Composed:
    """Put the blocks of all pages one after the other, a blank line between them.

    A paragraph that goes on at the top of the next page is one, where nothing stands between.
    """
    parts: list[str] = []
    placed: list[Placed] = []
    end = 0
    for page in pages:
        for index, block in enumerate(_blocks(page, keeps_furniture=keeps_furniture)):
            if not index and placed and _goes_on(placed[-1], parts[-1], block):
                end -= len(parts[-1])
                parts[-1] = join(parts[-1], block.text, vocabulary)
                end += len(parts[-1])
            else:
                parts += [_BLANK_LINE, block.text] if parts else [block.text]
                end += len(_BLANK_LINE) * bool(placed) + len(block.text)
            span = Span(end - len(block.text), end)
            placed.append(Placed(span, page.number, block.paragraph, block.is_furniture))
    return Composed("".join([*parts, "\n"] if parts else []), placed)


def _blocks(page: ReadPage, *, keeps_furniture: bool) -> Iterator[_Block]:
    if not page.blocks:
        return
    head, text, notes, turned, side, foot = page.blocks
    if keeps_furniture:
        yield from (_Block(line, is_furniture=True) for line in head)
    yield from (_Block(paragraph.text, paragraph) for paragraph in text)
    yield from (_Block(note.text) for note in notes)
    yield from (_Block(words) for words in turned)
    if keeps_furniture:
        yield from (_Block(line, is_furniture=True) for line in (*side, *foot))


def _goes_on(last: Placed, text: str, block: _Block) -> bool:
    return bool(last.paragraph and block.paragraph) and goes_on(text, block.text)


def pages_of(pages: Sequence[ReadPage], composed: Composed) -> list[Page]:
    """Return where each page stands; one without text is an empty place."""
    starts: dict[int, int] = {}
    ends: dict[int, int] = {}
    for block in composed.blocks:
        starts.setdefault(block.page, block.span.start)
        ends[block.page] = block.span.end
    found: list[Page] = []
    after = max(ends.values(), default=0)
    for page in reversed(pages):
        start = starts.get(page.number, after)
        # A page that goes on in the next one ends where that one begins.
        end = min(ends.get(page.number, start), after)
        found.append(Page(page.number, Span(start, end), page.label))
        after = start
    return found[::-1]


def headings_by_outline(outline: Sequence[Bookmark], composed: Composed) -> list[Heading]:
    """Find the entries of the outline in the text.

    One that its page does not print is an empty place before the block it points at.
    """
    found: list[Heading] = []
    after = 0
    for bookmark in outline:
        blocks = [block for block in composed.blocks if block.page == bookmark.page]
        if not blocks:
            continue
        start, end = blocks[0].span.start, blocks[-1].span.end
        span = title_span(composed.text, bookmark.title, max(start, after), end)
        if span is None:
            place = _pointed_at(bookmark, blocks)
            span = Span(place, place)
        after = max(after, span.end)
        found.append(Heading(bookmark.level, bookmark.title, span))
    return list(in_order(found))


def _pointed_at(bookmark: Bookmark, blocks: Sequence[Placed]) -> int:
    below = [
        block.span.start
        for block in blocks
        if block.paragraph
        and bookmark.height is not None
        and block.paragraph.base > -bookmark.height - block.paragraph.size / 2
    ]
    return below[0] if below else blocks[0].span.start


def headings_by_type(composed: Composed, body: float, levels: Mapping[Style, int]) -> list[Heading]:
    """Return what is set as headings, by larger type than the text's, by bold, by capitals."""
    return [
        Heading(_level(style, levels), block.paragraph.text, block.span)
        for block in composed.blocks
        if block.paragraph and (style := style_of(block.paragraph, body))
    ]


def _level(style: Style, levels: Mapping[Style, int]) -> int:
    """Return the level of a style; one that is not known has that of the next smaller one."""
    if style in levels:
        return levels[style]
    lower = [level for known, level in levels.items() if known > style]
    return min(lower, default=max(levels.values(), default=1))
