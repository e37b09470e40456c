"""How much work something is, by what does not depend on the machine."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def steps_of(deed: Callable[[], object]) -> int:
    """Return how many calls something takes and how many end."""
    steps = 0

    def count(_frame: object, _event: str, _argument: object) -> None:
        nonlocal steps
        steps += 1

    sys.setprofile(count)
    try:
        deed()
    finally:
        sys.setprofile(None)
    return steps
