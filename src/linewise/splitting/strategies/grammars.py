"""Grammars of programming languages: which wheel has one, and what a definition is in it."""

from __future__ import annotations

from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING

from linewise.errors import OptionError

if TYPE_CHECKING:
    from tree_sitter import Parser

__all__ = ["DEFINITIONS", "GRAMMARS", "language_of", "parser_of"]

# Language → the module that holds its grammar, and the function that gives it.
GRAMMARS = MappingProxyType(
    {
        "python": ("tree_sitter_python", "language"),
        "javascript": ("tree_sitter_javascript", "language"),
        "typescript": ("tree_sitter_typescript", "language_typescript"),
        "tsx": ("tree_sitter_typescript", "language_tsx"),
        "java": ("tree_sitter_java", "language"),
        "go": ("tree_sitter_go", "language"),
        "rust": ("tree_sitter_rust", "language"),
        "c": ("tree_sitter_c", "language"),
        "cpp": ("tree_sitter_cpp", "language"),
        "csharp": ("tree_sitter_c_sharp", "language"),
        "ruby": ("tree_sitter_ruby", "language"),
        "php": ("tree_sitter_php", "language_php"),
    }
)

_ENDINGS = MappingProxyType(
    {
        **dict.fromkeys((".py", ".pyi"), "python"),
        **dict.fromkeys((".js", ".jsx", ".mjs", ".cjs"), "javascript"),
        **dict.fromkeys((".ts", ".mts", ".cts"), "typescript"),
        ".tsx": "tsx",
        ".java": "java",
        ".go": "go",
        ".rs": "rust",
        **dict.fromkeys((".c", ".h"), "c"),
        **dict.fromkeys((".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx"), "cpp"),
        ".cs": "csharp",
        ".rb": "ruby",
        ".php": "php",
        **dict.fromkeys((".kt", ".kts"), "kotlin"),
        ".scala": "scala",
        ".swift": "swift",
        ".lua": "lua",
        ".hs": "haskell",
        **dict.fromkeys((".ex", ".exs"), "elixir"),
        ".pl": "perl",
        ".r": "r",
        ".ps1": "powershell",
        ".proto": "protobuf",
        ".sol": "solidity",
        ".sql": "sql",
    }
)

# Kind of node → the fields that may hold the name of what it defines.
DEFINITIONS = MappingProxyType(
    {
        **dict.fromkeys(
            (
                *("function_definition", "method_definition", "function_declaration"),
                *("class_definition", "class_declaration", "class_specifier", "class"),
                *("abstract_class_declaration", "interface_declaration", "enum_declaration"),
                *("generator_function_declaration", "method_declaration", "module"),
                *("constructor_declaration", "record_declaration", "struct_declaration"),
                *("namespace_declaration", "namespace_definition", "internal_module"),
                *("function_item", "struct_item", "enum_item", "trait_item", "mod_item"),
                *("struct_specifier", "enum_specifier", "union_specifier", "type_spec"),
                *("method", "singleton_method", "trait_declaration", "local_function_statement"),
                *("annotation_type_declaration", "delegate_declaration", "union_item"),
            ),
            ("name", "declarator"),
        ),
        "impl_item": ("type",),
        "variable_declarator": ("name",),
    }
)


def language_of(named: str | None, source: str | None) -> str | None:
    """Return the programming language that is named, or else that of a file's ending.

    Args:
        named: by the caller.
        source: the path or address of the file.

    Raises:
        OptionError: what is named is no text.
    """
    if named is not None and not isinstance(named, str):
        raise OptionError(f"{named!r} is no programming language; a name, as python, was expected")
    if named is not None:
        return named.lower()
    name, dot, ending = (source or "").rpartition(".")
    return _ENDINGS.get(dot + ending.lower()) if name else None


def parser_of(language: str | None) -> Parser | None:
    """Return a parser of a language, or None where its grammar is not installed."""
    if language is None or language not in GRAMMARS:
        return None
    module, function = GRAMMARS[language]
    try:
        tree_sitter = import_module("tree_sitter")
        grammar = getattr(import_module(module), function)()
    except ImportError:
        return None
    parser: Parser = tree_sitter.Parser(tree_sitter.Language(grammar))
    return parser
