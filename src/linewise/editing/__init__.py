"""Edit a document by naming lines: operations, a plan, and the edit as a value."""

from linewise.editing.asking import edit
from linewise.editing.choosing import reword, select
from linewise.editing.edit import Edit
from linewise.editing.operations import (
    FUNCTIONS,
    DeleteLine,
    InsertLineAfter,
    LineRange,
    Operation,
    ReplaceLine,
    ReplaceText,
)
from linewise.editing.plan import plan
from linewise.editing.prompt import edit_prompt, operations_schema
from linewise.editing.reading import ReadOperations, Refusal, read_operations
from linewise.editing.replying import edit_from_reply

__all__ = [
    "FUNCTIONS",
    "DeleteLine",
    "Edit",
    "InsertLineAfter",
    "LineRange",
    "Operation",
    "ReadOperations",
    "Refusal",
    "ReplaceLine",
    "ReplaceText",
    "edit",
    "edit_from_reply",
    "edit_prompt",
    "operations_schema",
    "plan",
    "read_operations",
    "reword",
    "select",
]
