"""Homes, terminals, locales and names as they are found, and not as one would wish them."""

from __future__ import annotations

import json
import os
import pwd
import subprocess
import sys
from pathlib import Path

import pytest

from linewise import log
from linewise.cli import main
from linewise.cli._settings import find_settings
from linewise.errors import FileError
from linewise.files import data_folder
from real_program import PROGRAM, Place, at_stream, run
from terminals import Shown

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="homes and names of Unix")

NAMES = ["new\nline.md", "x" * 252 + ".md", "\x1b[31m.md"]
MORE_NAMES = ["-dash.md", "--help", "😀.md", "space ", "dot.", "a:3.md", "L3-L4", "\u202egnp.md"]
if sys.platform == "linux":
    NAMES.append(os.fsdecode(b"b\xff.md"))


# Homes


@pytest.mark.parametrize("home", ["/dev/null", ""])
def test_without_a_home_one_can_read(home: str, place: Place) -> None:
    """What keeps nothing needs no home; what would keep something says what to set."""
    for words in (["number", str(place.file)], ["config", "list"], ["log", str(place.file)]):
        done = run(*words, HOME=home)
        assert done.code in {0, 3} or "LINEWISE_DATA" in done.told[-1]
    run(*place.call("apply", writing=True), HOME=home).complaint("LINEWISE_DATA")
    assert place.is_untouched()
    data = place.root / "data"
    assert run(*place.call("apply", writing=True), HOME=home, LINEWISE_DATA=str(data)).code == 0


def test_nobody_has_a_home(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user whom the system does not know has no settings, also not those of a folder `~`."""
    monkeypatch.delenv("HOME")

    def unknown(_: int) -> None:
        raise KeyError

    monkeypatch.setattr(pwd, "getpwuid", unknown)
    with pytest.raises(FileError, match=r"no home folder .* LINEWISE_DATA"):
        data_folder()
    planted = place.folder / "~" / ".config" / "linewise" / "config.toml"
    planted.parent.mkdir(parents=True)
    planted.write_text('base_url = "http://elsewhere.example/v1"\n')
    assert {} == find_settings()
    assert main(["number", str(place.file), "-o", os.devnull]) == 0


def test_folders_of_the_desktop_that_cannot_be_used(place: Place) -> None:
    """XDG folders that cannot be made are told like any other."""
    done = run(*place.call("apply", writing=True), XDG_DATA_HOME="/dev/null/data")
    done.complaint("/dev/null/data", "LINEWISE_DATA")
    assert run("number", str(place.file), XDG_CONFIG_HOME="/dev/null/x").code == 0
    assert place.is_untouched()


# Terminals


@pytest.mark.parametrize("stdin", ["</dev/null", "<&-"])
def test_nobody_is_there_to_ask(stdin: str, place: Place) -> None:
    """Where a question would be asked and nobody can answer, that is an error, not a wait."""
    words = ["edit", str(place.file), "--reply", str(place.root / "second.yaml")]
    run(*words, before=at_stream(stdin)).complaint("no terminal to ask on", "--yes", "--dry-run")
    paste = ["chapters", str(place.file), "--paste"]
    done = run(*paste, before=at_stream(f"{stdin} 2>/dev/null"))
    assert (1, b"") == (done.code, done.out)
    run(*paste, before=at_stream(f"{stdin} 2>&-"))
    secret = ["load", str(place.file), "--password"]
    done = run(*secret, before=at_stream(f"{stdin} 2>/dev/null"), LINEWISE_PASSWORD="")
    assert done.code in {0, 1}
    assert place.is_untouched()


def test_the_terminal_goes_away(place: Place) -> None:
    """Who asks and finds the answers at their end has written nothing."""
    import pty

    controller, terminal = pty.openpty()
    process = subprocess.Popen(
        [*PROGRAM, "edit", str(place.file), "--reply", str(place.root / "second.yaml")],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        start_new_session=True,
    )
    os.close(terminal)
    Shown(controller).until("q quit")
    os.close(controller)
    assert process.wait(timeout=60) in {1, 130, 143}
    assert place.is_untouched()


# Locales


@pytest.mark.parametrize(
    "locale",
    [
        pytest.param({"LC_ALL": "C"}, marks=pytest.mark.slow),
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii:strict"},
        pytest.param({"LC_ALL": "xx_YY", "LANG": "none.at-all"}, marks=pytest.mark.slow),
    ],
    ids="+".join,
)
def test_words_and_names_in_any_locale(locale: dict[str, str], place: Place) -> None:
    """Names of files, words for a model and a file's text stay what they are."""
    plain = run("find", str(place.file), "où est-ce ?", "--dry-run")
    assert plain == run("find", str(place.file), "où est-ce ?", "--dry-run", **locale)
    assert "où est-ce ?".encode() in plain.out
    info = ["prompt", "edit", str(place.file), "--info-text", "Tout est « nouveau »."]
    assert "« nouveau »".encode() in run(*info, **locale).out
    assert run(*place.call("apply", writing=True), **locale).code == 0
    assert "Toute dernière ligne.\n" in place.file.read_text(encoding="utf-8")


def test_words_that_are_none() -> None:
    """Bytes that are no UTF-8 are no words; that is wrong usage."""
    done = run("find", os.fsdecode(b"\xff\xfe"), "--dry-run")
    assert 2 == done.code
    assert "these words are not UTF-8" in done.told[0]


# Names


@pytest.mark.parametrize(
    "name",
    [*NAMES, *(pytest.param(name, marks=pytest.mark.slow) for name in MORE_NAMES)],
    ids=ascii,
)
def test_a_file_of_any_name(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading, editing, looking back and taking back work; nothing else appears in the folder."""
    place = Place(tmp_path, name)
    monkeypatch.chdir(place.folder)
    near = f"./{name}"
    done = run("apply", near, "--reply", str(place.root / "second.yaml"))
    assert 0 == done.code
    assert 1 == len(done.told), "a line of its own, also where the name has two"
    assert all(character.isprintable() or character == "\ufffd" for character in done.told[0])
    assert 0 == run("why", f"{near}:9").code
    assert name in os.fsdecode(
        json.loads(run("number", near, "--json").out)["source"].encode(errors="surrogateescape")
    )
    assert 0 == run("undo", near).code
    assert place.is_untouched()
    assert 3 == len(log(place.file))


@pytest.mark.usefixtures("place")
def test_a_name_that_looks_like_an_option() -> None:
    """Where a file has the name of an option that there is not, the message tells how to say it."""
    Path("-dash.md").write_text("one\n")
    done = run("number", "-dash.md")
    assert 2 == done.code
    assert "./-dash.md is the file of that name" in done.told[0]
    assert run("number", "./-dash.md") == run("number", "--", "-dash.md")
