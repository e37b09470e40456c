"""The colours of pages: read by people with any eyes, on light and on dark."""

from __future__ import annotations

import re
from itertools import pairwise
from math import sqrt

import pytest

from linewise.render import asset

# Severe colour blindness of three kinds on linear RGB: Machado, Oliveira and Fernandes, "A
# physiologically-based model for simulation of color vision deficiency", 2009.
EYES = {
    "any": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}

Colour = tuple[float, ...]


def schemes() -> dict[str, dict[str, Colour]]:
    """Return the named colours of light and of dark pages, from 0 to 255."""
    light: dict[str, Colour] = {}
    dark: dict[str, Colour] = {}
    for sheet in ("page.css", "layers.css"):
        before, _, after = asset(sheet).partition("@media screen and (prefers-color-scheme: dark)")
        light |= colours(before)
        dark |= colours(after.partition("\n}\n")[0])
    return {"light": light, "dark": light | dark}


def colours(css: str) -> dict[str, Colour]:
    """Return the named colours of a style sheet."""
    found: dict[str, Colour] = {}
    for name, value in re.findall(r"--([\w-]+):[^;]*?#([0-9a-f]{6}|[0-9a-f]{3});", css):
        full = value if len(value) == 6 else "".join(2 * digit for digit in value)
        found[name] = tuple(int(full[at : at + 2], 16) for at in (0, 2, 4))
    for values in re.findall(r"--heat: (\d+), (\d+), (\d+);", css):
        found["heat"] = tuple(map(int, values))
    return found


def linear(colour: Colour) -> Colour:
    """Return the channels of a colour as shares of light."""
    shares = (value / 255 for value in colour)
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in shares)


def luminance(colour: Colour) -> float:
    """Return how bright a colour is."""
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast of two colours as WCAG 2 defines it."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def lab(colour: Colour, eyes: str) -> Colour:
    """Return a colour as such eyes see it, in CIE Lab."""
    seen = [
        min(1.0, max(0.0, sum(a * c for a, c in zip(row, linear(colour), strict=True))))
        for row in EYES[eyes]
    ]
    xyz = (
        (0.4124 * seen[0] + 0.3576 * seen[1] + 0.1805 * seen[2]) / 0.9505,
        0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2],
        (0.0193 * seen[0] + 0.1192 * seen[1] + 0.9505 * seen[2]) / 1.089,
    )
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one: Colour, other: Colour, eyes: str) -> float:
    """Return how different two colours look; 2.3 is just seen."""
    pairs = zip(lab(one, eyes), lab(other, eyes), strict=True)
    return sqrt(sum((a - b) ** 2 for a, b in pairs))


SCHEMES = schemes()
either = pytest.mark.parametrize("scheme", ["light", "dark"])


@either
def test_words_are_read_on_every_ground(scheme: str) -> None:
    """WCAG 2.2 AA: 4.5 to 1 for words on the page, on a sheet, on a fill and on a mark."""
    named = SCHEMES[scheme]
    for ground in ("page", "sheet", "fill-0", "fill-1", "fill-2", "mark"):
        assert contrast(named["ink"], named[ground]) >= 4.5, ground
    for words in ("dim", "link"):
        for ground in ("page", "sheet"):
            assert contrast(named[words], named[ground]) >= 4.5, (words, ground)


@either
def test_words_are_read_in_the_deepest_cell_of_a_heat_map(scheme: str) -> None:
    """It is half of its colour on the page."""
    named = SCHEMES[scheme]
    deepest = tuple((a + b) / 2 for a, b in zip(named["heat"], named["page"], strict=True))
    assert contrast(named["ink"], deepest) >= 4.5


@either
def test_what_is_drawn_is_seen(scheme: str) -> None:
    """WCAG 2.2 AA: 3 to 1 for frames, lines, bars, the focus and the lines of plots."""
    named = SCHEMES[scheme]
    drawn = [name for name in named if name.startswith(("series-", "line-", "bar-"))]
    assert 10 <= len(drawn)
    for name in (*drawn, "frame", "focus"):
        assert contrast(named[name], named["page"]) >= 3, name


@either
@pytest.mark.parametrize("eyes", list(EYES))
def test_neighbours_are_told_apart_by_any_eyes(scheme: str, eyes: str) -> None:
    """Pieces that follow each other differ in their fill, and from the page."""
    named = SCHEMES[scheme]
    fills = [named[f"fill-{number}"] for number in (0, 1, 2, 0)]
    for one, other in pairwise(fills):
        assert distance(one, other, eyes) >= 8
    for fill in fills:
        assert distance(fill, named["page"], eyes) >= 8
