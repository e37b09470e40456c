"""Every edit of a file is a revision: apply it, look back, undo it."""

from linewise.history._lines import LineChange
from linewise.history.applying import Applicable, apply, undo, undo_changes
from linewise.history.reading import find_revision, log, read_file, revision_diff, why
from linewise.history.revisions import Kind, Revision, plain, plain_operation

__all__ = [
    "Applicable",
    "Kind",
    "LineChange",
    "Revision",
    "apply",
    "find_revision",
    "log",
    "plain",
    "plain_operation",
    "read_file",
    "revision_diff",
    "undo",
    "undo_changes",
    "why",
]
