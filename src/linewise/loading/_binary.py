"""Recognise files that are no text by how their first bytes look."""

from __future__ import annotations

import re

_HEAD = 4096

# What opens with these bytes is of that kind; the words go into a message.
_KINDS = (
    (b"%PDF-", "a PDF document"),
    (b"\x89PNG\r\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"II*\0", "a TIFF image"),
    (b"MM\0*", "a TIFF image"),
    (b"RIFF", "a WebP image or a sound or video file"),
    (b"OggS", "a sound or video file"),
    (b"ID3", "a sound file"),
    (b"fLaC", "a sound file"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a Windows program"),
    (b"\xcf\xfa\xed\xfe", "a program"),
    (b"\xca\xfe\xba\xbe", "a compiled Java class"),
    (b"\0asm", "a WebAssembly program"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"BZh", "a bzip2 archive"),
    (b"\xfd7zXZ", "an xz archive"),
    (b"\x28\xb5\x2f\xfd", "a zstd archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!\x1a", "a RAR archive"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document (.doc, .xls, .ppt)"),
    (b"SQLite format 3\0", "an SQLite database"),
    (b"PAR1", "a Parquet table"),
)

# What a ZIP archive is, by a name that stands early in it.
_ZIPPED = (
    (b"word/", "a Word document (.docx)"),
    (b"xl/", "an Excel workbook (.xlsx)"),
    (b"ppt/", "a PowerPoint presentation (.pptx)"),
    (b"mimetypeapplication/epub", "an EPUB book"),
    (b"mimetypeapplication/vnd.oasis", "an OpenDocument file"),
)

# Tab, the line ends, form feed, backspace and escape stand in real texts.
_CONTROL = re.compile(rb"[\x00-\x07\x0b\x0e-\x1a\x1c-\x1f\x7f]")


def binary_kind(data: bytes) -> str | None:
    """Say what a binary file seems to be, or None where nothing says that it is one."""
    head = data[:_HEAD]
    if head.startswith(b"PK\x03\x04"):
        return next((kind for part, kind in _ZIPPED if part in head), "a ZIP archive")
    for magic, kind in _KINDS:
        # Some begin with letters that could begin a text as well.
        if head.startswith(magic) and (magic == b"%PDF-" or _CONTROL.search(head)):
            return kind
    return None


def has_control_bytes(sample: bytes) -> bool:
    """Tell whether control characters are more than the odd one in a hundred bytes."""
    return len(_CONTROL.findall(sample)) * 100 > len(sample)
