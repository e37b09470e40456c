"""The one way in: `load` reads a path, bytes or an open file into a document."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Unpack
from urllib.parse import urlsplit

from linewise.errors import LoadError
from linewise.loading.address import fetch, is_address
from linewise.loading.formats import LoadOptions, detect, format_named
from linewise.loading.html import encoding_named

if TYPE_CHECKING:
    from collections.abc import Iterator

    from linewise.document import Document
    from linewise.loading.address import Fetched
    from linewise.loading.formats import Format

__all__ = ["MAX_BYTES", "Source", "load"]

Source = str | os.PathLike[str] | bytes | bytearray | memoryview | IO[bytes] | IO[str]
"""What can be loaded: a path, an address, the bytes of a file, or a file open for reading."""

MAX_BYTES = 1 << 30
"""The largest file that is loaded whole."""

_BLOCK = 1 << 20

# What servers call the formats that content alone does not tell. Plain text is not among them:
# they call many things that.
_SUFFIXES = {"application/xhtml+xml": ".html", "text/html": ".html", "text/markdown": ".md"}

_BYTES = bytes | bytearray | memoryview


def load(
    source: Source,
    format: str | None = None,  # noqa: A002 - the field's word
    encoding: str | None = None,
    **options: Unpack[LoadOptions],
) -> Document:
    """Read a document.

    Args:
        source: a path (a string is a path, taken as it is), an address (a string that begins with
            http:// or https://), the bytes of a file, or a file open for reading.
        format: "docx", "html", "markdown", "pdf" or "text"; found by content and name when left
            out.
        encoding: found when left out.
        **options: what the format can be told, see `LoadOptions`; of an address also `timeout` and
            `max_bytes`.

    Returns:
        The document. Of text and Markdown it has the source character by character: line ends
        and a byte order mark are kept. Its metadata tells `format` and, of texts, `encoding`.

    Raises:
        LoadError: the file is missing, a directory or a device, too large, not permitted, damaged,
            binary or not decodable; the address cannot be fetched; or the format or encoding is
            unknown.
        OptionError: the format does not know an option, or not that value.
    """
    wanted = format_named(format) if format is not None else None
    if isinstance(source, str) and is_address(source):
        return _load_address(source, wanted, encoding, dict(options))
    data, name, encoding = _read(source, encoding)
    chosen = wanted or detect(data, name)
    return chosen.read(data, name=name, encoding=encoding, options=options)


def _load_address(
    address: str, wanted: Format | None, encoding: str | None, options: dict[str, Any]
) -> Document:
    bounds = {name: options.pop(name) for name in ("timeout", "max_bytes") if name in options}
    found = fetch(address, **bounds)
    chosen = wanted or detect(found.data, _named_by(found))
    encoding = encoding or _encoding_sent(found)
    return chosen.read(found.data, name=found.address, encoding=encoding, options=options)


def _encoding_sent(found: Fetched) -> str | None:
    """Return the encoding that the server names, if the bytes are in it."""
    encoding = encoding_named(found.charset)
    try:
        return encoding if encoding and found.data.decode(encoding) is not None else None
    except (LookupError, ValueError):
        return None


def _named_by(found: Fetched) -> str:
    """Return a name that tells the format: as the server calls it, or as the address ends."""
    suffix = _SUFFIXES.get(found.media_type)
    return f"page{suffix}" if suffix else urlsplit(found.address).path


def _read(source: Source, encoding: str | None) -> tuple[bytes, str | None, str | None]:
    if isinstance(source, _BYTES):
        return bytes(source), None, encoding
    if isinstance(source, str | os.PathLike):
        path = os.fspath(source)
        if not isinstance(path, str):
            raise TypeError("a path of text was expected, not one of bytes; use os.fsdecode()")
        return _read_path(path), path, encoding
    if hasattr(source, "read"):
        return _read_stream(source, encoding)
    raise TypeError(
        f"a path, bytes or a file open for reading can be loaded, not {type(source).__name__}"
    )


def _read_path(path: str) -> bytes:
    try:
        known = os.stat(path)  # noqa: PTH116 - Path takes an empty path for the current folder
        _refuse_what_is_no_file(path, known)
        if stat.S_ISREG(known.st_mode):
            return Path(path).read_bytes()
        with Path(path).open("rb") as pipe:
            return b"".join(_blocks(pipe, path))
    except OSError as error:
        raise LoadError(f"{_shown(path)}: {_reason(path, error)}") from error
    except ValueError as error:
        raise LoadError(f"{_shown(path)}: this is no path ({error}){_advice(path)}") from error


def _refuse_what_is_no_file(path: str, known: os.stat_result) -> None:
    mode = known.st_mode
    if stat.S_ISDIR(mode):
        raise LoadError(f"{_shown(path)}: this is a directory; name a file in it")
    if stat.S_ISCHR(mode) or stat.S_ISBLK(mode) or stat.S_ISSOCK(mode):
        raise LoadError(f"{_shown(path)}: this is a device or a socket; a file or a pipe is wanted")
    if known.st_size > MAX_BYTES:
        raise _too_large(_shown(path))


def _reason(path: str, error: OSError) -> str:
    match error:
        case FileNotFoundError() if path.startswith("~"):
            return "there is no such file; '~' is not expanded, Path(...).expanduser() does it"
        case FileNotFoundError():
            return f"there is no such file{_advice(path)}"
        case PermissionError():
            return "it may not be read; check its permissions and those of its folders"
        case _:
            return f"it cannot be read: {error.strerror or error}{_advice(path)}"


def _shown(path: str) -> str:
    if len(path) > 200:
        return repr(path[:60]) + "…"
    return path if path.isprintable() and path else repr(path)


def _advice(path: str) -> str:
    return "; to make a document of a text use Document(text)" if "\n" in path else ""


def _read_stream(
    stream: IO[bytes] | IO[str], encoding: str | None
) -> tuple[bytes, str | None, str | None]:
    name = getattr(stream, "name", None)
    name = name if isinstance(name, str) else None
    where = name or "the stream"
    try:
        blocks = list(_blocks(stream, where))
    except (OSError, ValueError) as error:
        raise LoadError(f"{where}: it cannot be read: {error}") from error
    if not blocks or isinstance(blocks[0], _BYTES):
        return b"".join(blocks), name, encoding
    if encoding is not None:
        raise LoadError(
            f"{where}: it is open as text, so that its encoding is settled; open it in binary to "
            f"have it read as {encoding!r}"
        )
    return _encoded("".join(blocks), where), name, "utf-8"


def _blocks(stream: IO[Any], where: str) -> Iterator[Any]:
    left = MAX_BYTES
    while block := stream.read(_BLOCK):
        left -= len(block)
        if left < 0:
            raise _too_large(where)
        yield block
    if block is None:
        raise BlockingIOError("it does not wait for its bytes, and more may come")


def _too_large(where: str) -> LoadError:
    return LoadError(
        f"{where}: this is more than {MAX_BYTES:,} bytes, the most that is loaded whole; cut it "
        "into files below that"
    )


def _encoded(text: str, where: str) -> bytes:
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise LoadError(
            f"{where}: line {text.count(chr(10), 0, error.start) + 1} holds half of a surrogate "
            "pair, which no file can hold; open it in binary to have it decoded here"
        ) from error
