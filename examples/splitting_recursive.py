"""Split the manual at its structure: 1000 characters a chunk, 200 repeated, and show the sizes."""

from collections import Counter
from pathlib import Path

import linewise as lw
from linewise.splitting import PRESETS, stats

MANUAL = Path(__file__).parent / "manual.md"


def main() -> None:
    """Print how long the chunks are, packed greedily and packed best."""
    manual = lw.load(MANUAL)
    for pack in ("greedy", "best"):
        chunks = lw.split(manual, separators="markdown", pack=pack, **PRESETS["general"])
        numbers = stats(chunks)
        print(
            f"{pack}: {numbers.count} chunks, {numbers.min} to {numbers.max} characters, "
            f"mean {numbers.mean:.0f}, median {numbers.median:.0f}, "
            f"{numbers.overlap:,} of {numbers.total:,} repeated"
        )
        hundreds = Counter(len(chunk) // 100 for chunk in chunks)
        for hundred in range(11):
            print(f"  {hundred * 100:>4} {'█' * hundreds[hundred]}")


if __name__ == "__main__":
    main()
