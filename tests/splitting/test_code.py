"""`by="code"`: definitions whole where they fit, and their enclosing names as the context."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple, get_args

import pytest

from linewise import Document, split
from linewise.splitting.plan import Pack
from linewise.splitting.strategies.grammars import GRAMMARS, language_of, parser_of
from splitting_strategies import laid_end_to_end

SOURCES = Path(__file__).parent.parent / "vectors" / "code"


class Definition(NamedTuple):
    """A function of a source: how it begins, how it ends, and the names around it."""

    first: str
    last: str
    around: str


# Language → its file, and functions in it.
EXPECTED = {
    "python": (
        "shop.py",
        [("    def price(", "return total", "Basket"), ("def main(", "show()", "")],
    ),
    "javascript": (
        "shop.js",
        [("  price(", "total;\n  }", "Basket"), ("const main =", "\n};", "")],
    ),
    "typescript": ("shop.ts", [("  price(", "total;\n  }", "Shop › Basket")]),
    "tsx": ("shop.tsx", [("export function Basket(", "</ul>;\n}", "")]),
    "java": ("Shop.java", [("    int price(", "total;\n    }", "Shop › Basket")]),
    "go": ("shop.go", [("func (b Basket) Price(", "total\n}", ""), ("func main(", "\n}", "")]),
    "rust": ("shop.rs", [("    fn price(", " total\n    }", "shop › Basket")]),
    "c": ("shop.c", [("int price(", "total;\n}", ""), ("static int *all(", "0;\n}", "")]),
    "cpp": ("shop.cpp", [("    int price(", "total;\n    }", "shop › Basket")]),
    "csharp": ("Shop.cs", [("    int Price(", "total;\n    }", "Shop › Basket")]),
    "ruby": ("shop.rb", [("    def price", "= sum\n    end", "Shop › Basket")]),
    "php": ("shop.php", [("    function price(", "$total;\n    }", "Basket")]),
}


def grammar(language: str) -> None:
    """Skip a test where the grammar is not installed."""
    if parser_of(language) is None:
        pytest.skip(f"the grammar of {language} is not installed")


def source_of(language: str) -> Document:
    """Return the fixture of a language, written twice, so that it is long."""
    name = EXPECTED[language][0]
    return Document((SOURCES / name).read_text(encoding="utf-8"), source=name)


def test_there_is_a_fixture_for_each_grammar() -> None:
    """None is left out."""
    assert set(GRAMMARS) == set(EXPECTED)


@pytest.mark.parametrize("language", GRAMMARS)
@pytest.mark.parametrize("pack", get_args(Pack))
@pytest.mark.parametrize("overlap", [0, 40])
def test_a_function_that_fits_is_whole(language: str, pack: Pack, overlap: int) -> None:
    """Whatever the size: it lies in one chunk, whose context or text has the enclosing names."""
    grammar(language)
    document = source_of(language)
    for first, last, around in EXPECTED[language][1]:
        start = document.text.index(first)
        end = document.text.index(last, start) + len(last)
        for size in range(end - start, len(document.text), 7):
            chunks = split(
                document, by="code", size=size, overlap=min(overlap, size - 1), pack=pack
            )
            assert document.text == laid_end_to_end(chunks)
            holders = [chunk for chunk in chunks if chunk.start <= start and end <= chunk.end]
            assert holders, (first, size, [chunk.text for chunk in chunks])
            for name in around.split(" › "):
                told = holders[0].context + document.text[holders[0].start : start]
                assert name in told, (first, size)


@pytest.mark.parametrize("language", GRAMMARS)
def test_names_enclose_what_is_in_them(language: str) -> None:
    """A chunk inside a function has the path down to it."""
    grammar(language)
    document = source_of(language)
    first, last, around = EXPECTED[language][1][0]
    start = document.text.index(first)
    inner = document.text.index(last, start)
    chunks = split(document, by="code", size=24)
    inside = next(chunk for chunk in chunks if chunk.start <= inner < chunk.end)
    name = first.split("(")[0].split()[-1]
    path = " › ".join(filter(None, [around, name]))
    if first.startswith("func (b"):
        path = "Price"
    assert path == inside.context


def test_a_comment_stays_with_its_function() -> None:
    """Where both fit."""
    grammar("python")
    text = "x = 1\ny = 2\n\n\n# About f.\ndef f():\n    return 1\n"
    chunks = split(text, by="code", size=44, language="python")
    assert "# About f.\ndef f():\n    return 1\n" == chunks[-1].text


def test_a_long_literal_is_kept_in_parts() -> None:
    """Fault 23: a leaf above the size is cut, and nothing is dropped."""
    text = f'name = "{"x" * 500}"\nother = 1\n'
    chunks = split(text, by="code", size=80, language="python")
    assert text == laid_end_to_end(chunks)
    assert all(len(chunk) <= 80 for chunk in chunks)


def test_characters_of_many_bytes() -> None:
    """A tree counts bytes, chunks count characters."""
    grammar("python")
    text = 'def f():\n    return "é漢字🎉"\n\n\ndef g():\n    return "한"\n'
    assert ['def f():\n    return "é漢字🎉"\n\n\n', 'def g():\n    return "한"\n'] == [
        chunk.text for chunk in split(text, by="code", size=40, language="python")
    ]


def test_the_ending_of_the_file_tells_the_language() -> None:
    """Unless the caller does."""
    assert "rust" == language_of(None, "src/main.rs")
    assert "python" == language_of("Python", "src/main.rs")
    assert None is language_of(None, None)


@pytest.mark.parametrize("language", ["kotlin", "klingon", None])
def test_without_a_grammar_separators_do(language: str | None) -> None:
    """Those of the language where there are some, else the usual ones."""
    text = "fun one() {\n    return\n}\n\nfun two() {\n    return\n}\n"
    assert ["fun one() {\n    return\n}\n\n", "fun two() {\n    return\n}\n"] == [
        chunk.text for chunk in split(text, by="code", size=30, language=language)
    ]


def test_grammars_are_an_extra() -> None:
    """What is not installed is not needed."""
    assert (parser_of("python") is None) == (find_spec("tree_sitter_python") is None)
