"""What each line of a text costs in tokens, read off one pass over all of it."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from linewise.tokens.tokenizers import Encoder

if TYPE_CHECKING:
    from linewise.tokens.tokenizers import Tokenizer

__all__ = ["line_costs"]


def line_costs(text: str, tokenizer: Tokenizer) -> list[int]:
    r"""Return the tokens of each line of a text, with its end; a last `\n` begins no line.

    A token across the end of a line counts where it ends. Where only counting is possible, each
    line is counted by itself.

    Args:
        text: the text.
        tokenizer: what counts them.
    """
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    if not isinstance(tokenizer, Encoder):
        return [tokenizer.count(f"{line}\n") for line in lines]
    ends = tokenizer.ends(text)
    starts = accumulate((len(line) + 1 for line in lines), initial=0)
    return [b - a for a, b in pairwise(bisect_right(ends, start) for start in starts)]
