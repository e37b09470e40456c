"""An edit reaches the file and its history, both or neither."""

from __future__ import annotations

import errno
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from linewise.changes import Change, ChangeSet, diff
from linewise.editing import DeleteLine
from linewise.errors import DocumentChangedError, EncodingError, FileError, HistoryError
from linewise.files import TextFile, data_folder, leftover_of
from linewise.history import apply, log, read_file, undo

TEXT = "one\ntwo\nthree\nfour\nfive\n"


@dataclass(frozen=True)
class Reply:
    """What an edit is to the history: its changes and its operations."""

    changes: ChangeSet
    operations: list[Any] = field(default_factory=list)
    usage: dict[str, int] = field(default_factory=dict)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Write a small file, alone in its folder."""
    path = tmp_path / "documents" / "notes.md"
    path.parent.mkdir()
    path.write_text(TEXT)
    return path


def edit(path: Path, old: str, new: str, information: str = "") -> None:
    """Replace words in a file, as an edit."""
    text = TextFile.read(path).document.text
    apply(path, diff(text, text.replace(old, new)), information=information)


def test_a_revision_says_what_was_changed_and_why(path: Path) -> None:
    """Information, model, operations, decisions and tokens are kept with the two texts."""
    reply = Reply(
        diff(TEXT, TEXT.replace("two", "2")),
        [{"replaceLine": [2, "2"]}, {"deleteLine": [5]}],
        {"prompt_tokens": 120, "completion_tokens": 9},
    )
    made = apply(
        path, reply, information="Two is 2 now.", model="some-model", accepted=[1], rejected=[2]
    )
    (kept,) = log(path)
    assert made == kept
    assert TEXT.replace("two", "2") == path.read_text() == kept.after
    assert TEXT == kept.before
    assert ("Two is 2 now.", "some-model") == (kept.information, kept.model)
    assert ({"replaceLine": [2, "2"]}, {"deleteLine": [5]}) == kept.operations
    assert ((1,), (2,)) == (kept.accepted, kept.rejected)
    assert {"prompt_tokens": 120, "completion_tokens": 9} == kept.tokens
    assert ("edit", "utf-8", str(path)) == (kept.kind, kept.encoding, kept.path)


def test_a_change_set_alone_is_enough(path: Path) -> None:
    """What is applied needs no model and no operations."""
    made = apply(path, diff(TEXT, "other\n"))
    assert made is not None
    assert ((), "", {}) == (made.operations, made.model, made.tokens)
    assert diff(TEXT, "other\n") == made.changes


def test_nothing_to_change_is_no_revision(path: Path) -> None:
    """An edit that changes nothing writes neither the file nor a history."""
    assert apply(path, ChangeSet(TEXT)) is None
    assert apply(path, ChangeSet(TEXT, [Change(0, 3, "one")])) is None
    assert log(path) == []
    assert not (data_folder() / "history").exists()


def test_a_change_elsewhere_is_kept_and_known(path: Path) -> None:
    """An edit is carried over what was changed meanwhile, which becomes a revision, too."""
    changes = diff(TEXT, TEXT.replace("four", "4"))
    edit(path, "two", "2")
    path.write_text("zero\n" + path.read_text())
    apply(path, changes)
    assert "zero\none\n2\nthree\n4\nfive\n" == path.read_text()
    assert ["edit", "outside", "edit"] == [revision.kind for revision in log(path)]


def test_a_change_of_the_same_line_is_a_refusal(path: Path) -> None:
    """Where both sides changed a line nothing is written: no file, no history."""
    changes = diff(TEXT, TEXT.replace("two", "2"))
    path.write_text(TEXT.replace("two", "zwei"))
    with pytest.raises(DocumentChangedError, match=r"2(.|\n)*zwei"):
        apply(path, changes)
    assert TEXT.replace("two", "zwei") == path.read_text()
    assert log(path) == []


def test_an_edit_of_another_file_is_a_refusal(path: Path) -> None:
    """A file that was never what the edit was made for need not have changed."""
    changes = diff("another\nfile\n", "another\none\n")
    with pytest.raises(DocumentChangedError, match="or is another file than the edit was made for"):
        apply(path, changes)


def test_the_same_edit_twice_is_a_refusal(path: Path) -> None:
    """An edit that stands in the file already is not applied a second time."""
    changes = diff(TEXT, TEXT.replace("two\n", "two\nnew\n"))
    apply(path, changes)
    with pytest.raises(DocumentChangedError, match="holds already what the edit makes of it"):
        apply(path, changes)
    assert 1 == path.read_text().count("new")


def test_an_encoding_without_the_character_is_a_refusal(path: Path) -> None:
    """A character without a place in the encoding leaves neither a trace in file nor log."""
    data = "größe\n".encode("cp1252")
    path.write_bytes(data)
    with pytest.raises(EncodingError, match="line 1"):
        apply(path, diff("größe\n", "größe 😀\n"), encoding="cp1252")
    assert data == path.read_bytes()
    assert log(path) == []


def test_the_encoding_is_remembered(path: Path) -> None:
    """An old encoding, once known, stays known: the history decodes, not a new guess."""
    path.write_bytes("Größe für alle\n".encode("cp1252"))
    apply(path, diff("Größe für alle\n", "Mehr für alle\n"), encoding="cp1252")
    apply(path, diff("Mehr für alle\n", "plain\n"))
    apply(path, diff("plain\n", "für 5 €\n"))
    assert "für 5 €\n".encode("cp1252") == path.read_bytes()
    assert ["für 5 €\n", "plain\n", "Mehr für alle\n"] == [r.after for r in log(path)]
    undo(path)
    assert path.read_bytes() == b"plain\n"


def test_a_file_is_read_in_the_encoding_that_is_known(path: Path) -> None:
    """What a guess would get wrong the history knows, also after the last accent is gone."""
    path.write_bytes("naïve Größe\n".encode("mac_roman"))
    apply(path, diff("naïve Größe\n", "naïve\n"), encoding="mac_roman")
    assert ("naïve\n", "mac-roman") == (read_file(path).document.text, read_file(path).encoding)
    path.write_bytes(b"plain\n")
    assert "mac-roman" == read_file(path).encoding
    assert "cp1252" == read_file(path, "cp1252").encoding


def test_a_better_known_encoding_counts_from_then_on(path: Path) -> None:
    """A revision made with a named encoding has both of its texts in it."""
    data = "цена\nодин\n".encode("cp1251")
    path.write_bytes(data)
    text = data.decode("latin-1")
    apply(path, diff(text, text + "two\n"), encoding="latin-1")
    apply(path, diff("цена\nодин\ntwo\n", "цена\nдва\ntwo\n"), encoding="cp1251")
    assert "цена\nодин\ntwo\n" == log(path)[0].before
    undo(path)
    assert data + b"two\n" == path.read_bytes()


def test_a_link_and_its_file_share_a_history(path: Path) -> None:
    """A history goes by the real path, whatever link leads to it."""
    link = path.with_name("link.md")
    link.symlink_to(path)
    edit(link, "two", "2")
    assert log(path) == log(link)
    assert 1 == len(log(path))


def test_nothing_appears_beside_the_file(path: Path) -> None:
    """Locks, intents and histories lie in the user's data folder."""
    edit(path, "two", "2")
    undo(path)
    assert [path] == list(path.parent.iterdir())


