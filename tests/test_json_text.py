"""JSON that every reader takes."""

from __future__ import annotations

import json
import math
from decimal import Decimal
from typing import Any

import pytest

from linewise._json import json_text


@pytest.mark.parametrize("value", ["a\u00e9", 1, 1.5, None, True, [], {"a": [{"b": 2}]}])
def test_a_value_is_read_back_as_it_was(value: object) -> None:
    """Letters stand as they are."""
    assert value == json.loads(json_text(value))
    assert json.dumps(value, ensure_ascii=False) == json_text(value)


@pytest.mark.parametrize("odd", [math.nan, math.inf, -math.inf])
def test_what_is_no_finite_number_is_null(odd: float) -> None:
    """Wherever it stands; the numbers beside it stay."""
    value = {"a": odd, "b": [1.5, (odd, {"c": odd})]}
    assert {"a": None, "b": [1.5, [None, {"c": None}]]} == json.loads(json_text(value))
    assert "null" == json_text(odd)


def test_other_values_are_written_as_the_caller_says() -> None:
    """Also beside what is no finite number."""
    assert '{"a": "(1+2j)", "b": null}' == json_text({"a": 1 + 2j, "b": math.nan}, default=str)


def test_what_the_caller_makes_of_a_value_is_looked_at_too() -> None:
    """It may be what JSON has no number for, as of a decimal."""
    value = {"a": Decimal("NaN"), "b": Decimal("1.5")}
    assert '{"a": null, "b": 1.5}' == json_text(value, default=float)


def test_no_depth_is_too_deep_that_json_holds() -> None:
    """Others nest as they like, and one odd number in it is no other matter."""
    deep = "[" * 900 + "{}" + "]" * 900
    assert deep.format("null") == json_text(json.loads(deep.format("NaN")))
    assert deep.format("1") == json_text(json.loads(deep.format("1")))


def test_what_holds_itself_is_refused() -> None:
    """It has no end, with an odd number in it or without."""
    value: list[Any] = [math.nan]
    value.append(value)
    with pytest.raises(ValueError, match="Circular reference"):
        json_text(value)
