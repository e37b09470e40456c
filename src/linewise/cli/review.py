"""`linewise review`: read, decide and apply a model's edits on a page in the browser."""

from __future__ import annotations

import os
import shlex
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import click

from linewise.cli._command import (
    STANDARD_INPUT,
    argument_files,
    refuse_two_readers,
    result_command,
)
from linewise.cli._editing import (
    applied_before,
    information_options,
    read_information,
    read_text,
    reply_option,
)
from linewise.cli._models import asked_model, model_options, tell_usage
from linewise.cli._naming import as_named
from linewise.cli._result import Result
from linewise.cli._telling import tell
from linewise.editing import edit_from_reply
from linewise.errors import FileError, LinewiseError
from linewise.models import LANGUAGES
from linewise.render.signs import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from linewise.review import Desk, Sheet, Standing


@result_command(
    "Review a model's edits of FILE… on a page in the browser that only this machine reaches.\n\n"
    "With --reply or a model the edit is proposed at once; else the page takes the information, "
    "gives the prompt to copy and takes the reply. Decisions are kept until the review is "
    "finished: the same command goes on where it was left. Ctrl-C ends it.\n\n"
    "Example: linewise review page.md --info note.md --reply reply.yaml"
)
@argument_files
@reply_option(required=False)
@information_options
@model_options
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default="en",
    show_default=True,
    help="Of prompts; the page speaks that of the browser.",
)
@click.option("--partial", is_flag=True, help="Leave out what cannot be trusted.")
@click.option("--commit", is_flag=True, help="Commit FILE in its own git repository, too.")
@click.option("--encoding", metavar="NAME", help="Of FILE; detected when left out.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="A free one if left out.")
@click.option("--no-open", is_flag=True, help="Print the link and open no browser.")
@click.option("--dry-run", is_flag=True, help="Say how far the reviews have come, and end.")
def review_command(
    *,
    files: tuple[str, ...],
    reply: str | None,
    info: str | None,
    info_text: str | None,
    model: str | None,
    base_url: str | None,
    paste: bool,
    max_tokens: int | None,
    language: str,
    partial: bool,
    commit: bool,
    encoding: str | None,
    port: int,
    no_open: bool,
    dry_run: bool,
) -> Result:
    """Review files."""
    from linewise.review import Asking, Desk, serve

    _refuse_unfit(files, reply)
    refuse_two_readers(reply, info)
    information = read_information(info, info_text)
    choice: dict[str, Any] = {"model": model, "base_url": base_url, "max_tokens": max_tokens}
    asked = None if paste or not model else asked_model(**choice, paste=False)
    asking = Asking(
        model=asked,
        name=model or "",
        language=language,
        partial=partial,
        commit=commit,
        encoding=encoding,
    )
    desk = Desk(files, asking)
    if dry_run:
        return _standings(desk, _foreseen(desk, information, reply))
    _propose(desk, information, reply)
    serve(desk, port, _show if no_open else _open)
    return _standings(desk)


def _refuse_unfit(files: Sequence[str], reply: str | None) -> None:
    if not files:
        raise click.UsageError("name the files to review")
    if STANDARD_INPUT in files:
        raise click.UsageError("standard input cannot be edited in place; name a file")
    if reply is not None and len(files) > 1:
        raise click.UsageError("a reply is about one file; name that file alone")
    for file in files:
        if os.path.isdir(file):  # noqa: PTH112 - pathlib raises for odd names
            raise FileError(
                f"{file}: it is a folder, and files are reviewed; name those in it: "
                f"linewise review {_files_of(file)}"
            )


def _files_of(folder: str) -> str:
    """Return a pattern for the files of a folder, as a shell takes it."""
    names: list[str] = []
    with suppress(OSError):
        names = os.listdir(folder)  # noqa: PTH208 - pathlib raises for odd names
    pattern = "*.md" if any(name.endswith(".md") for name in names) else "*"
    return f"{shlex.quote(folder.rstrip('/'))}/{pattern}"


def _propose(desk: Desk, information: str, reply: str | None) -> None:
    """Propose what is known at the start; what is under review already goes on."""
    if reply is not None:
        sheet, words = desk.sheets[0], read_text(reply)
        if not _tell_if_applied(sheet, words):
            sheet.propose_reply(words, information)
        return
    for sheet in desk.sheets:
        sheet.document()
    if not information.strip():
        return
    for sheet in desk.sheets:
        sheet.keep_draft(information)
    if desk.asking.model is not None:
        for sheet in desk.concerned(information):
            _ask(sheet, information, alone=len(desk.sheets) == 1)


def _tell_if_applied(sheet: Sheet, words: str) -> bool:
    """Tell that a reply is applied already, if it is; it is not proposed once more then."""
    partial = sheet.asking.partial
    done = applied_before(
        sheet.path, lambda document: edit_from_reply(document, words, partial=partial)
    )
    if done:
        tell(done)
    return bool(done)


def _ask(sheet: Sheet, information: str, *, alone: bool) -> None:
    """Let the model propose; what goes wrong with one of several files keeps no other back."""
    before = sheet.pending()
    try:
        proposed = sheet.propose(information)
        if before is None or before.id != proposed.id:
            tell_usage(proposed.review.proposed.usage)
    except LinewiseError as error:
        if alone:
            raise
        tell(f"{sheet.name}: {as_named(str(error), [sheet.path])}")


def _foreseen(desk: Desk, information: str, reply: str | None) -> Standing | None:
    """Return where the review of a reply would begin, or go on; None where none would.

    It is what the page would show: nothing of an earlier proposal, whose place the reply takes.
    """
    from linewise.review import standing_of

    if reply is None:
        return None
    sheet, words = desk.sheets[0], read_text(reply)
    if _tell_if_applied(sheet, words):
        return None
    return standing_of(sheet.preview_reply(words, information))


def _standings(desk: Desk, foreseen: Standing | None = None) -> Result:
    """Return how far the review of each file has come, or how that of one file would begin."""
    from linewise.review import standing

    found = []
    for sheet in desk.sheets:
        sheet.document()
        stands = standing(sheet) if foreseen is None else foreseen
        found.append({"file": sheet.name, **stands.as_dict()})
    return Result(text=map(_line, found), items=found)


def _line(known: dict[str, Any]) -> str:
    """Say how far a review has come, in a line."""
    name, state = visible(known["file"]), known["state"]
    if state == "nothing":
        return f"{name}: nothing is proposed\n"
    decided = known["accepted"] + known["rejected"]
    operations = known["operations"]
    what = "1 operation" if operations == 1 else f"{operations:,} operations"
    if state in {"applied", "undone", "closed"}:
        done = f"applied as revision {known['revision'][:8]}" if known["revision"] else "closed"
        done += f", taken back by {known['undone_by'][:8]}" if known["undone_by"] else ""
        return f"{name}: {done}, {known['accepted']:,} of {what} accepted\n"
    return f"{name}: {what}, {decided:,} decided\n"


def _show(link: str) -> None:
    tell(f"review at {link}")
    tell("the link works once; Ctrl-C ends the review, decisions are kept")


def _open(link: str) -> None:
    """Show the link, and open it where somebody sits at a terminal with a browser."""
    _show(link)
    if sys.stderr is None or not sys.stderr.isatty():
        return
    import webbrowser

    with suppress(webbrowser.Error):
        webbrowser.get()
        webbrowser.open(link)


command = review_command
