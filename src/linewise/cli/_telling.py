"""What is told on standard error, beside a result or in the place of one.

Nothing here needs what is not loaded yet: an error is told where memory or files ran out, too.
"""

from __future__ import annotations

import os
import sys

from linewise._signs import visible

__all__ = ["tell"]


def tell(message: str, *more: str) -> None:
    """Tell something in a line of its own, with signs for control characters.

    Where standard error is closed or full, nothing is told: a result is worth more.

    Args:
        message: what follows the name of the program.
        more: lines that stand below it as they are.
    """
    if sys.stderr is None:
        return
    lines = (f"linewise: {message}", *more)
    text = "".join(f"{visible(line)}\n" for line in lines)
    try:
        sys.stderr.flush()
        sys.stderr.buffer.write(text.encode(errors="backslashreplace"))
        sys.stderr.buffer.flush()
    except OSError:
        # What is left in the buffer would fail again when the program ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
