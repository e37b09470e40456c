"""A long Word file: time, headings and words, beside the field's readers where they are installed.

Prints processor seconds (medians of interleaved rounds), the headings, and how many words of the
file's text runs are there in order. Peers: python-docx, mammoth, markitdown.
"""

from __future__ import annotations

import argparse
import importlib
import io
import re
import statistics
import time
import zipfile
from collections.abc import Callable
from html import unescape
from pathlib import Path

from linewise import load

Reader = Callable[[bytes], str]

ROUNDS = 3
EXAMPLE = Path(__file__).parent.parent / "examples" / "report.docx"


def with_linewise(data: bytes) -> str:
    """Read by linewise."""
    return load(data).text


def with_python_docx(data: bytes) -> str:
    """Read by python-docx, paragraphs alone."""
    opened = importlib.import_module("docx").Document(io.BytesIO(data))
    return "\n".join(paragraph.text for paragraph in opened.paragraphs)


def with_mammoth(data: bytes) -> str:
    """Read by mammoth."""
    return str(importlib.import_module("mammoth").extract_raw_text(io.BytesIO(data)).value)


def with_markitdown(data: bytes) -> str:
    """Read by markitdown."""
    reader = importlib.import_module("markitdown").MarkItDown()
    return str(reader.convert_stream(io.BytesIO(data), file_extension=".docx").text_content)


READERS: dict[str, Reader] = {
    "linewise": with_linewise,
    "python-docx": with_python_docx,
    "mammoth": with_mammoth,
    "markitdown": with_markitdown,
}
MODULES = {"python-docx": "docx", "mammoth": "mammoth", "markitdown": "markitdown"}


def is_installed(name: str) -> bool:
    """Tell whether a reader can be used."""
    try:
        importlib.import_module(MODULES.get(name, name))
    except ImportError:
        return False
    return True


def words_of_runs(data: bytes) -> list[str]:
    """Return the words of the text runs in the order of the file."""
    source = zipfile.ZipFile(io.BytesIO(data)).read("word/document.xml").decode()
    paragraphs = re.findall(r"<w:p[ >].*?</w:p>", source, re.DOTALL)
    runs = re.compile(r"<w:t(?: [^>]*)?>([^<]*)</w:t>|(<w:tab/>|<w:br)")
    texts = ("".join(run[1] or " " for run in runs.finditer(each)) for each in paragraphs)
    return " ".join(unescape(text) for text in texts).split()


def in_order(wanted: list[str], found: list[str]) -> int:
    """Count the words that are there in order, looking at most 400 words ahead."""
    at = right = 0
    for word in wanted:
        try:
            at = found.index(word, at, at + 400) + 1
        except ValueError:
            continue
        right += 1
    return right


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path, metavar="DIR", help="where .docx files are")
    folder = parser.parse_args().data
    for path in sorted(folder.glob("*.docx")) if folder else [EXAMPLE]:
        report(path)


def report(path: Path) -> None:
    """Print what was measured of a file."""
    data = path.read_bytes()
    document = load(data)
    print(f"{path.name}: {len(data):,} bytes, {len(document.text.split()):,} words")
    empty = document.metadata["docx"].get("empty_headings", 0)
    headings = len(document.headings)
    print(f"  {headings + empty} headings, {empty} of them without words")
    print(f"  {len(document.pages)} pages")
    readers = {name: read for name, read in READERS.items() if is_installed(name)}
    seconds: dict[str, list[float]] = {name: [] for name in readers}
    texts: dict[str, str] = {}
    for _ in range(ROUNDS):
        for name, read in readers.items():
            start = time.process_time()
            texts[name] = read(data)
            seconds[name].append(time.process_time() - start)
    wanted = words_of_runs(data)
    ours = statistics.median(seconds["linewise"])
    for name in READERS:
        if name not in readers:
            print(f"  {name:12} is not installed")
            continue
        median = statistics.median(seconds[name])
        share = in_order(wanted, texts[name].split()) / (len(wanted) or 1)
        print(f"  {name:12} {median:7.3f} s   {median / ours:5.1f} ×   words in order {share:.2%}")


if __name__ == "__main__":
    main()
