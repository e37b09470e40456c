"""The main job on the bundled documents, as a person would type it.

Each step shows the command and the first lines of what it prints.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
SHOWN = 12
WIDTH = 96


class Terminal:
    """Runs commands in a folder and shows the first lines of what they print."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        # The history of this demonstration goes with its folder.
        self.environment = os.environ | {"LINEWISE_DATA": str(folder / "history")}

    def __call__(self, title: str, command: str, shown: int = SHOWN) -> None:
        """Run a command and show it as a terminal would."""
        print(f"\n\033[1m{title}\033[0m" if _colour() else f"\n{title}")
        words = command.split()
        ours = words[0] != "cat"
        print(f"$ {'linewise ' if ours else ''}{command}", flush=True)
        program = [sys.executable, "-m", "linewise"] if ours else []
        done = subprocess.run(  # noqa: S603 - our own program on our own files
            [*program, *words],
            cwd=self.folder,
            env=self.environment,
            check=True,
            capture_output=True,
        )
        lines = done.stdout.decode().splitlines()
        for line in lines[:shown]:
            print(f"  {line if len(line) <= WIDTH else line[: WIDTH - 1] + '…'}")
        if len(lines) > shown:
            print(f"  … {len(lines) - shown:,} more lines")
        for line in done.stderr.decode().splitlines():
            print(f"  {line}")


def main() -> None:
    """Show each step, on copies of the documents."""
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        for path in (*HERE.glob("*.md"), *HERE.glob("*.yaml")):
            shutil.copy(path, here)
        show = Terminal(here)
        point_at_lines(show)
        name_chapters(show)
        edit_by_lines(show)


def point_at_lines(show: Terminal) -> None:
    """Number, extract and split the two documents."""
    show("A manual as a model reads it: each line has an id", "number manual.md --style pipe")
    show("It answered with two ids; the lines between them, exactly", "extract manual.md 24 33")
    show("Cut into chunks that know their place", "split manual.md --text")
    show("A French page, in the style that HTML pipelines use", "number types_de_contenu.md")
    show("Its list of content types", "extract types_de_contenu.md line-6..line-10")
    show("Cut by lines", "split types_de_contenu.md --by lines --size 5 --overlap 0 --text")


def name_chapters(show: Terminal) -> None:
    """List the chapters of the manual without a model, and show what a model would be asked."""
    show("Its chapters, without a model", "chapters manual.md --local --level 2")
    show("What a model would be asked, and the bill", "prompt chapters manual.md", 8)


def edit_by_lines(show: Terminal) -> None:
    """Bring the release note into the French page by a model's reply, and take it back."""
    page = show.folder / "types_de_contenu.md"
    before = page.read_bytes()
    show(
        "A reply to a release note, written by hand in the form of a model's",
        "cat types_de_contenu.reply.yaml",
    )
    reply = "--reply types_de_contenu.reply.yaml --info note_de_version.md"
    show("Applied: the diff shows exactly two changes", f"apply types_de_contenu.md {reply}", 20)
    show("What was done", "log types_de_contenu.md")
    show("Why line 8 reads as it does", "why types_de_contenu.md:8", 5)
    show("Taken back", "undo types_de_contenu.md", 4)
    same = "as before" if page.read_bytes() == before else "NOT as before"
    print(f"\nAfter the undo, the bytes of the page are {same}.")
    sys.exit(0 if same == "as before" else 1)


def _colour() -> bool:
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ


if __name__ == "__main__":
    main()
