"""PDFs: reading order, whole words, headings and speed, beside the field's readers.

    python benchmarks/loading_pdf.py --data DIR

DIR holds `federal-register-2020-17221.pdf` (three columns) and `latex-two-column.pdf`. The
sentences were taken by eye from the rendered pages, most of them from the middle columns; one is
in order when it stands in the text with nothing between its words, and to the letter when its
spaces and hyphens are right too. Prints processor time (medians of interleaved rounds), what it
takes to read 300 pages one by one, and what a process apart costs a small file and those pages.
"""

from __future__ import annotations

import argparse
import logging
import re
import resource
import statistics
import tempfile
import time
from collections import Counter
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import linewise as lw

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROUNDS = 3

SMALL = Path(__file__).parent.parent / "examples" / "two-column.pdf"

SENTENCES = {
    "federal-register-2020-17221.pdf": """
For information on the availability of this material at the FAA, call 206–231–3195.
It is also available in the Docket for this rulemaking, which may be found on the internet at \
https://www.regulations.gov by searching for and locating Docket No. FAA–2020–0686.
The street address for Docket Operations is listed above.
Comments will be available in the AD docket shortly after receipt.
The FAA sent Emergency AD 2018–23–51 to all known U.S. owners and operators of Boeing Model 737 \
MAX airplanes to require revising certificate limitations and operating procedures of the AFM to \
provide the flightcrew with runaway horizontal stabilizer trim procedures to follow under certain \
conditions.
On March 10, 2019, a Boeing Model 737–8 airplane operated by Ethiopian Airlines (Ethiopian \
Airlines Flight 302) was involved in an accident after takeoff from Addis Ababa Bole \
International Airport in Addis Ababa, Ethiopia, resulting in 157 fatalities.
The flightcrew on Lion Air Flight 043 had no prior awareness of this type of failure or how to \
respond to it.
The original design allowed MCAS commands to be made without consideration of the horizontal \
stabilizer position—before or after the MCAS command.
An undesired MCAS activation could prompt the flightcrew to perform a non-normal procedure.
Second, in the event that MCAS is activated as intended (i.e., during a high AOA event), the \
updated flight control laws software would limit the number of MCAS activations to one per high \
AOA event, and limit the magnitude of any single activation so that the flightcrew could maintain \
pitch control without needing to perform a non-normal procedure.
Some 737 MAX airplanes were delivered without this alert feature, by error.
While the lack of an AOA DISAGREE alert is not an unsafe condition itself, the FAA is proposing \
to mandate this software update to restore compliance with 14 CFR 25.1301 and because the \
flightcrew procedures mandated by this AD now rely on this alert to guide flightcrew action.
This proposed AD would apply only to the 737 MAX airplanes identified in Boeing Special Attention \
Service Bulletin 737–31–1860, dated June 12, 2020, which identifies line numbers for airplanes \
with an original airworthiness certificate or original export certificate of airworthiness issued \
on or before the effective date of the original Emergency Order of Prohibition.
The FAA, through an operational evaluation, will assess the impact of the proposed aircraft \
design changes on pilot training.
The FAA intends to conduct this evaluation jointly with three international civil aviation \
authorities: Agência Nacional de Aviação Civil (ANAC) Brazil, Transport Canada Civil Aviation \
(TCCA), and the EASA.
This proposed AD would not have a substantial direct effect on the States, on the relationship \
between the national Government and the States, or on the distribution of power and \
responsibilities among the various levels of government.
Accordingly, under the authority delegated to me by the Administrator, the FAA proposes to amend \
14 CFR part 39 as follows:
The FAA must receive comments on this AD action by September 21, 2020.
This proposed AD results from mandatory continuing airworthiness information (MCAI) originated by \
an aviation authority of another country to identify and correct an unsafe condition on an \
aviation product.
The MCAI describes the unsafe condition as seizing of a main landing gear (MLG) spring pack \
assembly.
""",
    "latex-two-column.pdf": """
Lorem ipsum dolor sit amet, consectetuer adipiscing elit.
Pellentesque habitant morbi tristique senectus et netus et malesuada fames ac turpis egestas.
Vivamus viverra fermentum felis.
Donec nonummy pellentesque ante.
Sed diam turpis, molestie vitae, placerat a, molestie nec, leo.
Sed bibendum, nulla a faucibus semper, leo velit ultricies tellus, ac venenatis arcu wisi vel \
nisl.
Integer tempus convallis augue.
Vestibulum ante ipsum primis in faucibus orci luctus et ultrices posuere cubilia Curae;
""",
}


def by_linewise(path: Path) -> str:
    """Load the file as linewise does."""
    return lw.load(path).text


def by_pypdf(path: Path) -> str:
    """Load the file as pypdf does."""
    reader = import_module("pypdf").PdfReader(path)
    return "\n".join(page.extract_text() for page in reader.pages)


