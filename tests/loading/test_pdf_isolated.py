"""PDFs that are read in a process apart: the same documents, and files that end their reader."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import linewise as lw
from linewise.loading.pdf import _isolated
from linewise.loading.pdf._isolated import Bounds, DiedError, answer_of
from pdf_writer import Entry, Leaf, Text, rows, write_pdf

if TYPE_CHECKING:
    from collections.abc import Sequence

EXAMPLE = Path(__file__).parents[2] / "examples" / "two-column.pdf"
WORDS = "A page with some words on it."
GOOD = write_pdf(Leaf(tuple(rows(WORDS))))

# Nine forms, each drawing the next ten times. Its streams are encrypted, so that nothing of it is
# counted before PDFium draws them all.
EATER = write_pdf(Leaf(forms=9), password="")

HEAD = Text(200, 770, "A Small Book", 9)
PAGES = [Leaf((HEAD, *rows(f"{n} Heading", "words – “and more”", "of them"))) for n in range(1, 5)]
LABELS = b"/Nums[0<</S/r>>]"
SAID = {"Title": "Tides", "Author": "A. Reader", "CreationDate": "D:20240229120000+01'30'"}
OUTLINE = (Entry("One", 0, entries=(Entry("Deep", 1), Entry("printed nowhere", 2))), Entry("4", 3))

FILES = {
    "words": GOOD,
    "an outline, labels, what it says of itself": write_pdf(
        *PAGES, outline=OUTLINE, labels=LABELS, info=SAID
    ),
    "headings by their type": write_pdf(*PAGES, Leaf((Text(72, 700, "Large", 20), *rows(WORDS)))),
    "pictures beside words": write_pdf(*PAGES, Leaf(has_image=True), Leaf()),
    "a field, forms, a turned page": write_pdf(Leaf(PAGES[0].texts, rotate=90, forms=2, field="x")),
    "cut off": GOOD[: GOOD.index(b"startxref")],
    "encrypted with nothing": write_pdf(*PAGES, password=""),
    "signs of all kinds": write_pdf(Leaf((Text(30, 700, "".join(map(chr, range(161, 256))), 6),))),
    "nothing": write_pdf(Leaf()),
}

only_linux = pytest.mark.skipif(
    sys.platform != "linux", reason="other systems do not hold a process to its memory"
)


def parts(document: lw.Document) -> list[Any]:
    """Return all that a document has; its metadata as they are written, with their kinds."""
    return [
        document.text,
        document.source,
        repr(document.metadata),
        document.headings,
        document.pages,
    ]


def refusal(source: Path | bytes, **options: Any) -> str:
    """Return the words with which a file is refused."""
    with pytest.raises(lw.LoadError) as caught:
        lw.load(source, "pdf", **options)
    return str(caught.value)


def program(*lines: str) -> list[str]:
    """Return a program of a few lines."""
    return [sys.executable, "-c", "\n".join(lines)]


def answering(monkeypatch: pytest.MonkeyPatch, answer: str) -> None:
    """Have a program answer with the value of an expression, whatever it is asked."""
    lines = ["import sys", "sys.stdin.buffer.readline()", f"sys.stdout.buffer.write({answer})"]
    monkeypatch.setattr(_isolated, "_program", lambda: program(*lines))


# The same documents


@pytest.mark.parametrize("furniture", ["keep", "drop"])
@pytest.mark.parametrize("data", FILES.values(), ids=FILES)
def test_the_document_is_the_same(data: bytes, furniture: Any) -> None:
    """Text, headings, pages and metadata are those that are read in this process."""
    here = lw.load(data, furniture=furniture)
    assert parts(here) == parts(lw.load(data, furniture=furniture, isolated=True))


def test_a_file_has_its_name() -> None:
    """The process apart is handed bytes; the document knows where they came from."""
    assert parts(lw.load(EXAMPLE)) == parts(lw.load(EXAMPLE, isolated=True))
    with EXAMPLE.open("rb") as file:
        assert str(EXAMPLE) == lw.load(file, isolated=True).source


def test_much_goes_in_and_much_comes_out() -> None:
    """Neither side waits for the other to take what no pipe can hold."""
    padding = b"%" + b"-" * (1 << 20) + b"\n"
    lines = [f"line {n} of the page, with words that go on" for n in range(60)]
    data = GOOD[:9] + padding + write_pdf(*[Leaf(tuple(rows(*lines)))] * 30)[9:]
    document = lw.load(data, isolated=True)
    assert len(document.text) > 1 << 16
    assert parts(lw.load(data)) == parts(document)


def test_a_password_opens_it() -> None:
    """It goes the way that the file goes."""
    data = write_pdf(*PAGES, password="Fähre")
    assert parts(lw.load(data, password="Fähre")) == parts(
        lw.load(data, password="Fähre", isolated=True)
    )


@pytest.mark.parametrize("isolated", [False, True])
def test_a_password_that_no_file_can_have_is_refused(*, isolated: bool) -> None:
    """In the same words, wherever it is read."""
    with pytest.raises(lw.OptionError, match="the password holds half of a surrogate pair"):
        lw.load(GOOD, password="\udcff", isolated=isolated)


def test_more_memory_than_there_is_bounds_nothing() -> None:
    """A number beyond what the system counts is no fault of the file."""
    assert lw.load(GOOD) == lw.load(GOOD, isolated=True, max_memory_bytes=10**30)


def test_the_password_is_seen_by_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """It stands neither among the arguments of the process nor in its environment."""
    started: list[tuple[Any, ...]] = []

    class Watched(subprocess.Popen[bytes]):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            started.append((arguments, options, dict(os.environ)))
            super().__init__(*arguments, **options)

    monkeypatch.setattr(subprocess, "Popen", Watched)
    lw.load(write_pdf(*PAGES, password="sesame"), password="sesame", isolated=True)
    assert 1 == len(started)
    assert "sesame" not in repr(started)


def test_threads_need_not_wait_for_each_other() -> None:
    """Each of them has a process of its own."""
    with ThreadPoolExecutor(4) as pool:
        documents = list(pool.map(lambda data: lw.load(data, isolated=True), [GOOD] * 8))
    assert [f"{WORDS}\n"] * 8 == [document.text for document in documents]


# The same refusals


BAD: dict[str, tuple[bytes, dict[str, Any]]] = {
    "no PDF": (b"%PDF-1.7\n" + b"garbage " * 99, {}),
    "cut off": (GOOD[:60], {}),
    "no password": (write_pdf(*PAGES, password="sesame"), {}),
    "a wrong password": (write_pdf(*PAGES, password="sesame"), {"password": "simsim"}),
    "pictures alone": (write_pdf(Leaf(has_image=True)), {}),
    "pages": (write_pdf(*PAGES), {"max_pages": 3}),
    "characters": (GOOD, {"max_page_chars": 10}),
    "forms": (write_pdf(Leaf(forms=9)), {}),
}


@pytest.mark.parametrize(("data", "options"), BAD.values(), ids=BAD)
def test_the_words_of_a_refusal_are_the_same(
    data: bytes, options: dict[str, Any], tmp_path: Path
) -> None:
    """They name the file, what is wrong with it, and what would be right."""
    path = tmp_path / "dye.pdf"
    path.write_bytes(data)
    for source in (path, data):
        assert refusal(source, **options) == refusal(source, **options, isolated=True)


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"furniture": "maybe"}, lw.OptionError),
        ({"password": b"sesame"}, TypeError),
        ({"max_pages": "3"}, TypeError),
        ({"max_stream_bytes": 1.5}, TypeError),
    ],
)
def test_wrong_options_are_refused_alike(options: Any, error: type[Exception]) -> None:
    """What is wrong with a call has the same words in either process."""
    with pytest.raises(error) as here:
        lw.load(GOOD, **options)
    with pytest.raises(error) as apart:
        lw.load(GOOD, **options, isolated=True)
    assert str(here.value) == str(apart.value)


def test_the_memory_of_no_process_apart_is_no_limit() -> None:
    """Whoever gives it alone is told that it bounds nothing."""
    with pytest.raises(lw.OptionError, match="add isolated=True"):
        lw.load(GOOD, max_memory_bytes=1 << 30)
    with pytest.raises(lw.OptionError, match="from 1 on, not 0"):
        lw.load(GOOD, isolated=True, max_memory_bytes=0)
    with pytest.raises(TypeError, match="max_memory_bytes is a whole number"):
        lw.load(GOOD, isolated=True, max_memory_bytes="2 GB")  # type: ignore[arg-type]


def test_other_formats_are_read_here() -> None:
    """Whoever loads files of any format may ask for it each time."""
    assert "# Words\n" == lw.load(b"# Words\n", "markdown", isolated=True).text
    with pytest.raises(lw.OptionError, match="'max_memory_bytes' does not belong"):
        lw.load(b"# Words\n", "markdown", isolated=True, max_memory_bytes=1 << 30)


# Files that end their reader


@only_linux
def test_a_file_that_fills_the_memory_ends_its_reader_alone(tmp_path: Path) -> None:
    """The error names the file, the limit, and how to raise it; this process goes on."""
    path = tmp_path / "eater.pdf"
    path.write_bytes(EATER)
    said = refusal(path, isolated=True, max_memory_bytes=1 << 20)
    assert said.startswith(f"{path}: ")
    assert "more than 1,048,576 bytes of memory" in said
    assert said.endswith("raise the limit with max_memory_bytes=2097152")
    assert f"{WORDS}\n" == lw.load(GOOD, isolated=True).text


def test_memory_that_python_lacks_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not PDFium alone may be refused more."""
    answering(monkeypatch, """b'{"error": "MemoryError", "words": ""}\\n'""")
    said = refusal(GOOD, isolated=True, max_memory_bytes=500)
    assert said.startswith("the bytes: it took more than 500 bytes of memory")


