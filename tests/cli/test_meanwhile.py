"""A file that somebody changes while its edit is decided on, and what was pasted for it."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from linewise.cli import main
from terminals import Shown

if TYPE_CHECKING:
    from collections.abc import Callable

PAGE = "# Gates\n\nOpen at 9.\nNo dogs.\nFree tea.\n\nClosed on Monday.\n"
REPLY = """functions:
  - replaceText: [3, "9", "10"]
  - deleteLine: [7]
  - insertLineAfter: [5, "Coffee."]
"""
LINES = 'functions:\n  - replaceLine: [3, "Open at 10."]\n  - replaceLine: [7, "Never closed."]\n'


@pytest.fixture(autouse=True)
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder with a page and a reply; what is kept for a while is kept there, too."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    Path("reply.yaml").write_text(REPLY, encoding="utf-8")
    path = Path("page.md")
    path.write_text(PAGE, encoding="utf-8")
    return path


def on_terminal(words: list[str], *steps: tuple[str, Callable[[], object] | str]) -> str:
    """Run the program on a terminal; answer, or do something, when some words are shown.

    Returns:
        What was shown, with the exit code as its last line.
    """
    controller, terminal = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "linewise", *words],
        stdin=terminal,
        stdout=subprocess.DEVNULL,
        stderr=terminal,
        env=os.environ | {"TERM": "dumb"},
    )
    os.close(terminal)
    shown = Shown(controller)
    for words_shown, step in steps:
        shown.until(words_shown)
        if isinstance(step, str):
            os.write(controller, step.encode())
        else:
            step()
    told = shown.whole()
    os.close(controller)
    return f"{told}\n{process.wait(timeout=60)}"


def change(old: str, new: str) -> Callable[[], object]:
    """Return what changes the page as somebody else does."""
    return lambda: Path("page.md").write_text(PAGE.replace(old, new), encoding="utf-8")


def test_what_does_not_touch_is_applied_when_it_is_wanted(
    page: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """One operation in the way costs no other; the log knows that it was not applied."""
    shown = on_terminal(
        ["edit", "page.md", "--reply", "reply.yaml"],
        ("then Enter", change("at 9", "at 8")),
        ("", "A\n"),
        ("[y/n]", "y\n"),
    )
    assert "  theirs | Open at 8." in shown
    assert "replaceText 3 cannot be applied any more; apply the other 2 operations?" in shown
    assert shown.endswith("\n0")
    assert page.read_text(encoding="utf-8") == PAGE.replace("at 9", "at 8").replace(
        "tea.\n\nClosed on Monday.\n", "tea.\nCoffee.\n\n"
    )
    assert main(["log", "page.md", "--json"]) == 0
    newest = json.loads(capfd.readouterr().out)[0]
    assert ([2, 3], [1]) == (newest["accepted"], newest["rejected"])


@pytest.mark.parametrize(
    ("others", "way_on"),
    [
        (change("at 9", "at 8"), "linewise edit page.md --reply reply.yaml --partial proposes"),
        (change("Open at 9.", "Open\nat 8."), "its lines have moved, so that the ids of the reply"),
    ],
)
def test_a_refusal_names_the_next_step(
    page: Path, others: Callable[[], object], way_on: str
) -> None:
    """A reply that still means these lines is read once more, another is asked for anew."""
    shown = on_terminal(
        ["edit", "page.md", "--reply", "reply.yaml"],
        ("then Enter", others),
        ("", "A\n"),
        ("[y/n]", "n\n"),
    )
    assert way_on in shown
    assert shown.endswith("\n4")
    assert "Coffee" not in page.read_text(encoding="utf-8")


def test_the_next_step_leads_on(page: Path) -> None:
    """What fits the file as it is now is proposed once more, and applied."""
    change("at 9", "at 8")()
    main(["edit", "page.md", "--reply", "reply.yaml", "--partial", "--yes"])
    assert "Open at 8.\nNo dogs.\nFree tea.\nCoffee.\n" in page.read_text(encoding="utf-8")


def test_a_reply_that_means_other_lines_names_the_next_step(
    page: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """A line above the target was put in: its tag tells, and says where the line stands now."""
    assert main(["prompt", "edit", "page.md", "--info-text", "x", "--tags"]) == 0
    (tagged,) = re.findall(r"^(7:\w\w)\|", capfd.readouterr().out, re.MULTILINE)
    Path("reply.yaml").write_text(f"- deleteLine: [{tagged}]\n", encoding="utf-8")
    page.write_text(f"Read this.\n{PAGE}", encoding="utf-8")
    assert main(["apply", "page.md", "--reply", "reply.yaml"]) == 5
    err = capfd.readouterr().err
    assert f"item 1: {tagged} is not the line that you read; 8{tagged[1:]} has that tag now" in err
    assert "; linewise prompt edit page.md asks anew, about the file as it is now\n" in err


def test_where_everything_touches_nobody_is_asked(page: Path) -> None:
    """There is nothing left that could be applied."""
    Path("reply.yaml").write_text(REPLY.partition("  - deleteLine")[0], encoding="utf-8")
    shown = on_terminal(
        ["edit", "page.md", "--reply", "reply.yaml"],
        ("then Enter", change("at 9", "at 8")),
        ("", "A\n"),
    )
    assert "[y/n]" not in shown
    assert shown.endswith("\n4")
    assert "at 8" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize("key", ["q\n", "\x04"], ids=["quit", "end"])
def test_what_was_pasted_is_kept_for_who_quits(page: Path, key: str) -> None:
    """The command that is told reads it again, and nothing has to be asked twice."""
    shown = on_terminal(
        ["edit", "page.md", "--info-text", "Opens at 10.", "--paste"],
        ("alone ends it.", f"{REPLY}.\n"),
        ("then Enter", key),
    )
    assert shown.endswith("\n1")
    told = re.search(r"kept in (\S+); linewise (.*) --info-text TEXT --reply (\S+) reads it", shown)
    assert told is not None
    assert told[1] == told[3]
    assert REPLY == Path(told[3]).read_text(encoding="utf-8")
    assert main([*told[2].split(), "--reply", told[3], "--yes"]) == 0
    assert "Coffee." in page.read_text(encoding="utf-8")


def test_what_was_pasted_is_kept_where_it_is_refused(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of the replies that could not be used, in the order in which they were pasted."""
    monkeypatch.setattr("sys.stdin", iter(["deleteLine: [90]\n", ".\n"] * 9))
    words = ["edit", "page.md", "--info-text", "Opens at 10.", "--paste", "--yes"]
    assert main(words) == 5
    kept = re.search(r"kept in (\S+), reply by reply", capfd.readouterr().err)
    assert kept is not None
    assert {"deleteLine: [90]\n"} == {
        path.read_text(encoding="utf-8") for path in Path(kept[1]).iterdir()
    }


