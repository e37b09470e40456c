"""The unified diff, straight from the changes, as git writes and reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linewise.render.hunks import hunks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from linewise.changes import ChangeSet
    from linewise.render.hunks import Hunk

__all__ = ["unified_diff"]

_NO_END = "\\ No newline at end of file\n"
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def unified_diff(changes: ChangeSet, path: str, *, context: int = 3) -> str:
    """Return changes as a unified diff that `git apply` takes; "" when there are none.

    Args:
        changes: what to show.
        path: the file's name, without a folder in front where `git apply` shall find it.
        context: how many unchanged lines stand around each change.
    """
    body = "".join(line for hunk in hunks(changes, context) for line in _hunk_lines(hunk))
    if not body:
        return ""
    name = path.lstrip("/")
    old, new = _quoted(f"a/{name}"), _quoted(f"b/{name}")
    # As git does: a name with a space is ended by a tab, so that no date is looked for in it.
    end = "\t" if " " in name else ""
    return f"diff --git {old} {new}\n--- {old}{end}\n+++ {new}{end}\n{body}"


def _hunk_lines(hunk: Hunk) -> Iterator[str]:
    """Yield the lines of one hunk, its head first."""
    old, new = hunk.first_lines
    kept = sum(map(len, hunk.gaps))
    gone = kept + sum(len(change.removed) for change in hunk.changes)
    come = kept + sum(len(change.added) for change in hunk.changes)
    yield f"@@ -{_range(old, gone)} +{_range(new, come)} @@\n"
    for change, gap in zip((None, *hunk.changes), hunk.gaps, strict=True):
        if change is not None:
            yield from _signed("-", change.removed)
            yield from _signed("+", change.added)
        yield from _signed(" ", gap)


def _signed(sign: str, lines: tuple[str, ...]) -> Iterator[str]:
    for line in lines:
        yield sign + line if line.endswith("\n") else f"{sign}{line}\n{_NO_END}"


def _range(first: int, count: int) -> str:
    """Return a range of lines; one without lines names the line before it."""
    if count == 1:
        return str(first)
    return f"{first if count else first - 1},{count}"


def _quoted(name: str) -> str:
    if not any(character in name for character in _ESCAPES):
        return name
    return '"' + "".join(_ESCAPES.get(character, character) for character in name) + '"'
