"""`load`: every good source gives a document, every bad one an error that says what is right."""

import io
import os
import pathlib
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, NoReturn

import pytest

from linewise.errors import LoadError
from linewise.loading import load, reading


def test_a_path_gives_the_text_as_it_stands(tmp_path: Path) -> None:
    """Line ends of any kind and a missing final newline are kept."""
    path = tmp_path / "mixed.txt"
    path.write_bytes(b"one\r\ntwo\nthree\rfour")
    doc = load(path)
    assert doc.text == "one\r\ntwo\nthree\rfour"
    assert str(path) == doc.source
    assert dict(doc.metadata) == {"format": "text", "encoding": "utf-8"}


def test_a_string_is_a_path(tmp_path: Path) -> None:
    """A string names a file; it is never taken for a text."""
    path = tmp_path / "a.txt"
    path.write_text("words\n")
    assert load(path) == load(str(path))


@pytest.mark.parametrize("wrap", [bytes, bytearray, memoryview, io.BytesIO])
def test_bytes_in_any_wrapping(wrap: Callable[[bytes], IO[bytes]]) -> None:
    """Bytes and binary files give a document without a source."""
    doc = load(wrap("été\n".encode()))
    assert doc.text == "été\n"
    assert doc.source is None


def test_an_open_file_is_named(tmp_path: Path) -> None:
    """The name of an open file is the source, and its suffix counts."""
    path = tmp_path / "a.md"
    path.write_text("# Title\n")
    with path.open("rb") as file:
        doc = load(file)
    assert str(path) == doc.source
    assert [heading.title for heading in doc.headings] == ["Title"]


def test_a_text_file_is_taken_as_decoded() -> None:
    """What an open text file gives is kept, line ends included."""
    assert load(io.StringIO("a\r\nb\n", newline="")).text == "a\r\nb\n"


def test_a_text_file_has_its_encoding_already() -> None:
    """Naming an encoding for an open text file is refused."""
    with pytest.raises(LoadError, match="open it in binary"):
        load(io.StringIO("a"), encoding="cp1252")


def test_a_text_file_with_half_a_pair_is_refused() -> None:
    """A lone surrogate is no character."""
    with pytest.raises(LoadError, match="line 2 holds half of a surrogate"):
        load(io.StringIO("a\n\ud800"))


@pytest.mark.parametrize("data", [b"", io.BytesIO(), io.StringIO()])
def test_an_empty_file_is_an_empty_document(data: bytes | IO[Any]) -> None:
    """Nothing is a text as well."""
    assert load(data).text == ""
    assert load(data).line_count == 0


def test_a_mark_stays_in_the_text(tmp_path: Path) -> None:
    """U+FEFF at the start is kept, and belongs to no line."""
    path = tmp_path / "marked.txt"
    path.write_bytes(b"\xef\xbb\xbfone\n")
    doc = load(path)
    assert doc.text == "\ufeffone\n"
    assert list(doc.lines) == ["one"]


def test_a_missing_file(tmp_path: Path) -> None:
    """The message names the file."""
    with pytest.raises(LoadError, match=r"absent\.txt: there is no such file"):
        load(tmp_path / "absent.txt")


def test_a_home_folder_is_not_expanded() -> None:
    """A tilde is taken as it is, and the message says how to have it expanded."""
    with pytest.raises(LoadError, match="'~' is not expanded"):
        load("~/no-such-file-here.txt")


@pytest.mark.parametrize("text", ["two\nlines", "two\nlines " * 1000, "zero\0\nbyte"])
def test_a_text_in_place_of_a_path(text: str) -> None:
    """Who passes a text is told how to make a document of it."""
    with pytest.raises(LoadError, match=r"use Document\(text\)"):
        load(text)


def test_an_empty_path() -> None:
    """An empty path is no file, not the current folder."""
    with pytest.raises(LoadError, match="there is no such file"):
        load("")


def test_a_directory(tmp_path: Path) -> None:
    """A folder is not read."""
    with pytest.raises(LoadError, match="this is a directory; name a file in it"):
        load(tmp_path)


@pytest.mark.skipif(not pathlib.Path("/dev/zero").exists(), reason="no such device here")
def test_a_device() -> None:
    """A device may never end."""
    with pytest.raises(LoadError, match="/dev/zero: this is a device"):
        load("/dev/zero")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads all")
def test_a_file_without_permission(tmp_path: Path) -> None:
    """What may not be read is said to be so."""
    path = tmp_path / "secret.txt"
    path.write_text("words")
    path.chmod(0)
    with pytest.raises(LoadError, match="check its permissions"):
        load(path)


def test_an_error_of_the_system_is_a_load_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the system refuses comes out as a LoadError with its words."""

    def refuse(_path: Path) -> NoReturn:
        raise PermissionError(13, "Permission denied")

    path = tmp_path / "a.txt"
    path.write_text("words")
    monkeypatch.setattr(pathlib.Path, "read_bytes", refuse)
    with pytest.raises(LoadError, match="check its permissions"):
        load(path)


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="pipes have no paths here")
def test_a_pipe_is_read() -> None:
    """A pipe that has a path, as a shell makes it of a command, is read to its end."""
    reader, writer = os.pipe()
    os.write(writer, b"from a pipe\n")
    os.close(writer)
    try:
        assert load(f"/dev/fd/{reader}").text == "from a pipe\n"
    finally:
        os.close(reader)


def test_a_file_that_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bound holds for files by their size and for streams as they come."""
    monkeypatch.setattr(reading, "MAX_BYTES", 10)
    path = tmp_path / "large.txt"
    path.write_bytes(b"x" * 11)
    for source in (path, io.BytesIO(b"x" * 11), io.StringIO("x" * 11)):
        with pytest.raises(LoadError, match="more than 10 bytes"):
            load(source)
    assert load(io.BytesIO(b"x" * 10)).text == "x" * 10


def test_a_stream_that_cannot_be_read(tmp_path: Path) -> None:
    """A file that is open for writing, or closed, is refused."""
    path = tmp_path / "out.txt"
    with path.open("wb") as file, pytest.raises(LoadError, match=r"out\.txt: it cannot be read"):
        load(file)
    with pytest.raises(LoadError, match="it cannot be read"):
        load(file)


@pytest.mark.parametrize("source", [None, 7, ["a.txt"], object()])
def test_what_is_no_source_at_all(source: Any) -> None:
    """Plain wrong types are TypeErrors."""
    with pytest.raises(TypeError, match="a path, bytes or a file open for reading"):
        load(source)


class _Blocks(io.BytesIO):
    """A stream that gives one block after the other."""

    def __init__(self, *blocks: object) -> None:
        super().__init__()
        self._blocks = iter(blocks)

    def read(self, size: int | None = -1, /) -> Any:
        assert size
        return next(self._blocks)


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_a_stream_may_give_its_bytes_in_any_kind(kind: Callable[[bytes], object]) -> None:
    """What `load` takes as bytes it also takes from a stream."""
    assert load(_Blocks(kind(b"one\n"), kind(b"two\n"), kind(b""))).text == "one\ntwo\n"


def test_a_stream_that_does_not_wait_is_refused() -> None:
    """No bytes for the moment are not the end of the file."""
    with pytest.raises(LoadError, match="it does not wait for its bytes, and more may come"):
        load(_Blocks(b"one\n", None))
