"""Names for the content of parts, by which a run notices what has changed."""

from __future__ import annotations

import hashlib
import os
import stat
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO

    from linewise.bulk.parts import Part

__all__ = ["Stamps", "content_hash", "line_start", "stamps"]

_BLOCK = 1 << 20

# Of each file: inode, size and time of the last change.
Stamps = tuple[tuple[int, int, int] | None, ...]


def content_hash(part: Part) -> str:
    """Return a name for all that a part is made of: 32 hexadecimal digits.

    Raises:
        OSError: a table cannot be read.
        pyarrow.ArrowException: a Parquet file is none.
    """
    known = hashlib.blake2b(digest_size=16)
    blocks = {"files": _files, "jsonl": _stretch, "csv": _whole, "parquet": _row_groups}
    for block in blocks[part.kind](part):
        known.update(block)
    return known.hexdigest()


def stamps(part: Part) -> Stamps:
    """Return what tells, without reading, that files are not those they were."""
    return tuple(_stamp(path) for path in part.paths)


def line_start(file: IO[bytes], offset: int) -> int:
    """Go to the first line that begins at an offset or after it, and return where it begins.

    What a part is and what its name is made from are both told by it: else a part that has
    changed could pass for one that has not.
    """
    file.seek(max(0, offset - 1))
    if offset:
        file.readline()
    return file.tell()


def _stamp(path: str) -> tuple[int, int, int] | None:
    try:
        known = os.stat(path)  # noqa: PTH116 - a million of them
    except OSError:
        return None
    return known.st_ino, known.st_size, known.st_mtime_ns


def _files(part: Part) -> Iterator[bytes]:
    for path in part.paths:
        # Neither a name nor a number can be taken for what follows it.
        yield path.encode(errors="surrogateescape") + b"\0"
        try:
            yield from _file(path)
        except OSError as error:
            yield b"cannot be read: %d\0" % (error.errno or 0)


def _file(path: str) -> Iterator[bytes]:
    """Yield the size and the content of a file; nothing of what is no regular one."""
    known = os.stat(path)  # noqa: PTH116 - a million of them
    if stat.S_ISREG(known.st_mode):
        yield b"%d\0" % known.st_size
        with Path(path).open("rb") as file:
            yield from _blocks(file, known.st_size)


def _whole(part: Part) -> Iterator[bytes]:
    with Path(part.paths[0]).open("rb") as file:
        yield from _blocks(file, sys.maxsize)


def _stretch(part: Part) -> Iterator[bytes]:
    """Yield the lines that begin in the stretch."""
    with Path(part.paths[0]).open("rb") as file:
        start = line_start(file, part.start)
        end = file.seek(0, os.SEEK_END) if part.end is None else line_start(file, part.end)
        file.seek(start)
        yield b"%d\0" % start
        yield from _blocks(file, max(0, end - start))


def _row_groups(part: Part) -> Iterator[bytes]:
    import pyarrow.parquet as pq  # noqa: PLC0415 - heavy

    path = part.paths[0]
    with pq.ParquetFile(path) as parquet, Path(path).open("rb") as file:
        known = parquet.metadata
        yield str(parquet.schema_arrow).encode()
        # The rows before it give its rows their names.
        yield b"%d\0" % sum(known.row_group(at).num_rows for at in range(part.start))
        for at in range(part.start, known.num_row_groups if part.end is None else part.end):
            group = known.row_group(at)
            for number in range(group.num_columns):
                column = group.column(number)
                first = column.dictionary_page_offset or column.data_page_offset
                file.seek(min(first, column.data_page_offset))
                yield from _blocks(file, column.total_compressed_size)


def _blocks(file: IO[bytes], size: int) -> Iterator[bytes]:
    while size > 0 and (block := file.read(min(size, _BLOCK))):
        yield block
        size -= len(block)
