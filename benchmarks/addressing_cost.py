"""What it costs to give lines an address, and what a list of chapters costs against a copy.

Prints two Markdown tables. The first counts, for a Markdown page, code and (with --data) novels,
the tokens that each way to write ids adds. The second counts, for each novel in DIR/chapters with
its chapters in NAME.gold.json, the tokens of an answer that names the chapters, by its form,
against those of the text written out again.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from linewise.document import Document
from linewise.models import bill
from linewise.numbering import Style, number
from linewise.passages import Asking, chapters_task, windowed
from linewise.tokens import count_tokens

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).parent.parent
STYLES: Sequence[tuple[str, Style, bool]] = (
    ('`<div id="div-id-7">…</div>`', "div", False),
    ('`<p id="line-7">…</p>`', "p", False),
    ("`7:k3\\|…`", "pipe", True),
    ("`7\\|…`", "pipe", False),
)


class Chapter(NamedTuple):
    """A chapter as people read it off."""

    first: int
    last: int
    title: str


def documents(data: Path | None) -> Iterator[tuple[str, Document]]:
    """Yield the documents of the first table by name."""
    yield "Markdown", Document((ROOT / "README.md").read_text(encoding="utf-8"))
    modules = sorted((ROOT / "src" / "linewise").glob("*.py"))
    code = "".join(path.read_text(encoding="utf-8") for path in modules)
    yield "code", Document(code)
    for name, document, _ in books(data):
        if name.startswith(("alice", "tour")):
            yield name, document


def books(data: Path | None) -> Iterator[tuple[str, Document, list[Chapter]]]:
    """Yield novels with their chapters."""
    for path in sorted((data / "chapters").glob("*.gold.json")) if data else ():
        name = path.name.removesuffix(".gold.json")
        gold = json.loads(path.read_text(encoding="utf-8"))["chapters"]
        chapters = [Chapter(c["start"], c["end"], c["title"]) for c in gold]
        yield name, Document(path.with_name(f"{name}.txt").read_bytes().decode()), chapters


def answers(chapters: Sequence[Chapter]) -> dict[str, str]:
    """Return the same answer in each form."""
    quoted = [(c, json.dumps(c.title, ensure_ascii=False)) for c in chapters]
    starts = "".join(f"  - chapter: [{c.first}, {title}]\n" for c, title in quoted)
    ranges = "".join(f"  - chapter: [{c.first}, {c.last}, {title}]\n" for c, title in quoted)
    objects = [{"start": str(c.first), "title": c.title} for c in chapters]
    return {
        "starts": f"chapters:\n{starts}",
        "ranges": f"chapters:\n{ranges}",
        "JSON": json.dumps({"chapters": objects}, ensure_ascii=False),
    }


def print_ids(data: Path | None) -> None:
    """Print what ids add."""
    shown = list(documents(data))
    print(f"| a line is written | {' | '.join(name for name, _ in shown)} |")
    print(f"| --- |{' --- |' * len(shown)}")
    for label, style, tags in STYLES:
        cells = [cost(document, style, tags=tags) for _, document in shown]
        print(f"| {label} | {' | '.join(cells)} |")
    sizes = [f"{d.line_count:,} lines, {count_tokens(d.text):,} tokens" for _, d in shown]
    print(f"| plain | {' | '.join(sizes)} |")


def cost(document: Document, style: Style, *, tags: bool) -> str:
    """Return what ids add, as a share of the plain document and for each line."""
    plain = count_tokens(document.text)
    added = count_tokens(number(document, style, tags=tags).text) - plain
    return f"{added / plain:.0%} ({added / document.line_count:.1f})"


def print_answers(data: Path) -> None:
    """Print what a list of chapters costs."""
    print("| book | chapters | prompt | prompts of 24,000 | starts | ranges | JSON | a copy |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for name, document, chapters in books(data):
        whole = bill(windowed(document, chapters_task(), Asking(window=1 << 40)).prompts, document)
        parts = bill(windowed(document, chapters_task(), Asking()).prompts, document)
        forms = [f"{count_tokens(words):,}" for words in answers(chapters).values()]
        share = whole.document_tokens / count_tokens(answers(chapters)["starts"])
        print(
            f"| {name} | {len(chapters)} | {whole.input_tokens:,} | {parts.requests}: "
            f"{parts.input_tokens:,} | {' | '.join(forms)} | {whole.document_tokens:,} "
            f"({share:,.0f} ×) |"
        )


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path, metavar="DIR")
    data = parser.parse_args().data
    print_ids(data)
    print()
    if data is None:
        print("no books: name a folder with --data to see what chapters cost")
    else:
        print_answers(data)


if __name__ == "__main__":
    main()
