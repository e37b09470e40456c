"""The main job on the bundled documents, as a person would type it.

Each step shows the command and the first lines of what it prints.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
SHOWN = 12


def step(title: str, *arguments: str, shown: int = SHOWN) -> None:
    """Run one command and show it as a terminal would."""
    print(f"\n\033[1m{title}\033[0m" if _colour() else f"\n{title}")
    print(f"$ linewise {' '.join(arguments)}", flush=True)
    command = [sys.executable, "-m", "linewise", *arguments]
    done = subprocess.run(command, cwd=HERE, check=True, capture_output=True)  # noqa: S603 - ours
    lines = done.stdout.decode().splitlines()
    for line in lines[:shown]:
        print(f"  {line if len(line) <= _width() else line[: _width() - 1] + '…'}")
    if len(lines) > shown:
        print(f"  … {len(lines) - shown:,} more lines")


def main() -> None:
    """Show each step."""
    step(
        "A manual as a model reads it: each line has an id",
        "number",
        "manual.md",
        "--style",
        "pipe",
    )
    step(
        "The model answered with two ids; the lines between them, exactly",
        "extract",
        "manual.md",
        "24",
        "33",
    )
    step("Cut into chunks that know their place", "split", "manual.md", "--text")
    step("A French page, in the style that HTML pipelines use", "number", "types_de_contenu.md")
    step("Its list of content types", "extract", "types_de_contenu.md", "line-6..line-10")
    step(
        "Cut by lines, three at a time",
        *(
            "split",
            "types_de_contenu.md",
            "--by",
            "lines",
            "--size",
            "3",
            "--overlap",
            "0",
            "--text",
        ),
    )


def _colour() -> bool:
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ


def _width() -> int:
    return 96


if __name__ == "__main__":
    main()
