"""A raw text file with its dress: encoding, byte order mark, line ends, final newline, mode.

Nothing is ever translated: the mark and the line ends are characters of the text, so an edit
that leaves a line alone leaves its bytes alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Self

from linewise._kinds import check_kind
from linewise._matching import common_prefix
from linewise.changes import ChangeSet, Conflict, diff
from linewise.document import BYTE_ORDER_MARK, Document
from linewise.errors import DocumentChangedError, EncodingError, FileError, LoadError
from linewise.files.encodings import encoding_after
from linewise.files.locking import locked
from linewise.files.places import real_path
from linewise.files.replacing import Stamp, read_bytes, staged
from linewise.loading import decode

if TYPE_CHECKING:
    import os
    from pathlib import Path

__all__ = ["TextFile", "carry"]

# How often to begin again when somebody else writes between our reading and our writing.
ATTEMPTS = 5


@dataclass(frozen=True, slots=True)
class TextFile:
    """A text file as it was when it was read.

    Attributes:
        path: where it really is, symbolic links followed.
        document: its text, with the mark and the line ends as they are.
        encoding: by its Python name, with the byte order where there is one.
        data: its bytes.
        stamp: what the file system said of it: device, inode, size, time of the last change.
    """

    path: Path
    document: Document
    encoding: str
    data: bytes = field(repr=False)
    stamp: Stamp = field(repr=False, compare=False)

    @classmethod
    def read(cls, path: str | os.PathLike[str], encoding: str | None = None) -> Self:
        """Read a file that is to be edited.

        Args:
            path: symbolic links are followed, also when it is written.
            encoding: its encoding; found out when left out.

        Raises:
            FileError: it is missing, no regular file, not text (PDF and DOCX are read by `load`
                and never written back), or in an encoding that would not give its bytes back.
        """
        real = real_path(path)
        return cls.of_bytes(real, *read_bytes(real), encoding)

    @classmethod
    def of_bytes(cls, path: Path, data: bytes, stamp: Stamp, encoding: str | None = None) -> Self:
        """Make the value from bytes that were read already.

        Raises:
            FileError: they are no text, or could not be given back.
        """
        try:
            decoded = decode(data, encoding, name=str(path))
        except LoadError as error:
            raise FileError(
                f"{error} (only raw text files can be edited: text, Markdown, source of HTML, "
                "code; other formats are read, never written back)"
            ) from error
        if not decoded.reversible:
            raise FileError(
                f"{path}: it is not spelled the way {decoded.encoding} is written today, so lines "
                "that are left alone would change their bytes; convert it to UTF-8 first"
            )
        document = Document(decoded.text, source=str(path), metadata={"encoding": decoded.encoding})
        return cls(path, document, decoded.encoding, data, stamp)

    @property
    def has_mark(self) -> bool:
        """Whether it begins with a byte order mark."""
        return self.document.text.startswith(BYTE_ORDER_MARK)

    def encoded(self, text: str) -> bytes:
        """Return the bytes of a text in the encoding of this file.

        Raises:
            EncodingError: the encoding has no place for a character, which is named; or a zero
                character would make a binary file of a text.
        """
        if "\0" in text and "\0" not in self.document.text:
            raise EncodingError(
                f"{self.path}: line {Document(text).locate(text.index(chr(0))).line}: a zero "
                "character (U+0000) would make this text a binary file; nothing was written; "
                "leave it out"
            )
        try:
            data = text.encode(self.encoding)
        except UnicodeEncodeError as error:
            raise self._no_place_for(text, error.start) from None
        # A few old encodings write one character for another without a word.
        if not self.encoding.startswith("utf-"):
            same = common_prefix(text, data.decode(self.encoding, "replace"))
            if same < len(text):
                raise self._no_place_for(text, same)
        return data

    def write(self, changes: ChangeSet) -> Self:
        """Apply changes to the file and return it as it is then.

        The file is read again under its lock. If it is not what the changes were made for, they
        are carried over the difference. The bytes are replaced at once and durably.

        Args:
            changes: made for the text of this file at any time.

        Raises:
            DocumentChangedError: the file changed since in the lines that the changes touch.
            EncodingError: the encoding has no place for a character.
            FileError: it cannot be read or written.
        """
        check_kind("changes", changes, ChangeSet)
        with locked(self.path):
            for _ in range(ATTEMPTS):
                now = self._read_again()
                text = carry(changes, now.document.text, str(self.path)).after
                if text == now.document.text:
                    return now
                with staged(now.path, now.data, now.encoded(text)) as put:
                    if put():
                        return self.of_bytes(self.path, *read_bytes(self.path), now.encoding)
        raise FileError(f"{self.path}: it changes all the time; nothing was written")

    def _read_again(self) -> Self:
        data, stamp = read_bytes(self.path)
        encoding = encoding_after(data, self.data, self.encoding)
        return self.of_bytes(self.path, data, stamp, encoding)

    def _no_place_for(self, text: str, offset: int) -> EncodingError:
        place = Document(text).locate(offset)
        character = text[offset]
        return EncodingError(
            f"{self.path}: line {place.line}, column {place.column}: {character!r} "
            f"(U+{ord(character):04X}) cannot be written in {self.encoding}, the encoding of the "
            "file; nothing was written; choose another character or convert the file to UTF-8"
        )


def _stands(changes: ChangeSet, text: str) -> bool:
    """Tell whether a text is what the changes make, but for other lines than theirs."""
    return not isinstance(changes.invert().rebase(diff(changes.after, text)), Conflict)


def carry(changes: ChangeSet, text: str, name: str) -> ChangeSet:
    """Return the changes as changes of what a file holds now.

    Args:
        changes: made for an earlier text of the file, or for this one.
        text: what the file holds now.
        name: what messages call the file.

    Raises:
        DocumentChangedError: both sides changed the same or adjoining lines.
    """
    if changes.base == text:
        return changes
    carried = changes.rebase(diff(changes.base, text))
    if isinstance(carried, Conflict):
        told = (
            "it holds already what the edit makes of it"
            if _stands(changes, text)
            else "the file changed since it was read, where the edit changes it, or is another "
            "file than the edit was made for"
        )
        raise DocumentChangedError(
            f"{name}: {told}; nothing was written ({'ours'!r} is the edit, {'theirs'!r} is the "
            f"file)\n{carried}",
            carried,
        )
    return carried
