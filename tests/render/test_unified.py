"""The unified diff: what git writes, and what `git apply` takes."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from linewise.changes import ChangeSet, diff
from linewise.editing import DeleteLine, Operation, ReplaceText, plan
from linewise.render import unified_diff
from reply_forms import cases
from strategies import versions

if TYPE_CHECKING:
    from pathlib import Path

    from reply_forms import Case

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")

# One folder serves all examples, and a busy machine is no fault of the diff.
ALLOWED = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]

NUMBERS = "".join(f"{number}\n" for number in range(1, 21))


def body(old: str, new: str, context: int = 3) -> str:
    """Return the diff of two texts without its head."""
    lines = unified_diff(diff(old, new), "f", context=context).splitlines(keepends=True)
    return "".join(lines[3:])


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("a\n", "a\n", ""),
        ("a\n", "b\n", "@@ -1 +1 @@\n-a\n+b\n"),
        ("", "a\n", "@@ -0,0 +1 @@\n+a\n"),
        ("a\nb\n", "", "@@ -1,2 +0,0 @@\n-a\n-b\n"),
        ("a", "a\n", "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n"),
        ("a\nb", "a\nc", "@@ -1,2 +1,2 @@\n a\n-b\n{0}+c\n{0}"),
        ("a\nb", "A\nb", "@@ -1,2 +1,2 @@\n-a\n+A\n b\n{0}"),
        ("a\r\nb\r\n", "a\r\nc\r\n", "@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n"),
        ("\ufeffa\n", "\ufeffb\n", "@@ -1 +1 @@\n-\ufeffa\n+\ufeffb\n"),
        ("x\ry\n", "x\rz\n", "@@ -1 +1 @@\n-x\ry\n+x\rz\n"),
    ],
)
def test_lines_are_written_as_git_writes_them(old: str, new: str, expected: str) -> None:
    """Signs, ranges, carriage returns and missing line ends are those of `git diff`."""
    assert expected.format("\\ No newline at end of file\n") == unified_body(old, new)


def unified_body(old: str, new: str) -> str:
    """Return the diff of two texts without its head, kept apart at LF alone."""
    text = unified_diff(diff(old, new), "f")
    return text.split("+++ b/f\n", 1)[1] if text else ""


@pytest.mark.parametrize(
    ("operations", "expected"),
    [
        ([ReplaceText(1, "a", "a")], ""),
        ([ReplaceText(2, "b", "b"), DeleteLine(3)], "@@ -1,3 +1,2 @@\n a\n b\n-c\n"),
    ],
)
def test_words_in_the_place_of_the_same_words_are_no_change(
    operations: list[Operation], expected: str
) -> None:
    """A hunk in which no line goes or comes is none that git takes."""
    diff_of = unified_diff(plan("a\nb\nc\n", operations).changes, "f")
    assert expected == "".join(diff_of.splitlines(keepends=True)[3:])


def test_changes_close_together_share_a_hunk() -> None:
    """Changes with at most twice the context between them stand in one hunk."""
    near = body(NUMBERS, NUMBERS.replace("5\n", "five\n", 1).replace("12\n", "twelve\n"))
    assert ["@@ -2,14 +2,14 @@"] == [line for line in near.split("\n") if line.startswith("@@")]
    far = body(NUMBERS, NUMBERS.replace("5\n", "five\n", 1).replace("\n13\n", "\n"))
    assert ["@@ -2,7 +2,7 @@", "@@ -10,7 +10,6 @@"] == [
        line for line in far.split("\n") if line.startswith("@@")
    ]


@pytest.mark.parametrize(
    ("path", "head"),
    [
        ("a b.md", "diff --git a/a b.md b/a b.md\n--- a/a b.md\t\n+++ b/a b.md\t\n"),
        ("é.md", "diff --git a/é.md b/é.md\n--- a/é.md\n+++ b/é.md\n"),
        ('q"t\\.md', 'diff --git "a/q\\"t\\\\.md" "b/q\\"t\\\\.md"\n'),
        ("/etc/f", "diff --git a/etc/f b/etc/f\n"),
    ],
)
def test_names_are_quoted_as_git_quotes_them(path: str, head: str) -> None:
    """A name that could end too early is followed by a tab; one with quotes is quoted."""
    assert unified_diff(diff("a\n", "b\n"), path).startswith(head)


@needs_git
@settings(max_examples=15, suppress_health_check=ALLOWED)
@given(drawn=st.lists(st.one_of(cases(), versions()), min_size=1, max_size=12))
def test_git_apply_gives_the_same_bytes(
    drawn: list[Case | tuple[str, str]], tmp_path: Path
) -> None:
    """Git applies the diff of any change to the same bytes that the change leads to."""
    expected: dict[Path, str] = {}
    patches: list[str] = []
    for number, case in enumerate(drawn):
        changes = diff(*case) if isinstance(case, tuple) else planned(case)
        path = tmp_path / f"{number} é.md"
        path.write_bytes(changes.base.encode())
        expected[path] = changes.after
        patches.append(unified_diff(changes, path.name))
    patch = "".join(patches)
    if patch:
        subprocess.run(
            ["git", "-c", "core.autocrlf=false", "apply", "--whitespace=nowarn", "-"],
            cwd=tmp_path,
            input=patch.encode(),
            check=True,
            env={"GIT_CEILING_DIRECTORIES": str(tmp_path.parent), "PATH": "/usr/bin:/bin"},
        )
    assert {path: text.encode() for path, text in expected.items()} == {
        path: path.read_bytes() for path in expected
    }


def planned(case: Case) -> ChangeSet:
    """Return the changes that the operations of a case make."""
    return plan(case.text, case.operations).changes
