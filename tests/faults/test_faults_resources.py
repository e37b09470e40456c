"""Room, rights, files and memory run out: one line says so, and nothing is lost."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from linewise import TextFile, log
from linewise.errors import FileError
from linewise.files import data_folder
from real_program import CALLS, WRITERS, Place, at_stream, limited, obeying, run

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="limits and rights are of Unix")

every = pytest.mark.parametrize("command", sorted(CALLS))

# One that reads, one that reads a history, one that shows a change; the others are for long runs.
some = pytest.mark.parametrize(
    "command",
    [
        pytest.param(name, marks=[] if name in {"number", "log", "apply"} else [pytest.mark.slow])
        for name in sorted(CALLS)
    ],
)
writing = pytest.mark.parametrize("command", sorted(WRITERS))

NO_ROOM = limited("-f 0")


def is_sound(place: Place) -> bool:
    """Tell whether the file is untouched, and its history ends with what it holds."""
    return place.is_untouched() and [place.text] == [one.after for one in log(place.file)]


@contextmanager
def mounted(folder: Path, *options: str) -> Iterator[None]:
    """Have a file system of its own in a folder, where that is allowed."""
    folder.mkdir(parents=True, exist_ok=True)
    tried = subprocess.run(["mount", *options, str(folder)], capture_output=True, check=False)
    if tried.returncode:
        pytest.skip(f"nothing can be mounted here: {tried.stderr.decode().strip()}")
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)


# Room


@some
def test_no_room_for_a_result(command: str, place: Place) -> None:
    """A result that does not fit is an error that names its file, and no half of it stays."""
    done = run(*place.call(command), "-o", "out.txt", before=NO_ROOM)
    assert done.code == 1
    assert "out.txt" in done.told[-1]
    assert is_sound(place)


@writing
def test_no_room_for_a_change(command: str, place: Place) -> None:
    """A change that does not fit leaves file and history as they were."""
    complaint = run(*place.call(command, writing=True), before=NO_ROOM).complaint("File too large")
    assert "LINEWISE_DATA" in complaint, "the next step is named"
    assert is_sound(place)


@pytest.mark.skipif(sys.platform != "linux", reason="/dev/full is of Linux")
@some
def test_standard_output_is_full(command: str, place: Place) -> None:
    """The last line says which stream could not be written."""
    done = run(*place.call(command), before=at_stream(">/dev/full"))
    assert done.code == 1
    assert "standard output: the result could not be written" in done.told[-1]


@pytest.mark.skipif(sys.platform != "linux", reason="/dev/full is of Linux")
@writing
def test_standard_error_is_full(command: str, place: Place) -> None:
    """What cannot be told is not told: the change is made, its diff written, the code is 0."""
    done = run(*place.call(command, writing=True), before=at_stream("2>/dev/full"))
    assert (done.code, done.told) == (0, [])
    assert done.out.startswith(b"diff --git ")
    assert len(log(place.file)) == 2


def test_an_error_with_standard_error_full(place: Place) -> None:
    """The exit code still tells failure from wrong usage."""
    full = at_stream("2>/dev/full")
    assert (1, b"", []) == run("number", str(place.file / "absent"), before=full)
    assert (2, b"", []) == run("log", "--no-such-option", before=full)


def test_a_full_disk(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a disk that is really full the file stays, and can be changed once there is room."""
    data = place.root / "disk"
    with mounted(data, "-t", "tmpfs", "-o", "size=96k", "none"):
        monkeypatch.setenv("LINEWISE_DATA", str(data / "linewise"))
        (filler := data / "filler").write_bytes(b"x" * (80 << 10))
        with contextlib.suppress(OSError), filler.open("ab", buffering=0) as file:
            while file.write(b"x" * 1024):
                pass
        call = place.call("apply", writing=True)
        run(*call).complaint("No space left on device")
        assert place.is_untouched()
        filler.unlink()
        assert run(*call).code == 0
        assert len(log(place.file)) == 1


