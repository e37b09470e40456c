"""How splitting by structure grows with the text, what memory it takes, and how fast peers are.

Processor time, the median of rounds; memory is what Python allocates at its peak beyond the text.
Peers are compared on one size where they are installed.
"""

from __future__ import annotations

import argparse
import statistics
import time
import tracemalloc
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from splitting_texts import Writer, text_of

from linewise.splitting import split

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SIZES = (1, 2, 4, 8, 16)
MOST_CODE = 4
PEERS_AT = 1
ROUNDS = 3

# Strategy → the kind of text that it is run on.
KINDS = {
    "sentences": "prose",
    "structure": "prose",
    "markdown": "markdown",
    "html": "html",
    "json": "json",
    "code": "code",
}


def html(megabytes: float) -> str:
    """Return sections of a page: headings, paragraphs, lists, tables."""
    writer = Writer(2)
    parts, length = ["<html><body>\n"], 0
    while length < megabytes * 1e6:
        title = " ".join(writer.some(2, 6)).title()
        level = writer.draw.randint(1, 4)
        items = "".join(f"<li><a href='#x'>{writer.sentence()}</a></li>\n" for _ in range(4))
        cells = "".join(f"<td>{' '.join(writer.some(1, 4))}</td>" for _ in range(4))
        parts.append(
            f"<h{level}>{title}</h{level}>\n<div><p>{writer.paragraph(35)}</p>\n"
            f"<ul>\n{items}</ul>\n<table><tr>{cells}</tr></table></div>\n"
        )
        length += len(parts[-1])
    return "".join([*parts, "</body></html>\n"])


def json_text(megabytes: float) -> str:
    """Return an array of records."""
    writer = Writer(3)
    parts: list[str] = []
    length = 0
    while length < megabytes * 1e6:
        words = '", "'.join(writer.some(2, 9))
        parts.append(f'{{"name": "{writer.sentence()}", "tags": ["{words}"], "n": {{"a": 1}}}}')
        length += len(parts[-1]) + 3
    return "[\n" + ",\n ".join(parts) + "\n]\n"


def code(megabytes: float) -> str:
    """Return a program that a parser can read."""
    writer = Writer(4)
    parts: list[str] = []
    length = 0
    while length < megabytes * 1e6:
        name, *arguments = writer.some(3, 6)
        body = "".join(
            f"        {a} = self.{b}({c!r}, {writer.draw.randrange(999)})\n"
            for a, b, c in (writer.draw.choices(writer.words, k=3) for _ in range(9))
        )
        parts.append(
            f"class C{len(parts)}:\n"
            f"    def f_{name}(self, {', '.join(dict.fromkeys(arguments))}):\n"
            f'        """{writer.sentence()}"""\n{body}        return self\n\n\n'
        )
        length += len(parts[-1])
    return "".join(parts)


def text_for(by: str, megabytes: float) -> str:
    """Return a text of the kind that a strategy is for."""
    made: dict[str, Callable[[float], str]] = {"html": html, "json": json_text, "code": code}
    kind = KINDS[by]
    return made[kind](megabytes) if by in made else text_of(kind, megabytes)


def options_for(by: str) -> dict[str, Any]:
    """Return the settings of a strategy; the words are made up, so the language is named."""
    return {"by": by, "size": 1000, "language": "python" if by == "code" else "en"}


def seconds(run: Callable[[], object], rounds: int) -> float:
    """Return the median processor time of some rounds."""
    taken = []
    for _ in range(rounds):
        start = time.process_time()
        run()
        taken.append(time.process_time() - start)
    return statistics.median(taken)


def growth(by: str, sizes: Sequence[int], rounds: int) -> None:
    """Print the time of a strategy for each size, and how it grows."""
    options = options_for(by)
    split(text_for(by, 0.05), **options)
    before = 0.0
    for size in sizes:
        text = text_for(by, size)
        taken = seconds(lambda text=text: split(text, **options), rounds)  # type: ignore[misc]
        grown = f"{taken / before:4.1f} times the size before" if before else ""
        print(f"{by:10} {size:3} MB {taken:7.2f} s {size / taken:6.1f} MB/s  {grown}", flush=True)
        before = taken


def memory(by: str, megabytes: int) -> None:
    """Print the peak of memory beyond the text."""
    text = text_for(by, megabytes)
    tracemalloc.start()
    split(text, **options_for(by))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    print(f"{by:10} {megabytes:3} MB peak {peak / len(text):5.1f} bytes for each of the text")


def peers() -> dict[str, Callable[[str], object]]:
    """Return what the installed peers do with Markdown."""
    found: dict[str, Callable[[str], object]] = {}
    if find_spec("langchain_text_splitters"):
        from langchain_text_splitters import MarkdownHeaderTextSplitter, MarkdownTextSplitter

        levels = [("#" * level, str(level)) for level in range(1, 5)]
        found["LangChain headers"] = MarkdownHeaderTextSplitter(levels).split_text
        found["LangChain Markdown"] = MarkdownTextSplitter(
            chunk_size=1000, chunk_overlap=0
        ).split_text
    if find_spec("semantic_text_splitter"):
        from semantic_text_splitter import MarkdownSplitter

        found["semantic-text-splitter"] = MarkdownSplitter(1000).chunks
    if find_spec("chonkie"):
        from chonkie import RecursiveChunker, SentenceChunker

        found["chonkie recursive"] = RecursiveChunker("character", chunk_size=1000).chunk
        found["chonkie sentences"] = SentenceChunker(
            "character", chunk_size=1000, chunk_overlap=0
        ).chunk
    return found


def against_peers(rounds: int) -> None:
    """Print the time of each contestant on one Markdown text, and its ratio to ours."""
    text = text_for("markdown", PEERS_AT)
    contestants: dict[str, Callable[[str], object]] = {
        f"linewise {by}": lambda text, by=by: split(text, **options_for(by))  # type: ignore[misc]
        for by in ("markdown", "structure", "sentences")
    }
    contestants |= peers()
    print(f"\nMarkdown of {PEERS_AT} MB, chunks of 1000 characters")
    taken = {name: seconds(lambda run=run: run(text), rounds) for name, run in contestants.items()}  # type: ignore[misc]
    own = taken["linewise markdown"]
    for name, one in taken.items():
        print(f"{name:24} {one:7.3f} s {PEERS_AT / one:7.1f} MB/s {one / own:6.2f} times ours")
    absent = {"langchain_text_splitters", "semantic_text_splitter", "chonkie"}
    for name in sorted(name for name in absent if not find_spec(name)):
        print(f"{name} is not installed")


def main() -> None:
    """Print growth, memory, and the peers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=SIZES[-1], help="megabytes at most")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    arguments = parser.parse_args()
    sizes = [size for size in SIZES if size <= arguments.most]
    for by in KINDS:
        few = [size for size in sizes if size <= MOST_CODE] if by == "code" else sizes
        growth(by, few, arguments.rounds)
        memory(by, min(few[-1], MOST_CODE))
    against_peers(arguments.rounds)


if __name__ == "__main__":
    main()
