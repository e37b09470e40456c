"""DOCX: paragraphs, headings, lists, tables, notes, pages, changes; and files that are bad."""

from __future__ import annotations

from pathlib import Path

import pytest

from docx_files import STRICT, docx, listed, paragraph, styled, table, text, zipped
from linewise import Document, LoadError, load
from linewise.loading.docx import is_docx, load_docx
from linewise.loading.formats import detect

ROOT = Path(__file__).parents[2]

PAGE = '<w:r><w:br w:type="page"/></w:r>'
NOTED = "<w:r><w:lastRenderedPageBreak/></w:r>"


def read(*body: str, **parts: str) -> Document:
    """Load a file that is made of these parts."""
    return load(docx(*body, **parts))


# Words


def test_paragraphs_stand_apart() -> None:
    """Words are glued inside a paragraph only; empty ones are no part of the text."""
    document = read(paragraph("One ", "par", "agraph"), paragraph(), paragraph("  two"))
    assert "One paragraph\n\ntwo" == document.text


def test_signs() -> None:
    """Tabs, line breaks and hyphens are elements; definitions of tab stops are none."""
    stops = '<w:tabs><w:tab w:val="left" w:pos="720"/></w:tabs>'
    runs = (
        "<w:r><w:tab/></w:r>",
        "b",
        "<w:r><w:br/></w:r>",
        "c",
        "<w:r><w:noBreakHyphen/></w:r>",
        "d",
    )
    assert "a\tb\nc\u2011d" == read(paragraph("a", *runs, properties=stops)).text


def test_what_is_no_text() -> None:
    """Hidden words, field codes and the second form of a drawing are left out."""
    body = paragraph(
        text("seen"),
        text("hidden", "<w:vanish/>"),
        text(" too", '<w:vanish w:val="0"/>'),
        "<w:r><w:instrText>PAGE \\* MERGEFORMAT</w:instrText></w:r>",
        "<mc:AlternateContent><mc:Fallback><w:r><w:t>twice</w:t></w:r></mc:Fallback></mc:AlternateContent>",
        "<m:oMath><m:r><m:t> x=1</m:t></m:r></m:oMath>",
    )
    assert "seen too x=1" == read(body).text


def test_text_boxes_follow_their_paragraph() -> None:
    """The words of a box are no part of the sentence that it is anchored in."""
    box = f"<w:r><w:pict><w:txbxContent>{paragraph('in the box')}</w:txbxContent></w:pict></w:r>"
    assert (
        "before after\n\nin the box\n\nnext"
        == read(paragraph("before ", box, "after"), paragraph("next")).text
    )


def test_the_strict_form() -> None:
    """Files of the ISO standard have names in another space."""
    assert "words" == load(docx(paragraph("words"), word=STRICT)).text


# Headings

STYLES = """
<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>
<w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/></w:style>
<w:style w:type="paragraph" w:styleId="Own"><w:name w:val="My title"/>
  <w:basedOn w:val="H1"/></w:style>
<w:style w:type="paragraph" w:styleId="Deutsch"><w:name w:val="Überschrift 2"/></w:style>
<w:style w:type="paragraph" w:styleId="Outlined"><w:name w:val="Box"/>
  <w:pPr><w:outlineLvl w:val="2"/></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="Contents"><w:name w:val="TOC Heading"/>
  <w:basedOn w:val="H1"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="Ring"><w:name w:val="a"/><w:basedOn w:val="Ring"/></w:style>
"""


@pytest.mark.parametrize(
    ("style", "level"),
    [("H1", 1), ("Own", 1), ("Deutsch", 2), ("Outlined", 3), ("Contents", None), ("Normal", None),
     ("Ring", None), ("Unknown", None)],
)  # fmt: skip
def test_heading_styles(style: str, level: int | None) -> None:
    """By outline level, by name in any language, or by the style that a style is based on."""
    document = read(styled(style, "A  title"), paragraph("text"), styles=STYLES)
    expected = [] if level is None else [(level, "A title", "A  title")]
    assert expected == [(h.level, h.title, document[h.span]) for h in document.headings]


