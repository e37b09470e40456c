"""What is kept between calls is bounded in number, size and time."""

from __future__ import annotations

from linewise.mcp_server.shelf import Shelf


def test_the_oldest_gives_way() -> None:
    """By number and by size; a value that is too large alone is not kept."""
    shelf: Shelf[str] = Shelf(count=2, size=10)
    for key in "abc":
        shelf.put(key, key.upper(), 1)
    assert (None, "B", "C") == (shelf.get("a"), shelf.get("b"), shelf.get("c"))
    shelf.put("d", "D", 9)
    assert (None, "C", "D") == (shelf.get("b"), shelf.get("c"), shelf.get("d"))
    shelf.put("e", "E", 11)
    assert len(shelf) == 0


def test_what_is_taken_is_gone() -> None:
    """Taking returns a value once."""
    shelf: Shelf[int] = Shelf(count=2, size=10)
    shelf.put("a", 1, 1)
    assert (1, None) == (shelf.take("a"), shelf.take("a"))


def test_time_passes() -> None:
    """A value is forgotten when it is too old; putting it again begins anew."""
    now = [0.0]
    shelf: Shelf[int] = Shelf(count=9, size=10, seconds=5, clock=lambda: now[0])
    shelf.put("a", 1, 1)
    now[0] = 4.0
    shelf.put("b", 2, 1)
    now[0] = 6.0
    assert (None, 2) == (shelf.get("a"), shelf.get("b"))
