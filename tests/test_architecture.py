"""The arrows of the map: doors → jobs → means → core, and never up."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import linewise

ROOT = Path(linewise.__file__).parent

CORE = {"document", "changes", "errors"}
MEANS = {
    "tokens",
    "numbering",
    "language",
    "search",
    "loading",
    "files",
    "models",
    "replies",
    "render",
}
JOBS = {
    "splitting",
    "passages",
    "editing",
    "history",
    "summaries",
    "evaluation",
    "bulk",
}
DOORS = {"cli", "review", "mcp_server"}
STOREYS = [CORE, MEANS, JOBS, DOORS]

# Jobs that run other jobs on many documents.
MAY_IMPORT_JOBS = {"bulk": {"splitting"}, "evaluation": {"splitting"}}

# Modules of the core that hold what one of its modules needs.
PRIVATE_CORE = {path.stem for path in ROOT.glob("_*.py")} - {"__init__", "__main__"}

# Only these may touch the disk or the network.
OUTSIDE = {"loading", "files", "history", "models", "bulk"} | DOORS
# It asks whether a text that is like the name of a file is one, and opens nothing.
OUTSIDE |= {"_file_names"}
OUTSIDE_MODULES = {"os", "io", "pathlib", "shutil", "tempfile", "socket", "subprocess", "urllib"}

MODULES = sorted(ROOT.rglob("*.py"))


def room_of(path: Path) -> str:
    """Return the room that a module stands in: its package, or itself."""
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def storey_of(room: str) -> int | None:
    """Return the number of the storey of a room, 0 for the core."""
    if room in PRIVATE_CORE:
        return 0
    return next((i for i, storey in enumerate(STOREYS) if room in storey), None)


def imports_of(path: Path) -> set[str]:
    """Return the dotted names of all modules that a module imports, anywhere in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import hides where it leads"
            assert node.module is not None
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
            found.add(node.module)
    return found


def rooms_imported_by(path: Path) -> set[str]:
    """Return the rooms of linewise that a module imports."""
    names = (name.split(".") for name in imports_of(path))
    rooms = {parts[1] for parts in names if parts[0] == "linewise" and len(parts) > 1}
    return {room for room in rooms if (ROOT / room).is_dir() or (ROOT / f"{room}.py").is_file()}


def ids(path: Path) -> str:
    """Name a test case after its module."""
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", MODULES, ids=ids)
def test_every_module_has_a_storey(path: Path) -> None:
    """A module stands in a room of the map, so that the arrows can be checked."""
    room = room_of(path)
    assert room in {"__init__", "__main__"} or storey_of(room) is not None


@pytest.mark.parametrize("path", MODULES, ids=ids)
def test_arrows_go_down_only(path: Path) -> None:
    """A room imports rooms of its own storey or lower ones; a job imports no other job."""
    room = room_of(path)
    storey = storey_of(room)
    if storey is None:
        return
    for other in rooms_imported_by(path) - {room}:
        other_storey = storey_of(other)
        assert other_storey is not None, f"{room} imports {other}, which has no storey"
        assert other_storey <= storey, f"{room} imports {other} from a higher storey"
        if room in JOBS and other in JOBS:
            assert other in MAY_IMPORT_JOBS.get(room, set()), f"job {room} imports job {other}"


@pytest.mark.parametrize("path", MODULES, ids=ids)
def test_core_needs_the_standard_library_alone(path: Path) -> None:
    """The core imports nothing that has to be installed."""
    if storey_of(room_of(path)) != 0:
        return
    roots = {name.split(".")[0] for name in imports_of(path)} - {"linewise"}
    assert roots <= set(sys.stdlib_module_names)


@pytest.mark.parametrize("path", MODULES, ids=ids)
def test_only_doors_print(path: Path) -> None:
    """Nothing below the doors writes to a terminal."""
    if room_of(path) in DOORS:
        return
    calls = [
        node.func.id
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    ]
    assert "print" not in calls


@pytest.mark.parametrize("path", MODULES, ids=ids)
def test_the_middle_touches_neither_disk_nor_network(path: Path) -> None:
    """Only rooms that are named for it reach outside."""
    room = room_of(path)
    if room in OUTSIDE or storey_of(room) is None:
        return
    assert {name.split(".")[0] for name in imports_of(path)} & OUTSIDE_MODULES == set()


def test_exports_are_what_is_named() -> None:
    """Type checkers see the same names as `__all__` has, and each of them is there."""
    tree = ast.parse((ROOT / "__init__.py").read_text(encoding="utf-8"))
    imported = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("linewise.")
        for alias in node.names
    }
    assert sorted(imported) == sorted(linewise.__all__)
    for name in linewise.__all__:
        assert getattr(linewise, name) is not None
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        linewise.nothing  # noqa: B018 - the look-up is the test


def test_nothing_is_imported_before_it_is_used() -> None:
    """`import linewise` costs what an empty module costs."""
    program = "import sys, linewise; print([m for m in sys.modules if m.startswith('linewise.')])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout == b"[]\n"
