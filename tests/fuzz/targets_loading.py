"""Files of every format, well formed or not; and files that are edited in place."""

from __future__ import annotations

import json
import zipfile
from contextlib import suppress
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Literal

import docx_files as word
import pdf_writer as pdf
from fuzz.inputs import HEAD, Input, joined, sure
from linewise import Document, LinewiseError, Span, TextFile, load, split_pages
from linewise.changes import Change, ChangeSet
from linewise.loading import Decoded, decode, detect, markdown_headings
from linewise.loading.books import book_headings
from linewise.loading.html import clean_html

ENCODINGS = [
    *(None, "utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32", "cp1252", "cp932", "gb18030"),
    *("big5", "euc_jp", "koi8-r", "utf-7", "iso2022_jp", "hz", "ascii", "idna", "punycode"),
    *("raw_unicode_escape", "unicode_escape", "rot13", "base64", "nowhere", "", "undefined", "\0"),
]

HEADER = b"0" * HEAD

FURNITURE: list[Literal["keep", "drop"]] = ["keep", "drop"]


def check_document(document: Document) -> None:
    """Use every place that a loader gives a document."""
    text = document.text
    text.encode()
    with sure():
        for heading in document.headings:
            assert "\n" not in heading.title
            document.locate(heading.span.start)
        document.headings_at(len(text) // 2)
        for page, alone in zip(document.pages, split_pages(document), strict=False):
            assert alone.text in (text[page.span.start : page.span.end], text)
        json.dumps(dict(document.metadata))


# Texts


def read_text(given: Input) -> None:
    """Read bytes in any encoding; what is said to be exact gives them back."""
    encoding, format_ = given.pick(ENCODINGS), given.pick(["text", None, "markdown"])
    with suppress(LinewiseError):
        decoded = decode(given.data, encoding)
        assert decoded.reversible == (given.data == bytes_of(decoded))
    detect(given.data, "a.txt")
    check_document(load(given.data, format_, encoding))


def bytes_of(decoded: Decoded) -> bytes | None:
    """Return the bytes of a text in its encoding, None where it has no place for it."""
    try:
        return decoded.text.encode(decoded.encoding)
    except UnicodeEncodeError:
        return None


def seeds_of_texts() -> list[bytes]:
    """Return texts in some encodings."""
    words = "Élan vital.\r\nZwölf Boxkämpfer; 日本語のテスト\n"
    known = [words.encode(e) for e in ("utf-8", "utf-16", "utf-32", "utf-8-sig", "utf-7")]
    known += ["Voilà l'été déjà passé là-bas.\n".encode("cp1252"), "Привет, мир".encode("koi8-r")]
    old = ("cp932", "euc_jp", "iso2022_jp", "gb18030")
    known += ["日本語のテスト、日本語".encode(e) for e in old]
    return [HEADER + data for data in known]


def read_markdown(given: Input) -> None:
    """Find the headings of Markdown; each stands on whole lines."""
    text = given.text
    document = Document(text, headings=markdown_headings(text))
    check_document(document)


def seeds_of_markdown() -> list[bytes]:
    """Return Markdown with everything that is no heading."""
    texts = [
        "---\ntitle: x\n---\n# One *two* [three](four)\n\nwords\n===\n\n## V ##\n```\n# no\n```\n",
        "> # quoted\n> - # in a list\n\n1. one\n   # deep\n\n    # code\n<div>\n# html\n</div>\n",
        "[a]: <b> 'c'\n# [a] &amp; `code` ![i](j)\n\n| a | b |\n|---|---|\n| # | c |\n",
        "# \n#\n####### seven\n#no\nSetext\n---\n***\n+++\nx = 1\n+++\n",
    ]
    return [joined(text) for text in texts]


def read_book(given: Input) -> None:
    """Find the headings of a book; they stand in order."""
    text = given.text
    headings = book_headings(text)
    with sure():
        Document(text, headings=headings)
    assert all(a.span.end <= b.span.start for a, b in pairwise(headings))


def seeds_of_books() -> list[bytes]:
    """Return books in small."""
    prose = "It was a quiet morning and nobody had yet come down to the river. " * 6
    book = "CONTENTS\n\nI. The River\nII. The Bridge\n\n\n"
    book += f"CHAPTER I.\n\nThe River\n\n\n{prose}\n\n\nCHAPTER II.\n\nThe Bridge\n\n\n{prose}\n"
    french = f"LIVRE PREMIER\n\n\nI\n\n{prose}\n\nII\n\n{prose}\n\nÉPILOGUE\n\n{prose}\n"
    words = f"PART ONE\n\n\nChapter the First\n\n{prose}\n\n\nTHE SECOND\n\n{prose}\n\n\n{prose}"
    return [joined(text) for text in (book, french, words)]


# HTML


def read_html(given: Input) -> None:
    """Take the words of a page; its origin leads from the source to them and back."""
    raw = given.text
    document = clean_html(raw)
    check_document(document)
    origin = document.origin
    assert origin is not None
    with sure():
        assert (raw, document.text) == (origin.base, origin.apply())
        back = origin.invert()
        assert raw == back.apply(document.text)
        for number in range(1, min(document.line_count, 20) + 1):
            place = back.map_span(document.line_span(number))
            assert place is None or Span(place.start, place.end).end <= len(raw)


def read_page(given: Input) -> None:
    """Load the bytes of a page."""
    check_document(load(given.data, "html", given.pick(ENCODINGS[:8])))


def read_article(given: Input) -> None:
    """Take the main text of a page."""
    check_document(load(given.data, "html", mode="article"))


def seeds_of_html() -> list[bytes]:
    """Return notes and broken pages."""
    path = Path(__file__).parent.parent / "vectors" / "html_notes.json"
    notes = [joined(note["html"]) for note in json.loads(path.read_text(encoding="utf-8"))]
    pages = [
        "<!doctype html><html><head><meta charset=gbk><title>T</title></head><body><h1>One</h1>",
        "<p>Fish &amp; chips<br>two<table><tr><td>a<td>b</table><pre>\n x\n  y</pre>",
        "<p hidden>no</p><div style='display:none'>no</div><select><option>a<option>b</select>",
        "<svg><title>x</title><p>y</svg><textarea>\n<p>z</textarea><plaintext><b>all",
        "<a href='&notit;'>&notit;&#x110000;&#0;&#xD800;&amp&lt</a><![CDATA[x]]><!--a--!>b",
        "<script><!--<script></script>--></script>after<style>a</style ><template>t</template>",
    ]
    return notes + [joined(page) for page in pages]


# PDF


def read_pdf(given: Input) -> None:
    """Read a PDF, damaged or not."""
    furniture = given.pick(FURNITURE)
    check_document(load(given.data, "pdf", furniture=furniture, max_page_chars=50_000))


def read_pdf_page(given: Input) -> None:
    """Read a sound PDF with one page that is drawn in any way."""
    page = pdf.Leaf(
        content=given.data[:4000] or b" ",
        rotate=given.pick([0, 90, 180, 270, 45]),
        box=given.pick([(0, 0, 612, 792), (0, 0, 0, 0), (-99, -99, 99, 99), (9, 9, 1, 1)]),
        field=given.pick(["", "filled in"]),
    )
    other = pdf.Leaf(tuple(pdf.rows("A small book", "with words on two lines.")))
    data = pdf.write_pdf(page, other, page)
    furniture = given.pick(FURNITURE)
    check_document(load(data, "pdf", furniture=furniture, max_page_chars=50_000))


def seeds_of_pdf() -> list[bytes]:
    """Return small files with all that a PDF has for us."""
    head = pdf.Text(200, 770, "A Small Book", 9)
    pages = [
        pdf.Leaf((head, *pdf.rows(f"{n} Heading", "words that go on", "to the next line.")))
        for n in range(1, 4)
    ]
    columns = [*pdf.rows(*["left words here"] * 8), *pdf.rows(*["right words"] * 8, x=340)]
    entries = (pdf.Entry("One", 0, entries=(pdf.Entry("Deep", 1),)), pdf.Entry("Two", 2))
    files = [
        pdf.write_pdf(*pages, outline=entries, labels=b"/Nums[0<</S/r>>]", info={"Title": "T"}),
        pdf.write_pdf(pdf.Leaf(tuple(columns)), pdf.Leaf(has_image=True)),
        pdf.write_pdf(pdf.Leaf(tuple(columns), rotate=90, forms=2, field="filled")),
        pdf.write_pdf(pages[0], password=""),
    ]
    return [HEADER + data for data in files]


def seeds_of_pdf_pages() -> list[bytes]:
    """Return what draws a page."""
    drawn = [
        b"BT /roman 10 Tf 1 0 0 1 72 700 Tm (One line) Tj 0 -12 Td (and an-) Tj T* (other) Tj ET",
        b"BT /bold 0 Tf 1 0 0 1 72 700 Tm (flat) Tj /roman 1e9 Tf (huge) Tj ET",
        b"BT /roman 10 Tf 3 Tr 0 1 -1 0 300 300 Tm [(kern) -900 (ed)] TJ 9 Tw 9 Tc 0 Tz (w) Tj ET",
        b"q 1e-9 0 0 1e-9 0 0 cm BT /mono 10 Tf 72 700 Td (low) Tj ET Q BT /roman 9 Tf <00ff01> Tj",
        b"BT /roman 10 Tf 1 0 0 1 nan inf Tm (a) Tj 1 0 0 1 -99999999 99999999 Tm (b) Tj ET",
    ]
    return [HEADER + content for content in drawn]


# DOCX


def read_docx(given: Input) -> None:
    """Read the bytes of a Word file."""
    check_document(load(given.data, "docx", max_xml_bytes=1 << 20))


def read_docx_parts(given: Input) -> None:
    """Read a sound package of which each part holds anything."""
    names = ("document", "styles", "numbering", "footnotes", "endnotes")
    parts = dict(zip(names, given.parts(len(names)), strict=True))
    wrapped = given.below(8) > 0
    files = dict(zipfile_parts(word.docx("", styles="", numbering="", footnotes="", endnotes="")))
    for name, inner in parts.items():
        files[f"word/{name}.xml"] = (
            word._part(
                name, f"<w:body>{inner}</w:body>" if name == "document" else inner, word.WORD
            )
            if wrapped
            else inner
        )
    check_document(load(word.zipped(files), "docx", max_xml_bytes=1 << 20))


def zipfile_parts(data: bytes) -> list[tuple[str, str | bytes]]:
    """Return the names and contents of a package."""
    with zipfile.ZipFile(BytesIO(data)) as archive:
        return [(name, archive.read(name)) for name in archive.namelist()]


_BODY = [
    word.styled("Heading1", "One"),
    word.paragraph("words ", "<w:r><w:tab/><w:br/><w:t>more</w:t></w:r>"),
    word.listed(1, 0, "an item"),
    word.listed(1, 1, "a deeper one"),
    word.table(["a", "b"], ["c", word.table(["d"])]),
    word.paragraph(
        "<w:ins><w:r><w:t>new</w:t></w:r></w:ins>",
        "<w:del><w:r><w:delText>x</w:delText></w:r></w:del>",
        '<w:r><w:footnoteReference w:id="2"/></w:r>',
    ),
]
_STYLES = '<w:style w:styleId="Heading1"><w:name w:val="heading 1"/><w:basedOn w:val="Heading1"/>'
_STYLES += '<w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>'
_NUMBERING = (
    '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/>'
    '<w:numFmt w:val="lowerRoman"/><w:lvlText w:val="%1."/></w:lvl><w:lvl w:ilvl="1">'
    '<w:numFmt w:val="decimal"/><w:lvlText w:val="%1.%2"/></w:lvl></w:abstractNum>'
    '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
)
_NOTES = '<w:footnote w:id="2"><w:p><w:r><w:t>a note</w:t></w:r></w:p></w:footnote>'


def seeds_of_docx() -> list[bytes]:
    """Return small Word files."""
    whole = word.docx(*_BODY, styles=_STYLES, numbering=_NUMBERING, footnotes=_NOTES)
    return [HEADER + word.docx(word.paragraph("one")), HEADER + whole]


def seeds_of_docx_parts() -> list[bytes]:
    """Return the parts of small Word files."""
    parts = ["".join(_BODY), _STYLES, _NUMBERING, _NOTES, _NOTES.replace("footnote", "endnote")]
    math = "<w:p><m:oMath><m:r><m:t>x</m:t></m:r></m:oMath></w:p>"
    choice = (
        "<mc:AlternateContent><mc:Choice><w:p/></mc:Choice><mc:Fallback/></mc:AlternateContent>"
    )
    return [joined(*parts, head="1"), joined(math + choice, *parts[1:], head="1")]


# Files that are edited


def keep(given: Input) -> None:
    """Edit a raw file; the bytes before and after the changed line stay."""
    encoding, words = given.pick(ENCODINGS[:13]), given.pick(["", "new", "a\nb", "é日"])
    file = TextFile.of_bytes(Path("a file"), given.data, (0, 0, 0, 0), encoding)
    text = file.document.text
    assert given.data == file.encoded(text)
    if not file.document.line_count:
        return
    span = file.document.line_span(1 + given.below(min(file.document.line_count, 200)))
    changed = file.encoded(ChangeSet(text, [Change(span.start, span.end, words)]).after)
    if file.encoding not in {"utf-7", "iso2022_jp", "hz", "iso2022_kr"}:
        assert changed.startswith(file.encoded(text[: span.start]))
        assert changed.endswith(file.encoded(text[span.end :]))


def seeds_of_files() -> list[bytes]:
    """Return raw files in some dresses."""
    text = "\ufeffone\r\ntwo é\r\r\n\n日本\x00\nlast"
    known = [text.encode("utf-8"), text.encode("utf-16-le"), "one\né\n".encode("cp1252")]
    return [HEADER + data for data in known]
