"""What happens while the program works: files change and go, signals come, clocks go back."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from linewise import TextFile, apply, edit_from_reply, log, undo
from linewise.changes import diff
from linewise.errors import DocumentChangedError, FileError, HistoryError
from linewise.files import data_folder, locked, real_path
from linewise.history import batch_files, new_batch
from real_program import PROGRAM, Place, run

if TYPE_CHECKING:
    from collections.abc import Callable

STOPPED = Path(__file__).with_name("stopped_midway.py")

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and forks are of Unix")


# Files


def remove(file: Path) -> None:
    """Let the file be gone."""
    file.unlink()


def make_a_folder(file: Path) -> None:
    """Put a folder in its place."""
    file.unlink()
    file.mkdir()


def make_a_pipe(file: Path) -> None:
    """Put a named pipe in its place, which would wait for a writer."""
    file.unlink()
    os.mkfifo(file)


def make_binary(file: Path) -> None:
    """Put a picture in its place."""
    file.write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")


def lose_the_folder(file: Path) -> None:
    """Rename the folder that it lies in."""
    file.parent.rename(file.parent.with_name("elsewhere"))


@pytest.mark.parametrize(
    "happens", [remove, make_a_folder, make_a_pipe, make_binary, lose_the_folder]
)
def test_a_file_that_goes_between_reading_and_writing(
    happens: Callable[[Path], None], place: Place
) -> None:
    """An edit of a file that is not there any more is an error; nothing is made in its place."""
    file = TextFile.read(place.file)
    edit = edit_from_reply(file.document, 'functions:\n  - replaceLine: [9, "anders"]\n')
    happens(place.file)
    before = sorted(place.root.rglob("*"))
    with pytest.raises(FileError, match=r"café\.md"):
        apply(place.file, edit)
    with pytest.raises(FileError, match=r"café\.md"):
        file.write(edit.changes)
    with pytest.raises((FileError, HistoryError), match=r"café\.md"):
        undo(place.file)
    kept = [path for path in sorted(place.root.rglob("*")) if "elsewhere" not in path.name]
    assert [path for path in before if "elsewhere" not in path.name] == kept


def test_a_file_that_is_replaced_between_reading_and_writing(place: Place) -> None:
    """Another file under the same name is rebased on where it agrees, and refused where not."""
    file = TextFile.read(place.file)
    changes = diff(file.document.text, file.document.text.replace("Dernière", "Toute dernière"))
    other = place.file.with_name("other")
    other.write_text(place.text.replace("# Le café", "# Le thé"), encoding="utf-8")
    other.replace(place.file)
    apply(place.file, changes)
    assert "# Le thé" in place.file.read_text(encoding="utf-8")
    assert "Toute dernière ligne." in place.file.read_text(encoding="utf-8")
    other.write_text("Tout autre chose.\n", encoding="utf-8")
    other.replace(place.file)
    with pytest.raises(DocumentChangedError, match="nothing was written"):
        apply(place.file, changes)
    assert "Tout autre chose.\n" == place.file.read_text(encoding="utf-8")
    assert [place.file] == list(place.folder.iterdir())


def test_a_folder_of_histories_that_goes(place: Place) -> None:
    """Where the history is deleted, the next edit begins a new one; the file is what counts."""
    data = place.root / "data"
    data.mkdir()
    call = place.call("apply", writing=True)
    assert run(*call, LINEWISE_DATA=str(data)).code == 0
    subprocess.run(["rm", "-r", str(data)], check=True)
    assert run("undo", str(place.file), LINEWISE_DATA=str(data)).code == 1
    assert run("log", str(place.file), LINEWISE_DATA=str(data)).code == 3


# Signals


def stopped(name: str, file: Path, *words: str) -> dict[str, Any]:
    """Send a signal at each step of a command, and return what came of it."""
    done = subprocess.run(
        [sys.executable, str(STOPPED), name, str(file), *words],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parent.parent)},
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


@pytest.mark.parametrize(("name", "code"), [("SIGINT", "130"), ("SIGTERM", "143")])
def test_stopped_at_each_step(name: str, code: str, place: Place) -> None:
    """Wherever a signal stops an undo, the file is the old or the new one, and its log agrees."""
    found = stopped(name, place.file, "undo", str(place.file))
    assert [] == found["wrong"]
    assert {code, "0"} == set(found["codes"])
    assert found["codes"][code] > 20


def test_stopped_while_a_result_is_written(place: Place) -> None:
    """Nothing of a result that is not whole stays beside the place where it was to be."""
    out = place.root / "out.txt"
    found = stopped("SIGTERM", place.file, "number", str(place.file), "-o", str(out))
    assert [] == found["wrong"]
    assert found["codes"]["143"] > 0
    assert not list(place.root.glob(".linewise*"))


def started(*arguments: str, **streams: Any) -> subprocess.Popen[bytes]:
    """Start the program and let it go on."""
    return subprocess.Popen([*PROGRAM, *arguments], stderr=subprocess.PIPE, **streams)


def is_waiting(process: subprocess.Popen[bytes]) -> bool:
    """Tell whether a process has begun its work: it waits, and does not compute."""
    status = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return status[0] == "S" and int(status[11]) > 5


def wait_for(process: subprocess.Popen[bytes]) -> None:
    """Wait until the program waits for something."""
    waited = 0
    while waited < 5:
        assert process.poll() is None, "it ended before it waited for anything"
        time.sleep(0.05)
        waited = waited + 1 if is_waiting(process) else 0


@pytest.mark.skipif(sys.platform != "linux", reason="/proc tells whether it waits")
@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 143)]
)
def test_stopped_while_it_waits_for_a_lock(number: int, code: int, place: Place) -> None:
    """Who waits for another process can be stopped."""
    with locked(real_path(place.file)):
        process = started(*place.call("apply", writing=True))
        wait_for(process)
        process.send_signal(number)
        assert b"\nlinewise: stopped\n" == process.communicate(timeout=60)[1]
    assert code == process.returncode
    assert place.is_untouched()
    assert len(log(place.file)) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="/proc tells whether it waits")
def test_stopped_while_it_reads(place: Place) -> None:
    """Who waits for the end of a reply on standard input has not touched the file."""
    words = ["apply", str(place.file), "--reply", "-"]
    process = started(*words, stdin=subprocess.PIPE)
    assert process.stdin is not None
    process.stdin.write(b"functions:\n")
    process.stdin.flush()
    wait_for(process)
    process.send_signal(signal.SIGTERM)
    assert b"\nlinewise: stopped\n" == process.communicate(timeout=60)[1]
    assert 143 == process.returncode
    assert place.is_untouched()


@pytest.mark.skipif(sys.platform != "linux", reason="/proc tells whether it waits")
def test_a_killed_process_holds_nothing_up(place: Place) -> None:
    """A lock dies with its owner, whatever it was at: the next command goes on at once."""
    with locked(real_path(place.file)):
        process = started(*place.call("apply", writing=True))
        wait_for(process)
        process.kill()
        process.communicate(timeout=60)
    assert run(*place.call("apply", writing=True)).code == 0
    assert len(log(place.file)) == 2


# Clocks


@pytest.mark.parametrize("when", [-(10**9), 0, 4 * 10**9, 10**11])
def test_a_file_of_any_date(when: int, place: Place) -> None:
    """A file that was changed in 1938 or 5138 has its change in the log, in its place."""
    place.file.write_text(place.text + "Un ajout.\n", encoding="utf-8")
    os.utime(place.file, (when, when))
    apply(place.file, diff(place.text + "Un ajout.\n", place.text + "Un autre.\n"))
    assert ["edit", "outside", "edit"] == [one.kind for one in log(place.file)]
    done = run("log", str(place.file))
    assert (0, 3, []) == (done.code, done.out.count(b"\n"), done.told)


def test_the_newest_batch_after_the_clock_went_back(place: Place) -> None:
    """`last` is the batch that was noted last, whatever the clock said of the others."""
    texts = [place.text.replace("ligne", word) for word in ("ligne", "phrase", "suite")]
    batches = [new_batch(), new_batch()]
    apply(place.file, diff(*texts[:2]), batch=batches[0])
    # As if the clock had been two days ahead until now.
    for noted in (data_folder() / "batches").iterdir():
        os.utime(noted, (time.time() + 172_800,) * 2)
    apply(place.file, diff(*texts[1:]), batch=batches[1])
    assert batch_files("last") == [str(place.file)]
    assert run("undo", "--batch", "last").code == 0
    assert texts[1] == place.file.read_text(encoding="utf-8")