@pytest.mark.parametrize("name", ["fsync", "utime"])
def test_a_full_disk_leaves_file_and_log(
    path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """A write that fails at any point leaves the old file, the old log, and no litter."""
    edit(path, "two", "2")
    before, revisions = path.read_text(), log(path)
    with monkeypatch.context() as broken:

        def full(*_: object, **__: object) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        broken.setattr(os, name, full)
        with pytest.raises((FileError, HistoryError), match="No space left"):
            edit(path, "three", "3")
    assert before == path.read_text()
    assert revisions == log(path)
    assert [path] == list(path.parent.iterdir())


def test_every_failing_flush(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever flush of an edit fails, file and log agree at once and afterwards."""
    edit(path, "two", "2")
    real_fsync = os.fsync
    outcomes = set()
    for failing in range(1, 30):
        before = path.read_text()
        calls = iter(range(1, 1000))

        def fsync(descriptor: int) -> None:
            if next(calls) == failing:  # noqa: B023 - called within the same round
                raise OSError(errno.EIO, os.strerror(errno.EIO))
            real_fsync(descriptor)

        with monkeypatch.context() as broken:
            broken.setattr(os, "fsync", fsync)
            try:
                edit(path, "five\n", f"five\nfailing {failing}\n")
                outcomes.add("done")
            except (FileError, HistoryError):
                outcomes.add("refused")
                assert before == path.read_text()
        assert path.read_text() == log(path)[0].after
        assert all(revision.kind == "edit" for revision in log(path))
    assert {"done", "refused"} == outcomes


def test_an_interrupted_edit_is_finished(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever presses Ctrl-C just after the file was replaced finds the revision in the log."""
    real_replace = Path.replace

    def interrupted(self: Path, target: Path) -> Path:
        replaced = real_replace(self, target)
        if target == path:
            raise KeyboardInterrupt
        return replaced

    with monkeypatch.context() as impatient:
        impatient.setattr(Path, "replace", interrupted)
        with pytest.raises(KeyboardInterrupt):
            edit(path, "two", "2")
    assert TEXT.replace("two", "2") == path.read_text() == log(path)[0].after


def test_an_unfinished_edit_under_a_later_change(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If somebody wrote to the file before the next command, the new bytes beside it decide."""

    def killed(*_: object) -> None:
        raise SystemExit

    for method, kinds in (("replace", ["outside"]), ("fulfil", ["outside", "edit"])):
        owner: Any = Path if method == "replace" else "linewise.history._store.Store"
        real_replace = Path.replace

        def before_replacing(self: Path, target: Path, real_replace: Any = real_replace) -> Path:
            if target == path:
                raise SystemExit
            found: Path = real_replace(self, target)
            return found

        with monkeypatch.context() as dying:
            # A killed process tidies nothing up.
            dying.setattr("linewise.history._file_history.FileHistory.settle", lambda _: None)
            dying.setattr("pathlib.Path.unlink", lambda *_, **__: None)
            if method == "replace":
                dying.setattr(owner, method, before_replacing)
            else:
                apply(path, diff(path.read_text(), TEXT))
                dying.setattr(f"{owner}.{method}", killed)
            with pytest.raises(SystemExit):
                edit(path, "two", "2")
        assert leftover_of(path).exists() is (method == "replace")
        path.write_text(path.read_text() + "later\n")
        assert kinds == [revision.kind for revision in log(path)][: len(kinds)]
        assert path.read_text() == log(path)[0].after
        assert [path] == list(path.parent.iterdir())


def test_a_restless_file_is_given_up(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that changes each time just before it is replaced is an error in the end."""
    real_fsync = os.fsync

    def fsync(descriptor: int) -> None:
        path.write_text(path.read_text() + "more\n")
        real_fsync(descriptor)

    changes = diff(TEXT, TEXT.replace("two", "2"))
    with monkeypatch.context() as restless:
        restless.setattr(os, "fsync", fsync)
        with pytest.raises(FileError, match="changes all the time"):
            apply(path, changes)
    assert path.read_text().startswith(f"{TEXT}more\nmore\n")
    assert all(revision.kind == "outside" for revision in log(path))


def test_information_of_any_kind_is_kept(path: Path) -> None:
    """Line breaks, other scripts, zero bytes and broken characters come back as they were."""
    information = "Linie 1\r\nЖ 日本\0\u2028 \ud83d and {json}\n\n"
    edit(path, "two", "2", information)
    assert information == log(path)[0].information


def test_operations_of_any_kind_become_plain(path: Path) -> None:
    """Operations are kept as JSON has them; an object goes by the name of its class."""
    operations = [DeleteLine(2, item=1), ("deleteLine", [2]), {"lines": range(2)}]
    apply(path, diff(TEXT, "x\n"), operations=operations)
    assert (
        {"deleteLine": {"line": 2}},
        ["deleteLine", [2]],
        {"lines": [0, 1]},
    ) == log(path)[0].operations
