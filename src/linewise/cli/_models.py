"""Which model a command asks, and what it tells of the asking."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import click

from linewise.cli._command import STANDARD_INPUT, setting, tokenizer_option
from linewise.cli._telling import tell
from linewise.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from linewise.models import Bill, Model, Usage

__all__ = [
    "asked_model",
    "model_options",
    "name_of_model",
    "pasted_from",
    "progress",
    "prompt_options",
    "tell_bill",
    "tell_usage",
]

# What each command does where there is no model, behind the words that --paste needs none.
_INSTEAD: Mapping[str, str] = MappingProxyType(
    {
        "chapters": "--local goes by headings, without a model",
        "compare": "without --ask questions are made of the documents",
        "edit": "linewise prompt edit writes the prompt, whose reply --reply reads",
        "find": "linewise summarize --about finds sentences without a model",
        "keypoints": "without --ask no model is needed",
        "summarize": "without --ask no model is needed",
    }
)


def model_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say which model is asked."""
    options = (
        setting(
            "--model",
            metavar="NAME",
            envvar=["LINEWISE_MODEL", "OPENAI_MODEL"],
            help="The model to ask.",
        ),
        setting(
            "--base-url",
            metavar="URL",
            envvar=["LINEWISE_BASE_URL", "OPENAI_BASE_URL"],
            help="The server of the model, where it is not OpenAI's.",
        ),
        click.option(
            "--paste", is_flag=True, help="Ask by hand: copy the prompt, paste the reply."
        ),
        click.option("--max-tokens", type=click.IntRange(min=1), help="For the whole run."),
    )
    for option in reversed(options):
        function = option(function)
    return function


def prompt_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say how a prompt is written and counted."""
    from linewise.models import LANGUAGES

    function = tokenizer_option(function)
    return setting("--language", type=click.Choice(LANGUAGES), default="en", help="Of the prompt.")(
        function
    )


def pasted_from(*, paste: bool, dry_run: bool, **_: Any) -> str | None:
    """Return what a reply is pasted into, or None where nobody pastes one."""
    return STANDARD_INPUT if paste and not dry_run else None


def name_of_model(*, model: str | None, paste: bool, **_: Any) -> str:
    """Return what a history calls the model that is asked."""
    return "pasted" if paste else model or ""


def asked_model(
    *, model: str | None, base_url: str | None, paste: bool, max_tokens: int | None
) -> Model:
    """Return the model that is asked.

    Raises:
        ModelError: none is named, or nothing is known of its server.
    """
    from linewise.models import Budget

    chosen = _unlimited_model(model, base_url, paste=paste)
    return chosen if max_tokens is None else Budget(chosen, max_tokens)


def _unlimited_model(model: str | None, base_url: str | None, *, paste: bool) -> Model:
    from linewise.models import Pasted, configured_model

    if paste:
        return Pasted()
    try:
        return configured_model(model, base_url)
    except ModelError as error:
        raise ModelError(_not_configured(model)) from error


def _not_configured(model: str | None) -> str:
    """Say which options and variables name a model, and what the command does without one."""
    server = (
        "its server (--base-url, LINEWISE_BASE_URL or OPENAI_BASE_URL) {} a key for OpenAI "
        "(OPENAI_API_KEY)"
    )
    if model:
        message = f"model {model!r} is named, but neither {server.format('nor')} is known"
    else:
        message = (
            "no model is configured: name one (--model, LINEWISE_MODEL or OPENAI_MODEL), and "
            f"{server.format('or')}"
        )
    command = click.get_current_context().info_name or ""
    instead = f", and {_INSTEAD[command]}" if command in _INSTEAD else ""
    return f"{message}; --paste works with any chat{instead}"


@contextmanager
def progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """Show how many parts of a long run are done, where there are several and somebody looks."""
    looked_at = sys.stderr is not None and sys.stderr.isatty()
    shown = False

    def show(done: int, count: int) -> None:
        nonlocal shown
        if count > 1 and looked_at:
            click.echo(f"\rlinewise: {what}: {done} of {count}", nl=False, err=True)
            shown = True

    try:
        yield show
    finally:
        # An error is told in a line of its own.
        if shown:
            click.echo(err=True)


def tell_bill(bill: Bill) -> None:
    """Tell on standard error what asking would cost."""
    tell(str(bill))


def tell_usage(usage: Usage | None) -> None:
    """Tell on standard error what asking has cost."""
    if usage is not None and usage.requests:
        tell(str(usage))
