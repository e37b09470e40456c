"""A file under review, and a page that shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from linewise.review import Desk, served
from review_visitor import Visitor, desk_of, written_shop

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a file that is to be edited."""
    folder = tmp_path / "work"
    folder.mkdir()
    return written_shop(folder)


@pytest.fixture
def desk(file: Path) -> Desk:
    """Return a desk with the file, for which three operations are proposed."""
    return desk_of(file)


@pytest.fixture
def link(desk: Desk) -> Iterator[str]:
    """Serve the desk and return the link."""
    with served(desk) as link:
        yield link


@pytest.fixture
def visitor(link: str) -> Visitor:
    """Return somebody who followed the link."""
    return Visitor.admitted(link)


@pytest.fixture
def proposal(desk: Desk) -> str:
    """Return the id of what is proposed."""
    pending = desk.sheets[0].pending()
    assert pending is not None
    return pending.id
