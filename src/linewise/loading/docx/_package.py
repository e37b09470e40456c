"""The parts of an Office file: found by their relations, read within bounds, without entities."""

from __future__ import annotations

import io
import posixpath
import struct
import zipfile
import zlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from linewise.errors import LoadError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["Package", "local", "open_package"]

_BLOCK = 1 << 16

# What the archive raises for what was cut off or changed.
_UNREADABLE = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    OSError,
    ValueError,
    struct.error,
)

# How the files of old Office begin, and the cover that new Office puts around secrets.
_COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def local(name: str) -> str:
    """Return the name of an element or attribute without its namespace."""
    return name.rpartition("}")[2]


@dataclass(slots=True)
class Package:
    """An open Office file.

    Attributes:
        archive: the file.
        where: what messages call it.
        limit: how many bytes of XML may be read.
        left: how many still may.
    """

    archive: zipfile.ZipFile
    where: str
    limit: int
    left: int = field(init=False)

    def __post_init__(self) -> None:
        self.left = self.limit

    def __contains__(self, part: str) -> bool:
        return part in self.archive.NameToInfo

    def parse(
        self,
        part: str,
        start: Callable[[str, dict[str, str]], None],
        end: Callable[[str], None],
    ) -> expat.XMLParserType:
        """Return a parser for a part, to be run by `run`; character data are up to the caller."""
        parser = expat.ParserCreate(namespace_separator="}")
        parser.buffer_text = True
        parser.StartElementHandler = start
        parser.EndElementHandler = end
        parser.StartDoctypeDeclHandler = self._refuse_entities(part)
        return parser

    def run(self, part: str, parser: expat.XMLParserType) -> None:
        """Run a parser over a part.

        Raises:
            LoadError: the part is missing, damaged, too large, or defines entities.
        """
        try:
            for block in self._blocks(part):
                _feed(parser, block, self.where, part)
            parser.Parse(b"", True)
        except expat.ExpatError as error:
            raise LoadError(
                f"{self.where}: {part} is damaged at line {error.lineno}, column {error.offset}: "
                f"{expat.errors.messages[error.code]}; save it again where it was written"
            ) from error

    def tree(self, part: str) -> Element:
        """Return a whole small part; an empty element where there is none."""
        if part not in self:
            return Element("missing")
        builder = TreeBuilder()
        parser = self.parse(part, builder.start, builder.end)  # type: ignore[arg-type]
        parser.CharacterDataHandler = builder.data
        self.run(part, parser)
        return builder.close()

    def related(self, part: str) -> dict[str, str]:
        """Return the parts that a part names, by the last word of their relation."""
        folder, name = posixpath.split(part)
        relations = self.tree(posixpath.join(folder, "_rels", f"{name}.rels"))
        return {
            posixpath.basename(relation.get("Type", "")): _resolved(folder, relation)
            for relation in relations
            if relation.get("TargetMode") != "External"
        }

    def _blocks(self, part: str) -> Iterator[bytes]:
        try:
            with self.archive.open(part) as stream:
                while block := stream.read(_BLOCK):
                    self.left -= len(block)
                    if self.left < 0:
                        raise LoadError(
                            f"{self.where}: it unpacks to more than {self.limit:,} bytes of XML; "
                            "if that is no attack, load it with a larger max_xml_bytes"
                        )
                    yield block
        except KeyError as error:
            raise LoadError(f"{self.where}: the file names {part}, but does not hold it") from error
        except _UNREADABLE as error:
            raise LoadError(
                f"{self.where}: {part} cannot be unpacked ({_begin(error)}); the file was cut off "
                "or changed on its way, so get it again"
            ) from error
        except RuntimeError as error:
            raise LoadError(
                f"{self.where}: {part} is encrypted; save the file without a password"
            ) from error

    def _refuse_entities(self, part: str) -> Callable[..., None]:
        def refuse(*_: object) -> None:
            raise LoadError(
                f"{self.where}: {part} has a document type definition, which no Office file needs "
                "and with which a small file can fill the memory; it is not read"
            )

        return refuse


def _feed(parser: expat.XMLParserType, block: bytes, where: str, part: str) -> None:
    try:
        parser.Parse(block, False)
    except LookupError as error:
        # The parser asks for a codec only in the first block, before any element is taken.
        raise LoadError(f"{where}: {part} is in an {error}; XML is in UTF-8 or UTF-16") from error


def open_package(data: bytes, where: str, limit: int) -> Package:
    """Open an Office file.

    Raises:
        LoadError: it is no ZIP archive, or a damaged one.
    """
    if data.startswith(_COMPOUND):
        raise LoadError(
            f"{where}: this file has a password, or is an old .doc; save it as .docx without one"
        )
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except _UNREADABLE as error:
        raise LoadError(
            f"{where}: this is no whole .docx file ({_begin(error)}); it was cut off or is of "
            "another kind"
        ) from error
    return Package(archive, where, limit)


def _resolved(folder: str, relation: Element) -> str:
    target = relation.get("Target", "")
    if target.startswith("/"):
        return target[1:]
    return posixpath.normpath(posixpath.join(folder, target))


def _begin(error: object) -> str:
    """Return the first words of a reason, which may quote what the file holds."""
    return str(error)[:200]
