"""Rank texts by how alike their vectors are to that of a question."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any

from linewise.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import numpy as np
    from numpy.typing import ArrayLike, DTypeLike, NDArray

    from linewise.search._bm25 import Ranges

__all__ = ["VectorIndex", "descending", "finite_rows", "unit_vectors"]


class VectorIndex:
    """Finds the texts whose vectors point where that of a question does.

    Args:
        texts: what is searched.
        embed: makes a vector of each of some texts.

    Raises:
        OptionError: `embed` gives no row of numbers for each text.
    """

    def __init__(self, texts: Sequence[str], embed: Callable[[Sequence[str]], ArrayLike]) -> None:
        self._embed = embed
        self._vectors = unit_vectors(embed(texts), len(texts)) if texts else None

    def surrounded(
        self, order: Sequence[int], ranges: Iterable[tuple[Ranges, float]]
    ) -> VectorIndex:
        """Return an index in which each vector is blended with those of its surroundings.

        Args:
            order: the numbers of the texts, as they stand one after the other.
            ranges: for each place in that order the range of its surroundings, and the weight of
                their mean; several are added.
        """
        import numpy as np  # noqa: PLC0415 - as below

        if self._vectors is None:
            return self
        placed = self._vectors[order]
        sums = np.concatenate([np.zeros((1, placed.shape[1])), np.cumsum(placed, axis=0)])
        blended = np.zeros_like(placed)
        for one, weight in ranges:
            blended += weight * unit_vectors(sums[one.end] - sums[one.first], len(placed))
        index = copy(self)
        index._vectors = np.empty_like(placed)  # noqa: SLF001 - a copy of its own
        index._vectors[order] = blended  # noqa: SLF001
        return index

    def ranking(self, query: str) -> list[tuple[int, float]]:
        """Return the numbers of all texts with how alike they are, the nearest first.

        Raises:
            OptionError: `embed` gives no row for the query that is as long as those of the texts.
        """
        if self._vectors is None:
            return []
        asked = unit_vectors(self._embed([query]), 1)[0]
        if len(asked) != self._vectors.shape[1]:
            raise OptionError(
                f"embed gave {len(asked)} numbers for a question, but {self._vectors.shape[1]} for "
                "each text; all vectors have to be of one length"
            )
        scores = self._vectors @ asked
        order = descending(scores)
        return list(zip(order, scores[order].tolist(), strict=True))


def descending(scores: NDArray[np.float64]) -> list[int]:
    """Return the numbers of scores, the highest first, equal ones in their order."""
    import numpy as np  # noqa: PLC0415 - only searching needs it

    order: list[int] = np.argsort(-scores, kind="stable").tolist()
    return order


def unit_vectors(vectors: ArrayLike, count: int) -> NDArray[np.float64]:
    """Return what an `embed` gave as rows of the length 1.

    Raises:
        OptionError: it is not one row of finite numbers for each text.
    """
    import numpy as np  # noqa: PLC0415 - as above

    rows = finite_rows(vectors, count)
    unit: NDArray[np.float64] = rows / np.maximum(
        np.linalg.norm(rows, axis=1, keepdims=True), 1e-12
    )
    return unit


def finite_rows(
    vectors: ArrayLike, count: int, dtype: DTypeLike = "float64"
) -> NDArray[np.floating[Any]]:
    """Return what an `embed` gave as an array.

    Args:
        vectors: what it gave.
        count: of how many texts.
        dtype: of the numbers.

    Raises:
        OptionError: it is not one row of finite numbers for each text.
    """
    import numpy as np  # noqa: PLC0415 - as above

    wanted = f"one row of finite numbers for each of {count} texts was expected"
    try:
        with np.errstate(over="ignore"):
            rows = np.asarray(vectors, dtype=dtype)
    except (OverflowError, TypeError, ValueError) as error:
        raise OptionError(
            f"embed gave rows that are not all of one length, or not of numbers; {wanted}"
        ) from error
    if rows.ndim != 2 or len(rows) != count or not rows.size:
        raise OptionError(f"embed gave an array of the shape {rows.shape}; {wanted}")
    if not np.isfinite(rows).all():
        raise OptionError(f"embed gave numbers that are not finite; {wanted}")
    return rows
