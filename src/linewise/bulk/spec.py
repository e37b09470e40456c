"""What a bulk run is told: how to load, how to split, and what to leave out."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from linewise._kinds import check_kind, check_several, check_text
from linewise.errors import OptionError
from linewise.loading.formats import LoadOptions, format_named
from linewise.splitting.plan import Plan

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["COMPUTED", "Spec"]

COMPUTED = (
    "chunk_id",
    "text",
    "start",
    "end",
    "line_first",
    "line_last",
    "page",
    "headings",
    "tokens",
    "context",
)
"""The columns that are computed of each chunk, and that a spec may leave out."""

# A password has no place in a file that says how a run was made, and the others are of addresses.
_LOAD_OPTIONS = {*LoadOptions.__annotations__} - {"password", "timeout", "max_bytes"}

_PLAN_FIELDS = {one.name for one in fields(Plan)} - {"embed"}


@dataclass(frozen=True, eq=False)
class Spec:
    """How the rows of a bulk run become chunks: a value that can be sent, stored and compared.

    Args:
        split: the keyword arguments of `split`; those left out have its defaults.
        load: the keyword arguments of `load`: `format`, `encoding` and what formats can be told.
            A format is also that of texts; an option goes to those formats that know it.
        without: columns of `COMPUTED` that are not made. Without "text" there are spans alone;
            without "tokens", which are counted for nothing else, a run takes much less time.
        id_column: what tables call the ids of their rows.
        text_column: what tables call their texts.

    Raises:
        OptionError: a setting is unknown or has an unknown value, or is no value that JSON holds.
        SizeError: a size cannot be kept.
        TokenizerError: there is no such tokenizer.
        LoadError: there is no such format.
    """

    split: Mapping[str, Any] = field(default_factory=dict)
    load: Mapping[str, Any] = field(default_factory=dict)
    without: Sequence[str] = ()
    id_column: str = "id"
    text_column: str = "text"

    def __post_init__(self) -> None:
        for name in ("split", "load"):
            check_kind(name, getattr(self, name), Mapping)
        check_several("without", self.without, "['tokens']")
        for name in ("id_column", "text_column"):
            check_text(name, getattr(self, name))
        _refuse_unknown("split", self.split, _PLAN_FIELDS)
        _refuse_unknown("load", self.load, {"format", "encoding"} | _LOAD_OPTIONS)
        _refuse_unknown("without", self.without, set(COMPUTED))
        object.__setattr__(self, "split", MappingProxyType(dict(self.split)))
        object.__setattr__(self, "load", MappingProxyType(dict(self.load)))
        object.__setattr__(self, "without", tuple(c for c in COMPUTED if c in self.without))
        if self.format is not None:
            format_named(self.format)
        _refuse_what_is_no_json({**self.split, **self.load})
        object.__setattr__(self, "plan", Plan(**self.split))

    plan: Plan = field(init=False, repr=False)

    @property
    def format(self) -> str | None:
        """Of the documents; by name and content when it is None."""
        return self.load.get("format")

    @property
    def encoding(self) -> str | None:
        """Of the files; found when it is None."""
        return self.load.get("encoding")

    @cached_property
    def options(self) -> Mapping[str, Any]:
        """What else loaders are told."""
        return {name: self.load[name] for name in sorted({*self.load} & _LOAD_OPTIONS)}

    @cached_property
    def hash(self) -> str:
        """A name for what chunks depend on: 32 hexadecimal digits, the same in every process.

        It is another one in another version of linewise, which may cut otherwise.
        """
        from linewise import __version__  # noqa: PLC0415 - the package imports its rooms

        split = {name: getattr(self.plan, name) for name in sorted(_PLAN_FIELDS)}
        known = {**self.as_dict(), "split": split, "version": __version__}
        text = json.dumps(known, sort_keys=True, default=list)
        return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()

    def as_dict(self) -> dict[str, Any]:
        """Return the arguments of the spec, ready for JSON; `Spec(**arguments)` is the same."""
        return {
            "split": dict(self.split),
            "load": dict(self.load),
            "without": list(self.without),
            "id_column": self.id_column,
            "text_column": self.text_column,
        }

    def __eq__(self, other: object) -> bool:
        return self.hash == other.hash if isinstance(other, Spec) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.hash)

    def __reduce__(self) -> tuple[Any, ...]:
        # A mapping proxy cannot be pickled, and a plan is cheaper to make than to send.
        return _made, (self.as_dict(),)


def _made(arguments: dict[str, Any]) -> Spec:
    return Spec(**arguments)


def _refuse_unknown(name: str, given: Mapping[str, Any] | Sequence[str], known: set[str]) -> None:
    for one in given:
        if one not in known:
            more = ""
            if one == "embed":
                more = "; vectors are made of the chunks, by a store"
            elif one == "password":
                more = "; a secret has no place in a spec: decrypt the files first"
            raise OptionError(
                f"{name}: {one!r} is unknown in bulk{more}; known are {', '.join(sorted(known))}"
            )


def _refuse_what_is_no_json(settings: Mapping[str, Any]) -> None:
    for name, value in settings.items():
        try:
            json.dumps(value)
        except (TypeError, ValueError):
            raise OptionError(
                f"{name}={value!r} cannot be sent to another process: a string or a number was "
                "expected, and a tokenizer goes by its name or its file"
            ) from None
