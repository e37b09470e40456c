"""Pages of a PDF: furniture, labels, headings, and documents by the page."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest

import linewise as lw
from pdf_writer import Entry, Leaf, Text, rows, write_pdf

ARTICLE = Path(__file__).parents[2] / "examples" / "two-column.pdf"

SENTENCE = "Every page of this small book has a sentence on it, which is long enough for a line,"


def page(number: int, *more: Text, head: str = "A Small Book") -> Leaf:
    """Return a page with a running head and a page number."""
    body = rows(SENTENCE, f"and the number {number} in words.", y=680)
    furniture = (Text(250, 750, head, 9, "italic"), Text(301, 40, str(number)))
    return Leaf((*furniture, *body, *more))


def book(count: int = 3) -> bytes:
    """Return a small book."""
    return write_pdf(*(page(number) for number in range(1, count + 1)))


def furniture_of(document: lw.Document) -> list[str]:
    """Return the texts that are marked as furniture."""
    return [document.text[start:end] for start, end in document.metadata["pdf"]["furniture"]]


def test_running_heads_and_page_numbers_are_marked() -> None:
    """Kept, they stand at the head and the foot of their pages, and the metadata tells where."""
    document = lw.load(book())
    assert ["A Small Book", "1", "A Small Book", "2", "A Small Book", "3"] == furniture_of(document)
    body = f"{SENTENCE} and the number 1 in words."
    assert document.text.startswith(f"A Small Book\n\n{body}\n\n1\n\nA Small Book\n\n")


def test_running_heads_and_page_numbers_can_be_dropped() -> None:
    """Dropped, nothing of them is left, and nothing else is missing."""
    document = lw.load(book(), furniture="drop")
    pages = [f"{SENTENCE} and the number {number} in words." for number in (1, 2, 3)]
    assert "\n\n".join(pages) + "\n" == document.text
    assert [] == furniture_of(document)


def test_a_number_in_a_running_head_may_grow() -> None:
    """A head with the page's number in it is furniture though no two of them are alike."""
    pages = [page(n, head=f"Section {n * n} of the book    {n + 40}") for n in (1, 2, 3)]
    document = lw.load(write_pdf(*pages), furniture="drop")
    assert "Section" not in document.text


def test_the_first_line_of_a_page_is_no_furniture() -> None:
    """A line at the head of one page alone is text, however high it stands."""
    pages = [page(1), page(2, Text(72, 720, "Only here is there a third line")), page(3)]
    assert "Only here" in lw.load(write_pdf(*pages), furniture="drop").text


def test_a_sentence_goes_on_on_the_next_page() -> None:
    """Without furniture between, a paragraph over two pages is one; each page knows its part."""
    first = Leaf(tuple(rows(SENTENCE, SENTENCE, y=700)))
    second = Leaf(tuple(rows("and goes on over here.", y=700)))
    document = lw.load(write_pdf(first, second))
    assert f"{SENTENCE} {SENTENCE} and goes on over here.\n" == document.text
    assert ["and goes on over here."] == [document[p.span] for p in document.pages if p.number == 2]


def test_a_word_may_be_broken_between_two_pages() -> None:
    """The hyphen goes, and the second page begins with the rest of the word."""
    first = Leaf(tuple(rows(SENTENCE, "this one ends in the middle of a docu-", y=700)))
    document = lw.load(write_pdf(first, Leaf(tuple(rows("ment, as happens.", y=700)))))
    assert "the middle of a document, as happens." in document.text
    assert "ment, as happens." == document[document.pages[1].span]


def test_pages_have_the_labels_of_the_file() -> None:
    """A label is what the file calls the page: a preface counts in Roman numbers."""
    labels = b"/Nums[0<</S/r>>2<</S/D/P(A-)>>]"
    document = lw.load(write_pdf(*(page(n) for n in (1, 2, 3)), labels=labels))
    assert ["i", "ii", "A-1"] == [p.label for p in document.pages]
    assert [1, 2, 3] == [p.number for p in document.pages]


def test_pages_have_their_printed_numbers_where_the_file_has_no_labels() -> None:
    """A number that grows with the pages at one place of them is what is printed on them."""
    document = lw.load(write_pdf(*(page(n) for n in (57, 58, 59))))
    assert ["57", "58", "59"] == [p.label for p in document.pages]


def test_headings_come_from_the_outline() -> None:
    """The levels are those of the outline, the places those where the page prints the titles."""
    leaf = Leaf((Text(72, 700, "1 Birds", 14), *rows(SENTENCE, y=680), Text(72, 650, "Ducks", 12)))
    outline = (Entry("Birds", 0, 714, (Entry("Ducks", 0, 662),)),)
    document = lw.load(write_pdf(leaf, outline=outline))
    assert [(1, "Birds"), (2, "Ducks")] == [(h.level, h.title) for h in document.headings]
    assert ["1 Birds", "Ducks"] == [document[h.span] for h in document.headings]


