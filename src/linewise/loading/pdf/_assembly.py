"""From a file to documents, page after page: each is read once, with its neighbours in sight."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from linewise.loading.pdf._furniture import find_furniture
from linewise.loading.pdf._headings import Style, style_of
from linewise.loading.pdf._joining import Vocabulary
from linewise.loading.pdf._layout import Blocks, Sheet, blocks_of, sheet_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from linewise.loading.pdf._file import PdfFile

__all__ = ["ReadPage", "Survey", "read_pages", "styles_of", "survey", "surveyed_styles"]

# Pages that are looked at before the reading begins, taken three in a row from all over the
# document, and how many on either side of a page tell what recurs.
_SURVEYED = 24
_IN_A_ROW = 3
_AROUND = 2


class Survey(NamedTuple):
    """What a look at some pages tells of the document.

    Attributes:
        body: the type size of its text.
        vocabulary: its words.
        sheets: the pages that were looked at, by number, so that they are not read twice.
    """

    body: float
    vocabulary: Vocabulary
    sheets: dict[int, Sheet | None]


class ReadPage(NamedTuple):
    """A page as it was read.

    Attributes:
        number: counted from 1.
        label: what the file calls it, or the number printed on it.
        blocks: its text; None where the page is damaged.
        has_images: whether pictures stand on it.
    """

    number: int
    label: str | None
    blocks: Blocks | None
    has_images: bool


def survey(file: PdfFile) -> Survey:
    """Look at pages spread over the document."""
    sheets = {number: _sheet(file, number) for number in _surveyed(file.page_count)}
    runs = [run for sheet in sheets.values() if sheet for run in sheet.runs]
    sizes: Counter[float] = Counter()
    for run in runs:
        sizes[round(run.size * 2) / 2] += sum(len(word.text) for word in run.words)
    return Survey(
        body=_body(sizes),
        vocabulary=Vocabulary.of(run.text for run in runs),
        sheets=sheets,
    )


def _body(sizes: Mapping[float, int]) -> float:
    """Return the size of running text: the largest of those that much of the text is set in."""
    most = max(sizes.values(), default=0)
    return max((size for size, count in sizes.items() if count > 0.3 * most), default=10.0)


def _surveyed(count: int) -> list[int]:
    if count <= _SURVEYED:
        return list(range(1, count + 1))
    rows = _SURVEYED // _IN_A_ROW
    starts = [1 + row * (count - _IN_A_ROW) // (rows - 1) for row in range(rows)]
    return [start + step for start in starts for step in range(_IN_A_ROW)]


def surveyed_styles(known: Survey) -> list[Style]:
    """Return the styles of the headings on the pages that were looked at."""
    blocks = (_blocks(number, known.sheets, known)[0] for number in known.sheets)
    return [style for found in blocks if found for style in styles_of(found, known.body)]


def read_pages(file: PdfFile, known: Survey) -> Iterator[ReadPage]:
    """Read the pages in their order, holding a few of them at a time."""
    sheets: dict[int, Sheet | None] = {}
    for number in range(1, file.page_count + 1):
        last = min(number + _AROUND, file.page_count)
        for ahead in range(max(sheets, default=0) + 1, last + 1):
            surveyed = ahead in known.sheets
            sheets[ahead] = known.sheets.pop(ahead) if surveyed else _sheet(file, ahead)
        sheets.pop(number - _AROUND - 1, None)
        yield _read(file, number, sheets, known)


def _sheet(file: PdfFile, number: int) -> Sheet | None:
    page = file.page(number)
    return sheet_of(page) if page else None


def _read(file: PdfFile, number: int, sheets: dict[int, Sheet | None], known: Survey) -> ReadPage:
    sheet = sheets[number]
    blocks, printed = _blocks(number, sheets, known)
    return ReadPage(
        number=number,
        label=file.label(number) or printed,
        blocks=blocks,
        has_images=sheet is not None and sheet.has_images,
    )


def _blocks(
    number: int, sheets: Mapping[int, Sheet | None], known: Survey
) -> tuple[Blocks | None, str | None]:
    """Read a page by what is around it; return it with the number printed on it."""
    sheet = sheets[number]
    if sheet is None:
        return None, None
    around = (n for n in range(number - _AROUND, number + _AROUND + 1) if n != number)
    others = {n - number: other.edges for n in around if (other := sheets.get(n))}
    furniture = find_furniture(sheet.edges, others)
    blocks = blocks_of(sheet, furniture, known.body, known.vocabulary)
    return blocks, None if furniture.number is None else str(furniture.number)


def styles_of(blocks: Blocks, body: float) -> Iterator[Style]:
    """Yield the styles of what is set as headings on a page."""
    for paragraph in blocks.text:
        if style := style_of(paragraph, body):
            yield style
