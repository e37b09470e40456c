"""What is known of one change of a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, is_dataclass
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from linewise.changes import ChangeSet, diff
from linewise.errors import HistoryError
from linewise.history._lines import LineChange

if TYPE_CHECKING:
    from linewise.history._store import Commit, Store

__all__ = ["Kind", "Revision", "plain", "plain_operation", "revision_of"]

Kind = Literal["edit", "undo", "outside"]

# The first commit of a store holds the file as it was found; nothing was changed by it.
FOUND = "found"


@dataclass(frozen=True)
class Revision:
    """A change of a file and where it came from. Its texts are read when they are asked for.

    Attributes:
        id: 40 hexadecimal digits; the first few name it, too.
        path: the file, symbolic links followed.
        time: when it was made; the order of a log is that of the revisions, whatever clocks say.
        kind: "edit", "undo", or "outside" for what was changed without linewise.
        information: the words that the edit was made for.
        model: the name of the model that was asked, empty where none was.
        operations: what the model answered, as plain values.
        accepted: which operations a person accepted, counted from 1.
        rejected: which operations a person rejected, counted from 1; they were not applied.
        tokens: what the answer cost, by the names that the model's server uses.
        undoes: the id of the revision that an undo takes back.
        batch: what the edits of several files that belong together are known by.
        encoding: of the file afterwards; None where it was no text.
        lines: which lines it brought and took.
        commit: the commit in the file's own repository; known to the call that made it.
    """

    id: str
    path: str
    time: datetime
    kind: Kind
    information: str = ""
    model: str = ""
    operations: tuple[Any, ...] = field(default=(), hash=False)
    accepted: tuple[int, ...] = ()
    rejected: tuple[int, ...] = ()
    tokens: Mapping[str, Any] = field(default_factory=dict, hash=False)
    undoes: str | None = None
    batch: str | None = None
    encoding: str | None = None
    lines: tuple[LineChange, ...] = field(default=(), repr=False)
    commit: str | None = field(default=None, repr=False, compare=False)
    _texts: _Texts | None = field(default=None, repr=False, compare=False)

    @property
    def before(self) -> str:
        """The text of the file before the revision.

        Raises:
            HistoryError: it is damaged, or was no text.
        """
        return self._stored.before

    @property
    def after(self) -> str:
        """The text of the file after the revision.

        Raises:
            HistoryError: it is damaged, or was no text.
        """
        return self._stored.after

    def text(self, side: Literal["before", "after"]) -> str:
        """Return what the file held on one side, read anew and not kept with the revision.

        Raises:
            HistoryError: it is damaged, or was no text.
        """
        return self._stored.read(side)

    @property
    def contents(self) -> tuple[str, str]:
        """Names of what the file held before and after, byte for byte; known without reading it."""
        return self._stored.parent.tree, self._stored.commit.tree

    @cached_property
    def changes(self) -> ChangeSet:
        """What the revision changed, from `before` to `after`.

        Raises:
            HistoryError: a text is damaged, or was none.
        """
        return diff(self.before, self.after)

    @property
    def lines_added(self) -> int:
        """How many lines it brought; a line that it changed is one of them."""
        return sum(change.new_count for change in self.lines)

    @property
    def lines_taken(self) -> int:
        """How many lines it took; a line that it changed is one of them."""
        return sum(change.old_count for change in self.lines)

    def as_dict(self) -> dict[str, Any]:
        """Return what is known of the revision, without its texts, ready for JSON."""
        return {
            "id": self.id,
            "path": self.path,
            "time": self.time.isoformat(),
            "kind": self.kind,
            "information": self.information,
            "model": self.model,
            "operations": list(self.operations),
            "accepted": list(self.accepted),
            "rejected": list(self.rejected),
            "tokens": dict(self.tokens),
            "undoes": self.undoes,
            "batch": self.batch,
            "encoding": self.encoding,
            "lines": [change._asdict() for change in self.lines],
            "commit": self.commit,
        }

    @property
    def _stored(self) -> _Texts:
        if self._texts is None:
            raise HistoryError(f"revision {self.id[:12]} was made without a store of its texts")
        return self._texts


@dataclass(frozen=True)
class _Texts:
    """The two texts of a revision, where they are stored."""

    store: Store
    commit: Commit
    parent: Commit

    @cached_property
    def before(self) -> str:
        return self.read("before")

    @cached_property
    def after(self) -> str:
        return self.read("after")

    def read(self, side: Literal["before", "after"]) -> str:
        if side == "after":
            return self._text(self.commit, self.commit.record.get("encoding"))
        known = self.commit.record.get("encoding_before") or self.parent.record.get("encoding")
        return self._text(self.parent, known)

    def _text(self, commit: Commit, encoding: str | None) -> str:
        if encoding is None:
            raise HistoryError(
                f"revision {commit.id[:12]}: the file was no text after it, so no lines can be "
                "compared; its bytes are in the history"
            )
        try:
            return self.store.content(commit).decode(encoding)
        finally:
            self.store.close()


def revision_of(store: Store, path: str, commit: Commit, parent: Commit) -> Revision:
    """Return the revision that a commit of the store holds."""
    record = commit.record
    return Revision(
        id=commit.id,
        path=path,
        time=datetime.fromisoformat(record["time"]),
        kind=record["kind"],
        information=record.get("information", ""),
        model=record.get("model", ""),
        operations=tuple(record.get("operations", ())),
        accepted=tuple(record.get("accepted", ())),
        rejected=tuple(record.get("rejected", ())),
        tokens=record.get("tokens", {}),
        undoes=record.get("undoes"),
        batch=record.get("batch"),
        encoding=record.get("encoding"),
        lines=tuple(LineChange(*change) for change in record.get("lines", ())),
        _texts=_Texts(store, commit, parent),
    )


def plain_operation(operation: Any) -> Any:
    """Return an operation as JSON has it; an object of a class goes by the name of the class.

    `DeleteLine(line=2)` is `{"deleteLine": {"line": 2}}`.
    """
    if hasattr(operation, "as_dict") or not is_dataclass(operation):
        return plain(operation)
    name = type(operation).__name__
    fields = {key: value for key, value in plain(operation).items() if value is not None}
    fields.pop("item", None)
    return {name[:1].lower() + name[1:]: fields}


def plain(value: Any) -> Any:
    """Return a value as JSON has it: mappings, lists, texts, numbers, true, false, null."""
    if value is None or isinstance(value, str | int | float):
        return value
    if hasattr(value, "as_dict"):
        return plain(value.as_dict())
    if is_dataclass(value) and not isinstance(value, type):
        return plain(asdict(value))
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, Sequence | set | frozenset):
        return [plain(item) for item in value]
    return str(value)
