"""Refuse files whose packed streams unpack to more than anyone wants to read."""

from __future__ import annotations

import mmap
import re
import zlib
from typing import TYPE_CHECKING

from linewise.errors import LoadError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["check_streams"]

# Deflate makes at most this many bytes of one.
_DEFLATE = 1032

_BLOCK = 1 << 18

_STREAM = re.compile(rb"(?<!end)stream\r?\n")
_FILTER = re.compile(rb"/Fl(?:ateDecode)?(?![A-Za-z])")
_HEAD = 1024

_Data = bytes | mmap.mmap


def check_streams(source: bytes | str, limit: int, name: str) -> None:
    """Unpack what could be over the limit, a block at a time, and throw it away.

    Raises:
        LoadError: a stream is over the limit.
    """
    if isinstance(source, bytes):
        _check(source, limit, name)
        return
    with open(source, "rb") as file:  # noqa: PTH123 - the path may be one that Path changes
        if file.seek(0, 2):
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
                _check(data, limit, name)


def _check(data: _Data, limit: int, name: str) -> None:
    for start, end, filters in _streams(data):
        if (end - start) * _DEFLATE**filters <= limit:
            continue
        if _unpacks_over(data, start, end, filters, limit):
            raise LoadError(
                f"{name}: the stream at byte {start} unpacks to more than {limit:,} bytes; if the "
                f"file is to be trusted, raise the limit with max_stream_bytes={limit * 10}"
            )


def _streams(data: _Data) -> Iterator[tuple[int, int, int]]:
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


def _unpacks_over(data: _Data, start: int, end: int, filters: int, limit: int) -> bool:
    blocks: Iterator[bytes] = (data[at : at + _BLOCK] for at in range(start, end, _BLOCK))
    for _ in range(filters):
        blocks = _unpacked(blocks)
    total = 0
    for block in blocks:
        total += len(block)
        if total > limit:
            return True
    return False


def _unpacked(blocks: Iterator[bytes]) -> Iterator[bytes]:
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
