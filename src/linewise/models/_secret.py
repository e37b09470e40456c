"""Keys: kept out of everything that is shown, written, or sent to another process."""

from __future__ import annotations

import os
import re

from linewise._kinds import check_text
from linewise.errors import OptionError

__all__ = ["KEY_VARIABLES", "Secret"]

KEY_VARIABLES = ("LINEWISE_API_KEY", "OPENAI_API_KEY")

# Shorter ones are words such as `none` that servers without keys are given.
_SHORTEST = 12

# What servers repeat of a key that they refuse: `sk-ab***yz`.
_KEY_LIKE = re.compile(r"\b(?:sk|pk|rk|key|bearer)[-_ ][\w*.…-]{6,}", re.IGNORECASE)


class Secret:
    """A key that shows itself to nobody; where it is unpickled, the environment is read again.

    Raises:
        OptionError: it holds what no key holds.
    """

    __slots__ = ("_value",)

    def __init__(self, value: str | None) -> None:
        if value is not None:
            check_text("a key", value)
        self._value = (value or "").strip()
        if not (self._value.isascii() and self._value.isprintable()):
            raise OptionError("the key has a character in it that no key has, such as a line break")

    @classmethod
    def from_environment(cls) -> Secret:
        """Return the first key that the environment has, or none."""
        return cls(next(filter(None, (os.environ.get(name, "") for name in KEY_VARIABLES)), ""))

    def reveal(self) -> str:
        """Return the key itself, for the one place that sends it."""
        return self._value

    def blotted(self, text: str) -> str:
        """Return a text with the key blotted out."""
        if len(self._value) < _SHORTEST:
            return text
        return text.replace(self._value, "[key]")

    def blotted_all(self, text: str) -> str:
        """Return words of a server with everything blotted out that looks like a key."""
        return _KEY_LIKE.sub("[key]", self.blotted(text))

    def __bool__(self) -> bool:
        return bool(self._value)

    def __repr__(self) -> str:
        return "<key>" if self._value else "<no key>"

    def __copy__(self) -> Secret:
        return self

    def __deepcopy__(self, memory: object) -> Secret:
        return self

    def __reduce__(self) -> tuple[object, tuple[()]]:
        return type(self).from_environment, ()
