"""How the commands that split are told where to cut."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, get_args

import click
from click.core import ParameterSource

from linewise.cli._command import (
    setting,
    tell_if_unknown_language,
    text_language_option,
    tokenizer_option,
)
from linewise.splitting import PRESETS
from linewise.splitting.measures import Unit
from linewise.splitting.plan import By, Pack

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["splitting_options"]

# The letters of `compare`, which writes a way to split as structure:60t.
_UNITS = {"t": "tokens", "g": "graphemes", "b": "bytes", "l": "lines"}


class _Size(click.types.IntParamType):
    """A whole number; who writes its unit behind it is told how that is said."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number."""
        if isinstance(value, str) and value[:-1].isdecimal() and (unit := _UNITS.get(value[-1])):
            self.fail(f"{value!r} is said as --size {value[:-1]} --unit {unit}", param, ctx)
        return super().convert(value, param, ctx)


_OPTIONS = (
    click.option(
        "--preset",
        type=click.Choice(list(PRESETS)),
        help="Size and overlap by use: "
        + ", ".join(f"{name} {one['size']}/{one['overlap']}" for name, one in PRESETS.items())
        + ".",
    ),
    setting("--by", type=click.Choice(get_args(By)), default="recursive", help="Where to cut."),
    setting(
        "--size",
        type=_Size(),
        default=1000,
        help="The most that a chunk may measure, in what --unit counts.",
    ),
    setting(
        "--overlap",
        type=int,
        help="How much of a chunk the next one repeats; a fifth of the size when left out.",
    ),
    setting(
        "--unit",
        type=click.Choice(get_args(Unit)),
        help="What sizes count; lines, graphemes or tokens for a split by lines, chars or "
        "tokens, and otherwise chars.",
    ),
    tokenizer_option,
    setting("--separators", metavar="PRESET", help="For recursive: a language, such as markdown."),
    setting(
        "--pack",
        type=click.Choice(get_args(Pack)),
        help="Each chunk as long as it can be, or the cuts that suit best; as suits --by if left "
        "out.",
    ),
    setting("--min-size", type=int, default=0, help="What a chunk measures at least."),
    text_language_option("Of the sentences; detected if left out."),
    setting("--stable", is_flag=True, help="Let cuts fall back into step after an edit."),
    setting("--strip", is_flag=True, help="Leave out white space at the ends of chunks."),
)

_NAMES = (
    "by",
    "size",
    "overlap",
    "unit",
    "tokenizer",
    "separators",
    "pack",
    "min_size",
    "stable",
    "strip",
)


def splitting_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say where to cut; the function takes the settings of `split`."""

    @functools.wraps(function)
    def run(*, preset: str | None, text_language: str | None, **options: Any) -> Any:
        splitting = {name: options.pop(name) for name in _NAMES}
        splitting["language"] = text_language
        if preset is not None:
            splitting |= _not_given(PRESETS[preset])
        # The language of code is another one: Go is no tongue.
        if splitting["by"] != "code":
            tell_if_unknown_language(text_language)
        return function(splitting=splitting, **options)

    for option in reversed(_OPTIONS):
        run = option(run)
    return run


def _not_given(preset: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a preset says of settings that the command line says nothing of."""
    source = click.get_current_context().get_parameter_source
    return {
        name: value
        for name, value in preset.items()
        if source(name) is not ParameterSource.COMMANDLINE
    }
