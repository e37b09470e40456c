"""What is installed with the package is declared, needed, and under terms that ask for little."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from dependencies import ROOT, accepted, closure, declared, extras, imported, licence, mentioned

if TYPE_CHECKING:
    from pathlib import Path

FAULTS = ROOT / "tools" / "known_faults.py"

# Imported by what is imported, and needed without a line that says so.
NEEDED_BY_OTHERS = {
    "lxml-html-clean",  # what trafilatura takes its cleaner from
}


@pytest.mark.parametrize("extra", [None, *extras()])
def test_the_terms_of_all_that_is_needed(extra: str | None) -> None:
    """Neither the package nor an extra brings anything that reaches beyond its own files."""
    needed = closure(map(str, declared(extra).values()))
    if extra is None:
        assert len(needed) >= len(declared())
    assert [] == [
        f"{name}: {terms}" for name in sorted(needed) if not accepted(terms := licence(name))
    ]


@pytest.mark.parametrize(
    ("terms", "good"),
    [
        ("MIT", True),
        ("GPL-3.0-only", False),
        ("AGPL-3.0-or-later AND MIT", False),
        ("Apache-2.0 OR GPL-2.0-or-later", True),
        ("MPL-2.0 AND (GPL-2.0-only OR MIT)", True),
        ("(LGPL-3.0-only OR GPL-2.0-only) AND MIT", False),
        ("none", False),
        ("MIT-like, ask the author", False),
    ],
)
def test_terms_are_read(terms: str, good: bool) -> None:
    """One acceptable choice is enough; all that holds together has to be acceptable."""
    assert good is accepted(terms)


def test_what_is_imported_is_declared() -> None:
    """Nothing is used that comes only with something else and may go with it."""
    known = set(declared()).union(*map(declared, extras()))
    assert set() == imported() - known


def test_what_is_declared_is_used() -> None:
    """Nobody installs what no line of the sources asks for."""
    known = set(declared()).union(*map(declared, extras())) - {"linewise"}
    installed = {name for name in known if closure([name])}
    unused = {name for name in installed - imported() if not mentioned(name)}
    assert NEEDED_BY_OTHERS >= unused


def test_every_dependency_has_a_lowest_version() -> None:
    """`make test-lowest` can only try what is named."""
    for extra in (None, *extras()):
        bounds = {
            name: str(one.specifier) for name, one in declared(extra).items() if name != "linewise"
        }
        assert [] == [name for name, bound in bounds.items() if not bound.startswith(">=")]


@pytest.mark.parametrize(
    ("said", "code", "words"),
    [
        ([("a", [], None), ("linewise", None, "local")], 0, "0 of 2 packages have some"),
        ([("a", ["CVE-1"], None)], 1, "a 1.0: CVE-1, mended in 1.1"),
        ([("a", None, "?"), ("b", None, "?")], 3, "1 of 2 packages were not checked"),
        (None, 3, "known faults: not checked: no route to the service"),
    ],
)
def test_known_faults_are_told_from_silence(
    said: list[tuple[str, list[str] | None, str | None]] | None,
    code: int,
    words: str,
    tmp_path: Path,
) -> None:
    """Where the service gives no answer, that is said and has a status of its own."""
    packages = [
        {"name": name, "version": "1.0"}
        | ({"skip_reason": skipped} if skipped else {})
        | (
            {"vulns": [{"id": one, "fix_versions": ["1.1"]} for one in faults]}
            if faults is not None
            else {}
        )
        for name, faults, skipped in said or ()
    ]
    audit = tmp_path / "pip-audit"
    answer = f"cat <<'E'\n{json.dumps({'dependencies': packages})}\nE\n"
    audit.write_text(
        "#!/bin/sh\n" + (answer if said else "echo no route to the service >&2; exit 1\n")
    )
    audit.chmod(0o755)
    done = subprocess.run(
        [sys.executable, str(FAULTS), str(audit)], capture_output=True, text=True, check=False
    )
    assert code == done.returncode, done.stderr
    assert words in done.stdout
