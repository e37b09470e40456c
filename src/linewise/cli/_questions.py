"""Ask a person about each operation of an edit."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from linewise.cli._result import styled
from linewise.cli._telling import tell
from linewise.editing import Review, reword, select
from linewise.editing.operations import DeleteLine, function_of, words_of
from linewise.errors import LinewiseError
from linewise.render.signs import visible

if TYPE_CHECKING:
    from linewise.editing import Edit, Operation

__all__ = ["Decision", "accept_all", "ask", "can_ask"]

_ANSWERS = "a accept, r reject, w reword, A accept / R reject all that remain, q quit"
_END = "."


@dataclass(frozen=True, slots=True)
class Decision:
    """What is to be done of a proposal.

    Attributes:
        edit: what is to be applied.
        operations: all that was proposed, in the words that it was looked at in.
        accepted: which of them are applied, counted from 1.
        rejected: the others.
    """

    edit: Edit
    operations: tuple[Operation, ...]
    accepted: tuple[int, ...]
    rejected: tuple[int, ...] = ()


def accept_all(proposed: Edit) -> Decision:
    """Return the decision to do all of it."""
    numbers = tuple(range(1, len(proposed.operations) + 1))
    return Decision(proposed, proposed.operations, numbers)


def can_ask() -> bool:
    """Tell whether there is somebody to ask."""
    streams = sys.stdin, sys.stderr
    return all(stream is not None and stream.isatty() for stream in streams)


def ask(proposed: Edit) -> Decision:
    """Ask about one operation after the other; nothing is decided before the end."""
    try:
        return _asked(proposed)
    except click.Abort:
        # The cursor stands behind the question.
        click.echo(err=True)
        tell("nothing was written")
        raise


def _asked(proposed: Edit) -> Decision:
    accepted: set[int] = set()
    count = len(proposed.operations)
    for number in range(1, count + 1):
        answer, proposed = _ask(proposed, number, count)
        if answer == "A":
            accepted |= set(range(number, count + 1))
        if answer in ("A", "R"):
            break
        if answer == "q":
            raise LinewiseError("stopped; nothing was written")
        if answer == "a":
            accepted.add(number)
    return _decision(proposed, accepted)


def _decision(proposed: Edit, accepted: set[int]) -> Decision:
    """Return what was decided; what needs a line that was rejected falls away, and that is told."""
    outcome = Review(proposed, frozenset(accepted)).outcome()
    for number in outcome.left_out:
        named = _named(proposed.operations[number - 1])
        tell(f"left out: {named}, whose line was rejected")
    return Decision(outcome.edit, proposed.operations, outcome.accepted, outcome.rejected)


def _ask(proposed: Edit, number: int, count: int) -> tuple[str, Edit]:
    while True:
        operation = proposed.operations[number - 1]
        click.echo(f"\n{number} of {count}: {_named(operation)}", err=True)
        click.echo(_shown(proposed, number), err=True)
        answer = click.prompt(
            f"({_ANSWERS})",
            type=click.Choice(["a", "r", "w", "A", "R", "q"]),
            show_choices=False,
            err=True,
        )
        if answer != "w":
            return str(answer), proposed
        if isinstance(operation, DeleteLine):
            click.echo("a deletion has no words", err=True)
            continue
        try:
            proposed = reword(proposed, number, _new_words())
        except LinewiseError as error:
            tell(str(error))


def _named(operation: Operation) -> str:
    return f"{function_of(operation)} {operation.line}"


def _shown(proposed: Edit, number: int) -> str:
    """Return what an operation does, as a diff where it can stand alone."""
    alone = select(proposed, [number])
    if alone.operations:
        hunks = alone.diff(context=1).removesuffix("\n").split("\n")[3:]
        return "\n".join(_coloured(line) for line in hunks)
    words = words_of(proposed.operations[number - 1])
    return "\n".join(_coloured(f"+{line}") for line in words.split("\n"))


def _coloured(line: str) -> str:
    colours = {"+": "green", "-": "red", "@": "cyan"}
    return styled(visible(line), fg=colours.get(line[:1]))


def _new_words() -> str:
    click.echo(f"the new words; a line with {_END} alone ends them", err=True)
    lines: list[str] = []
    while (
        line := click.prompt("", default="", show_default=False, prompt_suffix="", err=True)
    ) != _END:
        lines.append(line)
    return "\n".join(lines)
