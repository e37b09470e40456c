"""Whatever goes wrong while a file is replaced, it holds its old bytes or its new ones."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from linewise.changes import diff
from linewise.errors import FileError
from linewise.files import TextFile, leftover_of, locked, staged

OLD = "one\ntwo\nthree\n"
NEW = "one\n2\nthree\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Write a small file, alone in its folder."""
    path = tmp_path / "notes.md"
    path.write_text(OLD)
    return path


def refuse(error: int, monkeypatch: pytest.MonkeyPatch, module: object, name: str) -> None:
    """Let a function of the system fail in the way that a number stands for."""

    def failing(*_: object, **__: object) -> None:
        raise OSError(error, os.strerror(error))

    monkeypatch.setattr(module, name, failing)


@pytest.mark.parametrize(
    ("module", "name", "error"),
    [
        (os, "fsync", errno.ENOSPC),
        (os, "fsync", errno.EIO),
        (Path, "replace", errno.EACCES),
        (os, "utime", errno.EPERM),
    ],
)
def test_a_failing_system_leaves_the_old_file(
    path: Path, monkeypatch: pytest.MonkeyPatch, module: object, name: str, error: int
) -> None:
    """A full or broken disk is an error that says so; the file is the old one and alone."""
    file = TextFile.read(path)
    with monkeypatch.context() as broken:
        refuse(error, broken, module, name)
        with pytest.raises(FileError, match=f"cannot be written: {os.strerror(error)}"):
            file.write(diff(OLD, NEW))
    assert OLD == path.read_text()
    assert [path] == list(path.parent.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit on file sizes")
def test_no_room_for_the_new_bytes(path: Path) -> None:
    """When the new bytes do not fit, the old ones stay: with a real limit, not a pretended one."""
    program = (
        "import resource, signal, sys\n"
        "from linewise.changes import diff\n"
        "from linewise.errors import FileError\n"
        "from linewise.files import TextFile\n"
        "file = TextFile.read(sys.argv[1])\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"
        "try:\n"
        "    file.write(diff(file.document, 'long\\n' * 10000))\n"
        "except FileError as error:\n"
        "    print(error)\n"
    )
    words = [sys.executable, "-c", program, str(path)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert "cannot be written" in done.stdout
    assert OLD == path.read_text()
    assert [path] == list(path.parent.iterdir())


@pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() == 0, reason="the superuser may write anywhere"
)
def test_a_read_only_folder(path: Path) -> None:
    """A folder that takes no new file is an error, and the file is the old one."""
    file = TextFile.read(path)
    path.parent.chmod(0o555)
    try:
        with pytest.raises(FileError, match="cannot be written"):
            file.write(diff(OLD, NEW))
    finally:
        path.parent.chmod(0o755)
    assert OLD == path.read_text()


def test_a_folder_that_takes_no_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same, for whoever may write anywhere: the new file cannot be made."""
    file = TextFile.read(path)
    real_open = os.open

    def guarded(name: str, flags: int, *more: int) -> int:
        if flags & os.O_CREAT and Path(name).parent == path.parent:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), name)
        return real_open(name, flags, *more)

    with monkeypatch.context() as broken:
        broken.setattr(os, "open", guarded)
        with pytest.raises(FileError, match="cannot be written: Permission denied"):
            file.write(diff(OLD, NEW))
    assert OLD == path.read_text()


def test_a_read_only_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that the user may not write to is not replaced behind its back."""
    file = TextFile.read(path)
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(FileError, match="you may not write to it"):
        file.write(diff(OLD, NEW))
    assert OLD == path.read_text()


def test_bytes_are_durable_before_the_name_is(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The new bytes are flushed before the rename and the folder after it, in this order."""
    file = TextFile.read(path)
    seen: list[str] = []
    real_fsync, real_replace = os.fsync, Path.replace

    def fsync(descriptor: int) -> None:
        seen.append("flush the folder" if os.path.isdir(descriptor) else "flush the bytes")  # noqa: PTH112
        real_fsync(descriptor)

    def replace(self: Path, target: Path) -> Path:
        seen.append("rename")
        return real_replace(self, target)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(Path, "replace", replace)
    file.write(diff(OLD, NEW))
    assert ["flush the bytes", "rename", "flush the folder"] == seen


def test_what_a_killed_process_left_is_written_over(path: Path) -> None:
    """New bytes of a killed process lie where the next one writes its own; then nothing is left."""
    leftover_of(path).write_text("half of the new by")
    file = TextFile.read(path)
    file.write(diff(OLD, NEW))
    assert NEW == path.read_text()
    assert [path] == list(path.parent.iterdir())


def test_a_longest_name(path: Path) -> None:
    """A file whose name is as long as names can be can be edited, too."""
    path = path.rename(path.with_name("x" * 252 + ".md"))
    file = TextFile.read(path)
    file.write(diff(OLD, NEW))
    assert NEW == path.read_text()


def test_what_changed_meanwhile_is_not_replaced(path: Path) -> None:
    """A file that somebody wrote between reading and replacing is left alone."""
    times = path.stat()
    with staged(path, OLD.encode(), b"new\n") as put:
        path.write_text("ONE\ntwo\nthree\n")
        # As long as before, and within one tick of the clock.
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
        assert put() is False
    assert "ONE\ntwo\nthree\n" == path.read_text()
    assert [path] == list(path.parent.iterdir())


def test_writing_begins_again_after_a_change_meanwhile(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever slips in between reading and replacing keeps his change: the edit is carried over."""
    file = TextFile.read(path)
    real_fsync = os.fsync

    def fsync(descriptor: int) -> None:
        if path.read_text() == OLD:
            path.write_text(f"{OLD}\nfour\n")
        real_fsync(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    file.write(diff(OLD, NEW))
    assert f"{NEW}\nfour\n" == path.read_text()


def test_one_at_a_time(path: Path) -> None:
    """Who asks for a lock that is held waits, and is told when his patience ends."""
    with locked(path), pytest.raises(FileError, match="another linewise process"):  # noqa: SIM117
        with locked(path, patience=0.05):
            pytest.fail("two hold the lock")
    with locked(path, patience=0.05):
        pass


def test_a_lock_is_handed_on(path: Path) -> None:
    """Who waits for a lock gets it when it is let go."""
    order: list[str] = []

    def wait() -> None:
        with locked(path):
            order.append("second")

    with locked(path):
        waiting = threading.Thread(target=wait)
        waiting.start()
        order.append("first")
    waiting.join()
    assert ["first", "second"] == order


def test_a_lock_dies_with_its_owner(path: Path) -> None:
    """A process that is killed while it holds a lock keeps nobody out."""
    program = (
        "import pathlib, sys, time\n"
        "from linewise.files import locked\n"
        "with locked(pathlib.Path(sys.argv[1])):\n"
        "    print('held', flush=True)\n"
        "    time.sleep(600)\n"
    )
    words = [sys.executable, "-c", program, str(path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as owner:
        assert owner.stdout is not None
        assert "held\n" == owner.stdout.readline()
        with pytest.raises(FileError), locked(path, patience=0.0):
            pass
        owner.kill()
    with locked(path, patience=60):
        pass


def test_nothing_appears_beside_the_file(path: Path, own_surroundings: Path) -> None:
    """The lock lies in the user's data folder, where only the user can look."""
    with locked(path):
        assert [path] == list(path.parent.iterdir())
    data = own_surroundings / ".local" / "share" / "linewise"
    assert 1 == len(list((data / "locks").iterdir()))
    assert 0o700 == data.stat().st_mode & 0o777


def test_the_data_folder_can_be_named(
    path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """LINEWISE_DATA says where locks and histories go; a file there is a clear error."""
    folder = tmp_path_factory.mktemp("data") / "deep" / "down"
    monkeypatch.setenv("LINEWISE_DATA", str(folder))
    with locked(path):
        assert ["locks"] == [found.name for found in folder.iterdir()]
    monkeypatch.setenv("LINEWISE_DATA", str(path))
    with pytest.raises(FileError, match="LINEWISE_DATA"), locked(path):
        pass
