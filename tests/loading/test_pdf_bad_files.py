"""Files that are no PDF, encrypted, damaged, made of pictures, or too large to be true."""

from __future__ import annotations

import zlib
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import TYPE_CHECKING

import pytest

import linewise as lw
from pdf_writer import Leaf, Text, rows, write_pdf

if TYPE_CHECKING:
    from pathlib import Path

WORDS = "A page with some words on it."
GOOD = write_pdf(Leaf(tuple(rows(WORDS))))


def test_a_pdf_is_known_by_its_content(tmp_path: Path) -> None:
    """Whatever its name is; a few bytes may stand before its header."""
    path = tmp_path / "report.txt"
    path.write_bytes(b"\r\n" + GOOD)
    assert "pdf" == lw.load(path).metadata["format"]


def test_an_encrypted_file_asks_for_its_password() -> None:
    """The message says which option opens it; the right password does."""
    data = write_pdf(Leaf(tuple(rows(WORDS))), password="sesame")
    with pytest.raises(lw.LoadError, match=r"encrypted.*password="):
        lw.load(data)
    with pytest.raises(lw.LoadError, match="password does not open"):
        lw.load(data, password="simsim")
    assert f"{WORDS}\n" == lw.load(data, password="sesame").text


@pytest.mark.parametrize("data", [b"%PDF-1.7\n", GOOD[:60], b"%PDF-1.7\n" + b"garbage " * 99])
def test_a_file_that_is_damaged_beyond_reading_is_refused(data: bytes) -> None:
    """Nothing but a LoadError leaves, and it says what would be right."""
    with pytest.raises(lw.LoadError, match=r"damaged or cut off.*whole copy"):
        lw.load(data)


@pytest.mark.parametrize("path", ["", "missing.pdf", "~/missing.pdf", ".", "a\0b"])
def test_a_path_that_leads_to_no_file_is_refused(path: str) -> None:
    """Pages one by one come from a file or not at all."""
    with pytest.raises(lw.LoadError):
        list(lw.iter_pages(path))


def test_an_empty_file_named_pdf_is_refused(tmp_path: Path) -> None:
    """The name says PDF, the content nothing at all."""
    path = tmp_path / "empty.pdf"
    path.write_bytes(b"")
    for read in (lw.load, lambda path: list(lw.iter_pages(path))):
        with pytest.raises(lw.LoadError, match=r"empty\.pdf"):
            read(path)


def test_a_file_that_is_cut_off_says_so() -> None:
    """What can still be read is read, and the metadata warn that it may not be all."""
    document = lw.load(GOOD[: GOOD.index(b"startxref")])
    assert f"{WORDS}\n" == document.text
    (warning,) = document.metadata["pdf"]["warnings"]
    assert "may be cut off" in warning
    assert () == lw.load(GOOD).metadata["pdf"]["warnings"]


@pytest.mark.parametrize("cut", range(0, len(GOOD), 97))
def test_no_cut_raises_anything_else(cut: int) -> None:
    """Wherever a file is cut off, it is read or refused."""
    try:
        document = lw.load(GOOD[:cut], format="pdf")
    except lw.LinewiseError:
        return
    assert document.text in {"", f"{WORDS}\n"}


def test_pages_of_pictures_alone_are_refused() -> None:
    """Nothing is made up: the message says what they are and what to do."""
    scan = write_pdf(Leaf(has_image=True), Leaf(has_image=True))
    with pytest.raises(lw.LoadError, match=r"2 pages are pictures without any text.*ocrmypdf"):
        lw.load(scan)
    with pytest.raises(lw.LoadError, match="pictures without any text"):
        list(lw.iter_pages(scan))


def test_a_page_of_pictures_among_others_is_told() -> None:
    """The metadata name the pages whose words are missing."""
    document = lw.load(write_pdf(Leaf(tuple(rows(WORDS))), Leaf(has_image=True), Leaf()))
    assert (2,) == document.metadata["pdf"]["without_text"]
    assert [1, 2, 3] == [page.number for page in document.pages]
    assert f"{WORDS}\n" == document.text


def test_blank_pages_are_an_empty_document() -> None:
    """Nothing is wrong with a page on which nothing stands."""
    document = lw.load(write_pdf(Leaf(), Leaf()))
    assert "" == document.text
    assert 2 == len(document.pages)


def test_too_many_pages_are_refused() -> None:
    """The limit can be raised, and the message says how."""
    data = write_pdf(*[Leaf(tuple(rows(WORDS)))] * 5)
    with pytest.raises(lw.LoadError, match=r"5 pages.*max_pages=5"):
        lw.load(data, max_pages=4)
    assert 5 == len(lw.load(data, max_pages=5).pages)


def test_too_many_characters_on_a_page_are_refused() -> None:
    """A page of a million letters is no page."""
    with pytest.raises(lw.LoadError, match=r"page 1 has .* characters.*max_page_chars="):
        lw.load(GOOD, max_page_chars=10)


@pytest.mark.parametrize("times", [1, 2])
def test_a_stream_that_unpacks_to_too_much_is_refused(times: int) -> None:
    """A few packed bytes may hide gigabytes, packed twice even more."""
    content, filters = b" " * (1 << 22), b"/Filter[" + b"/FlateDecode" * times + b"]"
    for _ in range(times):
        content = zlib.compress(content, 9)
    data = write_pdf(Leaf(content=content, filters=filters))
    assert len(data) < 10_000
    for read in (lw.load, lambda data, **limits: list(lw.iter_pages(data, **limits))):
        with pytest.raises(lw.LoadError, match="unpacks to more than 1,000,000 bytes"):
            read(data, max_stream_bytes=1_000_000)
    assert "" == lw.load(data).text


