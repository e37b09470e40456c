"""`linewise apply`: apply a model's reply to a file, without questions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linewise.cli._command import argument_file, result_command
from linewise.cli._editing import edit_file, editing_options, reply_option
from linewise.cli._questions import accept_all

if TYPE_CHECKING:
    from linewise.cli._result import Result


@result_command(
    "Apply a model's REPLY to FILE, whole or not at all, and write the diff.\n\n"
    "A reply to a prompt that linewise prompt edit wrote with --focus or --window goes to linewise "
    "edit FILE --focus --info NOTE --reply REPLY, which keeps lines that were not shown as they "
    "are.\n\n"
    "Example: linewise apply page.md --reply reply.yaml --info note.md"
)
@argument_file
@reply_option(required=True)
@editing_options
def apply_command(**settings: Any) -> Result:
    """Apply a reply to a file."""
    return edit_file(decide=accept_all, prompting={}, **settings)


command = apply_command