@pytest.mark.parametrize("parts", [{}, {"styles": STYLES}], ids=["no styles", "other styles"])
def test_heading_styles_that_no_part_defines(parts: dict[str, str]) -> None:
    """A file written by hand has the ids that Word gives its headings, and need not define them."""
    body = [styled("Heading1", "One"), styled("Heading9", "Nine"), styled("Title", "None")]
    document = read(*body, styled("Überschrift1", "None"), styled("Heading10", "None"), **parts)
    assert [(1, "One"), (9, "Nine")] == [(h.level, h.title) for h in document.headings]


def test_a_style_that_is_defined_is_what_its_definition_says() -> None:
    """The ids that Word gives count only where a file says nothing of them."""
    own = '<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="Box"/></w:style>'
    assert () == read(styled("Heading1", "text"), styles=own).headings


def test_outline_level_of_a_paragraph() -> None:
    """What a paragraph says of itself counts more than its style."""
    plain = '<w:pStyle w:val="H1"/><w:outlineLvl w:val="9"/>'
    title = '<w:outlineLvl w:val="1"/>'
    document = read(
        paragraph("text", properties=plain), paragraph("title", properties=title), styles=STYLES
    )
    assert [(2, "title")] == [(h.level, h.title) for h in document.headings]


def test_empty_headings_are_counted() -> None:
    """A paragraph without words heads nothing, whatever its style; it is told in the metadata."""
    document = read(styled("H1", " "), styled("H1", "title"), paragraph(" "), styles=STYLES)
    assert ["title"] == [heading.title for heading in document.headings]
    assert 1 == document.metadata["docx"]["empty_headings"]


# Lists


def level(at: int, form: str, pattern: str, start: int = 1) -> str:
    """Write a level of a list."""
    return (
        f'<w:lvl w:ilvl="{at}"><w:start w:val="{start}"/><w:numFmt w:val="{form}"/>'
        f'<w:lvlText w:val="{pattern}"/></w:lvl>'
    )


NUMBERING = f"""
<w:abstractNum w:abstractNumId="7">{level(0, "decimal", "%1.")}{level(1, "lowerLetter", "%2)")}
  {level(2, "upperRoman", "%1.%2.%3")}</w:abstractNum>
<w:abstractNum w:abstractNumId="8">{level(0, "bullet", chr(0xF0B7))}</w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num>
<w:num w:numId="2"><w:abstractNumId w:val="8"/></w:num>
<w:num w:numId="3"><w:abstractNumId w:val="7"/>
  <w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num>
"""


def test_list_numbers_are_counted() -> None:
    """The numbers stand in no paragraph; deeper levels begin again under each item."""
    items = [(1, 0), (1, 1), (1, 1), (1, 2), (1, 0), (1, 1), (2, 0), (3, 0), (3, 0), (0, 0), (9, 0)]
    document = read(*(listed(*item, "x") for item in items), numbering=NUMBERING)
    expected = ["1. x", "  a) x", "  b) x", "    1.b.I x", "2. x", "  a) x", "• x", "5. x", "6. x"]
    assert expected == document.text.split("\n\n")[0].split("\n")
    assert ["x", "x"] == document.text.split("\n\n")[1:]


def test_numbers_of_headings() -> None:
    """A style may have a number; it is a part of the title."""
    styles = (
        '<w:style w:type="paragraph" w:styleId="H"><w:name w:val="heading 1"/>'
        '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>'
    )
    document = read(
        styled("H", "Tides"), paragraph("text"), styled("H", "Winds"),
        styles=styles, numbering=NUMBERING,
    )  # fmt: skip
    assert ["1. Tides", "2. Winds"] == [h.title for h in document.headings]
    assert ["1. Tides", "2. Winds"] == [document[h.span] for h in document.headings]


@pytest.mark.parametrize(
    ("form", "number", "label"),
    [
        ("lowerRoman", 1994, "mcmxciv"),
        ("upperLetter", 28, "BB"),
        ("decimalZero", 7, "07"),
        ("none", 7, ""),
        ("chineseCounting", 7, "7"),
        ("upperRoman", 999_999_999, "999999999"),
        ("lowerLetter", 999_999_999, "999999999"),
    ],
)
def test_forms_of_numbers(form: str, number: int, label: str) -> None:
    """Letters repeat after z; what would become too long is written in digits."""
    numbering = (
        f'<w:abstractNum w:abstractNumId="1">{level(0, form, "(%1)", number)}</w:abstractNum>'
        '<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>'
    )
    assert f"({label}) x" == read(listed(1, 0, "x"), numbering=numbering).text


