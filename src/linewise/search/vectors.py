"""Rank texts by how alike their vectors are to that of a question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linewise.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

__all__ = ["VectorIndex", "descending", "unit_vectors"]


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

    def ranking(self, query: str) -> list[tuple[int, float]]:
        """Return the numbers of all texts with the cosines of their angles, the nearest first."""
        if self._vectors is None:
            return []
        scores = self._vectors @ unit_vectors(self._embed([query]), 1)[0]
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

    rows = np.asarray(vectors, dtype=np.float64)
    if rows.ndim != 2 or len(rows) != count or not np.isfinite(rows).all():
        raise OptionError(
            f"embed gave an array of the shape {rows.shape}; one row of finite numbers for each "
            f"of {count} texts was expected"
        )
    unit: NDArray[np.float64] = rows / np.maximum(
        np.linalg.norm(rows, axis=1, keepdims=True), 1e-12
    )
    return unit
