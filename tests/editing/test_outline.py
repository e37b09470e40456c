"""The headings of a raw text: those that the format of its file marks, and no comments."""

from __future__ import annotations

import pytest

from linewise import Document
from linewise.editing.outline import with_headings

HASHES = "# Shop\nopen = 9\n## Hours ##\n"


def headings(text: str, kind: str, suffix: str) -> list[tuple[int, str, int]]:
    """Return level, title and line of each heading."""
    document = with_headings(Document(text), kind, suffix)
    return [(one.level, one.title, document.line_at(one.span.start)) for one in document.headings]


@pytest.mark.parametrize(
    ("kind", "suffix"), [("markdown", ".md"), ("markdown", ""), ("text", ".txt"), ("text", ".TEXT")]
)
def test_signs_are_headings_of_markdown_and_of_plain_text(kind: str, suffix: str) -> None:
    """A title goes without its signs."""
    assert [(1, "Shop", 1), (2, "Hours", 3)] == headings(HASHES, kind, suffix)


@pytest.mark.parametrize("suffix", [".py", ".toml", ".yaml", ".sh", ".csv", ""])
def test_comments_are_no_headings(suffix: str) -> None:
    """In most other files a # begins a comment."""
    assert [] == headings(HASHES, "text", suffix)


def test_html_has_the_headings_of_its_tags() -> None:
    """All six levels; tags in a title are left out, and entities are read."""
    text = "".join(f"<h{n} id=a>Level <b>{n}</b> &amp; more</h{n}>\n" for n in range(1, 7))
    expected = [(n, f"Level {n} & more", n) for n in range(1, 7)]
    assert expected == headings(f"{text}<p>h1</p>\n", "html", ".htm")


def test_only_markdown_underlines_its_headings() -> None:
    """In a plain text a row of signs is a row of signs."""
    assert [(1, "Shop", 1)] == headings("Shop\n====\n", "markdown", ".md")
    assert [] == headings("Shop\n====\n", "text", ".txt")
