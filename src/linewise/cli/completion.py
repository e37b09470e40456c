"""`linewise completion`: let a shell complete commands, options and the names of files."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem, get_completion_class

from linewise.cli._command import result_command
from linewise.cli._result import Result

__all__ = ["command", "completing_paths"]

VARIABLE = "_LINEWISE_COMPLETE"

# What arguments and options are called, on help pages, whose values are paths.
_PATHS = {"DIR", "FILE", "FOLDER", "PLACE", "REPLY", "SOURCE"}


@result_command(
    "Write what lets SHELL complete commands, options and the names of files by the Tab key. "
    "SHELL is bash, zsh or fish.\n\n"
    "The line of the example stands in ~/.bashrc, or with zsh in ~/.zshrc, to hold for every shell "
    "that is opened. For fish, -o writes ~/.config/fish/completions/linewise.fish.\n\n"
    'Example: eval "$(linewise completion bash)"'
)
@click.argument("shell", metavar="SHELL", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion_command(ctx: click.Context, *, shell: str) -> Result:
    """Write the completion for a shell."""
    kind = get_completion_class(shell)
    assert kind is not None  # noqa: S101 - click knows the three
    script = kind(ctx.find_root().command, {}, "linewise", VARIABLE).source()
    return Result(text=[script], items=[script], value=lambda: script)


def completing_paths(command: click.Command) -> click.Command:
    """Let a command, and those in it, complete the names of files where paths are meant.

    Args:
        command: it is changed; paths are still handed on as the words that were given.
    """
    for parameter in command.params:
        if parameter.type is click.STRING and _named(parameter) in _PATHS:
            parameter.type = _Path()
    if isinstance(command, click.Group):
        for inner in command.commands.values():
            completing_paths(inner)
    return command


def _named(parameter: click.Parameter) -> str:
    """Return what a value is called on the help page, without the signs around it."""
    word = (parameter.metavar or parameter.name or "").split(" ", 1)[0]
    return word.strip("[].…").upper()


class _Path(click.types.StringParamType):
    """Words that name a file or a folder, and are left as they are."""

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Ask the shell for names of files."""
        del ctx, param
        return [CompletionItem(incomplete, type="file")]


command = completion_command