# Tables and notes


def test_a_table_row_is_a_line() -> None:
    """Cells stand apart by a tab, rows by a line end, tables by a blank line."""
    two = paragraph("c") + paragraph("d")
    document = read(table(["a", "b"], [two, ""], ["", "e"]), table(["f"]), paragraph("g"))
    assert "a\tb\nc d\ne\n\nf\n\ng" == document.text


def test_a_table_in_a_cell() -> None:
    """It becomes a part of the line of its cell."""
    assert "a\tb c d" == read(table(["a", table(["b", "c"], ["d"])])).text


def test_notes_follow_the_text() -> None:
    """They are numbered as the text refers to them, foot- and endnotes alike."""
    refer = '<w:r><w:{}Reference w:id="{}"/></w:r>'.format
    note = '<w:{0} w:id="{1}">' + paragraph("<w:r><w:footnoteRef/></w:r>", "note {1}") + "</w:{0}>"
    document = read(
        paragraph("b", refer("footnote", 5), ", a", refer("endnote", 2)),
        paragraph("again", refer("footnote", 5)),
        footnotes='<w:footnote w:id="-1" w:type="separator"/>' + note.format("footnote", 5),
        endnotes=note.format("endnote", 2),
    )
    assert "b[1], a[2]\n\nagain[1]\n\n[1] note 5\n[2] note 2" == document.text


# Changes


def test_changes_are_accepted() -> None:
    """Inserted and moved words are there, deleted and moved away ones are not."""
    document = read(
        paragraph(
            "keep ",
            f"<w:ins>{text('new ')}</w:ins>",
            "<w:del><w:r><w:delText>old</w:delText></w:r></w:del>",
            f"<w:moveFrom>{text('away')}</w:moveFrom>",
            f"<w:moveTo>{text('here')}</w:moveTo>",
        )
    )
    assert "keep new here" == document.text


def test_a_deleted_paragraph_end() -> None:
    """Two paragraphs between which the end was deleted are one."""
    joined = paragraph("one ", properties="<w:rPr><w:del/></w:rPr>")
    assert "one two\n\nthree" == read(joined, paragraph("two"), paragraph("three")).text
    assert "two\n\none" == read(paragraph("two"), joined).text


def test_a_deleted_row() -> None:
    """It is gone with its cells."""
    deleted = "<w:tr><w:trPr><w:del/></w:trPr><w:tc><w:p/></w:tc></w:tr>"
    rows = table(["a"], ["b"]).replace("</w:tbl>", deleted + "</w:tbl>")
    assert "a\nb" == read(rows).text


def test_earlier_properties_do_not_count() -> None:
    """A paragraph that was a heading once is none."""
    once = '<w:pPrChange><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:pPrChange>'
    assert () == read(paragraph("text", properties=once)).headings


# Pages


def pages(document: Document) -> list[tuple[int, str]]:
    """Return the number and the words of each page."""
    return [(page.number, document[page.span].strip()) for page in document.pages]


def test_pages_by_the_breaks_of_the_author() -> None:
    """By page breaks, by paragraphs that begin a page, and by sections that do."""
    section = '<w:sectPr><w:type w:val="{}"/></w:sectPr>'.format
    document = read(
        paragraph("one", PAGE),
        paragraph("two"),
        paragraph("three", properties="<w:pageBreakBefore/>"),
        paragraph("still three", properties=section("continuous")),
        paragraph("three again", properties=section("nextPage")),
        paragraph("four ", PAGE, "five"),
        "<w:sectPr/>",
    )
    expected = ["one", "two", "three\n\nstill three\n\nthree again", "four", "five"]
    assert [*enumerate(expected, start=1)] == pages(document)
    assert 2 == document.page_at(document.text.index("two"))


def test_pages_as_a_program_noted_them() -> None:
    """It notes the breaks of the author again; an empty page is counted."""
    document = read(
        paragraph("one ", NOTED, "two"), paragraph(PAGE), paragraph(PAGE), paragraph(NOTED, "four")
    )
    assert [(1, "one"), (2, "two"), (4, "four")] == pages(document)


def test_pages_that_are_none() -> None:
    """Where much stands between two breaks of the author, pages would have false numbers."""
    document = read(paragraph("word " * 5_000), paragraph(PAGE, "chapter two"))
    assert () == document.pages
    assert (document.text.index("chapter"),) == document.metadata["docx"]["page_breaks"]


