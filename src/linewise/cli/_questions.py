"""Ask a person about each operation of an edit."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

import click

from linewise.cli._result import styled
from linewise.cli._telling import tell
from linewise.editing import Review, select
from linewise.editing.around import repeated, replaced
from linewise.editing.operations import DeleteLine, InsertLineAfter, function_of, words_of
from linewise.errors import LinewiseError
from linewise.render.signs import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from linewise.editing import Edit, Operation

__all__ = ["Decision", "accept_all", "ask", "can_ask", "named_operation"]

_QUESTION = "a accept, r reject, e reword, A accept / R reject all that remain, q quit, ? all keys"
_EXPLAINED = """\
a  accept this operation
r  reject it
e  reword it (w as well): it is accepted in the words that you write
u  take back what was decided last, and ask about it once more
j  leave it for later, and go on to the next that is not decided
k  go back to the one before that is not decided
A  accept all that remain
R  reject all that remain
q  quit; nothing is written
Each key is followed by Enter. Nothing is written before everything is decided."""
_END = "."


@dataclass(frozen=True, slots=True)
class Decision:
    """What is to be done of a proposal.

    Attributes:
        edit: what is to be applied.
        operations: all that was proposed, in the words that it was looked at in.
        accepted: which of them are applied, counted from 1.
        rejected: the others.
        by_person: whether somebody was asked, and can be asked again.
    """

    edit: Edit
    operations: tuple[Operation, ...]
    accepted: tuple[int, ...]
    rejected: tuple[int, ...] = ()
    by_person: bool = False


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
    asked = _Asked(Review(proposed), 1)
    try:
        while asked.at:
            asked = _KEYS[_key(asked)](asked)
    except click.Abort:
        # The cursor stands behind the question.
        click.echo(err=True)
        tell("nothing was written")
        raise
    return _decision(asked.review)


def named_operation(operation: Operation) -> str:
    """Return what an operation is called where it is told of: its function and its line."""
    return f"{function_of(operation)} {operation.line}"


@dataclass(frozen=True, slots=True)
class _Asked:
    """How far the questions have come.

    Attributes:
        review: what was decided so far.
        at: the operation that is asked about, counted from 1; 0 when all are decided.
        before: how far they had come before the last decision.
    """

    review: Review
    at: int
    before: _Asked | None = None

    def decided(self, review: Review) -> _Asked:
        """Return what follows a decision: the question about the next operation that is open."""
        return _Asked(review, _open_after(review, self.at), self)


def _open_after(review: Review, at: int) -> int:
    """Return the next operation that is not decided, from the beginning again after the last."""
    later = [number for number in review.open if number > at]
    return next(iter([*later, *review.open]), 0)


def _accept(asked: _Asked) -> _Asked:
    return asked.decided(asked.review.accept(asked.at))


def _reject(asked: _Asked) -> _Asked:
    return asked.decided(asked.review.reject(asked.at))


def _accept_rest(asked: _Asked) -> _Asked:
    return replace(asked, review=asked.review.accept_rest(), at=0)


def _reject_rest(asked: _Asked) -> _Asked:
    # What is asked about once more is accepted already, and remains all the same.
    return replace(asked, review=asked.review.reject(asked.at).reject_rest(), at=0)


def _reword(asked: _Asked) -> _Asked:
    """Accept an operation in other words; where they repeat what stands there, ask once more."""
    if isinstance(asked.review.edit.operations[asked.at - 1], DeleteLine):
        click.echo("a deletion has no words", err=True)
        return asked
    words = _new_words(asked.review.edit, asked.at)
    if words is None:
        return asked
    try:
        decided = asked.decided(asked.review.reword(asked.at, words))
    except LinewiseError as error:
        tell(str(error))
        return asked
    if notes := _repetitions(decided.review.edit, asked.at):
        tell(f"look: {' and '.join(notes)}; it is asked about once more")
        return replace(decided, at=asked.at)
    click.echo(f"accepted in these words:\n{_shown(decided.review.edit, asked.at)}", err=True)
    return decided


def _take_back(asked: _Asked) -> _Asked:
    if asked.before is None:
        click.echo("nothing is decided yet", err=True)
        return asked
    return asked.before


def _go_on(asked: _Asked) -> _Asked:
    return replace(asked, at=_open_after(asked.review, asked.at) or asked.at)


def _go_back(asked: _Asked) -> _Asked:
    earlier = [number for number in asked.review.open if number < asked.at]
    return replace(asked, at=([*asked.review.open, *earlier] or [asked.at])[-1])


def _quit(_: _Asked) -> _Asked:
    raise LinewiseError("stopped; nothing was written")


def _explain(asked: _Asked) -> _Asked:
    click.echo(_EXPLAINED, err=True)
    return asked


_KEYS: Mapping[str, Callable[[_Asked], _Asked]] = MappingProxyType(
    {
        "a": _accept,
        "r": _reject,
        "e": _reword,
        "w": _reword,
        "u": _take_back,
        "j": _go_on,
        "k": _go_back,
        "A": _accept_rest,
        "R": _reject_rest,
        "q": _quit,
        "?": _explain,
    }
)


def _key(asked: _Asked) -> str:
    """Show an operation, and return the key that answers what is to be done of it."""
    edit = asked.review.edit
    named = named_operation(edit.operations[asked.at - 1])
    standing = ", accepted in these words" if asked.at in asked.review.accepted else ""
    click.echo(f"\n{asked.at} of {asked.review.count}: {named}{standing}", err=True)
    click.echo(_shown(edit, asked.at), err=True)
    return str(
        click.prompt(
            f"({_QUESTION}; then Enter)",
            type=click.Choice(list(_KEYS)),
            show_choices=False,
            err=True,
        )
    )


def _decision(review: Review) -> Decision:
    """Return what was decided; what needs a line that was rejected falls away, and that is told."""
    outcome, operations = review.outcome(), review.edit.operations
    for number in outcome.left_out:
        tell(f"left out: {named_operation(operations[number - 1])}, whose line was rejected")
    return Decision(outcome.edit, operations, outcome.accepted, outcome.rejected, by_person=True)


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


def _new_words(edit: Edit, number: int) -> str | None:
    """Return the words that are typed, None where none are."""
    operation = edit.operations[number - 1]
    where = f"after line {operation.line}"
    if not isinstance(operation, InsertLineAfter):
        where = f"in the place of {_quoted(replaced(edit, number))}"
    now = f"now: {_quoted(words_of(operation))}"
    click.echo(f"{where}\n{now}" if "\n" in where + now else f"{where}; {now}", err=True)
    click.echo(
        f"the new words; a line with {_END} alone ends them, and as the first line leaves all as "
        "it is",
        err=True,
    )
    lines: list[str] = []
    while (
        line := click.prompt("", default="", show_default=False, prompt_suffix="", err=True)
    ) != _END:
        lines.append(line)
    return "\n".join(lines) if lines else None


def _repetitions(edit: Edit, number: int) -> list[str]:
    """Say which words stand twice now, once in the document and once as they were typed."""
    before, after = repeated(edit, number)
    notes = [f"{_quoted(before)} stands right before these words already"] if before else []
    return notes + ([f"{_quoted(after)} stands right after them already"] if after else [])


def _quoted(words: str) -> str:
    """Return words in quotes; those of several lines in lines of their own."""
    lines = [visible(line) for line in words.split("\n")]
    return f"“{lines[0]}”" if len(lines) == 1 else "\n" + "\n".join(f"  {one}" for one in lines)
