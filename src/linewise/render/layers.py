"""Layers of pieces over a document, and the runs that their edges cut its text into.

`Layer` names some pieces and says how they are drawn. `runs` is the one sweep that every drawing
stands on: a page, a text with marks, a comparison. `drawing` makes HTML of it, `pages` a page.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import starmap
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol, TypeAlias

from linewise._kinds import check_several, check_text
from linewise.document import Piece
from linewise.errors import OptionError, SpanError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from linewise.document import Document

__all__ = ["LOOKS", "Layer", "Layers", "Look", "Run", "as_layers", "runs"]

Look: TypeAlias = Literal["fill", "frame", "underline", "bar"]

# Each can be seen through the others, so that four layers can be looked at together.
LOOKS: tuple[Look, ...] = ("fill", "frame", "underline", "bar")

_MOST_LAYERS = 10


class _Stretch(Protocol):
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """Pieces of a document under one name.

    Attributes:
        name: of all of them, such as "Chunks".
        pieces: in the order in which they are numbered. They may overlap, and be empty.
        label: what one of them is called; the name without its last "s" when left out.
        look: how they are drawn: filled, framed, underlined, or by a bar beside their lines. By
            the layer's place among the others when left out.
        shown: whether the layer is seen before anybody switched it on.
        sizes: of the pieces, for the figures; what they say of themselves (`size` in `unit`), or
            else their characters when left out.
        unit: what the sizes count.
        note: what there is to say of a piece beside its place and its size.
    """

    name: str
    pieces: Sequence[Piece] = field(repr=False)
    label: str = ""
    look: Look | None = None
    shown: bool = True
    sizes: Sequence[int] | None = field(default=None, repr=False)
    unit: str = ""
    note: Callable[[Piece], str] | None = None

    def __post_init__(self) -> None:
        check_text("the name of a layer", self.name)
        check_text("the unit of a layer", self.unit)
        if not isinstance(self.pieces, Iterable):
            raise _no_pieces(self.name, self.pieces)
        pieces = tuple(self.pieces)
        for piece in pieces:
            if not isinstance(piece, Piece):
                raise _no_pieces(self.name, piece)
        sizes, unit = self.sizes, self.unit
        if sizes is None:
            sizes = [getattr(piece, "size", len(piece)) for piece in pieces]
            unit = unit or next((getattr(piece, "unit", "") for piece in pieces), "")
        check_several("sizes", sizes, "[3, 5]")
        sizes = tuple(sizes)
        if len(sizes) != len(pieces):
            raise OptionError(
                f"layer {self.name!r} has {len(pieces)} pieces, but sizes for {len(sizes)}"
            )
        if self.look not in (*LOOKS, None):
            raise OptionError(f"a layer looks like {', '.join(LOOKS)}, not {self.look!r}")
        object.__setattr__(self, "pieces", pieces)
        object.__setattr__(self, "sizes", sizes)
        object.__setattr__(self, "unit", "characters" if unit in {"", "chars"} else unit)
        object.__setattr__(self, "label", self.label or self.name.removesuffix("s"))


def _no_pieces(name: str, value: object) -> TypeError:
    return TypeError(
        f"layer {name!r}: pieces of a document were expected, not {type(value).__name__}"
    )


Layers: TypeAlias = "Iterable[Layer] | Mapping[str, Sequence[Piece]] | Iterable[Piece]"
"""What can be drawn over a document: layers, pieces by name, or the pieces of a single layer."""


class Run(NamedTuple):
    """A stretch of a text in which nothing begins or ends.

    Attributes:
        start: in code points.
        end: the offset after it; that of the start where only empty spans stand.
        covering: the numbers of the spans that it lies in, the one that began last at the end.
        beginning: the numbers of the spans that begin where it does.
    """

    start: int
    end: int
    covering: tuple[int, ...]
    beginning: tuple[int, ...]


def runs(length: int, spans: Iterable[_Stretch], cuts: Iterable[int] = ()) -> Iterator[Run]:
    """Yield the runs of a text, which laid end to end are the whole of it.

    One sweep over the sorted edges: the time is that of sorting them, and of naming for each run
    the spans that it lies in.

    Args:
        length: of the text.
        spans: in it, which may overlap, nest and be empty.
        cuts: offsets at which a run ends besides, such as the starts of lines.
    """
    begins: defaultdict[int, list[int]] = defaultdict(list)
    ends: defaultdict[int, list[int]] = defaultdict(list)
    for number, span in enumerate(spans):
        begins[span.start].append(number)
        ends[span.end].append(number)
    places = sorted({0, length, *cuts, *begins, *ends})
    covering: dict[int, None] = {}
    for place, after in zip(places, [*places[1:], length], strict=True):
        beginning = begins.get(place, ())
        covering |= dict.fromkeys(beginning)
        for number in ends.get(place, ()):
            del covering[number]
        if place < after or beginning:
            yield Run(place, after, tuple(covering), tuple(beginning))


def as_layers(document: Document, layers: Layers) -> tuple[Layer, ...]:
    """Return what is to be drawn over a document as layers that each have a look.

    Args:
        document: that all pieces are of.
        layers: the layers, or pieces by the name of their layer, or the pieces of a single one,
            which is then named after their kind.

    Raises:
        SpanError: a piece is of another document.
        OptionError: there are more layers than can be told apart.
        TypeError: something is neither a layer nor a piece.
    """
    found = tuple(_named(layers))
    if len(found) > _MOST_LAYERS:
        raise OptionError(f"{len(found)} layers are too many to be told apart: {_MOST_LAYERS} fit")
    for layer in found:
        _refuse_strangers(document, layer)
    return tuple(
        replace(layer, look=layer.look or LOOKS[at % len(LOOKS)]) for at, layer in enumerate(found)
    )


def _named(layers: Layers) -> Iterator[Layer]:
    if isinstance(layers, Mapping):
        yield from starmap(Layer, layers.items())
        return
    if isinstance(layers, str) or not isinstance(layers, Iterable):
        raise _no_layers(layers)
    found = tuple(layers)
    if found and all(isinstance(one, Piece) for one in found):
        yield Layer(_kind(found[0]), [one for one in found if isinstance(one, Piece)])
        return
    for one in found:
        if not isinstance(one, Layer):
            raise _no_layers(one)
        yield one


def _no_layers(value: object) -> TypeError:
    return TypeError(
        "layers are Layer values, pieces by name, or the pieces of a single layer; "
        f"{type(value).__name__} is none of them"
    )


def _kind(piece: object) -> str:
    """Return what pieces of a kind are called: those of KeyPoint are key points."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(piece).__name__.strip("_"))
    return f"{words.capitalize()}s"


def _refuse_strangers(document: Document, layer: Layer) -> None:
    # Pieces share their document, and to compare two long texts takes its time.
    own = {id(document)}
    for piece in layer.pieces:
        if id(piece.document) in own:
            continue
        if piece.document != document:
            raise SpanError(f"layer {layer.name!r}: {piece!r} is a piece of another document")
        own.add(id(piece.document))
