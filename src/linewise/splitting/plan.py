"""A plan: how texts are to be split, checked once, then used for any number of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from linewise.errors import OptionError, SizeError
from linewise.splitting.best import best
from linewise.splitting.boundaries import Anywhere, Separators
from linewise.splitting.chunks import Scale, chunks_of
from linewise.splitting.measures import UNITS, Unit, ruler_for
from linewise.splitting.packing import Budget, Packer, Position
from linewise.splitting.separators import separators_for
from linewise.splitting.stripping import stripped
from linewise.splitting.windows import check_size
from linewise.tokens import TokenizerLike, tokenizer_for

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Sequence

    from linewise.document import Document
    from linewise.splitting.boundaries import Strategy
    from linewise.splitting.chunks import Chunk
    from linewise.splitting.packing import CutFields

__all__ = ["By", "OverlapBy", "Pack", "Plan"]

By: TypeAlias = Literal["recursive", "lines", "chars", "tokens", "pages"]
Pack: TypeAlias = Literal["greedy", "best"]
OverlapBy: TypeAlias = Literal["pieces", "unit"]

# The unit that a strategy's size is in when none is named.
_OWN_UNIT: dict[str, Unit] = {"lines": "lines", "chars": "graphemes", "tokens": "tokens"}


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
    pack: Pack = "greedy"
    strip: bool = False
    min_size: int = 0
    overlap_by: OverlapBy = "pieces"

    def __post_init__(self) -> None:
        _check_choice("by", self.by, get_args(By))
        _check_choice("pack", self.pack, get_args(Pack))
        _check_choice("overlap_by", self.overlap_by, get_args(OverlapBy))
        _check_choice("unit", self.scale.unit, UNITS)
        check_size(self.size, self.budget.overlap)
        if not 0 <= self.min_size <= self.size:
            raise SizeError(f"min_size {self.min_size} is not between 0 and size {self.size}")
        separators_for(self.separators)

    @cached_property
    def budget(self) -> Budget:
        """The sizes, as the packer takes them."""
        overlap = self.size // 5 if self.overlap is None else self.overlap
        return Budget(self.size, overlap, self.min_size, self.overlap_by == "pieces")

    @cached_property
    def scale(self) -> Scale:
        """The measure, as chunks keep it."""
        unit = self.unit or _OWN_UNIT.get(self.by, "chars")
        return Scale(unit, self.size, tokenizer_for(self.tokenizer))

    def strategy(self, text: str) -> Strategy:
        """Return where the boundaries of a text are."""
        if self.by in {"chars", "tokens"}:
            return Anywhere()
        return Separators(text, ("\n",) if self.by == "lines" else separators_for(self.separators))

    def packer(self, text: str, origin: int = 0) -> Packer:
        """Return boundaries, measure and sizes, laid along a text; see `ruler_for`."""
        ruler = ruler_for(text, self.scale.unit, self.scale.tokenizer, origin)
        return Packer(text, self.strategy(text), ruler, self.budget)

    def packed(
        self, packer: Packer, position: Position, finish: int, horizon: int | None = None
    ) -> Generator[CutFields, None, Position]:
        """Cut with the packer's way that is asked for; see `Packer.greedy`."""
        if self.pack == "best":
            return best(packer, position, finish, horizon)
        return packer.greedy(position, finish, horizon)

    def chunks(self, document: Document) -> list[Chunk]:
        """Return the chunks of a document."""
        cuts = self.finished(document.text, self._cuts(document))
        return chunks_of(document, cuts, self.scale)

    def finished(self, text: str, cuts: Iterable[CutFields]) -> Iterable[CutFields]:
        """Return the cuts of a text, stripped if that is asked for."""
        return stripped(text, cuts, self.scale) if self.strip else cuts

    def _cuts(self, document: Document) -> Iterator[CutFields]:
        packer = self.packer(document.text)
        return chain.from_iterable(
            self.packed(packer, Position(start, start), finish)
            for start, finish in self._sections(document)
        )

    def _sections(self, document: Document) -> list[tuple[int, int]]:
        """Return the stretches that no chunk crosses: the pages, or the whole text."""
        starts = [page.span.start for page in document.pages[1:]] if self.by == "pages" else []
        return list(zip([0, *starts], [*starts, len(document.text)], strict=True))


def _check_choice(name: str, value: str, choices: Sequence[str]) -> None:
    if value not in choices:
        raise OptionError(f"{name} {value!r} does not exist: {', '.join(choices)} were expected")
