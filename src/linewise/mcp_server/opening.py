"""From a name to a document with its revision, and to the versions that were seen before."""

from __future__ import annotations

import hashlib
import stat
from dataclasses import dataclass
from typing import TYPE_CHECKING

from linewise.document import Document
from linewise.editing.outline import with_headings
from linewise.errors import FileError, LoadError
from linewise.files import pinned, read_bytes
from linewise.history import read_file, state_name
from linewise.loading import detect, load
from linewise.mcp_server.answers import RefusedError
from linewise.mcp_server.limits import Limits
from linewise.mcp_server.shelf import Shelf

if TYPE_CHECKING:
    from linewise.files import TextFile
    from linewise.loading import LoadOptions
    from linewise.mcp_server.changing import Proposal
    from linewise.mcp_server.roots import Place, Roots

__all__ = ["Desk", "Opened"]

_READ_ONLY_FORMATS = {"pdf": "PDF", "docx": "Word"}


@dataclass(frozen=True, slots=True)
class Opened:
    """A document as it is now.

    Attributes:
        place: where it is.
        document: its lines as they are edited: the raw text of a text file.
        revision: the name of its state.
        format: what it is; `text` for all that has no format of its own.
        data: its bytes.
        file: the same as a text that can be edited; None where it can be read alone.
    """

    place: Place
    document: Document
    revision: str
    format: str
    data: bytes
    file: TextFile | None

    def __str__(self) -> str:
        return f"{self.place.name} at {self.revision}"


class Desk:
    """What a server knows: the folders, its limits, what was seen and what was proposed.

    Args:
        roots: the folders that agents may see.
        limits: how much one call may ask for.
        read_only: whether nothing is ever written.
    """

    def __init__(
        self, roots: Roots, limits: Limits | None = None, *, read_only: bool = False
    ) -> None:
        self.roots = roots
        self.limits = limits or Limits()
        self.read_only = read_only
        own = self.limits
        self.edits: Shelf[Proposal] = Shelf(own.edits, own.edit_chars, own.edit_seconds)
        self._seen: Shelf[Document] = Shelf(own.texts, own.text_chars)
        self._loaded: Shelf[Document] = Shelf(own.texts, own.text_chars)

    def open(self, name: str) -> Opened:
        """Return the document of a name as it is now.

        Raises:
            RefusedError: there is no such file, or it is too large.
            LinewiseError: it cannot be read.
        """
        place = self.roots.find(name)
        self._refuse_odd(place)
        data, _ = read_bytes(place.path)
        kind = detect(data, place.path.name).name
        file = None
        if kind in _READ_ONLY_FORMATS:
            document = self._load(place, data, kind)
        else:
            self._refuse_large(place, len(data), self.limits.file_bytes)
            file = _text_file(place)
            data = file.data
            document = self._marked(place, file.document, kind)
        opened = Opened(place, document, state_name(document), kind, data, file)
        self._remember(opened.place, document)
        return opened

    def open_text(self, name: str) -> Opened:
        """Return the document of a name if it can be edited.

        Raises:
            RefusedError: it cannot, or there is none.
        """
        opened = self.open(name)
        if opened.file is None:
            raise RefusedError(
                f"{opened.place.name} is a {_READ_ONLY_FORMATS[opened.format]} file: it can be "
                "outlined, read, searched and summarized, but never edited"
            )
        return opened

    def note(self, place: Place, text: str) -> str:
        """Keep what a file held at one time, and return the name of that state."""
        kind = detect(text.encode(errors="surrogatepass"), place.path.name).name
        document = self._marked(place, Document(text), kind)
        self._remember(place, document)
        return state_name(document)

    def version(self, opened: Opened, revision: str) -> Document | None:
        """Return what a file held at a revision, if that was seen here."""
        if revision == opened.revision:
            return opened.document
        return self._seen.get((str(opened.place.path), revision))

    def _remember(self, place: Place, document: Document) -> None:
        key = str(place.path), state_name(document)
        self._seen.put(key, document, len(document.text))

    def _marked(self, place: Place, document: Document, kind: str) -> Document:
        """Return a text with its headings, which are looked for once in each version."""
        seen = self._seen.get((str(place.path), state_name(document)))
        return seen or with_headings(document, kind, place.path.suffix)

    def _load(self, place: Place, data: bytes, kind: str) -> Document:
        key = hashlib.sha256(data).digest()
        document = self._loaded.get(key)
        if document is None:
            try:
                document = load(data, kind, **self._options(kind))
            except LoadError as error:
                why = str(error).removeprefix("the bytes: ")
                raise RefusedError(f"{place.name}: {why}") from error
            self._loaded.put(key, document, len(document.text))
        return document

    def _options(self, kind: str) -> LoadOptions:
        # A server lives long, and what reads PDF is brought down by some damaged files.
        if kind != "pdf":
            return {}
        return {"isolated": True, "max_memory_bytes": self.limits.document_memory}

    def _refuse_odd(self, place: Place) -> None:
        """Refuse what is no plain file, before it is opened: some devices act on being opened."""
        with pinned(place.path) as there:
            status = there.lstat()
        if stat.S_ISDIR(status.st_mode):
            raise RefusedError(
                f"{place.name} is a folder; outline with this path lists what is in it"
            )
        if not stat.S_ISREG(status.st_mode):
            raise RefusedError(f"{place.name} is no plain file (a link, a pipe or a device)")
        self._refuse_large(place, status.st_size, self.limits.document_bytes)

    def _refuse_large(self, place: Place, size: int, most: int) -> None:
        if size > most:
            raise RefusedError(
                f"{place.name} has {size:,} bytes; files up to {most:,} bytes are opened"
            )


def _text_file(place: Place) -> TextFile:
    try:
        return read_file(place.path)
    except FileError as error:
        if isinstance(error.__cause__, LoadError):
            # Its own words advise to name an encoding, which no tool takes.
            raise RefusedError(
                f"{place.name} is no text, PDF or Word file: these tools cannot open it"
            ) from error
        raise
