"""What the package stands on: what it declares, what it imports, and under which terms."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution, packages_distributions
from pathlib import Path
from typing import TYPE_CHECKING

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["ROOT", "accepted", "closure", "declared", "extras", "imported", "licence", "mentioned"]

ROOT = Path(__file__).parent.parent

# These ask for a notice and no more.
PERMISSIVE = {
    *("0BSD", "Apache-2.0", "BSD", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "CNRI-Python"),
    *("ISC", "MIT", "MIT-0", "PSF-2.0", "Unlicense", "Zlib"),
}

# These hold for the files that are under them, which nobody here changes or ships.
BY_FILE = {"MPL-1.1", "MPL-2.0"}

# Imported here, and not installed with the tests.
NOT_INSTALLED = {"llama_index": "llama-index-core"}

# How licences are spelled where no expression is given.
SPELLINGS = {
    "3-Clause BSD License": "BSD-3-Clause",
    "Apache 2.0": "Apache-2.0",
    "Apache License, Version 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD",
    "BSD-3-Clause, Apache-2.0, dependency licenses": "BSD-3-Clause AND Apache-2.0",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "The BSD 2-Clause License": "BSD-2-Clause",
}


def declared(extra: str | None = None) -> dict[str, Requirement]:
    """Return what pyproject.toml asks for, always or for an extra, by canonical name."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = project["dependencies"] if extra is None else project["optional-dependencies"][extra]
    return {canonicalize_name(one.name): one for one in map(Requirement, lines)}


def extras() -> list[str]:
    """Return the extras that are for users."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [name for name in project["optional-dependencies"] if name != "dev"]


def closure(names: Iterable[str]) -> set[str]:
    """Return all packages that some need, as far as they are installed here."""
    found: set[str] = set()
    left = [Requirement(name) for name in names]
    while left:
        wanted = left.pop()
        key = f"{canonicalize_name(wanted.name)}{sorted(wanted.extras)}"
        if key in found:
            continue
        try:
            lines = distribution(wanted.name).requires or []
        except PackageNotFoundError:
            continue
        found.add(key)
        environments = [{"extra": extra} for extra in ("", *wanted.extras)]
        left += [
            one
            for one in map(Requirement, lines)
            if one.marker is None or any(map(one.marker.evaluate, environments))
        ]
    return {key.partition("[")[0] for key in found}


def licence(name: str) -> str:
    """Return the terms of a package as an expression."""
    known = distribution(name).metadata
    if expression := known["License-Expression"]:
        return expression
    spelled = [
        line.split(" :: ")[-1]
        for line in known.get_all("Classifier") or ()
        if line.startswith("License :: ") and line != "License :: OSI Approved"
    ] or [known["License"] or "none"]
    return " AND ".join(SPELLINGS.get(one, one) for one in spelled)


def accepted(expression: str) -> bool:
    """Tell whether terms are among those that the package may stand on."""
    while "(" in expression:
        expression = re.sub(r"\(([^()]*)\)", lambda part: _verdict(part[1]), expression, count=1)
    return _verdict(expression) == "MIT"


def _verdict(flat: str) -> str:
    """Return a licence that stands for all of an expression without parentheses."""
    good = any(
        all(one.strip() in PERMISSIVE | BY_FILE for one in choice.split(" AND "))
        for choice in flat.split(" OR ")
    )
    return "MIT" if good else "none"


def imported() -> set[str]:
    """Return the packages that the sources import, by canonical name."""
    found: set[str] = set()
    for text in _sources():
        tops = {module.partition(".")[0] for module in _modules(ast.parse(text))}
        for top in tops.difference(sys.stdlib_module_names, {"linewise"}):
            found |= _owners().get(top) or {NOT_INSTALLED.get(top, top)}
    return found


@cache
def _sources() -> list[str]:
    return [path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py")]


@cache
def _owners() -> dict[str, set[str]]:
    """Return the packages that bring a module, by canonical name."""
    known = packages_distributions().items()
    return {top: {canonicalize_name(one) for one in owners} for top, owners in known}


def _modules(tree: ast.AST) -> Iterable[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def mentioned(name: str) -> bool:
    """Tell whether the sources name a module of a package, as what is imported by name is."""
    modules = [top for top, owners in _owners().items() if name in owners]
    return any(re.search(rf"\b{re.escape(top)}\b", text) for top in modules for text in _sources())