def test_forms_that_draw_forms_over_and_over_are_refused() -> None:
    """Nine of them, each drawing the next ten times, come to a hundred million drawings."""
    with pytest.raises(lw.LoadError, match=r"draws others more than 500,000 times"):
        lw.load(write_pdf(Leaf(forms=9)))
    with pytest.raises(lw.LoadError, match=r"more than 50 times.*max_page_chars=500"):
        lw.load(write_pdf(Leaf(forms=3)), max_page_chars=50)
    assert "again\n" == lw.load(write_pdf(Leaf(forms=3))).text


NAMED = b"/Resources<</XObject<</Fm 7 0 R>>>>"
ITSELF = {
    "by its own name": NAMED.replace(b"7", b"8"),
    "by a name of its page": b"/Resources<</Another<</Fm 7 0 R>>>>",
    "by a name of its page, with another beside": b"/Resource<</XObject<</Fm 7 0 R>>>>",
    "by a name that is escaped": b"/Resou#72ces<</XObj#65ct<</#46#6d 8 0 R>>>>",
    "behind what is none": b"/Subtype/Form</a>" + NAMED.replace(b"7", b"8"),
    "behind words": b"/A(\\)<</Resources(<<)/B[<</Resources<<>>>>]" + NAMED.replace(b"7", b"8"),
    "by what is packed": b"/Resources 90 0 R/A 8 0 R>>endobj\n"
    b"91 0 obj<</Type/ObjStm/First 5>>stream\n90 0 <</XObject<</Fm 8 0 R>>>>\nendstream\nendobj\n"
    b"8 0 obj<</Subtype/Form/Resources 90 0 R",
}


@pytest.mark.parametrize("resources", ITSELF.values(), ids=ITSELF)
def test_forms_that_draw_themselves_are_refused(resources: bytes) -> None:
    """PDFium goes on forty deep, however a form comes by its own name."""
    data = write_pdf(Leaf(forms=2)).replace(NAMED, resources)
    with pytest.raises(lw.LoadError, match="object 8 draws others more than 500,000 times"):
        lw.load(data)


@pytest.mark.parametrize("header", [b"8 99999999999 obj", b"8-1 0 obj", b"8 0 o"])
def test_forms_whose_number_is_damaged_are_refused(header: bytes) -> None:
    """PDFium finds its objects by their places too; whose a stream is may be uncertain."""
    data = write_pdf(Leaf(forms=2)).replace(NAMED, ITSELF["by a name of its page"])
    with pytest.raises(lw.LoadError, match="draws others more than 500,000 times"):
        lw.load(data.replace(b"\n8 0 obj", b"\n" + header))


def test_a_file_that_was_changed_is_not_damaged() -> None:
    """What an object was before is drawn by nobody, whatever its names."""
    before = b"\n8 0 obj<</Subtype/Form" + ITSELF["by its own name"] + b">>stream\n/Fm Do /Fm Do"
    data = write_pdf(Leaf(forms=3))
    changed = data.replace(b"\n8 0 obj", before + b"\nendstream\nendobj\n8 0 obj")
    assert "again\n" == lw.load(changed).text


def test_words_far_outside_of_the_page_cost_nothing() -> None:
    """Places may be any numbers; the time does not grow with them."""
    far = [Text(72, 700, "here"), Text(9e8, 500, "far away"), Text(-9e8, 300, "and there")]
    assert "here" in lw.load(write_pdf(Leaf(tuple(far)))).text


def test_packed_text_is_read() -> None:
    """Almost every real file packs its pages."""
    content = zlib.compress(b"BT /roman 10 Tf 72 700 Td (packed words) Tj ET")
    data = write_pdf(Leaf(content=content, filters=b"/Filter/FlateDecode"))
    assert "packed words\n" == lw.load(data).text


def test_unknown_settings_are_refused() -> None:
    """A setting with no such value is an error of the caller."""
    with pytest.raises(lw.OptionError, match="'keep' or 'drop', not 'maybe'"):
        lw.load(GOOD, furniture="maybe")  # type: ignore[arg-type]
    with pytest.raises(lw.OptionError, match="'mode' does not belong"):
        lw.load(GOOD, mode="note")


def test_files_are_read_by_threads_and_by_processes() -> None:
    """Threads wait for each other, for PDFium must; processes need not."""
    with ThreadPoolExecutor(8) as pool:
        assert [f"{WORDS}\n"] * 64 == [d.text for d in pool.map(lw.load, [GOOD] * 64)]
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        assert [f"{WORDS}\n"] * 4 == [d.text for d in pool.map(lw.load, [GOOD] * 4)]


def test_halves_of_pairs_and_strange_signs_make_a_valid_text() -> None:
    """Whatever a font maps its letters to, the text of the document can be written to a file."""
    strange = "".join(map(chr, range(0xA1, 0x100)))
    document = lw.load(write_pdf(Leaf((Text(30, 700, strange, 6), *rows(WORDS, y=600)))))
    assert document.text.encode()
    assert WORDS in document.text