def test_the_time_grows_with_the_file() -> None:
    """A small file has a minute of the processor, the largest an hour."""
    sizes = (0, 1_000_000, 1 << 30)
    assert [60, 160, 3600] == [Bounds.of_file(size, 1).seconds for size in sizes]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such limits")
def test_a_reader_that_works_for_too_long_is_ended() -> None:
    """The limit counts what it works, not how long it waits for a busy processor."""
    endless = program(
        "from linewise.loading.pdf._child import limit",
        "limit(1 << 40, 1)",
        "while True: pass",
    )
    with pytest.raises(DiedError, match="more than 1 seconds of processor time"):
        answer_of(endless, b"\n", b"", Bounds(1 << 30, 1, 600))


@pytest.mark.parametrize("size", [0, 1 << 20])
def test_a_reader_that_says_nothing_is_ended(size: int) -> None:
    """Whether it takes the file or not."""
    silent = program("import time", "time.sleep(10**6)")
    with pytest.raises(DiedError, match=r"not read within 0\.1 seconds"):
        answer_of(silent, b"\n", bytes(size), Bounds(1 << 30, 1, 0.1))


def test_a_reader_that_never_ends_its_answer_is_ended() -> None:
    """No more is taken than its own memory could hold."""
    talking = program("import sys", "while True: sys.stdout.write('words ' * 10**5)")
    with pytest.raises(DiedError, match="more than its own memory"):
        answer_of(talking, b"\n", b"", Bounds(1 << 20, 1, 600))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("sys.exit(3)", r"without an answer \(exit code 3\)"),
        ("sys.stdout.write('half an ans')", r"without an answer \(exit code 0\)"),
        ("os.kill(os.getpid(), signal.SIGSEGV)", "SIGSEGV; it is damaged"),
        ("os.kill(os.getpid(), signal.SIGKILL)", "SIGKILL, as happens where the machine has"),
        ("os.kill(os.getpid(), signal.SIGABRT)", "SIGABRT, as happens where it takes more than"),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="processes end otherwise there")
