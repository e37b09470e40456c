"""An edit as a value: what is changed, what was mended on the way, and what it looks like."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from linewise.document import Document
from linewise.render.unified import unified_diff

if TYPE_CHECKING:
    from linewise.changes import ChangeSet
    from linewise.editing.operations import Operation
    from linewise.editing.reading import Refusal
    from linewise.editing.shown import Shown
    from linewise.replies import Caution, Repair

__all__ = ["Edit"]


@dataclass(frozen=True, repr=False)
class Edit:
    """Changes of a document that operations on its lines make.

    Attributes:
        operations: what was asked for and is done, in the order of the reply.
        changes: the same as changes of the text.
        before: the document as the model saw it.
        repairs: what was mended in the reply, because only one meaning was left.
        warnings: what was taken as it stands, though it may not be what was meant.
        refused: what is not done, where the caller asked to go on without it.
        usage: what the model call cost, where there was one.
        shown: which lines the model saw, where it did not see all at once.
    """

    operations: tuple[Operation, ...]
    changes: ChangeSet
    before: Document
    repairs: tuple[Repair, ...] = ()
    warnings: tuple[Caution, ...] = ()
    refused: tuple[Refusal, ...] = ()
    usage: Any = None
    shown: Shown | None = None

    @cached_property
    def after(self) -> Document:
        """The document after the changes."""
        return Document(
            self.changes.after, source=self.before.source, metadata=self.before.metadata
        )

    def diff(self, *, path: str | None = None, context: int = 3) -> str:
        """Return the changes as a unified diff that `git apply` takes; "" when there are none.

        Args:
            path: the file's name in the diff; the document's source when left out.
            context: how many unchanged lines stand around each change.
        """
        return unified_diff(self.changes, path or self.before.source or "document", context=context)

    def __repr__(self) -> str:
        counts = {
            "operation": len(self.operations),
            "change": len(self.changes),
            "repair": len(self.repairs),
            "warning": len(self.warnings),
        }
        parts = [
            f"{count:,} {name}{'' if count == 1 else 's'}"
            for name, count in counts.items()
            if count or name in ("operation", "change")
        ]
        parts += [f"{len(self.refused):,} refused"] if self.refused else []
        return f"<Edit {', '.join(parts)}>"
