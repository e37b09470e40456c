"""An edit can be committed in the file's own repository: the file, and nothing else."""

from __future__ import annotations

import json
import os
import subprocess
from typing import TYPE_CHECKING

import pytest

from linewise.changes import diff
from linewise.errors import HistoryError
from linewise.history import Revision, apply, log, undo, undo_batch

if TYPE_CHECKING:
    from pathlib import Path

TEXT = "one\ntwo\nthree\n"
NEW = "one\n2\nthree\n"


def git(folder: Path, *words: str) -> str:
    """Run git and return what it says."""
    done = subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a repository with one committed file, away from the settings of whoever tests."""
    for name in os.environ:
        if name.startswith("GIT_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    folder = tmp_path / "project" / "docs"
    folder.mkdir(parents=True)
    path = folder / "notes.md"
    path.write_text(TEXT)
    git(folder.parent, "init", "--quiet", "--initial-branch=main")
    git(folder, "config", "user.name", "Ada")
    git(folder, "config", "user.email", "ada@example.com")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message=begin")
    return path


def committed(path: Path, information: str = "Two is 2 now.") -> Revision:
    """Apply the edit of these tests with a commit."""
    made = apply(
        path,
        diff(TEXT, NEW),
        information=information,
        model="some-model",
        operations=[{"replaceLine": ["line-2", "2"]}],
        accepted=[1],
        tokens={"completion_tokens": 9},
        commit=True,
    )
    assert made is not None
    return made


def refused(path: Path, word: str) -> None:
    """See that a commit is refused with a word, and that nothing happened."""
    before, revisions = path.read_text(), log(path)
    status = git(path.parent, "status", "--porcelain", "--ignored")
    with pytest.raises(HistoryError, match=word):
        apply(path, diff(before, before.replace("two", "2")), commit=True)
    assert before == path.read_text()
    assert revisions == log(path)
    assert status == git(path.parent, "status", "--porcelain", "--ignored")


def test_a_commit_says_where_it_comes_from(path: Path) -> None:
    """The commit is by the author that git knows, and its trailers hold what the revision does."""
    made = committed(path)
    assert made.commit == git(path.parent, "rev-parse", "HEAD").strip()
    assert "Ada <ada@example.com>: Two is 2 now.\n" == git(
        path.parent, "log", "-1", "--format=%an <%ae>: %s"
    )
    trailers = dict(
        line.split(": ", 1)
        for line in git(path.parent, "log", "-1", "--format=%(trailers)").strip().split("\n")
    )
    assert "some-model" == trailers["Linewise-Model"]
    assert [{"replaceLine": ["line-2", "2"]}] == json.loads(trailers["Linewise-Operations"])
    assert "[1]" == trailers["Linewise-Accepted"]
    assert made.id == trailers["Linewise-Revision"]
    assert NEW == git(path.parent, "show", "HEAD:docs/notes.md")
    assert [made] == log(path)
    assert "" == git(path.parent, "status", "--porcelain")


def test_other_work_stays_as_it_was(path: Path) -> None:
    """What else is staged stays staged, what else is changed stays changed."""
    folder = path.parent
    for name in ("staged.md", "changed.md"):
        (folder / name).write_text("old\n")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message=more")
    for name in ("staged.md", "changed.md"):
        (folder / name).write_text("new\n")
    git(folder, "add", "staged.md")
    (folder / "unknown.md").write_text("?\n")
    before = git(folder, "status", "--porcelain")
    committed(path)
    assert before == git(folder, "status", "--porcelain")
    assert "docs/notes.md\n" == git(folder, "show", "--format=", "--name-only", "HEAD")


def test_undo_can_be_committed(path: Path) -> None:
    """An undo with a commit gives the committed file back, too."""
    made = committed(path)
    undone = undo(path, commit=True)
    assert TEXT == git(path.parent, "show", "HEAD:docs/notes.md")
    assert "Undo: Two is 2 now.\n" == git(path.parent, "log", "-1", "--format=%s")
    assert f"Linewise-Undoes: {made.id}" in git(path.parent, "log", "-1", "--format=%b")
    assert ["undo", "edit"] == [revision.kind for revision in log(path)]
    assert undone.commit == git(path.parent, "rev-parse", "HEAD").strip()


def test_long_information_goes_below_the_subject(path: Path) -> None:
    """The subject is a line that fits; the whole information follows, whatever is in it."""
    information = "# A heading\n\n" + "many words " * 20 + "\nSigned-off-by: nobody"
    committed(path, information)
    subject = git(path.parent, "log", "-1", "--format=%s").strip()
    assert subject.startswith("# A heading many words")
    assert len(subject) <= 72
    assert information in git(path.parent, "log", "-1", "--format=%b")


def test_a_file_that_git_does_not_know_is_added(path: Path) -> None:
    """A new file is committed whole; its name is taken as it is, whatever signs are in it."""
    new = path.with_name("*[new] -- notes.md")
    new.write_text(TEXT)
    (path.parent / "other.md").write_text("?\n")
    committed(new)
    assert NEW == git(path.parent, "show", f"HEAD:docs/{new.name}")
    assert "?? other.md\n" == git(path.parent, "status", "--porcelain", ".").replace("docs/", "")


def test_a_first_commit(path: Path, tmp_path: Path) -> None:
    """A repository without any commit takes this one as its first."""
    folder = tmp_path / "fresh"
    folder.mkdir()
    git(folder, "init", "--quiet")
    git(folder, "config", "user.name", "Ada")
    git(folder, "config", "user.email", "ada@example.com")
    new = folder / path.name
    new.write_text(TEXT)
    (folder / "staged.md").write_text("staged\n")
    git(folder, "add", "staged.md")
    committed(new)
    assert "notes.md\n" == git(folder, "show", "--format=", "--name-only", "HEAD")
    assert "A  staged.md\n" == git(folder, "status", "--porcelain")


def test_a_detached_head(path: Path) -> None:
    """A commit on no branch is a commit all the same."""
    git(path.parent, "checkout", "--quiet", "--detach")
    made = committed(path)
    assert made.commit == git(path.parent, "rev-parse", "HEAD").strip()


def test_a_hook_that_refuses(path: Path) -> None:
    """When a hook says no, its words are in the error, and the edit is taken back."""
    hook = path.parents[1] / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho 'no commits on Mondays' >&2\nexit 1\n")
    hook.chmod(0o755)
    refused(path, r"not applied either(.|\n)*no commits on Mondays")
    new = path.with_name("new.md")
    new.write_text(TEXT)
    refused(new, "no commits on Mondays")


def test_a_hook_that_changes_the_file_and_refuses(path: Path) -> None:
    """What a hook made of the file is not overwritten; the log follows the file."""
    hook = path.parents[1] / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho formatted >> docs/notes.md\nexit 1\n")
    hook.chmod(0o755)
    with pytest.raises(HistoryError, match="git did not commit"):
        committed(path)
    assert NEW + "formatted\n" == path.read_text() == log(path)[0].after
    assert ["outside", "edit"] == [revision.kind for revision in log(path)]


def test_uncommitted_changes_are_not_mixed_in(path: Path) -> None:
    """A commit of an edit holds that edit alone, so the file has to be committed before."""
    path.write_text(TEXT + "mine\n")
    refused(path, "changes that are not committed")
    git(path.parent, "add", ".")
    refused(path, "changes that are not committed")


def test_an_ignored_file(path: Path) -> None:
    """A file that git is told to ignore is not added behind the user's back."""
    (path.parent / ".gitignore").write_text("ignored.md\n")
    ignored = path.with_name("ignored.md")
    ignored.write_text(TEXT)
    refused(ignored, "ignore")


