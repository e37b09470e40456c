"""The forms in which one item names its function and hands over the arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from linewise.editing.operations import FUNCTIONS
from linewise.editing.words import ARGUMENTS, NESTED, OPENERS, VOCABULARY
from linewise.errors import ReplyError, ReplyErrorKind
from linewise.replies import Listing, Mapping, Node, Scalar
from linewise.replies.flow import FlowReader
from linewise.replies.vocabulary import plain_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Call", "calls"]

Pairs = tuple[tuple[str, Node], ...]

# What a tool call says of itself besides the function's name.
_TOOL_WORDS = frozenset(("function", "tooluse", "toolcall", "call"))
_MAX_DEPTH = 4


class Call(NamedTuple):
    """A function of ours with its arguments, by place and by name."""

    function: str
    places: tuple[Node, ...] = ()
    names: Pairs = ()


def calls(node: Node, depth: int = 0) -> Iterator[Call]:
    """Return the calls that an item stands for; nearly always one.

    Raises:
        ReplyError: it names no function, or one that does not exist.
    """
    if depth > _MAX_DEPTH:
        raise _unreadable("the item is nested too deep")
    if isinstance(node, Scalar):
        yield from calls(_parsed(node.text, "[{("), depth + 1)
    elif isinstance(node, Listing):
        yield _from_listing(node)
    elif any(plain_name(name) in OPENERS for name, _ in node.pairs):
        for pairs in _split_at_opener(node.pairs):
            yield from _from_opener(pairs, depth)
    else:
        yield from _from_named(node.pairs)


def _parsed(text: str, signs: str) -> Node:
    """Read a value that was written as a text."""
    words = text.strip()
    reader = FlowReader(words, 0, VOCABULARY)
    if not (words[:1] in signs and words) and not reader.is_call():
        raise _unreadable(f"{words[:60]!r} is no function with arguments")
    node = reader.value()
    if words[reader.at :].strip():
        raise _unreadable(f"{words[reader.at :][:60]!r} follows the item")
    return node


def _from_listing(node: Listing) -> Call:
    first = node.items[0] if node.items else None
    if not isinstance(first, Scalar):
        raise _unreadable("a list stands where a function was expected")
    rest = node.items[1:]
    if len(rest) == 1 and isinstance(rest[0], Listing):
        rest = rest[0].items
    return Call(_function(first.text), *_without_trailing_names(rest))


def _without_trailing_names(places: tuple[Node, ...]) -> tuple[tuple[Node, ...], Pairs]:
    """Part `f(1, a=2)` into places and names."""
    if places and isinstance(places[-1], Mapping):
        return places[:-1], places[-1].pairs
    return places, ()


def _split_at_opener(pairs: Pairs) -> Iterator[Pairs]:
    """Part items that run together because a dash was lost: each begins with the same name."""
    first = plain_name(pairs[0][0])
    begins = [i for i, (name, _) in enumerate(pairs) if plain_name(name) == first]
    if first not in OPENERS:
        begins = [0]
    for start, end in zip(begins, [*begins[1:], len(pairs)], strict=True):
        yield pairs[start:end]


def _from_opener(pairs: Pairs, depth: int) -> Iterator[Call]:
    """Read an item that names its function under a key such as `function` or `name`."""
    openers = [
        (name, value)
        for name, value in pairs
        if plain_name(name) in OPENERS
        and not (isinstance(value, Scalar) and plain_name(value.text) in _TOOL_WORDS)
    ]
    rest = tuple(pair for pair in pairs if plain_name(pair[0]) not in OPENERS)
    if len(openers) == 1 and isinstance(openers[0][1], Mapping) and not _weighs(rest):
        yield from calls(openers[0][1], depth + 1)
        return
    named = [value.text for _, value in openers if isinstance(value, Scalar)]
    known = {VOCABULARY.function(name) for name in named} - {None}
    if len(known) != 1 or len(openers) != len(named) or len(named) > 1:
        if len(known) > 1 or (known and len(named) > 1):
            raise _unreadable("the item names its function twice")
        raise _unknown_function(named[0] if named else "")
    places, names = _unnested(rest)
    yield Call(_function(named[0]), places, names)


def _weighs(pairs: Pairs) -> bool:
    """Tell whether some of the pairs are more than numbers of calls and explanations."""
    return any(plain_name(name) not in ("id", "index", "callid") for name, _ in pairs)


def _unnested(pairs: Pairs) -> tuple[tuple[Node, ...], Pairs]:
    """Take arguments out of the key that stands around them."""
    nested = [(name, value) for name, value in pairs if plain_name(name) in NESTED]
    if not nested:
        return (), pairs
    if len(nested) > 1:
        raise _unreadable("the item has two lists of arguments")
    value = nested[0][1]
    if isinstance(value, Scalar) and value.text.strip():
        value = _parsed(value.text, "[{")
    rest = tuple(pair for pair in pairs if plain_name(pair[0]) not in NESTED)
    if isinstance(value, Listing):
        places, names = _without_trailing_names(value.items)
        return places, names + rest
    if isinstance(value, Mapping):
        # The number of a call stands beside its arguments; an id among them would be a line's.
        return (), value.pairs + tuple(pair for pair in rest if plain_name(pair[0]) != "id")
    return (), rest


def _from_named(pairs: Pairs) -> Iterator[Call]:
    """Read an item whose key is the function's name; several of them are several calls."""
    begins = _functions(pairs)
    if not begins:
        raise _unknown_function(pairs[0][0] if pairs else "")
    if begins[0] != 0:
        if len(begins) > 1:
            raise _unreadable("values stand before the name of their function")
        pairs = (pairs[begins[0]], *pairs[: begins[0]], *pairs[begins[0] + 1 :])
        begins = [0]
    for start, end in zip(begins, [*begins[1:], len(pairs)], strict=True):
        yield from _with_value(pairs[start], pairs[start + 1 : end])


