"""Edit a document by naming lines: operations, a plan, and the edit as a value."""

from linewise.editing.asking import EditPrompt, edit, edit_prompts
from linewise.editing.choosing import reword, select
from linewise.editing.edit import Edit
from linewise.editing.focus import focused
from linewise.editing.operations import (
    FUNCTIONS,
    DeleteLine,
    InsertLineAfter,
    LineRange,
    Operation,
    ReplaceLine,
    ReplaceText,
)
from linewise.editing.placing import Place, places
from linewise.editing.plan import plan
from linewise.editing.prompt import edit_prompt, operations_schema
from linewise.editing.reading import ReadOperations, Refusal, read_operations
from linewise.editing.replying import edit_from_reply
from linewise.editing.reviewing import Outcome, Review, conflicts, next_round, rejection_note
from linewise.editing.seeing import edit_of_shown
from linewise.editing.several import (
    Considered,
    ToAsk,
    Touch,
    edit_files,
    edit_files_prompts,
    touched,
)
from linewise.editing.shown import Shown, Stretch
from linewise.editing.tagging import edit_of_tagged, lines_named
from linewise.editing.written import (
    edit_as_dict,
    edit_from_dict,
    operation_as_dict,
    operation_from_dict,
)

__all__ = [
    "FUNCTIONS",
    "Considered",
    "DeleteLine",
    "Edit",
    "EditPrompt",
    "InsertLineAfter",
    "LineRange",
    "Operation",
    "Outcome",
    "Place",
    "ReadOperations",
    "Refusal",
    "ReplaceLine",
    "ReplaceText",
    "Review",
    "Shown",
    "Stretch",
    "ToAsk",
    "Touch",
    "conflicts",
    "edit",
    "edit_as_dict",
    "edit_files",
    "edit_files_prompts",
    "edit_from_dict",
    "edit_from_reply",
    "edit_of_shown",
    "edit_of_tagged",
    "edit_prompt",
    "edit_prompts",
    "focused",
    "lines_named",
    "next_round",
    "operation_as_dict",
    "operation_from_dict",
    "operations_schema",
    "places",
    "plan",
    "read_operations",
    "rejection_note",
    "reword",
    "select",
    "touched",
]
