"""Nothing outside the folders: every way out that was thought of, tried."""

from __future__ import annotations

import os
import socket
import sys
import threading
from contextlib import suppress
from pathlib import Path

import anyio
import pytest

from agent_client import agent
from linewise.errors import FileError
from linewise.files import RealPath
from linewise.mcp_server import Desk, RefusedError, Roots, call

KEPT = "the secret of the neighbour\n"
TEXT = "one\ntwo\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Make a folder with a document, and secrets around it."""
    folder = tmp_path.resolve() / "root"
    (folder / "sub").mkdir(parents=True)
    (folder / "a.md").write_text(TEXT)
    (folder / "sub" / "b.md").write_text(TEXT)
    for secret in ("secret.md", "root-secret.md", "root/.env", "root/.git/config"):
        path = tmp_path / secret
        path.parent.mkdir(exist_ok=True)
        path.write_text(KEPT)
    (folder / "out.md").symlink_to(tmp_path / "secret.md")
    (folder / "up").symlink_to(tmp_path)
    (folder / "hidden.md").symlink_to(folder / ".env")
    (folder / "config.md").symlink_to(folder / ".git" / "config")
    (folder / "loop").symlink_to(folder / "loop")
    (folder / "gone.md").symlink_to(tmp_path / "not there")
    return folder


ATTACKS = [
    "../secret.md",
    "sub/../../secret.md",
    "sub/../a.md",
    "..",
    "sub/..",
    "/etc/passwd",
    "//etc/passwd",
    "{root}/../secret.md",
    "{root}-secret.md",
    "{root}/a.md",
    "~/a.md",
    "~",
    "~root/a.md",
    "C:\\secret.md",
    "C:secret.md",
    "\\\\host\\share\\a.md",
    "..\\secret.md",
    "sub\\b.md",
    "file:///etc/passwd",
    "http://127.0.0.1/a.md",
    "out.md",
    "up/secret.md",
    "up/root/a.md/../../secret.md",
    "hidden.md",
    "config.md",
    ".env",
    ".git/config",
    "./.git/config",
    "sub/./../.env",
    ".GIT/config",
    "loop",
    "gone.md",
    "/proc/self/environ",
    "proc/self/environ",
    "/dev/zero",
    "a.md\0.txt",
    "a.md\n",
    "a\u200b.md",
    "\u202ea.md",
    "\ufeffa.md",
    "a.md\u2028",
    ".\u200b./secret.md",
    "\uff0e\uff0e/secret.md",
    "\u2025/secret.md",
    "..%2fsecret.md",
    "%2e%2e/secret.md",
    "a.md/../../secret.md",
    "a.md/b",
    "sub",
    "",
    ".",
    "x" * 2_000,
    "x/" * 400 + "a.md",
]


@pytest.mark.parametrize("tool", ["read", "find", "summarize", "propose", "history", "undo"])
@pytest.mark.parametrize("name", ATTACKS)
def test_no_name_leads_out(root: Path, tool: str, name: str) -> None:
    """Each is refused in words that name neither the secret nor a path of the machine."""
    name = name.replace("{root}", str(root))
    more: dict[str, dict[str, object]] = {
        "find": {"words": "secret"},
        "propose": {"revision": "x", "operations": [{"op": "deleteLine", "line": "1:zz"}]},
    }
    with pytest.raises(RefusedError) as caught:
        call(Desk(Roots([root])), tool, {"path": name, **more.get(tool, {})})
    words = str(caught.value)
    assert "neighbour" not in words
    assert str(root.parent) not in words.replace(name, "")
    assert "failed inside" not in words
    assert (root.parent / "secret.md").read_text() == KEPT
    assert (root / ".env").read_text() == KEPT


@pytest.mark.parametrize("name", ["up", "up/", "..", "/", ".git", "loop", "out.md"])
def test_no_folder_outside_is_listed(root: Path, name: str) -> None:
    """The outline of a folder keeps to the same bounds."""
    with pytest.raises(RefusedError):
        call(Desk(Roots([root])), "outline", {"path": name})


def test_what_is_listed(root: Path) -> None:
    """Hidden files and links are not shown."""
    answer = call(Desk(Roots([root])), "outline", {"path": "."})
    assert ["sub/", "a.md"] == [entry["title"] for entry in answer.data["entries"]]
    (root / "odd\u200b.md").write_text(TEXT)
    os.close(os.open(os.fsencode(root) + b"/\xff.md", os.O_CREAT))
    assert answer == call(Desk(Roots([root])), "outline", {"path": "."})


def test_a_link_within_the_folders_is_followed(root: Path) -> None:
    """It leads to one file under one name, so that its lock and history are one, too."""
    (root / "also.md").symlink_to(root / "sub" / "b.md")
    answer = call(Desk(Roots([root])), "read", {"path": "also.md"})
    assert answer.data["path"] == "sub/b.md"


