"""Write docs/command-line.md from what each command says of itself; `make docs` runs this."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from linewise.cli import ExitCode, program
from linewise.cli._settings import known_settings

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = Path(__file__).parent / "command-line.md"

INTRODUCTION = """# The command line

Made from `--help` by `make docs`.

Every command keeps one contract:

- It reads FILE, or standard input when FILE is `-` or left out. `--as` names the format where
  neither name nor content tells it, `--encoding` the encoding.
- Its result goes to standard output or to `-o FILE`, everything else to standard error. A file
  that exists is replaced whole or left as it was.
- `--json` writes one JSON value, `--jsonl` a line of JSON for each item. Field names are those
  of the Python attributes.
- Colour is for terminals; `NO_COLOR` turns it off.
- An error is one line that says what was wrong and what would be right; below that of a conflict
  both sides are shown. `--debug` adds where in the code it arose.
- Offsets count code points of the text that `linewise load FILE` writes, lines count from 1.
- Settings are looked up in this order: the flag, the environment (`LINEWISE_SIZE` for
  `--size`), the project's file (`linewise.toml`, or `[tool.linewise]` in `pyproject.toml`, of
  the current folder or the nearest one above), the user's file, the default. `linewise config
  list` shows each value and where it comes from.
- The Tab key completes commands, options and names of files after `eval "$(linewise completion
  bash)"`, a line for `~/.bashrc`; [zsh and fish](#linewise-completion) likewise.

Exit codes:

| code | meaning |
| --- | --- |
"""

SETTINGS = """
Settings; in a file the name is that of the first column, and in the environment a variable:

| setting | variable | default |
| --- | --- | --- |
"""

MEANINGS = {
    ExitCode.DONE: "done",
    ExitCode.FAILED: "failed: one line on standard error says why",
    ExitCode.WRONG_USAGE: "wrong usage",
    ExitCode.NOTHING_FOUND: "nothing found, or a check that differs",
    ExitCode.DOCUMENT_CHANGED: "the document changed meanwhile; nothing was written to it",
    ExitCode.UNUSABLE_REPLY: "the model's answer could not be used; nothing was written of it",
    ExitCode.INTERRUPTED: "interrupted by Ctrl-C",
    ExitCode.TERMINATED: "ended by another program",
}


def reference() -> str:
    """Return the page."""
    codes = "".join(f"| {code} | {MEANINGS[code]} |\n" for code in ExitCode)
    top = click.Context(program, info_name="linewise", **program.context_settings)
    return INTRODUCTION + codes + SETTINGS + _settings() + "".join(_sections(program, top))


def _settings() -> str:
    """Return a row for each setting, by name."""
    return "".join(
        f"| `{name}` | `LINEWISE_{name.upper()}` | "
        f"{'' if option.default is None else f'`{option.default}`'} |\n"
        for name, option in sorted(known_settings().items())
    )


def _sections(group: click.Group, context: click.Context) -> Iterator[str]:
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None  # noqa: S101 - the group has just listed it
        inner = click.Context(
            command,
            parent=context,
            info_name=name,
            terminal_width=88,
            max_content_width=88,
            **command.context_settings,
        )
        if isinstance(command, click.Group):
            yield from _sections(command, inner)
        else:
            text = command.get_help(inner)
            yield f"\n## {inner.command_path}\n\n```text\n{text}\n```\n"


if __name__ == "__main__":
    PAGE.write_text(reference(), encoding="utf-8")
