"""The laws of files: what an edit leaves alone keeps its bytes, in every dress."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from linewise.changes import Change, ChangeSet
from linewise.document import Document
from linewise.files import TextFile

ENCODINGS = ["utf-8", "cp1252", "utf-16-le", "utf-16-be", "latin-1", "shift_jis", "gb18030"]
LINE_ENDS = ["\n", "\r\n", "\n\n", "\r\r\n"]


@st.composite
def dressed(draw: st.DrawFn) -> tuple[list[str], str]:
    """Draw lines with their ends, and an encoding that can hold them."""
    encoding = draw(st.sampled_from(ENCODINGS))
    letters = [c for c in "ab c\t#é€ü日本語\u2028\x85\r" if can_hold(c, encoding)]
    words = st.text(st.sampled_from(letters), max_size=6)
    lines = [word + draw(st.sampled_from(LINE_ENDS)) for word in draw(st.lists(words, max_size=8))]
    if draw(st.booleans()):
        lines.append(draw(words))
    if draw(st.booleans()) and encoding.startswith("utf"):
        lines.insert(0, "\ufeff")
    return lines, encoding


def can_hold(character: str, encoding: str) -> bool:
    """Tell whether an encoding gives a character back."""
    try:
        return character.encode(encoding).decode(encoding) == character
    except UnicodeError:
        return False


@given(dressed(), st.data())
def test_untouched_lines_keep_their_bytes(file: tuple[list[str], str], data: st.DataObject) -> None:
    """Replacing one line changes the bytes of that line and no others."""
    lines, encoding = file
    text = "".join(lines)
    document = Document(text)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "file.txt")
        path.write_bytes(text.encode(encoding))
        read = TextFile.read(path, encoding)
        assert text == read.document.text
        if not document.line_count:
            return
        span = document.line_span(data.draw(st.integers(1, document.line_count)))
        new = data.draw(st.sampled_from(["", "x", "new words", "b\nc"]))
        read.write(ChangeSet(text, [Change(span.start, span.end, new)]))
        before, after = text[: span.start].encode(encoding), text[span.end :].encode(encoding)
        assert before + new.encode(encoding) + after == path.read_bytes()


@given(dressed(), st.sampled_from(["", "inserted\n"]), st.sampled_from(["", "\nappended"]))
def test_a_change_meanwhile_survives(file: tuple[list[str], str], first: str, last: str) -> None:
    """What others put around the edited line meanwhile stands there afterwards, bytes and all."""
    lines, encoding = file
    kept = "".join(lines).removeprefix("\ufeff")
    text = f"{kept}\nmiddle\n\n"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "file.txt")
        path.write_bytes(f"top\n\nedited\n\n{text}".encode(encoding))
        read = TextFile.read(path, encoding)
        path.write_bytes(f"{first}top\n\nedited\n\n{text}{last}".encode(encoding))
        start = read.document.text.index("edited")
        read.write(ChangeSet(read.document, [Change(start, start + 6, "EDITED")]))
        assert f"{first}top\n\nEDITED\n\n{text}{last}".encode(encoding) == path.read_bytes()
