"""A text file is read and written with its dress on."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from linewise.changes import Change, ChangeSet, diff
from linewise.errors import DocumentChangedError, EncodingError, FileError
from linewise.files import TextFile

DRESSES = [
    (b"one\ntwo\nthree\n", "utf-8"),
    (b"one\r\ntwo\r\nthree\r\n", "utf-8"),
    (b"one\r\ntwo\nthree\r\n", "utf-8"),
    (b"one\ntwo\nthree", "utf-8"),
    (b"one\n\r\ntwo\n\n\nthree\n\n", "utf-8"),
    (b"10%\r20%\ntwo\nthree\n", "utf-8"),
    (b"\xef\xbb\xbfone\ntwo\nthree\n", "utf-8"),
    ("eins\ntwo\nfünf Ärzte über Öl\n".encode("cp1252"), "cp1252"),
    ("\ufeffone\ntwo\nthree\n".encode("utf-16-le"), "utf-16-le"),
    ("\ufeffone\r\ntwo\r\nthr\U0001f600\r\n".encode("utf-16-be"), "utf-16-be"),
]


def replaced(file: TextFile, old: str, new: str) -> ChangeSet:
    """Return the change of the one place where `old` stands."""
    start = file.document.text.index(old)
    return ChangeSet(file.document, [Change(start, start + len(old), new)])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Write a small file."""
    path = tmp_path / "notes.md"
    path.write_bytes(b"one\ntwo\nthree\nfour\nfive\n")
    return path


@pytest.mark.parametrize(("data", "encoding"), DRESSES)
def test_only_the_edited_line_changes(path: Path, data: bytes, encoding: str) -> None:
    """Mark, line ends, final newline and the bytes of all other lines survive an edit."""
    path.write_bytes(data)
    file = TextFile.read(path, encoding)
    file.write(replaced(file, "two", "2"))
    assert data.replace("two".encode(encoding), "2".encode(encoding)) == path.read_bytes()


def test_writing_returns_the_file_as_it_is(path: Path) -> None:
    """The value that was read stays; the one returned is of the new bytes."""
    file = TextFile.read(path)
    written = file.write(replaced(file, "two", "2"))
    assert "one\ntwo\nthree\nfour\nfive\n" == file.document.text
    assert "one\n2\nthree\nfour\nfive\n" == written.document.text
    assert TextFile.read(path) == written


def test_nothing_to_change_writes_nothing(path: Path) -> None:
    """An empty change set leaves the file untouched, its time included."""
    before = path.stat()
    file = TextFile.read(path)
    file.write(ChangeSet(file.document))
    assert before.st_mtime_ns == path.stat().st_mtime_ns
    assert before.st_ino == path.stat().st_ino


def test_mode_survives(path: Path) -> None:
    """A script stays executable."""
    path.chmod(0o751)
    file = TextFile.read(path)
    file.write(replaced(file, "two", "2"))
    assert 0o751 == path.stat().st_mode & 0o7777


def test_links_are_followed(path: Path) -> None:
    """An edit through a symbolic link changes the file and leaves the link a link."""
    link = path.with_name("link.md")
    link.symlink_to(path.name)
    file = TextFile.read(link)
    file.write(replaced(file, "two", "2"))
    assert path == file.path
    assert link.is_symlink()
    assert "one\n2\nthree\nfour\nfive\n" == path.read_text()


def test_a_change_elsewhere_is_kept(path: Path) -> None:
    """An edit is carried over what was changed meanwhile where the two do not touch."""
    file = TextFile.read(path)
    path.write_text("zero\none\ntwo\nthree\nfour\nfive\n")
    file.write(replaced(file, "four", "4"))
    assert "zero\none\ntwo\nthree\n4\nfive\n" == path.read_text()


def test_a_change_of_the_same_line_is_a_refusal(path: Path) -> None:
    """A refusal shows both sides, and the file is untouched."""
    file = TextFile.read(path)
    path.write_text("one\ntwo, theirs\nthree\nfour\nfive\n")
    with pytest.raises(DocumentChangedError) as refused:
        file.write(replaced(file, "two", "two, ours"))
    assert "two, ours" in str(refused.value)
    assert "two, theirs" in str(refused.value)
    assert 1 == len(refused.value.conflict.clashes)
    assert "one\ntwo, theirs\nthree\nfour\nfive\n" == path.read_text()


