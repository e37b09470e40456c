"""Write `report.docx`, a Word file with one of everything, by the standard library alone."""

from __future__ import annotations

import zipfile
from pathlib import Path

SPACE = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
TYPES = "application/vnd.openxmlformats-officedocument.wordprocessingml"
CHANGE = 'w:id="{}" w:author="Harbour office" w:date="2026-02-27T09:00:00Z"'


def run(words: str) -> str:
    """Write words."""
    return f'<w:r><w:t xml:space="preserve">{words}</w:t></w:r>'


def paragraph(*parts: str, style: str = "Normal", list_id: int = 0) -> str:
    """Write a paragraph of runs."""
    item = f'<w:numPr><w:ilvl w:val="0"/><w:numId w:val="{list_id}"/></w:numPr>' if list_id else ""
    return f'<w:p><w:pPr><w:pStyle w:val="{style}"/>{item}</w:pPr>{"".join(parts)}</w:p>'


def row(*cells: str) -> str:
    """Write a table row."""
    return f"<w:tr>{''.join(f'<w:tc>{paragraph(run(cell))}</w:tc>' for cell in cells)}</w:tr>"


def part(name: str, inner: str) -> str:
    """Write a part."""
    return (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
        f'<w:{name} xmlns:w="{SPACE}" xmlns:r="{OFFICE}">{inner}</w:{name}>'
    )


def level(form: str, pattern: str) -> str:
    """Write the first level of a list."""
    return (
        f'<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="{form}"/>'
        f'<w:lvlText w:val="{pattern}"/></w:lvl>'
    )


def style(name: str, title: str, properties: str = "", based_on: str = "") -> str:
    """Write a paragraph style."""
    base = f'<w:basedOn w:val="{based_on}"/>' if based_on else ""
    return (
        f'<w:style w:type="paragraph" w:styleId="{name}"><w:name w:val="{title}"/>{base}'
        f"<w:pPr>{properties}</w:pPr></w:style>"
    )


BERTHS = [("Berth", "Depth"), ("North", "3.1 m"), ("South", "2.8 m")]

BODY = [
    paragraph(run("Harbour report"), style="Cover"),
    paragraph(run("What was done in the winter, and what is left to do before the first ferry.")),
    paragraph(run("Dredging"), style="Heading2"),
    paragraph(
        run("The channel "),
        f"<w:del {CHANGE.format(1)}><w:r><w:delText>was to be 4.0 m</w:delText></w:r></w:del>",
        f"<w:ins {CHANGE.format(2)}>{run('is now 4.2 m')}</w:ins>",
        run(" deep at the lowest tide"),
        '<w:r><w:footnoteReference w:id="1"/></w:r>',
        run(", and the berths are:"),
    ),
    f"<w:tbl><w:tblPr/><w:tblGrid/>{''.join(row(*cells) for cells in BERTHS)}</w:tbl>",
    paragraph('<w:r><w:br w:type="page"/></w:r>'),
    paragraph(run("Moorings"), style="Heading2"),
    paragraph(run("Before the season begins,")),
    paragraph(run("the chains have to be looked over,"), list_id=2),
    paragraph(run("two buoys have to be painted,"), list_id=2),
    paragraph(run("and the ladder at the south berth needs a new rung."), list_id=2),
    "<w:sectPr/>",
]

STYLES = (
    style("Normal", "Normal"),
    style("Heading1", "heading 1", '<w:outlineLvl w:val="0"/>'),
    style("Cover", "Cover title", based_on="Heading1"),
    style(
        "Heading2", "heading 2", '<w:numPr><w:numId w:val="1"/></w:numPr><w:outlineLvl w:val="1"/>'
    ),
)

NUMBERING = (
    f'<w:abstractNum w:abstractNumId="1">{level("decimal", "%1.")}</w:abstractNum>'
    f'<w:abstractNum w:abstractNumId="2">{level("bullet", "•")}</w:abstractNum>'
    '<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>'
    '<w:num w:numId="2"><w:abstractNumId w:val="2"/></w:num>'
)

NOTES = (
    '<w:footnote w:id="1">'
    + paragraph("<w:r><w:footnoteRef/></w:r>", run(" Measured on 27 February from the pilot boat."))
    + "</w:footnote>"
)

CONTENT_TYPES = "".join(
    f'<Override PartName="/word/{name}.xml" ContentType="{TYPES}.{kind}+xml"/>'
    for name, kind in [
        ("document", "document.main"),
        ("styles", "styles"),
        ("numbering", "numbering"),
        ("footnotes", "footnotes"),
    ]
)


def relations(*targets: tuple[str, str]) -> str:
    """Write which parts a part names."""
    written = (
        f'<Relationship Id="rId{number}" Type="{OFFICE}/{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(targets, start=1)
    )
    return f'<Relationships xmlns="{PACKAGE}/relationships">{"".join(written)}</Relationships>'


FILES = {
    "[Content_Types].xml": (
        f'<Types xmlns="{PACKAGE}/content-types"><Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{CONTENT_TYPES}</Types>'
    ),
    "_rels/.rels": relations(("officeDocument", "word/document.xml")),
    "word/document.xml": part("document", f"<w:body>{''.join(BODY)}</w:body>"),
    "word/_rels/document.xml.rels": relations(
        *((name, f"{name}.xml") for name in ("styles", "numbering", "footnotes"))
    ),
    "word/styles.xml": part("styles", "".join(STYLES)),
    "word/numbering.xml": part("numbering", NUMBERING),
    "word/footnotes.xml": part("footnotes", NOTES),
}


def main() -> None:
    """Write the file beside this one, the same bytes each time."""
    with zipfile.ZipFile(Path(__file__).with_name("report.docx"), "w") as archive:
        for name, content in FILES.items():
            entry = zipfile.ZipInfo(name, (2026, 3, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)


if __name__ == "__main__":
    main()