def test_no_author(path: Path) -> None:
    """Without an author git refuses, before anything is done."""
    git(path.parent, "config", "--unset", "user.name")
    git(path.parent, "config", "--unset", "user.email")
    git(path.parent, "config", "user.useConfigOnly", "true")
    refused(path, "does not know who commits")


def test_no_repository(tmp_path: Path, path: Path) -> None:
    """A file outside of any repository can be edited, but not committed."""
    alone = tmp_path / path.name
    alone.write_text(TEXT)
    with pytest.raises(HistoryError, match="no git repository"):
        apply(alone, diff(TEXT, NEW), commit=True)
    assert TEXT == alone.read_text()
    assert log(alone) == []


def test_no_git(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the git program only the commit is out of reach."""
    monkeypatch.setenv("PATH", str(path.parent))
    with pytest.raises(HistoryError, match="needs the git program"):
        apply(path, diff(TEXT, NEW), commit=True)
    assert TEXT == path.read_text()
    apply(path, diff(TEXT, NEW))
    assert NEW == log(path)[0].after


def test_nothing_to_change_makes_no_commit(path: Path) -> None:
    """An edit that changes nothing leaves the repository alone."""
    head = git(path.parent, "rev-parse", "HEAD")
    assert apply(path, diff(TEXT, TEXT), commit=True) is None
    assert head == git(path.parent, "rev-parse", "HEAD")


def test_a_batch_is_committed_file_by_file_and_undone_in_all_or_none(path: Path) -> None:
    """Each commit names the batch; a file that git would refuse keeps the undo from all."""
    second = path.with_name("second.md")
    second.write_text(TEXT)
    git(path.parent, "add", ".")
    git(path.parent, "commit", "--quiet", "--message=second")
    for file in (path, second):
        apply(file, diff(TEXT, NEW), batch="mine", commit=True)
    trailers = "--format=%(trailers:key=Linewise-Batch,valueonly,separator=%x20)"
    assert "mine\nmine\n" == git(path.parent, "log", "-2", trailers)
    second.write_text(NEW + "by hand\n")
    with pytest.raises(HistoryError, match="not committed"):
        undo_batch("mine", commit=True)
    assert NEW == path.read_text()
    git(path.parent, "commit", "--quiet", "--all", "--message=by hand")
    undone = undo_batch("mine", commit=True)
    assert (TEXT, TEXT + "by hand\n") == (path.read_text(), second.read_text())
    assert "" == git(path.parent, "status", "--porcelain")
    assert git(path.parent, "rev-parse", "HEAD").strip() == undone[-1].commit