def _functions(pairs: Pairs) -> list[int]:
    """Return where functions are named, and not arguments that could be called the same."""
    begins: list[int] = []
    current = ""
    for index, (name, _) in enumerate(pairs):
        function = VOCABULARY.function(name)
        if function is None:
            continue
        if current and name not in FUNCTIONS and plain_name(name) in ARGUMENTS[current]:
            continue
        begins.append(index)
        current = function
    return begins


def _with_value(function: tuple[str, Node], rest: Pairs) -> Iterator[Call]:
    name, value = _function(function[0]), function[1]
    if isinstance(value, Mapping):
        yield Call(name, (), value.pairs + rest)
    elif isinstance(value, Scalar):
        places: tuple[Node, ...] = (value,) if value.text else ()
        inner, names = _unnested(rest)
        yield Call(name, places + inner, names)
    elif value.items and not rest and _is_list_of_calls(value.items):
        for item in value.items:
            if isinstance(item, Mapping):
                yield Call(name, (), item.pairs)
            elif isinstance(item, Listing):
                yield Call(name, item.items)
    elif value.items and all(isinstance(item, Mapping) for item in value.items):
        # A list with one named value an item: the names together are the arguments.
        yield Call(name, (), _merged(value.items) + rest)
    else:
        places, names = _without_trailing_names(value.items)
        yield Call(name, places, names + rest)


def _is_list_of_calls(items: Sequence[Node]) -> bool:
    """Tell whether each value is a whole list of arguments."""
    if all(isinstance(item, Listing) for item in items):
        return True
    return all(isinstance(item, Mapping) and len(item.pairs) > 1 for item in items)


def _merged(items: Sequence[Node]) -> Pairs:
    return tuple(pair for item in items if isinstance(item, Mapping) for pair in item.pairs)


def _function(name: str) -> str:
    function = VOCABULARY.function(name)
    if function is None:
        raise _unknown_function(name)
    return function


def _unknown_function(name: str) -> ReplyError:
    shown = f"there is no function {name[:40]!r}" if name else "the item names no function"
    return ReplyError(
        ReplyErrorKind.UNKNOWN_FUNCTION, f"{shown}; the functions are {', '.join(FUNCTIONS)}"
    )


def _unreadable(what: str) -> ReplyError:
    return ReplyError(
        ReplyErrorKind.UNREADABLE,
        f'{what}. Write each item as shown, such as - replaceLine: [7, "the new words"]',
    )
