"""How the input is to be read: what formats can be told from the command line."""

from __future__ import annotations

import getpass
import sys
import warnings
from pathlib import Path

import pytest

from linewise.cli import main
from linewise.loading import pdf
from pdf_writer import Leaf, rows, write_pdf

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


def test_running_heads_of_a_pdf_can_be_dropped(capfd: pytest.CaptureFixture[str]) -> None:
    """What is printed on every page is kept or dropped as asked."""
    path = str(EXAMPLES / "two-column.pdf")
    assert main(["load", path, "--furniture", "keep"]) == 0
    kept = capfd.readouterr().out
    assert main(["load", path, "--furniture", "drop"]) == 0
    dropped = capfd.readouterr().out
    assert len(dropped) < len(kept)
    assert "Pointing Instead of Retyping" in dropped


def test_an_option_of_another_format_is_refused(capfd: pytest.CaptureFixture[str]) -> None:
    """The line names the format and what it can be told."""
    assert main(["number", str(EXAMPLES / "manual.md"), "--mode", "note"]) == 1
    assert "option 'mode' does not belong to the format 'markdown'" in capfd.readouterr().err


def test_every_command_reads_every_format(capfd: pytest.CaptureFixture[str]) -> None:
    """A web page, a Word file and a PDF are numbered and split like a text."""
    for name in ("page.html", "report.docx", "two-column.pdf"):
        assert main(["number", str(EXAMPLES / name), "--style", "pipe", "--lines", "1-1"]) == 0
        assert capfd.readouterr().out.startswith("1|")
        assert main(["split", str(EXAMPLES / name), "--jsonl"]) == 0
        assert '"headings"' in capfd.readouterr().out


def test_the_format_of_standard_input_can_be_named(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`--as` says what neither name nor content tells."""
    path = tmp_path / "note"
    path.write_text("# Heading\n\nwords\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["chapters", "note", "--local", "--as", "markdown"]) == 0
    assert capfd.readouterr().out == "1–3  Heading\n"


def test_what_a_pdf_holds_beside_text_is_told(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Pages of pictures alone are named on standard error; nothing is invented for them."""
    path = tmp_path / "scan.pdf"
    path.write_bytes(write_pdf(Leaf(tuple(rows("Words."))), Leaf(has_image=True)))
    assert main(["load", str(path)]) == 0
    shown = capfd.readouterr()
    assert "Words." in shown.out
    assert "no text on page 2" in shown.err


def test_a_password_is_taken_from_the_environment(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is never an argument, which everybody on the machine could read."""
    path = tmp_path / "locked.pdf"
    path.write_bytes(write_pdf(Leaf(tuple(rows("Secret words."))), password="open"))
    assert main(["load", str(path)]) == 1
    assert "password" in capfd.readouterr().err
    monkeypatch.setenv("LINEWISE_PASSWORD", "open")
    assert main(["load", str(path), "--password"]) == 0
    assert "Secret words." in capfd.readouterr().out


def test_a_password_is_asked_for_on_a_terminal_alone(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Elsewhere it would be shown as it is typed, so the line says what gives it."""

    def shown_as_typed() -> str:
        warnings.warn("cannot control echo", getpass.GetPassWarning, stacklevel=2)
        return "open"

    path = tmp_path / "plain.txt"
    path.write_text("Words.\n", encoding="utf-8")
    monkeypatch.setattr(getpass, "getpass", shown_as_typed)
    assert main(["load", str(path), "--password"]) == 1
    told = capfd.readouterr().err
    assert "linewise: there is no terminal to ask for the password on" in told
    assert "LINEWISE_PASSWORD" in told


@pytest.mark.skipif(sys.platform != "linux", reason="other systems bound no memory")
def test_a_pdf_that_ends_its_reader_is_a_line_on_standard_error(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program exits with 1, as for any file that cannot be read; no signal ends it."""
    monkeypatch.setattr(pdf, "MAX_MEMORY_BYTES", 1 << 20)
    path = tmp_path / "eater.pdf"
    path.write_bytes(write_pdf(Leaf(forms=9), password=""))
    assert 1 == main(["load", str(path)])
    shown = capfd.readouterr()
    assert not shown.out
    assert 1 == shown.err.count("\n")
    assert f"{path}: it ended the process that read it" in shown.err