def test_an_entry_that_its_page_does_not_print_is_an_empty_place() -> None:
    """It stands before what the outline points at, and covers nothing."""
    leaf = Leaf((*rows(SENTENCE, y=700), *rows("Another one.", y=600)))
    document = lw.load(write_pdf(leaf, outline=(Entry("Unseen", 0, 612),)))
    (heading,) = document.headings
    place = document.text.index("Another")
    assert (place, place) == (heading.span.start, heading.span.end)


def test_without_an_outline_headings_are_told_by_their_type() -> None:
    """Larger type comes before smaller, and bold type of the text's size after both."""
    leaf = Leaf(
        (
            Text(72, 720, "The Book", 20),
            Text(72, 690, "A Chapter", 14),
            *rows(SENTENCE, SENTENCE, "ends.", y=670),
            Text(72, 620, "A section", font="bold"),
            *rows(SENTENCE, SENTENCE, "ends.", y=604),
        )
    )
    document = lw.load(write_pdf(leaf))
    titles = [(1, "The Book"), (2, "A Chapter"), (3, "A section")]
    assert titles == [(h.level, h.title) for h in document.headings]
    assert ("The Book", "A Chapter", "A section") == document.headings_at(len(document.text) - 2)


def test_the_metadata_hold_what_the_file_says_of_itself() -> None:
    """Dates are ISO 8601; what the file does not say is None."""
    info = {"Title": "Birds", "Author": "A. Reader", "CreationDate": "D:20240229120000+01'30'"}
    about = lw.load(write_pdf(page(1), info=info)).metadata["pdf"]
    assert ("Birds", "A. Reader", None) == (about["title"], about["author"], about["subject"])
    assert "2024-02-29T12:00:00+01:30" == about["created"]
    assert 1 == about["page_count"]


def test_a_date_of_no_known_form_is_kept_as_it_stands() -> None:
    """A wrong date is no reason to refuse a file, nor to make up another one."""
    info = {"CreationDate": "last Tuesday", "ModDate": "D:20249999"}
    about = lw.load(write_pdf(page(1), info=info)).metadata["pdf"]
    assert ("last Tuesday", "D:20249999") == (about["created"], about["modified"])


def test_documents_by_the_page() -> None:
    """Each page is a document with its number, its label, its headings, its furniture."""
    document = lw.load(ARTICLE)
    pages = lw.split_pages(document)
    assert [1, 2, 3] == [p.pages[0].number for p in pages]
    assert ["41", "42", "43"] == [p.pages[0].label for p in pages]
    assert [document[p.span] for p in document.pages] == [p.text for p in pages]
    assert [h.title for h in document.headings] == [h.title for p in pages for h in p.headings]
    assert ["Journal of Long Documents", "42"] == furniture_of(pages[1])


def test_a_document_without_pages_is_its_own_only_page() -> None:
    """A text file can be asked for its pages as well."""
    document = lw.Document("No pages here.\n")
    assert [document] == lw.split_pages(document)


@pytest.mark.parametrize("source", [str(ARTICLE), ARTICLE, ARTICLE.read_bytes()])
def test_pages_one_by_one_are_those_of_the_whole(source: str | Path | bytes) -> None:
    """Reading page by page gives what loading all of it and splitting it gives."""
    whole = lw.split_pages(lw.load(source))
    pages = list(lw.iter_pages(source))
    assert [p.text for p in whole] == [p.text.rstrip("\n") for p in pages]
    assert [p.pages[0].label for p in whole] == [p.pages[0].label for p in pages]
    assert [p.headings for p in whole] == [p.headings for p in pages]


@pytest.mark.slow
def test_memory_does_not_grow_with_the_pages(tmp_path: Path) -> None:
    """Five times as many pages, read one by one, take no more memory at any time."""

    def peak(count: int) -> int:
        path = tmp_path / f"{count}.pdf"
        path.write_bytes(book(count))
        tracemalloc.start()
        assert count == sum(1 for _ in lw.iter_pages(path))
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    peak(30)
    assert peak(300) < 1.2 * peak(60)


def test_the_article_of_the_examples() -> None:
    """Its sentences are whole, over lines, columns and pages, whatever stands between."""
    document = lw.load(ARTICLE, furniture="drop")
    for sentence in (
        "The model writes tens of words where it would have written thousands.",
        "They send a document and ask for the document back.",
        "We measured both on four hundred edits and found the flow of the replies to be the same;",
    ):
        assert sentence in document.text
    assert "2.1 What can go wrong" == document.headings_at(document.text.index("leave out"))[-1]


def test_the_article_of_the_examples_can_be_made_again() -> None:
    """The file is what its script makes, to the byte."""
    import runpy

    script = runpy.run_path(str(ARTICLE.with_name("make_two_column_pdf.py")))
    assert ARTICLE.read_bytes() == script["make"]()
