"""Web pages and notes: words kept, speed, and what the article mode keeps and leaves.

Prints megabytes of source a second of processor time (medians of interleaved rounds) beside
selectolax and trafilatura where they are installed; only linewise keeps the way back into the
source. With trafilatura, prints for each page what the article mode makes of its headings.
"""

from __future__ import annotations

import argparse
import importlib
import statistics
import time
from pathlib import Path
from typing import TYPE_CHECKING

from linewise import load
from linewise.loading.html import clean_html

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 7
EXAMPLE = Path(__file__).parent.parent / "examples" / "page.html"

NOTE = (
    "<div><p style='margin:0'>Dear <b>A</b>da,</p><p>the boat leaves <em>on Monday</em>.<br>"
    "Bring a coat &amp; boots.</p><ul><li>rope</li><li>tar</li></ul><!-- pasted --></div>\n"
)


def with_linewise(source: str) -> str:
    """Clean by linewise, with the way back."""
    return clean_html(source).text


def with_selectolax(source: str) -> str:
    """Clean by selectolax, words cut apart at every tag."""
    parser = importlib.import_module("selectolax.lexbor").LexborHTMLParser(source)
    return str(parser.body.text(separator=" "))


def with_trafilatura(source: str) -> str:
    """Find the main text by trafilatura."""
    return str(importlib.import_module("trafilatura").extract(source))


READERS: dict[str, Callable[[str], str]] = {
    "linewise": with_linewise,
    "selectolax": with_selectolax,
    "trafilatura": with_trafilatura,
}


def is_installed(name: str) -> bool:
    """Tell whether a reader can be used."""
    try:
        importlib.import_module(name)
    except ImportError:
        return False
    return True


def report_speed(name: str, source: str) -> None:
    """Print how fast each reader is on a source."""
    print(f"{name}: {len(source):,} characters")
    readers = {reader: read for reader, read in READERS.items() if is_installed(reader)}
    seconds: dict[str, list[float]] = {reader: [] for reader in readers}
    for _ in range(ROUNDS):
        for reader, read in readers.items():
            start = time.process_time()
            read(source)
            seconds[reader].append(time.process_time() - start)
    for reader in READERS:
        if reader not in readers:
            print(f"  {reader:12} is not installed")
            continue
        median = statistics.median(seconds[reader])
        print(f"  {reader:12} {median * 1e3:8.2f} ms   {len(source) / median / 1e6:6.1f} MB/s")


def report_article(path: Path) -> None:
    """Print what the article mode keeps of a page."""
    note, article = load(path), load(path, mode="article")
    kept = [h.title for h in note.headings if h.title in {a.title for a in article.headings}]
    lost = [h.title for h in note.headings if h.title not in kept]
    print(f"  article: {len(article.text.split()):,} of {len(note.text.split()):,} words,")
    print(f"  {len(kept)} of {len(note.headings)} headings; not there: {', '.join(lost) or 'none'}")


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path, metavar="DIR", help="where .html files are")
    folder = parser.parse_args().data
    report_speed("a note, 500 times", NOTE * 500)
    for path in sorted(folder.glob("*.html")) if folder else [EXAMPLE]:
        report_speed(path.name, path.read_bytes().decode())
        if is_installed("trafilatura"):
            report_article(path)


if __name__ == "__main__":
    main()
