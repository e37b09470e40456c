"""What a prompt for an edit looks like: the options that `edit` and `prompt edit` share."""

from __future__ import annotations

import functools
import re
import shlex
from typing import TYPE_CHECKING, Any, get_args

import click

from linewise.cli._command import as_words, setting
from linewise.cli._models import prompt_options, tell_bill
from linewise.cli._result import Result
from linewise.cli._telling import tell
from linewise.errors import OptionError, ReplyError, ReplyErrorKind, SizeError
from linewise.numbering import Style
from linewise.render.places import lines_words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from linewise.document import Document
    from linewise.editing import Edit, EditPrompt, Shown, Stretch

__all__ = [
    "by_options",
    "edit_by_seen",
    "prompting_options",
    "prompts_result",
    "reading_options",
    "seen_lines",
    "tell_asked",
    "tell_shown",
]


def prompting_options(function: Callable[..., Result]) -> Callable[..., Result]:
    """Add the options that say what a prompt holds; the function takes them as `prompting`."""

    @functools.wraps(function)
    def run(
        *,
        context: str | None,
        language: str,
        style: Style,
        tags: bool,
        tokenizer: str,
        focus: bool,
        window: int | None,
        **settings: Any,
    ) -> Result:
        prompting: dict[str, Any] = {
            "context": context,
            "language": language,
            "style": style,
            "tags": tags,
            "tokenizer": tokenizer,
            "focus": focus,
        }
        if window is not None:
            prompting["window"] = window
        try:
            return function(prompting=prompting, **settings)
        except (OptionError, SizeError) as error:
            error.args = (by_options(str(error)),)
            raise

    for option in reversed(_OPTIONS):
        run = option(run)
    return run


_OPTIONS = (
    click.option(
        "--context", type=as_words, metavar="TEXT", help="What else the model should know."
    ),
    click.option("--style", type=click.Choice(get_args(Style)), default="pipe", show_default=True),
    click.option("--tags", is_flag=True, help="Let ids carry a tag of their line's words."),
    click.option(
        "--focus",
        is_flag=True,
        help="Send only the stretches that the information is about: the lines that are nearly as "
        "relevant as the most relevant one.",
    ),
    setting(
        "--window",
        type=int,
        help="The tokens of one prompt at most; a smaller one sends less.",
    ),
    prompt_options,
)


def by_options(message: str) -> str:
    """Return a message about a window that names it as the command line does."""
    return re.sub(r"\bwindow=", "--window ", message)


def seen_lines(document: Document, information: str, prompting: Mapping[str, Any]) -> Shown | None:
    """Return the lines that `prompt edit` shows with the same options; None where it shows all."""
    from linewise.editing import edit_prompts

    if not prompting.get("focus") and "window" not in prompting:
        return None
    if not information.strip():
        raise click.UsageError(
            "which lines a prompt shows by --focus or --window depends on the information: give "
            "--info or --info-text as for that prompt"
        )
    return edit_prompts(document, information, **prompting)[0].shown


def reading_options(info: str | None, info_text: str | None, prompting: Mapping[str, Any]) -> str:
    """Return the options with which `edit` reads the reply to a prompt, by the same lines.

    Args:
        info: the file that said what is new.
        info_text: the same in words.
        prompting: what the prompt holds.
    """
    options = ["--focus"] if prompting.get("focus") else []
    options += [f"--window {prompting['window']}"] if "window" in prompting else []
    if info is not None:
        options.append(f"--info {shlex.quote(info)}")
    elif info_text is not None:
        options.append("--info-text TEXT")
    return " ".join(options)


def edit_by_seen(shown: Shown, reply: str, *, partial: bool) -> Edit:
    """Return the edit of a reply to a prompt that shows parts.

    Args:
        shown: what the model saw.
        reply: as it was written into a file.
        partial: leave out what cannot be trusted.

    Raises:
        ReplyError: it cannot be trusted, or it asks to see other lines, which a file cannot show.
    """
    from linewise.editing import edit_of_shown
    from linewise.editing.wanted import wanted_lines

    try:
        return edit_of_shown(shown, reply)
    except ReplyError as error:
        # What can be read as an edit is one, though its words may speak of showing lines.
        wanted = wanted_lines(reply, shown.document.line_count)
        if error.kind is not ReplyErrorKind.NOT_SHOWN and wanted:
            raise ReplyError(ReplyErrorKind.NOT_SHOWN, _asks_to_see(wanted)) from error
        if not partial:
            raise
    return edit_of_shown(shown, reply, partial=True)


def _asks_to_see(wanted: Sequence[Stretch]) -> str:
    lines = ", ".join(lines_words(*stretch) for stretch in wanted)
    return (
        f"the model asks to see {lines}; use --paste or a model, which answers with a second "
        "prompt, or a larger --window for a prompt that shows more"
    )


def prompts_result(document: Document, information: str, **prompting: Any) -> Result:
    """Show what would be asked, and what it would cost."""
    from linewise.editing import edit_prompts
    from linewise.models import bill

    asked = edit_prompts(document, information, **prompting)
    prompts = [one.prompt for one in asked]
    cost = bill(prompts, document, prompting["tokenizer"])
    tell_bill(cost)
    tell_asked(asked)
    return Result(
        text=["\n".join(prompts)],
        items=[{"prompt": prompt} for prompt in prompts],
        value=lambda: {**cost.as_dict(), "prompts": prompts},
    )


def tell_asked(asked: Sequence[EditPrompt], name: str = "") -> None:
    """Tell on standard error how much of a document prompts show."""
    if len(asked) > 1:
        tell(f"{name}all lines shown, in {len(asked):,} parts")
    for one in asked if len(asked) == 1 else ():
        tell_shown(one.shown, name)


def tell_shown(shown: Shown | None, name: str = "") -> None:
    """Tell on standard error how much a model sees, where it does not see all."""
    if shown is not None:
        tell(f"{name}{shown}")