def test_a_full_disk_under_the_file(place: Place) -> None:
    """Where the new bytes do not fit beside the old ones, the old ones stay."""
    disk = place.root / "disk"
    with mounted(disk, "-t", "tmpfs", "-o", "size=64k", "none"):
        file = disk / "long.txt"
        file.write_bytes(b"one line\n" * 5_000)
        reply = place.root / "reply.yaml"
        reply.write_text('functions:\n  - replaceLine: [3, "another"]\n')
        run("apply", str(file), "--reply", str(reply)).complaint("No space left on device")
        assert b"one line\n" * 5_000 == file.read_bytes()
        assert [file] == list(disk.iterdir())
        assert [] == log(file)


def test_a_full_disk_while_a_history_is_packed(place: Place) -> None:
    """Packing can wait: what did not fit is swept up, and the next edit is made all the same."""
    program = (
        "import resource, sys\n"
        "import linewise.history._objects as objects\n"
        "from linewise import TextFile, apply, log\n"
        "from linewise.changes import diff\n"
        "objects._SAMPLE_FULL = -1\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (300, 300))\n"
        "for number in range(3):\n"
        "    text = TextFile.read(sys.argv[1]).document.text\n"
        "    apply(sys.argv[1], diff(text, text.replace('\\n\\n', f'\\n{number}\\n\\n', 1)))\n"
        "print(len(log(sys.argv[1])))\n"
    )
    words = [sys.executable, "-c", program, str(place.file)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert ("4\n", "") == (done.stdout, done.stderr)
    assert [] == list(data_folder().rglob("tmp*"))


# Rights


@contextmanager
def forbidden(*paths: Path, mode: int = 0o555) -> Iterator[None]:
    """Take rights away, and give them back."""
    before = [path.stat().st_mode for path in paths]
    for path in paths:
        path.chmod(mode)
    try:
        yield
    finally:
        for path, old in zip(paths, before, strict=True):
            path.chmod(old)


@every
def test_reading_needs_no_right_to_write(command: str, place: Place) -> None:
    """Where neither folder nor home may be written to, what only reads gives its result.

    What would keep something, a lock to undo by or the place in a review, says so in a line.
    """
    home = place.root / "empty"
    home.mkdir()
    with forbidden(place.folder, home, place.file):
        done = run(*place.call(command), before=obeying(), HOME=str(home))
    assert done.code in {0, 3} or "LINEWISE_DATA" in done.told[-1] or "no history" in done.told[-1]
    assert is_sound(place)
    assert [] == list(home.iterdir())


@writing
@pytest.mark.parametrize("what", ["folder", "file", "data"])
def test_writing_where_it_is_forbidden(what: str, command: str, place: Place) -> None:
    """A change that may not be written is one line that names the file; nothing is lost."""
    data = place.root / "data"
    data.mkdir()
    path = {"folder": place.folder, "file": place.file, "data": data}[what]
    named: dict[str, str] = {"LINEWISE_DATA": str(data / "own")} if what == "data" else {}
    with forbidden(path, mode=0o444 if what == "file" else 0o555):
        done = run(*place.call(command, writing=True), before=obeying(), **named)
    done.complaint("own" if what == "data" else "café.md")
    assert is_sound(place)


@some
def test_a_folder_that_may_not_be_entered(command: str, place: Place) -> None:
    """Whatever a command does with a file, that it may not be reached is said of that file."""
    with forbidden(place.folder, mode=0):
        done = run(*place.call(command), before=[*obeying(), "env", "-C", str(place.root)])
    if "FILE" in "".join(CALLS[command]):
        done.complaint("café.md")
    assert is_sound(place)


def test_names_that_no_file_can_have(place: Place) -> None:
    """A name that is too long, or leads through a file, is an error of linewise alone."""
    for name in (place.folder / ("n" * 300), place.file / "below" / "a" / "file"):
        assert [] == log(name)
        with pytest.raises(FileError, match=r"cannot be read|no such file"):
            TextFile.read(name)
    instruction = "where is it said that " * 20
    assert run("find", str(place.file), instruction, "--dry-run").code == 0
    assert run("find", instruction, "--dry-run").code == 0


def test_rights_lost_between_proposal_and_change(place: Place) -> None:
    """A file that became read-only after its edit was proposed is not replaced."""
    dry = [*place.call("apply", writing=True), "--dry-run"]
    assert run(*dry, before=obeying()).out.startswith(b"diff --git ")
    with forbidden(place.folder, place.file):
        run(*dry[:-1], before=obeying()).complaint("café.md: it cannot be written")
    assert is_sound(place)
    assert run(*dry[:-1], before=obeying()).code == 0


def test_a_read_only_file_system(place: Place) -> None:
    """Reading works, writing says why not, and nothing is left on either side."""
    disk = place.root / "disk"
    disk.mkdir()
    file = disk / "a.md"
    file.write_text("one\n")
    reply = place.root / "reply.yaml"
    reply.write_text('functions:\n  - replaceLine: [1, "two"]\n')
    with mounted(disk, "--bind", str(disk)):
        remount = ["mount", "-o", "remount,ro,bind", str(disk)]
        if subprocess.run(remount, capture_output=True, check=False).returncode:
            pytest.skip("nothing can be mounted read-only here")
        assert run("number", str(file)).code == 0
        run("apply", str(file), "--reply", str(reply)).complaint("a.md: it cannot be written")
        run("number", str(file), "-o", str(disk / "b")).complaint("Read-only file system")
    assert "one\n" == file.read_text()
    assert [] == log(file)


# Open files and memory

STARVED = """
import resource, sys, unicodedata
import dulwich.object_store, dulwich.objects, dulwich.refs, dulwich.repo
import linewise.editing, linewise.history, linewise.splitting, linewise.render
from linewise.cli import main
def need(): return int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
kind, amount = sys.argv.pop(1), int(sys.argv.pop(1))
limit = need() + amount if kind == "AS" else amount
resource.setrlimit(getattr(resource, f"RLIMIT_{kind}"), (limit, limit))
sys.exit(main())
"""


def starved(kind: str, amount: int, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the program with so many open files, or so much more memory than it begins with."""
    words = [sys.executable, "-c", STARVED, kind, str(amount), *arguments]
    return subprocess.run(words, capture_output=True, text=True, check=False, timeout=120)


@pytest.mark.parametrize("command", ["load", "log", "apply", "undo"])
@pytest.mark.parametrize("files", [3, 4])
def test_no_file_can_be_opened(files: int, command: str, place: Place) -> None:
    """Even an error that comes before anything is loaded is told in a line."""
    call = place.call(command, writing=command in WRITERS)
    done = starved("NOFILE", files, *call)
    if done.returncode or files == 3:
        assert (1, 1) == (done.returncode, done.stderr.count("\n")), done.stderr
        assert "Too many open files" in done.stderr
        assert is_sound(place)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not say what is in use")
@pytest.mark.parametrize("command", ["load", "split", "diff", "apply", "undo"])
def test_memory_runs_out(command: str, place: Place) -> None:
    """It is called what it is, not a fault of the program, and nothing is left half done."""
    place.file.write_text(place.text + "Une ligne de plus.\n" * 50_000, encoding="utf-8")
    place.text = place.file.read_text(encoding="utf-8")
    call = place.call(command, writing=command in WRITERS)
    done = starved("AS", 1 << 19, *call)
    assert (1, 1) == (done.returncode, done.stderr.count("\n")), done.stderr
    assert done.stderr.startswith("linewise: memory ran out; ")
    assert place.is_untouched()
    assert place.text == log(place.file)[0].after


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not say what is in use")
@pytest.mark.parametrize("command", ["log", "diff", "why", "apply", "undo"])
def test_memory_runs_out_anywhere(command: str, place: Place) -> None:
    """Wherever in its work a command runs out of memory, file and history agree afterwards."""
    place.file.write_text(place.text + "Une ligne de plus.\n" * 50_000, encoding="utf-8")
    log(place.file)
    failed = 0
    for amount in range(0, 24 << 20, 1 << 19):
        text = place.file.read_text(encoding="utf-8")
        done = starved("AS", amount, *place.call(command, writing=command in WRITERS))
        if done.returncode:
            failed += 1
            assert done.stderr.startswith("linewise: memory ran out; "), done.stderr
            assert text == place.file.read_text(encoding="utf-8")
        assert [place.file] == list(place.folder.iterdir())
        assert log(place.file)[0].after == place.file.read_text(encoding="utf-8")
    assert failed > 0
    assert [] == list(data_folder().rglob("*damaged*"))
