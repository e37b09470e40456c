"""What the commands that name passages share: how they ask, and how passages are written."""

from __future__ import annotations

import re
import unicodedata
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from linewise.cli._command import any_words, nothing_found, tell_nothing
from linewise.cli._models import asked_model, progress, tell_bill, tell_usage
from linewise.cli._result import Result
from linewise.cli._telling import tell

if TYPE_CHECKING:
    from linewise.document import Document
    from linewise.numbering import Passage
    from linewise.passages import Found, Task

__all__ = ["asked", "found_result", "prompts_result", "tell_gaps"]

_MOST_GAPS = 8


def asked(
    document: Document,
    task: Task,
    *,
    what: str,
    dry_run: bool,
    language: str,
    tokenizer: str,
    **choice: Any,
) -> Result:
    """Ask a model for passages, or show what would be asked and what it would cost."""
    from linewise.passages import Asking, found_by

    if dry_run:
        return prompts_result(document, task, language=language, tokenizer=tokenizer)
    with progress(what) as show:
        asking = Asking(language=language, tokenizer=tokenizer, progress=show)
        found = found_by(document, task, asked_model(**choice), asking)
    tell_usage(found.usage)
    if not found.passages and not found.missing:
        _tell_why_none(document, task)
    if task.item == "chapter":
        tell_gaps(found)
    return found_result(found)


def _tell_why_none(document: Document, task: Task) -> None:
    if any_words([document]):
        tell(f"the model names no {task.item} in {document.source or 'standard input'}")
    else:
        tell_nothing("look for")


def prompts_result(document: Document, task: Task, *, language: str, tokenizer: str) -> Result:
    """Return the prompts of a task, with their bill told on standard error."""
    from linewise.models import bill
    from linewise.passages import Asking, windowed

    prompts = windowed(document, task, Asking(language=language, tokenizer=tokenizer)).prompts
    cost = bill(prompts, document, tokenizer)
    tell_bill(cost)
    value = {**cost.as_dict(), "prompts": list(prompts)}
    return Result(text=("\n".join(prompts),), items=[value], value=lambda: value)


def tell_gaps(found: Found) -> None:
    """Tell on standard error which lines with words in them belong to no chapter."""
    shown = ", ".join(_lines(gap) for gap in found.gaps[:_MOST_GAPS])
    more = f" and {left:,} more" if (left := len(found.gaps) - _MOST_GAPS) > 0 else ""
    if found.passages and shown:
        tell(f"lines in no chapter: {shown}{more}")


def found_result(found: Found) -> Result:
    """Return passages as a list of lines and titles; what was mended goes to standard error."""
    for repair in found.repairs:
        tell(f"mended: {repair.message}")
    for warning in found.warnings:
        tell(f"look: {warning.message}")
    for quote in found.missing:
        tell(f"left out, since it is not in the document: {quote!r}")
    passages = found.passages
    width = max((len(_lines(passage)) for passage in passages), default=0)
    return Result(
        text=(
            f"{_lines(passage):>{width}}  {'  ' * _depth(passage)}{passage.title or ''}\n"
            for passage in passages
        ),
        items=(passage.as_dict() for passage in passages),
        files=lambda: _files(passages),
        exit_code=nothing_found(len(passages)),
    )


def _lines(passage: Passage) -> str:
    first, last = passage.lines
    return str(first) if first == last else f"{first}–{last}"


def _depth(passage: Passage) -> int:
    """Return how many headings stand over the one that a passage is named after, if it is."""
    named = passage.headings[-1:] == (passage.title,)
    return len(passage.headings) - 1 if named else 0


def _files(passages: tuple[Passage, ...]) -> dict[str, str]:
    """Return a file for each passage: named by number and title, with its lines whole."""
    digits = len(str(len(passages)))
    return {
        f"{number:0{digits}}-{_slug(passage.title)}{_suffix(passage)}": _whole(passage)
        for number, passage in enumerate(passages, start=1)
    }


def _suffix(passage: Passage) -> str:
    """Return the end of the name: that of the file, where its text is the file's own."""
    source = passage.document.source
    raw = passage.document.metadata.get("format") in {"text", "markdown"}
    return (PurePath(source).suffix if source and raw else "") or ".txt"


def _whole(passage: Passage) -> str:
    return passage.document[passage.document.line_span(*passage.lines, ends=True)]


def _slug(title: str | None) -> str:
    """Return a title as a part of a file's name: its letters, with their marks, and digits."""
    signs = unicodedata.normalize("NFC", title or "").lower()
    kept = (
        sign if sign.isalnum() or unicodedata.category(sign)[0] == "M" else "-" for sign in signs
    )
    return re.sub("-+", "-", "".join(kept)).strip("-")[:60].strip("-") or "passage"