def test_what_was_pasted_and_applied_is_not_kept(tmp_path: Path) -> None:
    """Nothing is left behind where nothing is lost."""
    shown = on_terminal(
        ["edit", "page.md", "--info-text", "Opens at 10.", "--paste"],
        ("alone ends it.", f"{REPLY}.\n"),
        ("then Enter", "A\n"),
    )
    assert shown.endswith("\n0")
    assert not list(tmp_path.glob("linewise-*"))


def test_of_several_files_what_was_pasted_is_kept_where_one_is_refused(page: Path) -> None:
    """The others are applied; the reply about the refused one is not lost."""
    Path("more.md").write_text(PAGE, encoding="utf-8")
    shown = on_terminal(
        ["edit", "page.md", "more.md", "--info-text", "Open at 10.", "--paste"],
        ("alone ends it.", f"{LINES}.\n"),
        ("alone ends it.", f"{LINES}.\n"),
        ("then Enter", change("Open at 9", "Open at 8")),
        ("", "A\n"),
        ("then Enter", "A\n"),
        ("[y/n]", "n\n"),
    )
    assert "linewise edit page.md once more asks about the file as it is now" in shown
    assert "reply by reply; linewise edit FILE --info-text TEXT --reply" in shown
    assert shown.endswith("\n4")
    assert "at 8" in page.read_text(encoding="utf-8")
    assert "Never closed." in Path("more.md").read_text(encoding="utf-8")
