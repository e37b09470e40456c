"""The `linewise` program: its commands, and how errors reach people."""

from __future__ import annotations

import sys
from importlib import import_module

import click

from linewise import __version__
from linewise.cli._command import HELPED, debug_option
from linewise.cli._complaints import (
    Complaint,
    code_of_stop,
    ended_by_signals,
    of_error,
    of_usage,
)
from linewise.cli._result import ExitCode
from linewise.cli.completion import completing_paths

__all__ = ["COMMANDS", "main", "program"]

# In the order of the help page. Each is a module here with a `command`; what it does stands
# here too, so that the help page need not import them all.
COMMANDS = {
    "load": "Read documents of any format.",
    "number": "Write a document with an id on each line.",
    "extract": "Cut out the lines that two ids name.",
    "split": "Cut documents into chunks that know their place.",
    "compare": "Compare ways to split by what retrieval finds.",
    "view": "Show where the chunks and other pieces of a document are.",
    "chapters": "Part a document into chapters, by a model or without.",
    "find": "Find the passages that an instruction asks for.",
    "prompt": "Write what to ask a model.",
    "edit": "Show what a model's reply changes, and apply what is accepted.",
    "apply": "Apply a model's reply without questions.",
    "diff": "Show what a revision of a file changed.",
    "log": "List what was changed in a file and why.",
    "why": "Show which information brought a line.",
    "undo": "Take a revision back.",
    "review": "Review a model's edits on a page in the browser.",
    "summarize": "Write the sentences that tell best what documents say.",
    "keypoints": "List the sentences that matter most.",
    "bulk": "Split very many documents, by many processes and over many runs.",
    "mcp": "Serve tools to an agent that reads and edits documents.",
    "config": "Show the settings that hold, and where each comes from.",
    "completion": "Let a shell complete commands, options and file names.",
}


class _Commands(click.Group):
    """The commands, each imported when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:  # noqa: ARG002
        if name not in COMMANDS:
            return None
        return completing_paths(import_module(f"linewise.cli.{name}").command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from difflib import get_close_matches

            near = get_close_matches(args[0], COMMANDS, n=1)
            hint = f"; did you mean {near[0]!r}?" if near else f"; there are {', '.join(COMMANDS)}"
            raise click.UsageError(f"there is no command {args[0]!r}{hint}", ctx)
        return super().resolve_command(ctx, args)


@click.group(cls=_Commands, context_settings=HELPED)
@click.version_option(__version__, "-V", "--version", prog_name="linewise")
@click.pass_context
def program(ctx: click.Context) -> None:
    """Work with long documents by pointing at their lines.

    Each command reads FILE, or standard input when FILE is - or left out, and writes its
    result to standard output. Its own --help has all options and an example.

    Example: linewise split --help
    """
    from linewise.cli._settings import find_settings

    settings = find_settings()
    ctx.obj = settings
    values = {name: setting.value for name, setting in settings.items()}
    ctx.default_map = dict.fromkeys(COMMANDS, values)


program.params.append(debug_option())


def main(arguments: list[str] | None = None) -> int:
    """Run the program and return its exit code.

    Args:
        arguments: those of the process when left out.
    """
    arguments = sys.argv[1:] if arguments is None else arguments
    try:
        with ended_by_signals():
            outcome = program.main(arguments, prog_name="linewise", standalone_mode=False)
        return int(outcome) if isinstance(outcome, int) else ExitCode.DONE
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return ExitCode.WRONG_USAGE
    except (KeyboardInterrupt, click.exceptions.Abort) as error:
        complaint = Complaint("stopped", code_of_stop(error))
    except click.ClickException as error:
        complaint = of_usage(error, arguments)
    except Exception as error:
        if "--debug" in arguments:
            raise
        complaint = of_error(error, arguments)
    # Told out here, where what the error held is free again: memory may have run out.
    return complaint.told()
