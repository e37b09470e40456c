"""The headings on the pages of contents and layers: those of the format of the file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from linewise.review import Desk, served
from review_visitor import Visitor

if TYPE_CHECKING:
    from pathlib import Path

SCRIPT = "# Opens the shop.\nHOURS = 9\n\n# Closes it.\nCLOSED = 5\n"
PAGE = "".join(f"<h{n}>Level {n}</h{n}>\n<p>Words of {n}.</p>\n" for n in range(1, 7))


def visited(path: Path, page: str) -> str:
    """Return a page about a file."""
    with served(Desk([str(path)])) as link:
        return Visitor.admitted(link).get(f"/files/1/{page}").text


def listed(path: Path) -> list[tuple[str, str]]:
    """Return level and title of what the contents of a file list."""
    page = visited(path, "contents")
    return re.findall(r'<li class="level-(\d)">.*?<bdi>(.*?)</bdi>', page)


@pytest.mark.parametrize("name", ["shop.py", "shop.toml"])
def test_comments_are_not_in_the_contents(tmp_path: Path, name: str) -> None:
    """Only in a text of words a line that begins with # is a heading."""
    path = tmp_path / name
    path.write_text(SCRIPT)
    assert [] == listed(path)
    path = path.with_suffix(".md")
    path.write_text(SCRIPT)
    assert [("1", "Opens the shop."), ("1", "Closes it.")] == listed(path)


def test_the_contents_of_html_are_its_headings(tmp_path: Path) -> None:
    """The tags h1 to h6, each with its level."""
    path = tmp_path / "shop.html"
    path.write_text(PAGE)
    assert [(str(n), f"Level {n}") for n in range(1, 7)] == listed(path)


@pytest.mark.parametrize(
    ("name", "text", "first"),
    [
        ("shop.py", SCRIPT, "29 characters"),
        ("shop.md", SCRIPT, "Opens the shop."),
        ("shop.html", PAGE, "Level 1"),
    ],
)
def test_layers_stand_under_the_same_headings(
    tmp_path: Path, name: str, text: str, first: str
) -> None:
    """The card of a chunk ends with the heading that it stands under, if there is one."""
    path = tmp_path / name
    path.write_text(text)
    page = visited(path, "layers?by=structure&size=30&overlap=0")
    card = re.search(r'<span class="card">(.*?)</span>', page)
    assert card is not None
    assert first == card[1].split(" · ")[-1]
