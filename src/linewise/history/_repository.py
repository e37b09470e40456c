"""The git repository that a file lives in, by way of the git program."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from linewise.errors import HistoryError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

__all__ = ["Repository"]

_SUBJECT_LENGTH = 72


@dataclass(frozen=True, slots=True)
class Repository:
    """The repository of one file, found fit for a commit of that file alone.

    Attributes:
        file: the real path of the file.
        is_new: whether git does not know the file yet.
    """

    file: Path
    is_new: bool

    @classmethod
    def of(cls, file: Path) -> Self:
        """Find the repository of a file and see that a commit of it can be made.

        Raises:
            HistoryError: there is no git, no repository, no author; git ignores the file; or it
                has changes that are not committed and would be mixed with those of the edit.
        """
        _ask(file, "rev-parse", "--show-toplevel", why="it lies in no git repository")
        for identity in ("GIT_AUTHOR_IDENT", "GIT_COMMITTER_IDENT"):
            _ask(file, "var", identity, why="git does not know who commits")
        is_known = bool(_ask(file, "ls-files", "--", file.name))
        if not is_known and _succeeds(file, "check-ignore", "--quiet", "--", file.name):
            raise HistoryError(
                f"{file}: git is told to ignore this file; apply without a commit, or add it to "
                "git first"
            )
        is_committed = _succeeds(file, "cat-file", "-e", f"HEAD:./{file.name}")
        if is_committed and not _succeeds(file, "diff", "--quiet", "HEAD", "--", file.name):
            raise HistoryError(
                f"{file}: it has changes that are not committed, and they would be committed "
                "with those of the edit; commit or put away those first, or apply without a commit"
            )
        return cls(file, not is_known)

    def commit(self, known: Mapping[str, Any], revision: str) -> str:
        """Commit the file and nothing else; what else is staged stays staged.

        Args:
            known: what the revision says of itself.
            revision: its id in the history of the file.

        Returns:
            The id of the commit.

        Raises:
            HistoryError: git or a hook refused.
        """
        if self.is_new:
            _ask(self.file, "add", "--intent-to-add", "--", self.file.name, why="git add failed")
        try:
            _ask(
                self.file,
                *("commit", "--quiet", "--only", "--cleanup=verbatim", "--file=-"),
                *("--", self.file.name),
                why="git did not commit it, so it was not applied either",
                told=_message(self.file.name, known, revision),
            )
        except HistoryError:
            if self.is_new:
                _succeeds(self.file, "rm", "--cached", "--quiet", "--force", "--", self.file.name)
            raise
        return _ask(self.file, "rev-parse", "HEAD", why="git lost its commit").strip()


def _succeeds(file: Path, *words: str) -> bool:
    return _run(file, words, "").returncode == 0


def _ask(file: Path, *words: str, why: str = "git failed", told: str = "") -> str:
    done = _run(file, words, told)
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip()).decode("utf-8", "replace")
        raise HistoryError(f"{file}: {why}" + (f"; git says:\n{said}" if said else ""))
    return done.stdout.decode("utf-8", "replace")


def _run(file: Path, words: tuple[str, ...], told: str) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(  # noqa: S603 - fixed words, and a name taken literally
            ["git", "--literal-pathspecs", *words],  # noqa: S607 - the git on the user's path
            cwd=file.parent,
            input=told.encode("utf-8", "replace"),
            capture_output=True,
            check=False,
        )
    except OSError as error:
        raise HistoryError(
            f"{file}: a commit needs the git program, which cannot be run: {error.strerror}; "
            "apply without a commit, the history is kept all the same"
        ) from error


def _message(name: str, known: Mapping[str, Any], revision: str) -> str:
    """Return the subject, the information where it says more, and the trailers."""
    information = str(known.get("information", "")).replace("\0", "\ufffd").strip()
    undo = known["kind"] == "undo"
    words = " ".join(information.split()) or f"edit {name}"
    subject = f"Undo: {words}" if undo else words[:1].upper() + words[1:]
    parts = [subject]
    if len(subject) > _SUBJECT_LENGTH:
        parts = [subject[: _SUBJECT_LENGTH - 1] + "…"]
    if information and (len(parts[0]) < len(subject) or "\n" in information):
        parts.append(information)
    return "\n\n".join([*parts, "\n".join(_trailers(known, revision))]) + "\n"


def _trailers(known: Mapping[str, Any], revision: str) -> list[str]:
    """Return what git can read back, one line each."""
    trailers = {
        "Model": known.get("model"),
        "Operations": known.get("operations"),
        "Accepted": known.get("accepted"),
        "Rejected": known.get("rejected"),
        "Tokens": known.get("tokens"),
        "Undoes": known.get("undoes"),
        "Batch": known.get("batch"),
        "Revision": revision,
    }
    return [f"Linewise-{name}: {_in_a_line(value)}" for name, value in trailers.items() if value]


def _in_a_line(value: Any) -> str:
    if isinstance(value, str):
        return " ".join(value.split())
    return json.dumps(value, ensure_ascii=False).replace("\0", "\ufffd")