def test_a_character_without_a_place_is_named(path: Path) -> None:
    """A character that the encoding cannot hold is refused by its line before anything is done."""
    data = "one\ncafé\nthree\n".encode("cp1252")
    path.write_bytes(data)
    file = TextFile.read(path, "cp1252")
    with pytest.raises(EncodingError, match=r"line 3, column 1: '😀' \(U\+1F600\).*cp1252"):
        file.write(replaced(file, "three", "😀"))
    assert data == path.read_bytes()
    assert [path] == list(path.parent.iterdir())


def test_no_text_becomes_a_binary_file(path: Path) -> None:
    """A zero character is refused, unless the file had one already."""
    file = TextFile.read(path)
    with pytest.raises(EncodingError, match=r"line 2: a zero.*nothing was written"):
        file.write(replaced(file, "two", "t\0o"))
    path.write_bytes(b"o\0ne\ntwo\n")
    file = TextFile.read(path, "utf-8")
    file.write(replaced(file, "two", "t\0o"))
    assert path.read_bytes() == b"o\0ne\nt\0o\n"


def test_an_old_encoding_stays_while_the_file_changes(path: Path) -> None:
    """The encoding that was read counts, not what a second guess would say."""
    path.write_bytes("Größe\n\nzwei\n\ndrei\n".encode("cp1252"))
    file = TextFile.read(path, "cp1252")
    path.write_bytes("plain\n\nzwei\n\ndrei\n".encode("cp1252"))
    file.write(replaced(file, "drei", "€"))
    assert "plain\n\nzwei\n\n€\n".encode("cp1252") == path.read_bytes()


def test_a_file_converted_meanwhile_is_written_as_it_is_now(path: Path) -> None:
    """When the bytes prove another encoding than the one that was read, that one counts."""
    text = "Größe\n\nzwei\n\ndrei\n"
    path.write_bytes(text.encode("cp1252"))
    file = TextFile.read(path, "cp1252")
    path.write_bytes(text.encode("utf-8"))
    file.write(replaced(file, "drei", "€"))
    assert text.replace("drei", "€").encode("utf-8") == path.read_bytes()


@pytest.mark.parametrize(
    ("name", "data", "word"),
    [
        ("paper.pdf", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "PDF"),
        ("letter.docx", b"PK\x03\x04\x14\0\x06\0\x08\0word/document.xml", "Word"),
        ("data.bin", bytes(range(256)) * 4, "binary"),
    ],
)
def test_what_is_no_text_is_refused(path: Path, name: str, data: bytes, word: str) -> None:
    """PDF, DOCX and binary data are refused with a word that says what they are."""
    other = path.with_name(name)
    other.write_bytes(data)
    with pytest.raises(FileError, match=rf"{word}.*never written back"):
        TextFile.read(other)


def test_what_is_no_file_is_refused(path: Path) -> None:
    """A missing file, a folder and a circle of links are each named."""
    with pytest.raises(FileError, match="no such file"):
        TextFile.read(path.with_name("missing.md"))
    with pytest.raises(FileError, match="is a folder"):
        TextFile.read(path.parent)
    circle = path.with_name("circle")
    circle.symlink_to(circle)
    with pytest.raises(FileError, match="circle"):
        TextFile.read(circle)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no named pipes in folders")
def test_a_pipe_is_refused_without_waiting(path: Path) -> None:
    """A pipe that nobody writes to, and a device, are refused at once."""
    pipe = path.with_name("pipe")
    os.mkfifo(pipe)
    for special in (pipe, Path(os.devnull)):
        with pytest.raises(FileError, match="pipe or a device"):
            TextFile.read(special)


def test_a_spelling_that_would_be_lost_is_refused(path: Path) -> None:
    """A file whose bytes the encoding would not give back cannot be edited unharmed."""
    # Two escape sequences say the same; only one of them is ever written.
    path.write_bytes(b"\x1b$@\x1b(B\x1b(Jabc\x1b(B\n")
    with pytest.raises(FileError, match="convert it to UTF-8"):
        TextFile.read(path, "iso2022_jp")


def test_a_vanished_file_is_not_made_anew(path: Path) -> None:
    """A file that is gone when it is to be written stays gone."""
    file = TextFile.read(path)
    path.unlink()
    with pytest.raises(FileError, match="no such file"):
        file.write(diff(file.document, "other\n"))
    assert [] == list(path.parent.iterdir())
