"""Code by its syntax tree: definitions and statements whole where they fit.

A unit is what begins a line, or a definition. One that lies `n` units deep has its ends among the
boundaries of rank `4n` to `4n + 3`: where its line begins (the second rank if a comment that
belongs to it stands right above), or itself within a line; where its last line ends, and it itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from linewise.splitting.boundaries import Separators
from linewise.splitting.separators import SEPARATOR_PRESETS, separators_for
from linewise.splitting.strategies.grammars import DEFINITIONS, language_of, parser_of
from linewise.splitting.strategies.layouts import Layout
from linewise.splitting.strategies.ranked import Ranked
from linewise.splitting.strategies.scopes import Scopes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node, Tree

    from linewise.document import Document
    from linewise.splitting.strategies.layouts import Outlook

__all__ = ["layout"]

# Units within units that are told apart.
_DEEPEST = 24

# What is on one line and no longer than this is not looked into, in bytes.
_SHORT = 80

_WITHIN = ("\n", " ")


class _Unit(NamedTuple):
    """A definition or statement, in bytes.

    Attributes:
        start: of its first character.
        end: after its last one.
        depth: how many units it lies in.
        name: of a definition; empty for all else.
        follows: a comment stands on the line right above it.
    """

    start: int
    end: int
    depth: int
    name: str
    follows: bool


def layout(document: Document, outlook: Outlook) -> Layout:
    """Lay boundaries where definitions and statements begin and end.

    Without a grammar for the language, boundaries are those of its separators.
    """
    language = language_of(outlook.language, document.source)
    parser = parser_of(language)
    if parser is None:
        preset = language if language in SEPARATOR_PRESETS else None
        return Layout(Separators(document.text, separators_for(preset)))
    source = document.text.encode()
    units = [*_units(parser.parse(source), source)]
    return _laid(document, source, units)


def _laid(document: Document, source: bytes, units: list[_Unit]) -> Layout:
    ranks: list[list[int]] = [[] for _ in range(4 * _DEEPEST + 4)]
    for unit in units:
        rank = 4 * min(unit.depth, _DEEPEST)
        line = source.rfind(b"\n", 0, unit.start) + 1
        if source[line : unit.start].isspace() or line == unit.start:
            ranks[rank + unit.follows].append(line)
        else:
            ranks[rank + 1].append(unit.start)
        after = source.find(b"\n", unit.end)
        after = len(source) if after < 0 else after + 1
        if not source[unit.end : after].strip():
            ranks[rank + 2].append(after)
        ranks[rank + 3].append(unit.end)
    offset = document.offset_of_byte
    known = [[offset(byte) for byte in sorted(set(rank))] for rank in ranks]
    names = ((offset(u.start), offset(u.end), u.name) for u in units if u.name)
    strategy = Ranked(document.text, known, Separators(document.text, _WITHIN))
    return Layout(strategy, (), Scopes(names))


def _units(tree: Tree, source: bytes) -> Iterator[_Unit]:
    """Yield the units of a tree in the order of the text."""
    cursor = tree.walk()
    # The depth of the node at hand, and where the unit around it begins.
    depths, starts = [0], [-1]
    more = cursor.goto_first_child()
    above: Node | None = None
    while more:
        node = cursor.node
        assert node is not None  # noqa: S101 - for the type checker
        depth = depths[-1]
        if node.is_named and _is_unit(node, source, starts[-1]):
            yield _unit(node, depth, above)
            depth += 1
        above = node
        if _is_worth_a_look(node) and cursor.goto_first_child():
            depths.append(depth)
            starts.append(node.start_byte if depth > depths[-2] else starts[-1])
            continue
        while not cursor.goto_next_sibling():
            more = cursor.goto_parent() and len(depths) > 1
            if not more:
                break
            above = cursor.node
            depths.pop()
            starts.pop()


def _unit(node: Node, depth: int, above: Node | None) -> _Unit:
    follows = (
        above is not None
        and "comment" in above.type
        and "comment" not in node.type
        and node.start_point[0] - above.end_point[0] <= 1
    )
    return _Unit(node.start_byte, node.end_byte, depth, _name(node), follows)


def _is_unit(node: Node, source: bytes, around: int) -> bool:
    """Tell whether a node is a unit, in a unit that begins at `around`."""
    if _is_definition(node):
        return True
    if node.start_byte == around:
        return False
    line = source.rfind(b"\n", max(0, node.start_byte - 400), node.start_byte) + 1
    return not source[line : node.start_byte].strip()


def _is_definition(node: Node) -> bool:
    if node.type == "variable_declarator":
        value = node.child_by_field_name("value")
        return value is not None and ("function" in value.type or value.type == "class")
    return node.type in DEFINITIONS


def _is_worth_a_look(node: Node) -> bool:
    length: int = node.end_byte - node.start_byte
    return length > _SHORT or node.start_point[0] < node.end_point[0]


def _name(node: Node) -> str:
    """Return the name of a definition, or nothing."""
    fields = DEFINITIONS[node.type] if _is_definition(node) else ()
    found = next(filter(None, map(node.child_by_field_name, fields)), None)
    while found is not None:
        # In C a name stands inside declarators: of a pointer, of a function.
        inner = found.child_by_field_name("declarator") or found.child_by_field_name("name")
        if inner is None or not found.type.endswith("declarator"):
            break
        found = inner
    if found is None or found.text is None:
        return ""
    return " ".join(found.text.decode(errors="replace").split())
