"""A part of a long document is drawn as it is drawn in the whole."""

from __future__ import annotations

import re
from html import unescape

import pytest

from linewise import Document, SpanError, split
from linewise.render import draw


def test_some_lines_are_drawn_as_in_the_whole() -> None:
    """Lines, marks and numbers of pieces are those of the whole document."""
    document = Document("".join(f"line {number}\n" for number in range(1, 601)))
    layers = {"Chunks": split(document, size=300, overlap=50)}
    whole = [line for line in draw(document, layers).splitlines() if line.startswith("<li")]
    part = draw(document, layers, lines=(250, 310))
    strip = '<ol class="lines" start="250">'
    assert part.startswith(strip)
    drawn = [line for line in part.splitlines() if line.startswith("<li")]
    # The first run of a part names its pieces again; in the whole an earlier line named them.
    assert whole[250:310] == drawn[1:]
    assert len(drawn) == 61


@pytest.mark.parametrize("lines", [(0, 1), (3, 2), (2, 4)])
def test_lines_that_are_not_there_are_refused(lines: tuple[int, int]) -> None:
    """No other lines are drawn in their place; a document without lines is drawn empty."""
    with pytest.raises(SpanError, match=f"lines {lines[0]} to {lines[1]} were asked for"):
        draw(Document("one\ntwo\nthree\n"), (), lines=lines)
    assert "The document is empty" in draw(Document(""), (), lines=(1, 0))


def test_a_line_of_megabytes_is_laid_out_in_parts() -> None:
    """Nothing of it is lost, no cluster is torn, and short lines stay whole."""
    family = "\N{MAN}\u200d\N{WOMAN}\u200d\N{GIRL} "
    document = Document(f"short\n{family * 30_000}\nshort\n")
    drawn = draw(document, {"Chunks": split(document)})
    parts = re.findall(r'<span class="part">(.*?)(?=<span class="part">|\n)', drawn)
    assert len(parts) > 10
    text = [unescape(re.sub(r"<a .*?</a>|<[^>]*>", "", part)) for part in parts]
    assert document.lines[1] == "".join(text)
    assert not [part for part in text if part[0] == "\u200d"]
    assert 'class="part"' not in draw(Document("word " * 1_000), ())
