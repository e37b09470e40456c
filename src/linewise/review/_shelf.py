"""Where a review that was begun is kept until it is finished: in the user's data folder.

Beside the histories each file has a folder of its own. It holds what was proposed (written once),
what was decided (written with each decision) and the words that were to be brought in.
"""

from __future__ import annotations

import json
import os
import tempfile
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from linewise.document import Document
from linewise.editing import Review, edit_as_dict, edit_from_dict
from linewise.errors import FileError, LinewiseError
from linewise.files import data_folder, file_key, locked, make_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from linewise.editing import Edit

__all__ = ["Draft", "Pending", "Shelf"]


@dataclass(frozen=True, slots=True)
class Draft:
    """Words that are to be brought into a file, before anything is proposed.

    Attributes:
        information: the words.
        context: what else the model should know.
        text: what the file held when they were written; a reply to the prompt is about that.
    """

    information: str = ""
    context: str = ""
    text: str = ""

    @property
    def document(self) -> Document:
        """The file as it was then."""
        return Document(self.text)


@dataclass(frozen=True, slots=True)
class Pending:
    """An edit that was proposed for a file, and what was decided of it so far.

    Attributes:
        id: of this proposal; no other one ever has it.
        origin: what it was made of; the same words about the same text are the same proposal.
        review: what was proposed and decided.
        information: the words that it was made for.
        model: the name of the model that was asked, empty where none was.
        refused: what of the reply was left out, in words.
        finished: the id of the revision that was made of it, "" when nothing was applied, None
            while it goes on.
        begun: the id of the newest revision when somebody began to apply it, "" where there was
            none; None before.
    """

    id: str
    origin: str
    review: Review
    information: str = ""
    model: str = ""
    refused: tuple[str, ...] = ()
    finished: str | None = None
    begun: str | None = None


# What comes of reading what is no longer what was written.
_DAMAGE = (
    OSError,
    ValueError,
    KeyError,
    TypeError,
    AttributeError,
    RecursionError,
    LinewiseError,
)


class Shelf:
    """The place of one file.

    Args:
        path: the real path of the file.
    """

    def __init__(self, path: Path) -> None:
        self._folder = data_folder() / "review" / file_key(path)
        self._known: tuple[tuple[int, ...], Pending] | None = None

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep other processes from changing what is here."""
        with locked(self._folder):
            yield

    def pending(self) -> Pending | None:
        """Return what is under review, or None; what cannot be read is as good as gone."""
        try:
            stamp = (*_stamp(self._proposal), *_stamp(self._decisions))
            if self._known is None or self._known[0] != stamp:
                self._known = stamp, self._read()
        except _DAMAGE:
            return None
        return self._known[1]

    def put(self, pending: Pending) -> None:
        """Put a new proposal in the place of the one before."""
        with suppress(OSError):
            self._decisions.unlink(missing_ok=True)
        known = {
            "id": pending.id,
            "origin": pending.origin,
            "information": pending.information,
            "model": pending.model,
            "refused": list(pending.refused),
            "edit": edit_as_dict(pending.review.proposed),
        }
        self._write(self._proposal, known)
        self.decide(pending)

    def decide(self, pending: Pending) -> None:
        """Keep what was decided of the proposal that is here."""
        known = {
            "id": pending.id,
            "finished": pending.finished,
            "begun": pending.begun,
            "decisions": pending.review.decisions(),
        }
        self._write(self._decisions, known)

    def draft(self) -> Draft:
        """Return the words that are to be brought in; none when there are none."""
        try:
            known = json.loads(self._draft.read_bytes())
            return Draft(*map(_word, (known["information"], known["context"], known["text"])))
        except _DAMAGE:
            return Draft()

    def keep_draft(self, draft: Draft) -> None:
        """Keep the words that are to be brought in."""
        self._write(self._draft, asdict(draft))

    @property
    def _proposal(self) -> Path:
        return self._folder / "proposal.json"

    @property
    def _decisions(self) -> Path:
        return self._folder / "decisions.json"

    @property
    def _draft(self) -> Path:
        return self._folder / "draft.json"

    def _read(self) -> Pending:
        proposal = json.loads(self._proposal.read_bytes())
        decided = json.loads(self._decisions.read_bytes())
        known = self._known[1] if self._known else None
        if known is not None and known.id == proposal["id"]:
            review = Review(known.review.proposed)
        else:
            review = Review(_edit(proposal["edit"]))
        if decided["id"] != proposal["id"]:
            raise ValueError("the decisions are about another proposal")
        return Pending(
            _word(proposal["id"]),
            _word(proposal["origin"]),
            review.decided(decided["decisions"]),
            _word(proposal["information"]),
            _word(proposal["model"]),
            tuple(map(_word, proposal["refused"])),
            _word_or_none(decided["finished"]),
            _word_or_none(decided.get("begun")),
        )

    def _write(self, path: Path, known: dict[str, Any]) -> None:
        """Put a file in the place of another one, whole or not at all."""
        try:
            make_folder(self._folder)
            descriptor, name = tempfile.mkstemp(dir=self._folder)
            try:
                with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
                    json.dump(known, stream)
                Path(name).replace(path)
            finally:
                Path(name).unlink(missing_ok=True)
        except OSError as error:
            raise FileError(
                f"{self._folder}: what was decided cannot be kept: {error.strerror or error}; name "
                "another folder by LINEWISE_DATA"
            ) from error


def _edit(known: dict[str, Any]) -> Edit:
    """Return an edit; half of a surrogate pair in its words could be shown nowhere."""
    # The name of a file may hold some, where it is no UTF-8.
    json.dumps({**known, "source": None}, ensure_ascii=False).encode()
    return edit_from_dict(known)


def _word(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"a word was expected, not {value!r}")
    value.encode()
    return value


def _word_or_none(value: object) -> str | None:
    return None if value is None else _word(value)


def _stamp(path: Path) -> tuple[int, ...]:
    status = path.stat()
    return status.st_mtime_ns, status.st_size, status.st_ino
