"""From the items of a reply to rows: values by place and by name, one row for each place named."""

from __future__ import annotations

from itertools import groupby, pairwise
from typing import TYPE_CHECKING, NamedTuple

from linewise.errors import ReplyError, ReplyErrorKind
from linewise.replies import (
    LineRange,
    Listing,
    Mapping,
    Node,
    Scalar,
    TaggedLine,
    Vocabulary,
    read_reference,
)
from linewise.replies.vocabulary import IGNORED, WRAPPERS, plain_name, words_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from linewise.passages.tasks import Task

__all__ = ["NAMES", "Row", "is_id", "refusal", "rows", "vocabulary"]

_Pairs = tuple[tuple[str, Node], ...]

_ITEMS = words_of("chapter passage section part chapitre partie extrait")
_IGNORED = IGNORED - words_of("title") | words_of("number index level page language")

NAMES: dict[str, str] = {
    word: name
    for name, words in {
        "start": "start startline startid line lineid linenumber id first firstline from begin "
        "ligne debut",
        "end": "end endline endid last lastline to until fin",
        "lines": "lines range lignes",
        "title": "title titre name heading label intitule",
        "quote": "quote quotation text words excerpt citation content",
    }.items()
    for word in words.split()
}


class Row(NamedTuple):
    """The values of one place: those that are told apart by where they stand, and by name."""

    places: tuple[Node, ...] = ()
    names: _Pairs = ()


def vocabulary(task: Task) -> Vocabulary:
    """Return the words that a reply to a task may use."""
    texts = frozenset(word for word, name in NAMES.items() if name in ("title", "quote"))
    return Vocabulary(
        functions=dict.fromkeys(_ITEMS, task.item),
        openers=frozenset(),
        keys=frozenset(NAMES) | _ITEMS | _IGNORED,
        texts=texts,
        wrappers=WRAPPERS | {f"{word}s" for word in _ITEMS} | words_of("tableofcontents toc"),
        ignored=_IGNORED,
        listed=task.listed,
    )


def rows(nodes: Iterable[Node], task: Task) -> Iterator[Row]:
    """Return the rows that the items of a reply stand for.

    Raises:
        ReplyError: an item is no row.
    """
    for bare, group in groupby(nodes, lambda node: isinstance(node, Scalar)):
        if bare:
            yield from _without_names([node for node in group if isinstance(node, Scalar)], task)
            continue
        for node in group:
            if isinstance(node, Mapping):
                yield from _from_pairs(node.pairs, task)
            elif isinstance(node, Listing):
                yield _from_listing(node.items[1:])


def is_id(node: Node) -> bool:
    """Tell whether a value names lines and cannot be a title."""
    if not isinstance(node, Scalar) or node.quoted:
        return False
    return isinstance(read_reference(node.text), int | LineRange | TaggedLine)


def refusal(kind: ReplyErrorKind, what: str, task: Task, item: int | None = None) -> ReplyError:
    """Return an error that says what is wrong, and how it is written right."""
    ends = "12, 47" if task.has_ends else "12"
    form = f'- {task.item}: [{ends}, "the title"]'
    return ReplyError(kind, f"{what}. Write each {task.item} as {form}", item=item)


def _without_names(scalars: Sequence[Scalar], task: Task) -> Iterator[Row]:
    """Part what stood in lists of its own, `[12, "A"], [47, "B"]`, into rows again."""
    width = 3 if task.has_ends else 2
    for at in range(0, len(scalars), width):
        row = scalars[at : at + width]
        ids, title = row[:-1], row[-1]
        known = all(isinstance(read_reference(node.text), int) for node in ids)
        if len(row) < width or not known or is_id(title):
            shown = " ".join(node.text for node in row)[:60]
            raise refusal(
                ReplyErrorKind.UNREADABLE, f"{shown!r} is no {task.item}", task, at // width + 1
            )
        yield Row(tuple(row))


def _from_pairs(pairs: _Pairs, task: Task) -> Iterator[Row]:
    """Read named values; the name of the item may stand around or before the others."""
    begins = [i for i, (name, _) in enumerate(pairs) if plain_name(name) in _ITEMS]
    if not begins:
        yield Row((), pairs)
        return
    if begins[0] and len(begins) > 1:
        raise refusal(ReplyErrorKind.UNREADABLE, f"values stand before the first {task.item}", task)
    before, rest = pairs[: begins[0]], pairs[begins[0] :]
    bounds = [*(i - begins[0] for i in begins), len(rest)]
    for first, last in pairwise(bounds):
        yield from _from_value(rest[first][1], before + rest[first + 1 : last])


def _from_value(value: Node, names: _Pairs) -> Iterator[Row]:
    """Read the value of the item's name: a list of values, names, or one value."""
    if isinstance(value, Mapping):
        yield Row((), value.pairs + names)
    elif isinstance(value, Scalar):
        yield Row((value,) if value.text else (), names)
    elif value.items and not names and not any(isinstance(one, Scalar) for one in value.items):
        for inner in value.items:
            yield from _from_value(inner, ())
    else:
        row = _from_listing(value.items)
        yield Row(row.places, row.names + names)


def _from_listing(items: tuple[Node, ...]) -> Row:
    if items and isinstance(items[-1], Mapping):
        return Row(items[:-1], items[-1].pairs)
    return Row(items)
