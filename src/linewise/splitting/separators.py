"""Separators of the recursive strategy by markup and programming language, strongest first."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from linewise.errors import OptionError

__all__ = ["DEFAULT_SEPARATORS", "SEPARATOR_PRESETS", "separators_for"]

DEFAULT_SEPARATORS = ("\n\n", "\n", ". ", " ", "")

_CODE = ("\n\n", "\n", " ", "")


def separators_for(separators: str | Sequence[str] | None) -> tuple[str, ...]:
    """Return the separators that a preset's name or a list stands for.

    Args:
        separators: a key of `SEPARATOR_PRESETS`, a list with the strongest first, or None for
            the default.

    Raises:
        OptionError: there is no such preset, or the list holds something else than strings.
        TypeError: it is no list.
    """
    if separators is None:
        return DEFAULT_SEPARATORS
    if isinstance(separators, str):
        if separators not in SEPARATOR_PRESETS:
            raise OptionError(
                f"there are no separators for {separators!r}: a list of strings was expected, or "
                f"one of {', '.join(SEPARATOR_PRESETS)}"
            )
        return SEPARATOR_PRESETS[separators]
    # What can be read only once would be empty when it is used.
    if not isinstance(separators, Sequence):
        raise TypeError(
            "separators are a list of strings or the name of a preset, not "
            f"{type(separators).__name__}"
        )
    for separator in separators:
        if not isinstance(separator, str):
            raise OptionError(f"a separator is a str, not {separator!r}")
    return tuple(separators)


def _lines(*words: str) -> tuple[str, ...]:
    """Return separators for words that a line begins with."""
    return tuple("\n" + word for word in words)


def _nested(*words: str) -> tuple[str, ...]:
    """Return separators for words that a line begins with, plainly or one step further in."""
    return _lines(*words, *("    " + word for word in words), *("\t" + word for word in words))


_C = _lines("struct ", "enum ", "union ", "typedef ", "static ", "void ", "int ", "}\n")
_TYPED = ("class ", "interface ", "enum ")
_MEMBERS = ("public ", "protected ", "private ", "static ")
_SCRIPT = _lines("export ", "class ", "function ", "async function ", "const ", "let ", "var ")

SEPARATOR_PRESETS: MappingProxyType[str, tuple[str, ...]] = MappingProxyType(
    {
        "text": DEFAULT_SEPARATORS,
        "markdown": (
            *_lines("# ", "## ", "### ", "#### ", "##### ", "###### "),
            *_lines("---\n", "***\n", "___\n"),
            *DEFAULT_SEPARATORS,
        ),
        "rst": ("\n\n.. ", *DEFAULT_SEPARATORS),
        "latex": (
            *_lines("\\chapter", "\\section", "\\subsection", "\\subsubsection"),
            *_lines("\\begin{", "\\item"),
            *DEFAULT_SEPARATORS,
        ),
        "html": (
            *("<body", "<main", "<article", "<section", "<h1", "<h2", "<h3", "<h4", "<h5", "<h6"),
            *("<div", "<table", "<ul", "<ol", "<p", "<pre", "<tr", "<li", "<br"),
            *DEFAULT_SEPARATORS,
        ),
        "python": (*_nested("class ", "def ", "async def ", "@"), *_CODE),
        "javascript": (*_SCRIPT, *_nested("if ", "for ", "while ", "switch ", "return "), *_CODE),
        "typescript": (
            *_lines("interface ", "type ", "enum ", "namespace "),
            *_SCRIPT,
            *_nested("if ", "for ", "while ", "switch ", "return "),
            *_CODE,
        ),
        "java": (*_lines("public ", *_TYPED), *_nested(*_MEMBERS), *_CODE),
        "kotlin": (*_lines(*_TYPED, "object "), *_nested("fun ", "val ", "var "), *_CODE),
        "scala": (*_lines("class ", "object ", "trait "), *_nested("def ", "val "), *_CODE),
        "csharp": (*_lines("namespace ", "public ", *_TYPED), *_nested(*_MEMBERS), *_CODE),
        "go": (*_lines("func ", "type ", "var ", "const "), *_CODE),
        "rust": (
            *_lines("mod ", "pub ", "impl ", "trait ", "struct ", "enum "),
            *_nested("fn ", "pub fn ", "let "),
            *_CODE,
        ),
        "c": (*_C, *_CODE),
        "cpp": (*_lines("namespace ", "class ", "template"), *_C, *_CODE),
        "php": (*_lines("namespace ", *_TYPED, "trait "), *_nested("function ", "public "), *_CODE),
        "ruby": (*_nested("module ", "class ", "def "), *_CODE),
        "swift": (*_lines(*_TYPED, "struct ", "extension "), *_nested("func "), *_CODE),
        "lua": (*_lines("function ", "local function ", "local "), *_CODE),
        "haskell": (*_lines("module ", "import ", "data ", "class ", "instance "), *_CODE),
        "elixir": (*_nested("defmodule ", "def ", "defp ", "@doc "), *_CODE),
        "perl": (*_lines("package ", "sub ", "use "), *_CODE),
        "r": (*_lines("library("), *_CODE),
        "powershell": (*_lines("function ", "class ", "param", "if ", "foreach "), *_CODE),
        "protobuf": (*_nested("message ", "service ", "enum "), *_CODE),
        "solidity": (*_lines("contract ", "interface ", "library "), *_nested("function "), *_CODE),
        "sql": (";\n", *_CODE),
    }
)
