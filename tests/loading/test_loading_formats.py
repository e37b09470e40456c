"""Which loader reads a file: by content, then by name, else as text."""

from pathlib import Path

import pytest

from linewise.document import Document
from linewise.errors import LoadError
from linewise.loading import FORMATS, Format, detect, load
from linewise.loading.formats import TEXT, format_named


def _load_shout(data: bytes, *, name: str | None, encoding: str | None) -> Document:
    del encoding
    return Document(data.decode().upper(), source=name)


SHOUT = Format("shout", (".shout",), _load_shout, lambda data: data.startswith(b"!!!"))


@pytest.mark.parametrize("suffix", ["md", "markdown", "mdown", "MD", "Markdown"])
def test_markdown_by_suffix(suffix: str) -> None:
    """Case does not matter."""
    assert detect(b"", f"a.b.{suffix}").name == "markdown"


@pytest.mark.parametrize("name", ["a.txt", "a.py", "a.unheard-of", "Makefile", ".md", "md", None])
def test_everything_else_is_text(name: str | None) -> None:
    """An unknown suffix, or none, is text."""
    assert detect(b"# words\n", name) == TEXT


def test_a_new_format_is_one_entry() -> None:
    """A format that proves itself by content wins over the name; else its suffix counts."""
    formats = (*FORMATS, SHOUT)
    assert detect(b"!!! hey", "a.md", formats) == SHOUT
    assert detect(b"hey", "a.shout", formats) == SHOUT
    assert format_named("shout", formats).load(b"hey", name=None, encoding=None).text == "HEY"


def test_the_format_asked_for_wins_over_the_name(tmp_path: Path) -> None:
    """Markdown read as text has no headings; text read as Markdown has them."""
    path = tmp_path / "a.md"
    path.write_text("# Title\n")
    assert load(path, format="text").headings == ()
    assert load(path, format="text").metadata["format"] == "text"
    assert len(load(b"# Title\n", format="markdown").headings) == 1


def test_an_unknown_format() -> None:
    """The message lists the known ones, before anything is read."""
    with pytest.raises(LoadError, match=r"format 'rtf' is unknown; known are: .*markdown, .*text"):
        load("absent.txt", format="rtf")


def test_the_names_are_unique() -> None:
    """No two formats share a name or a suffix."""
    names = [known.name for known in FORMATS]
    suffixes = [suffix for known in FORMATS for suffix in known.suffixes]
    assert sorted(set(names)) == sorted(names)
    assert sorted(set(suffixes)) == sorted(suffixes)
