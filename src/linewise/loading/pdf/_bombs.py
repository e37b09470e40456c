"""Refuse files whose packed streams unpack to more than anyone wants to read."""

from __future__ import annotations

import mmap
import re
import zlib
from contextlib import contextmanager
from typing import TYPE_CHECKING

from linewise.errors import LoadError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Data", "check_streams", "opened", "unpacked"]

# Deflate makes at most this many bytes of one.
_DEFLATE = 1032

_BLOCK = 1 << 18

_STREAM = re.compile(rb"(?<!end)stream\r?\n")
_FILTER = re.compile(rb"/Fl(?:ateDecode)?(?![A-Za-z])")
_HEAD = 1024

Data = bytes | mmap.mmap
"""The bytes of a file, in memory or on disk."""


@contextmanager
def opened(source: bytes | str) -> Iterator[Data]:
    """Give the bytes of a file, without reading all of one on disk into memory."""
    if isinstance(source, bytes):
        yield source
        return
    with open(source, "rb") as file:  # noqa: PTH123 - the path may be one that Path changes
        if not file.seek(0, 2):
            yield b""
            return
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            yield data


def check_streams(data: Data, limit: int, name: str) -> None:
    """Unpack what could be over the limit, a block at a time, and throw it away.

    Raises:
        LoadError: a stream is over the limit.
    """
    for start, end, filters in _streams(data):
        if (end - start) * _DEFLATE**filters <= limit:
            continue
        if _unpacks_over(data, start, end, filters, limit):
            raise LoadError(
                f"{name}: the stream at byte {start} unpacks to more than {limit:,} bytes; if the "
                f"file is to be trusted, raise the limit with max_stream_bytes={limit * 10}"
            )


def _streams(data: Data) -> Iterator[tuple[int, int, int]]:
    """Yield where each packed stream begins and ends, and how often it is packed."""
    matches = _STREAM.finditer(data)
    before = next(matches, None)
    while before:
        following = next(matches, None)
        head = data[max(0, before.start() - _HEAD) : before.start()]
        head = head[head.rfind(b"obj") + 1 :]
        if filters := len(_FILTER.findall(head)):
            yield before.end(), following.start() if following else len(data), filters
        before = following


def _unpacks_over(data: Data, start: int, end: int, filters: int, limit: int) -> bool:
    blocks: Iterator[bytes] = (data[at : at + _BLOCK] for at in range(start, end, _BLOCK))
    for _ in range(filters):
        blocks = unpacked(blocks)
    total = 0
    for block in blocks:
        total += len(block)
        if total > limit:
            return True
    return False


def unpacked(blocks: Iterator[bytes]) -> Iterator[bytes]:
    """Unpack as far as the data goes; what is damaged ends it."""
    inflater = zlib.decompressobj()
    for block in blocks:
        rest = block
        while rest and not inflater.eof:
            try:
                yield inflater.decompress(rest, _BLOCK)
            except zlib.error:
                return
            rest = inflater.unconsumed_tail
