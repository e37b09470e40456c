"""What one edit costs in tokens: by focus, with the whole document, and by writing it out again.

A fact of a generated manual changes. A rule model edits it where its prompt shows it; its prompts
and replies are counted, and the edit is checked. A full rewrite is asked for in as few words as
can be, and answers with the whole text. Prints a Markdown table, with the whole call in the price
of a token of the question, a token of the answer being 5.

    python benchmarks/edit_cost.py [--data DIR] [--seeds N]
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
from pathlib import Path
from typing import NamedTuple

import linewise as lw

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from focus_models import changing, with_fact

TOKENIZER = "o200k"
WINDOW = 8_000
SIZES = (50, 500, 5_000, 50_000, 100_000)
DISTRACTORS = 20

# What a token of an answer costs against one of the question, as most servers charge.
OUTPUT_PRICE = 5

REWRITE = "Bring the information into the document and write the whole document again.\n\n"

WAYS = ("focus", "whole document", "full rewrite")


class Cost(NamedTuple):
    """The tokens of an edit in both directions."""

    sent: float
    written: float

    @property
    def price(self) -> float:
        """The cost of the call in tokens of the question."""
        return self.sent + OUTPUT_PRICE * self.written


def costs(lines: int, seed: int) -> dict[str, Cost]:
    """Return what one edit of a manual costs in each way."""
    distractors = min(DISTRACTORS, lines // 5)
    written, old, new = with_fact(random.Random(seed), lines, distractors)
    doc = lw.Document("\n".join(written) + "\n")
    news = f"{new[:-1]} now, no longer 7."
    right = doc.text.replace(old, new)
    return {
        "focus": asked(doc, news, (old, new), right, focus=True, window=WINDOW),
        "whole document": asked(doc, news, (old, new), right, window=10**9),
        "full rewrite": Cost(
            lw.count_tokens(REWRITE + doc.text + news, TOKENIZER),
            lw.count_tokens(right, TOKENIZER),
        ),
    }


def asked(
    doc: lw.Document, news: str, fact: tuple[str, str], right: str, **options: int | bool
) -> Cost:
    """Return what a model is sent and writes, once it is known that its edit is right."""
    edit = lw.edit(doc, news, changing(*fact), **options)  # type: ignore[arg-type]
    assert edit.after.text == right
    return Cost(edit.usage.input_tokens, edit.usage.output_tokens)


def mean(found: list[Cost]) -> Cost:
    """Return the mean of costs."""
    return Cost(
        statistics.mean(cost.sent for cost in found),
        statistics.mean(cost.written for cost in found),
    )


def main() -> None:
    """Print the table."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--data", help="unused: the texts are made here")
    options.add_argument("--seeds", type=int, default=5, help="how many manuals of each length")
    seeds = options.parse_args().seeds
    heads = " | ".join(f"{way}: in | out" for way in WAYS)
    print(
        f"Mean tokens ({TOKENIZER}) of one edit, over {seeds} manuals; focus in a window of "
        f"{WINDOW:,}; share: price of the call, answer × {OUTPUT_PRICE}, of that of a rewrite\n"
    )
    print(f"| lines | {heads} | share: focus | whole |")
    print("| ---: |" + " ---: |" * (2 * len(WAYS) + 2))
    for lines in SIZES:
        drawn = [costs(lines, seed) for seed in range(seeds)]
        means = [mean([one[way] for one in drawn]) for way in WAYS]
        cells = [f"{tokens:,.0f}" for cost in means for tokens in cost]
        cells += [f"{cost.price / means[-1].price:.1%}" for cost in means[:2]]
        print(f"| {lines:,} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
