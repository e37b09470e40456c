"""A document to look at from the command line: as a page, on a terminal, as data."""

from __future__ import annotations

import json
import webbrowser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from linewise import Document, key_points, load, split, view
from linewise.cli import main
from linewise.render import Layer, terminal_view

TEXT = "# Valves\n\nOne valve opens. It closes later.\n\nAnother valve never moves at all.\n"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder with a text."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "valves.md"
    path.write_text(TEXT, encoding="utf-8")
    return path


def written(capfd: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run `linewise view` and return what it wrote."""
    assert main(["view", "valves.md", *arguments]) == 0
    return capfd.readouterr().out


@pytest.mark.usefixtures("file")
def test_a_page_shows_chunks_and_has_more_layers_in_store(
    capfd: pytest.CaptureFixture[str],
) -> None:
    """Chapters and key points are there, and switched off until they are wanted."""
    page = written(capfd)
    assert page.startswith("<!doctype html>")
    assert 'id="show-0" checked' in page
    assert 'id="show-2">' in page
    for name in ("Chunks", "Chapters", "Key points"):
        assert f"<summary>{name}</summary>" in page


@pytest.mark.usefixtures("file")
def test_layers_asked_for_are_shown_from_the_start(capfd: pytest.CaptureFixture[str]) -> None:
    """In the order in which they were asked for, and no others."""
    page = written(capfd, "--layer", "sentences", "--layer", "chunks")
    assert page.index("<summary>Sentences") < page.index("<summary>Chunks")
    assert 'id="show-1" checked' in page
    assert "<summary>Chapters" not in page


@pytest.mark.usefixtures("file")
def test_it_splits_as_split_does(capfd: pytest.CaptureFixture[str]) -> None:
    """The same options mean the same chunks."""
    options = ["--by", "sentences", "--size", "9", "--unit", "tokens", "--overlap", "0"]
    assert main(["split", "valves.md", *options]) == 0
    chunks = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    shown = json.loads(written(capfd, *options, "--layer", "chunks", "--json"))
    assert [{"layer": "Chunks", **chunk} for chunk in chunks] == shown
    assert len(chunks) > 1


@pytest.mark.usefixtures("file")
def test_a_browser_is_opened_where_that_is_asked_for(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It gets the page that is written; where there is none, the message says where the page is."""
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", lambda address: not opened.append(address))  # type: ignore[func-returns-value]
    page = written(capfd, "--open")
    path = Path(unquote(urlsplit(opened[0]).path))
    assert page == path.read_text(encoding="utf-8")
    monkeypatch.setattr(webbrowser, "open", lambda _address: False)
    assert main(["view", "valves.md", "--open", "-o", "page.html"]) == 1
    assert "no browser was found; the page is page.html\n" in capfd.readouterr().err
    assert page == Path("page.html").read_text(encoding="utf-8")
    assert 1 == main(["view", "valves.md", "--open"])
    told = capfd.readouterr().err
    assert page == Path(told.strip().rpartition(" ")[2]).read_text(encoding="utf-8")


@pytest.mark.usefixtures("file")
def test_text_is_what_a_terminal_shows_without_colours(capfd: pytest.CaptureFixture[str]) -> None:
    """In a pipe and in a file, too; without a form these get the page."""
    shown = written(capfd, "--text", "--layer", "chunks")
    assert "    1   [1]# Valves" in shown
    assert "Chunks: " in shown.splitlines()[-1]
    assert not any(sign in shown for sign in ("<", "\x1b"))
    written(capfd, "--text", "--layer", "chunks", "-o", "page.txt")
    assert shown == Path("page.txt").read_text(encoding="utf-8")


def test_a_terminal_shows_numbers_and_colours() -> None:
    """Each piece begins with its number; without colours that is all."""
    document = Document("One two\nthree\n")
    layers = [
        Layer("Chunks", split(document, size=8, overlap=0)),
        Layer("Key points", key_points(document, max_points=1), look="frame"),
    ]
    plain = "".join(terminal_view(document, layers, colour=False))
    assert "    1   [1]" in plain
    assert "    2   [2]three\n" in plain
    assert "\x1b" not in plain
    assert "\x1b[30;48;5;153;1mOne two\x1b[0m" in "".join(terminal_view(document, layers))


def test_a_terminal_gets_no_control_character_of_a_text() -> None:
    """They are shown as signs, as everywhere."""
    shown = "".join(terminal_view(Document("a\x1b[2Jb\u202ec"), {}, colour=False))
    assert "    1   a␛[2Jb�c\n" == shown
    assert [] == list(terminal_view(Document(""), {}, colour=False))


def test_hidden_layers_are_not_on_a_terminal() -> None:
    """There is no box to switch them on."""
    document = Document("One two")
    hidden = Layer("Chunks", split(document), shown=False)
    assert "    1   One two\n" == "".join(terminal_view(document, [hidden], colour=False))


@pytest.mark.usefixtures("file")
def test_python_makes_the_page_that_the_command_writes(capfd: pytest.CaptureFixture[str]) -> None:
    """What a door does is one call of the Python API."""
    document = load("valves.md")
    page = written(capfd, "--layer", "chunks")
    assert page == view(document, {"Chunks": split(document)})


@pytest.mark.usefixtures("file")
def test_pieces_of_any_origin_are_shown(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """What another command wrote is a layer by its file's name, alone unless more is asked for."""
    assert main(["split", "valves.md", "--size", "30", "-o", "small.jsonl"]) == 0
    page = written(capfd, "--pieces", "small.jsonl")
    assert "<summary>small</summary>" in page
    assert "<summary>Chunks</summary>" not in page
    assert "<summary>Chunks</summary>" in written(
        capfd, "--pieces", "small.jsonl", "--layer", "chunks"
    )
    assert main(["view", "valves.md", "--pieces", "absent.jsonl"]) == 1
    assert "absent.jsonl: it cannot be read: No such file or directory\n" in capfd.readouterr().err
    (tmp_path / "wrong.jsonl").write_text('{"start": 0, "end": 999}\n', encoding="utf-8")
    assert main(["view", "valves.md", "--pieces", "wrong.jsonl"]) == 1
    assert "wrong, piece 1: 0 to 999 is not in the document" in capfd.readouterr().err
    assert main(["view", "--pieces", "-"]) == 2


@pytest.mark.usefixtures("file")
def test_pieces_that_nobody_wrote_are_no_layer(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """What failed before a pipe writes nothing into it; who has no pieces writes an empty list."""
    (tmp_path / "nothing.jsonl").write_text("\n", encoding="utf-8")
    assert 1 == main(["view", "valves.md", "--pieces", "nothing.jsonl"])
    out, err = capfd.readouterr()
    assert "" == out
    assert "nothing.jsonl: there are no pieces in it: what was to write them found none" in err
    (tmp_path / "none.json").write_text("[]", encoding="utf-8")
    assert "<summary>none</summary>" in written(capfd, "--pieces", "none.json")
