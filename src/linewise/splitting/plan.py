"""A plan: how texts are to be split, checked once, then used for any number of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from linewise.errors import OptionError, SizeError
from linewise.splitting.anchors import anchors
from linewise.splitting.best import best
from linewise.splitting.boundaries import Anywhere, Separators
from linewise.splitting.chunks import Making, Scale, chunks_of
from linewise.splitting.measures import UNITS, Unit, ruler_for
from linewise.splitting.packing import Budget, Packer, Position, check_size
from linewise.splitting.separators import separators_for
from linewise.splitting.strategies import (
    STRATEGIES,
    Layout,
    Outlook,
    Ranked,
    at_clusters,
    layout_of,
)
from linewise.splitting.stripping import stripped
from linewise.splitting.units import merged, whole_units
from linewise.tokens import TokenizerLike, tokenizer_for

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

    from numpy.typing import ArrayLike

    from linewise.document import Document
    from linewise.splitting.boundaries import Strategy
    from linewise.splitting.chunks import Chunk
    from linewise.splitting.packing import CutFields

__all__ = ["By", "OverlapBy", "Pack", "Plan"]

By: TypeAlias = Literal[
    "recursive",
    "lines",
    "chars",
    "tokens",
    "pages",
    "sentences",
    "structure",
    "markdown",
    "html",
    "code",
    "json",
    "topics",
    "semantic",
]
Pack: TypeAlias = Literal["greedy", "best"]
OverlapBy: TypeAlias = Literal["pieces", "unit"]

# The unit that a strategy's size is in when none is named.
_OWN_UNIT: dict[str, Unit] = {"lines": "lines", "chars": "graphemes", "tokens": "tokens"}

# The strategies that weigh the cuts of a section against each other unless they are told not to.
_WEIGHED = {*STRATEGIES} - {"sentences"}


@dataclass(frozen=True, kw_only=True)
class Plan:
    """How texts are to be split; `split` says what each setting means.

    Raises:
        SizeError: a size that cannot be kept.
        OptionError: a setting with an unknown value.
        TokenizerError: there is no such tokenizer.
    """

    by: By = "recursive"
    size: int = 1000
    overlap: int | None = None
    unit: Unit | None = None
    tokenizer: TokenizerLike = "o200k"
    separators: str | Sequence[str] | None = None
    pack: Pack | None = None
    strip: bool = False
    min_size: int = 0
    overlap_by: OverlapBy = "pieces"
    language: str | None = None
    embed: Callable[[Sequence[str]], ArrayLike] | None = None
    stable: bool = False

    def __post_init__(self) -> None:
        check_size(self.size, 0 if self.overlap is None else self.overlap)
        _check_choice("by", self.by, get_args(By))
        _check_choice("pack", self.way if self.pack is None else self.pack, get_args(Pack))
        _check_choice("overlap_by", self.overlap_by, get_args(OverlapBy))
        _check_choice("unit", self.scale.unit if self.unit is None else self.unit, UNITS)
        if type(self.min_size) is not int or not 0 <= self.min_size <= self.size:
            raise SizeError(
                f"min_size is a whole number from 0 to the size of {self.size}, not "
                f"{self.min_size!r}"
            )
        separators_for(self.separators)
        if self.by == "semantic" and self.embed is None:
            raise OptionError('by="semantic" needs embed=; by="topics" goes by the words alone')

    @property
    def way(self) -> Pack:
        """How cuts are chosen: as asked for, or else as the strategy does best."""
        return self.pack or ("best" if self.by in _WEIGHED else "greedy")

    @cached_property
    def budget(self) -> Budget:
        """The sizes, as the packer takes them."""
        overlap = self.overlap
        if overlap is None:
            # Where a chunk ends with a thought, nothing need be said twice.
            overlap = 0 if self.by in STRATEGIES else self.size // 5
        return Budget(self.size, overlap, self.min_size, self.overlap_by == "pieces")

    @cached_property
    def scale(self) -> Scale:
        """The measure, as chunks keep it."""
        unit = self.unit or _OWN_UNIT.get(self.by, "chars")
        return Scale(unit, self.size, tokenizer_for(self.tokenizer))

    def layout(self, document: Document) -> Layout:
        """Return where the boundaries of a document are, and the sections that hold them."""
        if self.by in STRATEGIES:
            return layout_of(self.by, document, Outlook(self.language, self.embed))
        starts = [page.span.start for page in document.pages[1:]] if self.by == "pages" else []
        return Layout(self.strategy(document.text), starts)

    def strategy(self, text: str) -> Strategy:
        """Return where the boundaries of a text are that needs not be known as a whole."""
        if self.by in {"chars", "tokens"}:
            return Anywhere()
        return Separators(text, ("\n",) if self.by == "lines" else separators_for(self.separators))

    def packer(self, text: str, origin: int = 0, strategy: Strategy | None = None) -> Packer:
        """Return boundaries, measure and sizes, laid along a text; see `ruler_for`."""
        ruler = ruler_for(text, self.scale.unit, self.scale.tokenizer, origin)
        return Packer(text, strategy or self.strategy(text), ruler, self.budget)

    def packed(
        self, packer: Packer, position: Position, finish: int, horizon: int | None = None
    ) -> Generator[CutFields, None, Position]:
        """Cut with the packer's way that is asked for; see `Packer.greedy`."""
        if self.way == "best":
            return best(packer, position, finish, horizon)
        if isinstance(packer.strategy, Ranked) and self.budget.overlap and not self.min_size:
            return whole_units(packer, packer.strategy, position, finish)
        return packer.greedy(position, finish, horizon)

    def chunks(self, document: Document) -> list[Chunk]:
        """Return the chunks of a document."""
        layout = self.layout(document)
        cuts = self.finished(document.text, self._cuts(document.text, layout))
        return chunks_of(document, cuts, self.scale, Making(self, layout.context))

    def finished(self, text: str, cuts: Iterable[CutFields]) -> Iterable[CutFields]:
        """Return the cuts of a text, stripped if that is asked for."""
        return stripped(text, cuts, self.scale) if self.strip else cuts

    def _cuts(self, text: str, layout: Layout) -> Iterator[CutFields]:
        packer = self.packer(text, strategy=layout.strategy)
        # A heading or a page may begin inside a cluster, where no chunk can.
        starts = [0, *merged([*at_clusters(text, layout.starts)], packer.ruler, self.min_size)]
        return chain.from_iterable(
            self._section(packer, start, finish) for start, finish in pairwise([*starts, len(text)])
        )

    def _section(self, packer: Packer, start: int, finish: int) -> Iterator[CutFields]:
        """Return the cuts of a section, in which chunks do not depend on those before it."""
        position = Position(start, start)
        if self.stable:
            return self._anchored(packer, position, finish)
        return self.packed(packer, position, finish)

    def _anchored(self, packer: Packer, position: Position, finish: int) -> Iterator[CutFields]:
        for anchor in anchors(packer, position.fresh, finish, self.scale.unit):
            position = yield from self.packed(packer, position, anchor)
        yield from self.packed(packer, position, finish)


def _check_choice(name: str, value: str, choices: Sequence[str]) -> None:
    if value not in choices:
        raise OptionError(f"{name} {value!r} does not exist: {', '.join(choices)} were expected")
