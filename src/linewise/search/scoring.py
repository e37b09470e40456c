"""How the words of pieces, and of what surrounds them, count in a search: values to choose from.

The formula and the pairs of words have their sources in `_bm25`. What is near, what stands
together, how it is asked, and that a text goes on, are rules of our own; docs/comparing.md tells
what they are worth.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["ALONE", "SURROUNDED", "Scoring", "Shares"]


@dataclass(frozen=True, slots=True)
class Shares:
    """How much a score by a piece's own words counts, and those by its surroundings.

    Attributes:
        own: the weight of the score of the piece itself.
        around: how many characters on either side count as surroundings, and the weight of the
            score of these with the piece; several are added.
    """

    own: float = 1.0
    around: tuple[tuple[int, float], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring:
    """What a search goes by; by itself, plain BM25.

    Attributes:
        words: how words count.
        pairs: how words count that stand side by side in the question, where they do so in the
            text, too; not at all when left out.
        vicinity: how many characters on either side of a piece are looked at to see whether a word
            tells it from its neighbours: the more of them hold the word, the less it counts as
            the piece's own.
        overlap: how much less words of a question count that mostly stand in the same pieces
            (Columbus Blue Jackets): 1 makes a name of three words count about as much as one
            word, 0 as three.
        asking: how much the words count with which people ask (describe, according, text).
        onward: how much of the score of the piece before is added, since a text goes on with what
            it has begun to speak of, and answers come after what they answer.
    """

    words: Shares = Shares()
    pairs: Shares | None = None
    vicinity: int = 0
    overlap: float = 0.0
    asking: float = 1.0
    onward: float = 0.0


ALONE = Scoring()
"""Each piece by its own words, which is plain BM25."""

SURROUNDED = Scoring(
    words=Shares(0.4, ((500, 0.3), (1_500, 0.4))),
    pairs=Shares(0.2, ((1_500, 0.25),)),
    vicinity=5_000,
    overlap=1.0,
    asking=0.5,
    onward=0.3,
)
"""Each piece with its surroundings; tuned on every other question of the three sets that
docs/comparing.md names."""
