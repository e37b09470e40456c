"""Plots as SVG: what is drawn where, and what is said of it."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linewise.render import Line, heat_map_svg, histogram_svg, lines_svg
from linewise.render._axes import Scale, SpreadScale, number_words, ticks
from linewise.render.places import shortened


def bars(drawing: str) -> list[str]:
    """Return what the bars of a histogram say."""
    return re.findall(r'class="bar".*?<title>(.*?)</title>', drawing)


@pytest.mark.parametrize(
    ("low", "high", "count", "expected"),
    [
        (0, 100, 5, [0, 20, 40, 60, 80, 100]),
        (3, 97, 5, [0, 20, 40, 60, 80, 100]),
        (0, 1, 4, [0, 0.5, 1]),
        (0, 0, 4, [0, 1]),
        (7, 7, 4, [0, 10]),
    ],
)
def test_ticks_are_round_and_enclose_the_range(
    low: float, high: float, count: int, expected: list[float]
) -> None:
    """Steps are 1, 2 or 5 times a power of ten."""
    assert expected == ticks(low, high, count)


@given(st.lists(st.integers(0, 100_000), min_size=1, max_size=50))
def test_every_value_is_in_one_bar(values: list[int]) -> None:
    """The counts of the bars add up to the values."""
    counts = [
        int(words.split()[0].replace(",", ""))
        for words in bars(histogram_svg(values, unit="x", label="x"))
    ]
    assert len(values) == sum(counts)


def test_a_bar_tells_its_bounds() -> None:
    """Whole values get bars with whole edges."""
    assert ["2 from 1 to 2", "1 from 3 to 4"] == bars(
        histogram_svg([1, 1, 3], unit="tokens", label="x")
    )


def test_histograms_of_one_ground_can_be_compared() -> None:
    """The axis begins at 0 and reaches to what is given."""
    assert ["1 from 40 to 45"] == bars(histogram_svg([40], unit="tokens", label="x", upto=100))


def test_lines_differ_by_dashes_and_signs() -> None:
    """Who does not see colours sees them apart."""
    drawing = lines_svg(
        [Line("a", [(1, 1), (2, 2)]), Line("b", [(1, 2), (2, 1)], [(2, 0.5, 1.5)])],
        label="Found",
        x_label="tokens",
        y_label="%",
    )
    dashes = re.findall(r'class="curve s(\d)".*?stroke-dasharray="(.*?)"', drawing)
    assert {("0", "none"), ("1", "7 3")} == set(dashes)
    signs = re.findall(r'class="f(\d)".*? d="(.*?)"', drawing)
    assert 2 == len({shape for _, shape in signs})
    assert "b at 2: 0.5 to 1.5" in drawing
    assert 'aria-label="Found: a ends at 2; b ends at 1"' in drawing


def test_a_spread_axis_gives_each_doubling_the_same_room() -> None:
    """Budgets of tokens are such values."""
    scale = SpreadScale((100, 200, 400), 0, 100)
    assert [0, 50, 100] == [round(scale.at(value)) for value in scale.values]
    assert [100, 400] == scale.marks(2)
    assert 5 == Scale(3, 3, 0, 10).at(3)


def test_a_heat_map_has_its_values_in_its_cells() -> None:
    """Depth alone tells nothing; no value is a dash."""
    drawing = heat_map_svg(["why?"], ["a", "b"], [[0.5, None]], label="Questions")
    assert ["50", "–"] == re.findall(r'class="cell".*?>(.*?)</text>', drawing)
    assert "why?, a: 50" in drawing
    ranks = heat_map_svg(["why?"], ["a"], [[1.0]], label="Questions", words=[["3"]])
    assert ["3"] == re.findall(r'class="cell".*?>(.*?)</text>', ranks)


@pytest.mark.parametrize(
    "drawing",
    [
        histogram_svg([], unit="<b>", label='"<i>'),
        histogram_svg([1, 2.5], unit="<b>", label='"<i>'),
        lines_svg([], label='"<i>', x_label="<", y_label="&"),
        lines_svg([Line("<a>", [(1, 1)], [(1, 0, 2)])], label='"<i>', x_label="<", y_label="&"),
        lines_svg([Line("<a>", [(1, 0)])], label='"<i>', x_label="<", y_label="&", spread=True),
        heat_map_svg([], [], [], label='"<i>'),
        heat_map_svg(["<r>"], ["<c>"], [[0.2]], label='"<i>', words=[["<w>"]]),
    ],
    ids=["no values", "values", "no lines", "a point", "one x", "no rows", "a cell"],
)
def test_every_drawing_is_well_formed_and_named(drawing: str) -> None:
    """No name is markup; a drawing of nothing is a drawing that says so."""
    root = ET.fromstring(drawing)  # noqa: S314 - our own
    assert root.get("aria-label", "").startswith('"<i>')
    assert "img" == root.get("role")
    assert not root.findall(".//{*}i")


def test_numbers_and_names_are_short() -> None:
    """Thousands are set apart, fractions are cut, long names end in a sign."""
    assert ["1,200", "0.333", "12.5", "3"] == [number_words(n) for n in (1200, 1 / 3, 12.5, 3)]
    assert "ab c…" == shortened("ab \n cdef", 5)


def test_long_names_are_shortened_where_they_have_no_room() -> None:
    """The whole name is told beside it."""
    long = "a" * 200
    for drawn in (
        heat_map_svg(["row"], [long], [[1.0]], label="x"),
        lines_svg([Line(long, [(1, 2)], [])], label="x", x_label="x", y_label="y"),
    ):
        assert f"…<title>{long}</title></text>" in drawn
