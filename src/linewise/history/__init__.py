"""Every edit of a file is a revision: apply it, look back, undo it."""

from linewise.history._lines import LineChange
from linewise.history._register import new_batch
from linewise.history.applying import (
    Applicable,
    apply,
    check_commit,
    undo,
    undo_changes,
    undo_of,
    undone_by,
)
from linewise.history.batches import batch_files, log_batch, undo_batch, undo_batch_changes
from linewise.history.gathering import Named, read_files
from linewise.history.reading import find_revision, log, read_file, revision_diff, why
from linewise.history.repeating import asked_before, brought_by
from linewise.history.revisions import Kind, Revision, plain, plain_operation
from linewise.history.states import State, back_to, made_state, state_after, state_name, states

__all__ = [
    "Applicable",
    "Kind",
    "LineChange",
    "Named",
    "Revision",
    "State",
    "apply",
    "asked_before",
    "back_to",
    "batch_files",
    "brought_by",
    "check_commit",
    "find_revision",
    "log",
    "log_batch",
    "made_state",
    "new_batch",
    "plain",
    "plain_operation",
    "read_file",
    "read_files",
    "revision_diff",
    "state_after",
    "state_name",
    "states",
    "undo",
    "undo_batch",
    "undo_batch_changes",
    "undo_changes",
    "undo_of",
    "undone_by",
    "why",
]