def test_pipes_and_devices_are_not_opened(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only plain files are read; the others are not waited for."""
    os.mkfifo(root / "pipe.md")
    with socket.socket(socket.AF_UNIX) as listening:
        monkeypatch.chdir(root)  # the name of a socket is short
        listening.bind("socket.md")
        for name in ("pipe.md", "socket.md"):
            with pytest.raises(RefusedError, match="is no plain file"):
                call(Desk(Roots([root])), "read", {"path": name})


def test_one_spelling_for_one_file(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where case makes no difference on the disk, a file has one name all the same."""
    same = Path.samefile
    monkeypatch.setattr(
        Path, "samefile", lambda a, b: str(a).casefold() == str(b).casefold() or same(a, b)
    )
    roots = Roots([root])
    assert roots.find("a.md").name == "a.md"
    (root / "A.MD").write_text(TEXT)
    monkeypatch.setattr(Path, "iterdir", lambda folder: iter([folder / "a.md", folder / "sub"]))
    with pytest.raises(RefusedError, match=r"is spelled 'a\.md' on the disk"):
        roots.find("A.MD")
    (root / "e\u0301.md").write_text(TEXT)
    monkeypatch.setattr(Path, "samefile", lambda *_: True)
    monkeypatch.setattr(Path, "iterdir", lambda folder: iter([folder / "\xe9.md"]))
    with pytest.raises(RefusedError, match=r"is spelled '.\.md' on the disk"):
        roots.find("e\u0301.md")


@pytest.mark.parametrize("tool", ["read", "propose", "apply", "undo", "outline"])
def test_a_folder_that_becomes_a_link_leads_nowhere(root: Path, tool: str) -> None:
    """Swapped between the check and the use, at the worst moment: nothing outside is touched."""
    outside = root.parent / "outside"
    outside.mkdir()
    (outside / "b.md").write_text(TEXT)
    roots = Roots([root])
    desk = Desk(roots)
    seen = call(desk, "read", {"path": "sub/b.md"}).data
    line = seen["text"].split("|")[0]
    operations = [{"op": "replaceLine", "line": line, "content": "changed"}]
    given = {"path": "sub/b.md", "revision": seen["revision"], "operations": operations}
    edit = call(desk, "propose", given).data["edit"]
    if tool == "undo":
        call(desk, "apply", {"edit": edit})
    real_find = roots.find

    def find_then_swap(name: str) -> object:
        place = real_find(name)
        _swap(root, outside)
        return place

    roots.find = find_then_swap  # type: ignore[method-assign,assignment]
    if tool == "apply":
        _swap(root, outside)
    arguments = {"propose": given, "apply": {"edit": edit}}.get(tool, {"path": "sub/b.md"})
    with pytest.raises(RefusedError, match=r"the way to it is not what|leads out of"):
        call(desk, tool, arguments)
    assert (outside / "b.md").read_text() == TEXT
    assert ["b.md"] == [path.name for path in outside.iterdir()]


def test_a_race_is_never_won(root: Path) -> None:
    """While somebody swaps the folder all the time, edits land inside or are refused."""
    outside = root.parent / "outside"
    outside.mkdir()
    (outside / "b.md").write_text(TEXT)
    desk = Desk(Roots([root]))
    done = threading.Event()
    swapping = threading.Thread(target=_swap_until, args=(done, root, outside))
    swapping.start()
    landed = 0
    try:
        for n in range(60):
            with suppress(RefusedError):
                seen = call(desk, "read", {"path": "sub/b.md"}).data
                line = seen["text"].split("|")[0]
                operations = [{"op": "insertLineAfter", "line": line, "content": f"new {n}"}]
                given = {"path": "sub/b.md", "revision": seen["revision"]}
                edit = call(desk, "propose", {**given, "operations": operations}).data["edit"]
                call(desk, "apply", {"edit": edit})
                landed += 1
    finally:
        done.set()
        swapping.join()
    assert (outside / "b.md").read_text() == TEXT
    assert ["b.md"] == [path.name for path in outside.iterdir()]
    written = next(
        path for path in (root / "sub" / "b.md", root / "moved" / "b.md") if path.exists()
    )
    assert landed <= written.read_text().count("new") <= 60


def _swap_until(done: threading.Event, root: Path, outside: Path) -> None:
    sub, moved = root / "sub", root / "moved"
    while not done.is_set():
        sub.rename(moved)
        sub.symlink_to(outside)
        sub.unlink()
        moved.rename(sub)


def _swap(root: Path, outside: Path) -> None:
    if not (root / "sub").is_symlink():
        (root / "sub").rename(root / "moved")
        (root / "sub").symlink_to(outside)


def test_several_folders_are_named(root: Path, tmp_path: Path) -> None:
    """Names begin with the folder's; two of one name are told apart."""
    other = tmp_path / "other" / "root"
    other.mkdir(parents=True)
    (other / "c.md").write_text(TEXT)
    roots = Roots([root, other])
    assert roots.find("root/a.md").path == root / "a.md"
    assert roots.find("root-2/c.md").path == other.resolve() / "c.md"
    assert ["root/", "root-2/"] == [entry.name for entry in roots.entries(".", 9)[0]]
    for name in ("a.md", "root-2/a.md", "other/root/c.md"):
        with pytest.raises(RefusedError, match="there is no"):
            roots.find(name)


def test_no_folder_is_lost_to_another_of_its_name(tmp_path: Path) -> None:
    """Names that are made for folders called alike are none that another folder has."""
    folders = [tmp_path / name for name in ("x/docs-3", "a/docs", "b/docs", "c/docs", "x/docs-2")]
    for folder in folders:
        folder.mkdir(parents=True)
    listed = [entry.name for entry in Roots(folders).entries(".", 9)[0]]
    assert ["docs-3/", "docs/", "docs-2/", "docs-4/", "docs-2-2/"] == listed


def test_a_link_to_nothing_is_called_by_its_own_name(root: Path) -> None:
    """What it leads to was asked for by nobody."""
    (root / "dangling.md").symlink_to("nowhere.md")
    with pytest.raises(RefusedError, match=r"'dangling.md' leads to 'nowhere.md', which is not"):
        Roots([root]).find("./dangling.md")


def test_a_folder_that_lets_nobody_in_is_not_said_to_be_empty(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is in it may well be there."""

    def refuse(_path: Path) -> None:
        raise PermissionError

    roots = Roots([root])
    monkeypatch.setattr(RealPath, "lstat", refuse)
    with pytest.raises(RefusedError, match=r"'sub/b.md' cannot be looked at: its folder lets"):
        roots.find("sub/b.md")


def test_a_folder_named_twice_is_one(root: Path) -> None:
    """Its files have one name each."""
    assert Roots([root, f"{root}/sub/.."]).find("a.md").name == "a.md"


def test_a_folder_that_goes_away_is_said_to_be_gone(root: Path) -> None:
    """Whatever was asked for, and a file in its place is no folder; it may come back."""
    roots = Roots([root / "sub"])
    (root / "sub").rename(root / "away")
    for name in (".", "b.md"):
        with pytest.raises(RefusedError, match="the opened folder 'sub' is gone"):
            roots.entries(name, 9)
    (root / "sub").write_text("")
    with pytest.raises(RefusedError, match="the opened folder 'sub' is gone"):
        roots.find("b.md")
    (root / "sub").unlink()
    (root / "away").rename(root / "sub")
    assert roots.entries(".", 9)


def test_histories_are_no_files_of_agents(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where they lie in a folder that agents see they are neither listed nor opened."""
    monkeypatch.setenv("LINEWISE_DATA", str(root / "kept"))
    (root / "kept").mkdir()
    (root / "kept" / "a.md").write_text(TEXT)
    desk = Desk(Roots([root]))
    assert "kept/" not in call(desk, "outline", {"path": "."}).text
    for name in ("kept", "kept/a.md"):
        for tool in ("outline", "read", "history"):
            with pytest.raises(RefusedError, match="is kept by linewise itself"):
                call(desk, tool, {"path": name})


@pytest.mark.skipif(sys.platform == "win32", reason="the place does not hang on HOME there")
def test_no_place_for_histories_is_told_at_the_start(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every call would fail of it."""
    monkeypatch.delenv("LINEWISE_DATA", raising=False)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", "")
    with pytest.raises(FileError, match="LINEWISE_DATA"):
        Roots([root])


def test_messages_go_without_paths(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders go by their own names, the place of histories by none."""
    monkeypatch.setenv("LINEWISE_DATA", str(root.parent / "data"))
    roots = Roots([root])
    said = f"{root}/a.md and {root}: {root.parent}/data/x, /proc/self/fd/7/a.md, {root}-b"
    assert roots.hide(said) == f"a.md and .: (history)/x, …/a.md, {root}-b"
    several = Roots([root, root / "sub"])
    assert several.hide(f"{root}/a.md, {root}") == "root/a.md, root"


def test_folders_that_cannot_be_opened(tmp_path: Path) -> None:
    """What is no folder, or the whole disk, is refused when the server is started."""
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "absent", "/", "a\0b"):
        with pytest.raises(FileError):
            Roots([folder])
    with pytest.raises(FileError, match="--root"):
        Roots([])


def test_attacks_on_a_process(root: Path) -> None:
    """The same holds over the wire, and the server lives on."""

    async def attack() -> None:
        async with agent(root) as one:
            for name in ATTACKS:
                if name.isprintable() or name.isascii():
                    words = await one.refusal("read", path=name.replace("{root}", str(root)))
                    assert "neighbour" not in words
            assert TEXT.split(maxsplit=1)[0] in (await one.values("read", path="a.md"))["text"]

    anyio.run(attack)