def test_a_reader_that_dies_tells_of_what(
    line: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its exit code or its signal stands in the error."""
    lines = ["import os, signal, sys", "sys.stdin.buffer.readline()", line]
    monkeypatch.setattr(_isolated, "_program", lambda: program(*lines))
    with pytest.raises(lw.LoadError, match=f"^the bytes: .*{said}"):
        lw.load(GOOD, isolated=True)


@pytest.mark.parametrize(
    "answer",
    [
        "b'no JSON\\n'",
        "b'[]\\n'",
        "b'{}\\n'",
        "b'\\xff\\n'",
        "b'[' * 10**6 + b'\\n'",
        """b'{"document": {"text": "words"}}\\n'""",
        """b'{"document": {"text": 7, "headings": [], "pages": [], "pdf": {}}}\\n'""",
    ],
)
def test_an_answer_that_is_none_is_refused(answer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What reads a stranger's file is not trusted, either."""
    answering(monkeypatch, answer)
    assert "answered what is no document" in refusal(GOOD, isolated=True)


PDF = {"page_count": 1, "warnings": [], "furniture": [], "without_text": []} | dict.fromkeys(
    ("title", "author", "subject", "keywords", "creator", "producer", "created", "modified")
)
SENT = {"text": "words\n", "headings": [], "pages": [[1, "i", 0, 6]], "pdf": PDF}


@pytest.mark.parametrize(
    "wrong",
    [
        {"text": "half \ud800"},
        {"headings": [[1, "words", 0, 5, 9]]},
        {"headings": [["1", "words", 0, 5]]},
        {"headings": [[1, None, 0, 5]]},
        {"headings": [[1, "words", 5, 0]]},
        {"headings": [[1, "words", 0, 7]]},
        {"pages": [[1, "i", 0, 7]]},
        {"pages": [[1, 1, 0, 6]]},
        {"pages": 7},
        {"pdf": PDF | {"furniture": [[0, 7]]}},
        {"pdf": PDF | {"furniture": [[-1, 2]]}},
        {"pdf": PDF | {"warnings": "cut off"}},
        {"pdf": PDF | {"warnings": [7]}},
        {"pdf": PDF | {"page_count": "1"}},
        {"pdf": PDF | {"title": ["Tides"]}},
        {"pdf": []},
    ],
)
def test_a_document_that_does_not_fit_is_refused(
    wrong: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each part is of its kind, and lies in the text."""
    for sent, is_right in ((SENT, True), (SENT | wrong, False)):
        line = f"import json; sys.stdout.write(json.dumps({{'document': {sent!r}}}) + '\\n')"
        lines = ["import sys", "sys.stdin.buffer.readline()", line]
        monkeypatch.setattr(_isolated, "_program", lambda lines=lines: program(*lines))
        if is_right:
            assert "words\n" == lw.load(GOOD, isolated=True).text
        else:
            assert "answered what is no document" in refusal(GOOD, isolated=True)


# What the process is given, and what is left of it


def test_nothing_is_left_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether it answers, dies or is ended: it is waited for, and its pipes are closed."""
    started: list[subprocess.Popen[bytes]] = []

    class Watched(subprocess.Popen[bytes]):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            started.append(self)

    monkeypatch.setattr(subprocess, "Popen", Watched)
    bounds = Bounds(1 << 20, 1, 0.1)
    assert f"{WORDS}\n" == lw.load(GOOD, isolated=True).text
    for lines in (["raise SystemExit(3)"], ["import time", "time.sleep(10**6)"]):
        with pytest.raises(DiedError):
            answer_of(program(*lines), b"\n", b"", bounds)
    assert 3 == len(started)
    for process in started:
        assert process.returncode is not None
        assert process.stdin is not None
        assert process.stdin.closed
        assert process.stdout is not None
        assert process.stdout.closed


def test_open_files_are_not_handed_on(tmp_path: Path) -> None:
    """Not even one that other programs would be given."""
    listing: Sequence[str] = program(
        "import os, sys",
        "sys.stdin.buffer.readline()",
        "def is_open(number):",
        "    try: return bool(os.fstat(number))",
        "    except OSError: return False",
        "print([number for number in range(3, 99) if is_open(number)])",
    )
    with (tmp_path / "secret").open("wb") as file:
        os.set_inheritable(file.fileno(), True)
        answer = answer_of(listing, b"\n", b"", Bounds(1 << 20, 1, 600))
    assert b"[]" == answer.strip()


def test_no_module_of_the_current_folder_takes_the_place_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files may lie where others can write; so may modules that the caller has found."""
    for name in ("json.py", "linewise.py", "pypdfium2.py"):
        (tmp_path / name).write_text("raise SystemExit(9)", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    assert f"{WORDS}\n" == lw.load(GOOD, isolated=True).text


def test_it_is_of_the_copy_that_the_environment_names(tmp_path: Path) -> None:
    """A checkout on PYTHONPATH reads with its own modules, in whatever folder it runs."""
    ours, copy = Path(lw.__file__).parent, tmp_path / "checkout" / "linewise"
    shutil.copytree(ours, copy, ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "loading" / "pdf" / "_child.py").write_text("raise SystemExit(9)", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", "import linewise, sys; linewise.load(sys.stdin.buffer, isolated=1)"],
        input=GOOD,
        capture_output=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(copy.parent)},
    )
    assert b"ended without an answer (exit code 9)" in done.stderr


def test_it_needs_a_python_to_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that holds Python inside would start itself."""
    monkeypatch.setattr(sys, "executable", "")
    assert "needs a Python to run" in refusal(GOOD, isolated=True)
    monkeypatch.setattr(sys, "executable", str(Path(__file__).parent / "no-python"))
    assert "no process apart can be started: No such file" in refusal(GOOD, isolated=True)


def test_it_ends_with_the_process_that_started_it() -> None:
    """The end of standard input is the end of whoever waits for the answer."""
    waiting = program(
        "import sys, time",
        "from linewise.loading.pdf._child import end_with_parent",
        "end_with_parent()",
        "sys.stdout.write('.')",
        "sys.stdout.flush()",
        "time.sleep(10**6)",
    )
    with subprocess.Popen(waiting, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        assert b"." == process.stdout.read(1)
        assert process.poll() is None
        process.stdin.close()
        assert 0 == process.wait()


@only_linux
def test_no_file_is_read_to_its_end_for_nobody() -> None:
    """A caller that is gone needs no answer, however long it would take."""
    task: dict[str, Any] = {
        "name": None,
        "options": {},
        "size": len(EATER),
        "memory": 1 << 30,
        "seconds": 60,
    }
    with subprocess.Popen(
        _isolated._program(), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        answer, _ = process.communicate(json.dumps(task).encode() + b"\n" + EATER)
    assert (b"", 0) == (answer, process.returncode)
