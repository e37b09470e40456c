"""Errors are values: they come back whole from another process, and say what to do."""

from __future__ import annotations

import pickle

import pytest

from linewise import BudgetError, DocumentChangedError, ModelError, ReplyError, ReplyErrorKind
from linewise.changes import Conflict, diff

CONFLICT = diff("one\n", "two\n").rebase(diff("one\n", "three\n"))
assert isinstance(CONFLICT, Conflict)

ERRORS = [
    ReplyError(ReplyErrorKind.MISSING_LINE, "it names no line", item=3, reply="- deleteLine: []"),
    ReplyError(ReplyErrorKind.EMPTY_REPLY, "the reply is empty"),
    ModelError("no answer", status=503),
    BudgetError("used up"),
    DocumentChangedError("it changed", CONFLICT),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_an_error_comes_back_from_another_process(error: Exception) -> None:
    """Its words, the item that they name included, and all that it carries are the same."""
    copy = pickle.loads(pickle.dumps(error))
    assert (type(error), str(error), vars(error)) == (type(copy), str(copy), vars(copy))