def by_pdfium(path: Path) -> str:
    """Load the file in PDFium's own order."""
    document = import_module("pypdfium2").PdfDocument(path)
    return "\n".join(page.get_textpage().get_text_range() for page in document)


def by_markitdown(path: Path) -> str:
    """Load the file as markitdown does."""
    markdown: str = import_module("markitdown").MarkItDown().convert(str(path)).text_content
    return markdown


READERS: dict[str, tuple[str, Callable[[Path], str]]] = {
    "linewise": ("linewise", by_linewise),
    "pypdf": ("pypdf", by_pypdf),
    "PDFium": ("pypdfium2", by_pdfium),
    "markitdown": ("markitdown", by_markitdown),
}


def in_order(text: str, sentences: str) -> tuple[int, int, int]:
    """Return how many sentences stand in a text: in order, to the letter, and in all."""
    wanted = sentences.replace("\\\n", "").strip().splitlines()
    flat, letters = " ".join(text.split()), _letters(text)
    ordered = sum(_letters(sentence) in letters for sentence in wanted)
    return ordered, sum(sentence in flat for sentence in wanted), len(wanted)


def _letters(text: str) -> str:
    """Leave out what a reader may have made of line ends: spaces, hyphens, PDFium's marks."""
    return re.sub(r"[\s\x02\ufffe-]", "", text)


def glued(text: str) -> int:
    """Count the words that are two words of the text without a space between them."""
    words = re.findall(r"[^\W\d_]+", text)
    often = {word for word, count in Counter(map(str.lower, words)).items() if count > 2}
    return sum(
        word.lower() not in often and _is_two(word.lower(), often)
        for word in words
        if len(word) > 7
    )


def _is_two(word: str, often: set[str]) -> bool:
    return any(word[:i] in often and word[i:] in often for i in range(3, len(word) - 2))


def seconds(read: Callable[[Path], str], path: Path) -> float:
    """Return the processor time of one reading."""
    start = time.process_time()
    read(path)
    return time.process_time() - start


def compare(path: Path) -> None:
    """Print what each reader makes of a file."""
    pages = len(lw.load(path).pages)
    readers = {}
    for name, (module, read) in READERS.items():
        try:
            import_module(module)
        except ImportError:
            print(f"  {name:<12} is not installed")
        else:
            readers[name] = read
    rounds = [{name: seconds(read, path) for name, read in readers.items()} for _ in range(ROUNDS)]
    ours = statistics.median(times["linewise"] for times in rounds)
    for name, read in readers.items():
        text = read(path)
        ordered, exact, total = in_order(text, SENTENCES[path.name])
        taken = statistics.median(times[name] for times in rounds)
        print(
            f"  {name:<12} {ordered:>2} of {total} in order, {exact:>2} to the letter, "
            f"{glued(text):>2} glued words, "
            f"{taken / pages * 1000:6.1f} ms a page ({taken / ours:4.1f} of linewise)"
        )


@contextmanager
def of_many_pages(path: Path, count: int = 300) -> Iterator[Path]:
    """Make a file of the pages of another, over and over."""
    import pypdfium2

    source, target = pypdfium2.PdfDocument(path), pypdfium2.PdfDocument.new()
    while len(target) < count:
        target.import_pages(source)
    with tempfile.NamedTemporaryFile(suffix=".pdf") as file:
        target.save(file.name)
        yield Path(file.name)


def one_by_one(path: Path) -> None:
    """Print what it takes to read the pages of a file one by one."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.process_time()
    pages = sum(1 for _ in lw.iter_pages(path))
    taken = time.process_time() - start
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    print(f"  {pages} pages one by one: {taken:.1f} s, {grown / 1024:.0f} MB more at the most")


def apart(path: Path, rounds: int) -> None:
    """Print what a file costs in this process and in a process apart, whose time counts too."""
    taken: dict[bool, list[float]] = {False: [], True: []}
    for _ in range(rounds):
        for isolated, times in taken.items():
            start = _used()
            pages = len(lw.load(path, isolated=isolated).pages)
            times.append((_used() - start) * 1000)
    here, there = (statistics.median(times) for times in taken.values())
    print(
        f"  {pages} pages: {here:.0f} ms in this process, {there:.0f} ms apart "
        f"({there - here:+.0f} ms, {there / here:.2f} of it)"
    )


def _used() -> float:
    """Return the processor time of this process and of those that it has waited for."""
    used = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)


def main() -> None:
    """Run the comparison on the files of a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the folder with the files")
    folder = parser.parse_args().data
    logging.disable(logging.ERROR)
    files = [path for name in SENTENCES if (path := folder / name).exists()]
    for path in files:
        document = lw.load(path)
        print(f"{path.name}: {len(document.pages)} pages, {len(document.headings)} headings")
    apart(SMALL, 15)
    if files:
        with of_many_pages(files[0]) as many:
            one_by_one(many)
            apart(many, ROUNDS)
    for path in files:
        print(path.name)
        compare(path)


if __name__ == "__main__":
    main()
