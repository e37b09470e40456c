"""JSON that every reader takes."""

from __future__ import annotations

import json
import math

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