def test_a_page_that_begins_in_a_table() -> None:
    """It begins with the row."""
    document = read(paragraph("a"), table(["b"], [paragraph(NOTED, "c")]), paragraph("d"))
    assert [(1, "a\n\nb"), (2, "c\n\nd")] == pages(document)


# Files


def test_what_a_file_says_of_itself() -> None:
    """Title, author and dates are in the metadata."""
    core = (
        '<c xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title> Tides </dc:title>'
        "<dc:creator>A. Sailor</dc:creator><created>2026-03-01T00:00:00Z</created></c>"
    )
    document = load(docx(paragraph("a"), core=core))
    expected = {"title": "Tides", "author": "A. Sailor", "created": "2026-03-01T00:00:00Z"}
    assert {"format": "docx", "docx": expected} == dict(document.metadata)


def test_the_format_is_found_by_content() -> None:
    """A Word file without a name is one; another ZIP archive is none, whatever its name."""
    assert "docx" == detect(docx(paragraph("a"))).name
    assert not is_docx(zipped({"xl/workbook.xml": "<a/>"}))
    assert not is_docx(b"PK")
    with pytest.raises(LoadError, match=r"a\.docx: this is a ZIP archive without a Word document"):
        load_docx(zipped({"a.txt": "b"}), name="a.docx", encoding=None)


def test_an_empty_document() -> None:
    """It has no text, and that is no error."""
    assert "" == read().text


@pytest.mark.parametrize("cut", [4, 100, -30, -1])
def test_a_file_that_was_cut_off(cut: int) -> None:
    """It is said to be damaged."""
    with pytest.raises(LoadError, match="cut off"):
        load(docx(paragraph("words"))[:cut], format="docx")


def test_files_with_a_password() -> None:
    """Office covers them as it covered its old files."""
    with pytest.raises(LoadError, match=r"has a password, or is an old \.doc"):
        load(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(512), format="docx")


def test_damaged_parts() -> None:
    """The message names the part and the place in it."""
    data = zipped({"word/document.xml": "<a>\n<b></a>"})
    with pytest.raises(LoadError, match=r"word/document.xml is damaged at line 2, column 5"):
        load(data, format="docx")
    good = zipped({"word/document.xml": b"<a/>" + bytes(range(256)) * 9})
    at = good.index(b"word/document.xml") + 60
    with pytest.raises(LoadError, match=r"word/document\.xml"):
        load(good[:at] + b"\xff\xff\xff" + good[at + 3 :], format="docx")


def test_entities_are_refused() -> None:
    """Nine lines can stand for gigabytes; no Word file has any."""
    bomb = '<!DOCTYPE a [<!ENTITY b "words">]><a>&b;</a>'
    for encoding in ("utf-8", "utf-16"):
        with pytest.raises(LoadError, match="document type definition"):
            load(zipped({"word/document.xml": bomb.encode(encoding)}), format="docx")


def test_bombs_are_bounded_and_the_bound_can_be_raised() -> None:
    """What unpacks to more than the limit is refused while it is read."""
    data = docx(paragraph("word " * 100_000))
    with pytest.raises(LoadError, match=r"more than 100,000 bytes of XML.*max_xml_bytes"):
        load(data, max_xml_bytes=100_000)
    assert 100_000 == len(load(data, max_xml_bytes=10_000_000).text.split())


def test_deep_files() -> None:
    """Depth that no document has is refused; some depth is fine."""
    deep = [("<w:p><w:r><w:pict>" * n, "</w:pict></w:r></w:p>" * n) for n in (50, 500)]
    documents = [docx(begin + paragraph("in the box") + end) for begin, end in deep]
    assert "in the box" == load(documents[0]).text
    with pytest.raises(LoadError, match="more than 200 deep"):
        load(documents[1])


def test_the_example() -> None:
    """The report in the examples has one of everything."""
    document = load(ROOT / "examples" / "report.docx")
    assert ["Harbour report", "1. Dredging", "2. Moorings"] == [h.title for h in document.headings]
    for words in ("Berth\tDepth\n", "• ", "[1] ", "is now 4.2 m"):
        assert words in document.text
    assert "was to be" not in document.text
    assert [1, 2] == [page.number for page in document.pages]
