"""Arguments by place and by name, brought together: an id, a new id, the words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from linewise.editing.words import ARGUMENTS
from linewise.errors import ReplyError, ReplyErrorKind
from linewise.replies import (
    Caution,
    CautionKind,
    Listing,
    Node,
    Repair,
    RepairKind,
    Scalar,
    ScalarStyle,
)
from linewise.replies.vocabulary import IGNORED, plain_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from linewise.editing.calls import Call

__all__ = ["Arguments", "bind"]

_PLACES: Mapping[str, tuple[tuple[str, ...], ...]] = {
    # The arguments by place, by how many there are.
    "insertLineAfter": ((), ("line",), ("line", "content"), ("line", "new_id", "content")),
    "replaceLine": ((), ("line",), ("line", "content")),
    "replaceText": ((), ("line",), ("line", "old"), ("line", "old", "new")),
}
_SHOWN = {
    "insertLineAfter": '[line, "content"] or [line, newId, "content"]',
    "replaceLine": '[line, "content"], where line may be a range such as 2..5',
    "deleteLine": "[line], where line may be a range such as 2..5",
    "replaceText": '[line, "old words", "new words"]',
}
_UNSURE_STYLES = (ScalarStyle.PLAIN, ScalarStyle.SINGLE, ScalarStyle.BLOCK)


@dataclass(frozen=True)
class Arguments:
    """The arguments of one call.

    Attributes:
        function: what is called.
        item: which item of the reply it is.
        values: each argument by its name.
        places: how many were told apart by their place alone.
        repairs: what was mended.
        warnings: what deserves a look.
    """

    function: str
    item: int
    values: Mapping[str, Node]
    places: int
    repairs: list[Repair] = field(default_factory=list)
    warnings: list[Caution] = field(default_factory=list)

    def ids(self, name: str) -> list[str]:
        """Return the ids in an argument as they are written.

        Raises:
            ReplyError: one of them is no text.
        """
        value = self.values.get(name)
        if value is None or (isinstance(value, Scalar) and not _says(value)):
            return []
        written = value.items if isinstance(value, Listing) else (value,)
        ids = [node.text for node in written if isinstance(node, Scalar)]
        if len(ids) < len(written):
            raise self.refusal(ReplyErrorKind.BAD_ARGUMENTS, f"the {name} is no id")
        return ids

    def words(self, name: str) -> str:
        """Return the words of an argument; one final line break is dropped.

        Raises:
            ReplyError: there are none, or they are no text.
        """
        words = self.optional_words(name)
        if words is None:
            raise self.refusal(
                ReplyErrorKind.MISSING_CONTENT,
                f"{self.function} has no {'words' if name in ('old', 'new') else name}"
                + ('; write "" for an empty line' if name == "content" else ""),
            )
        return words

    def optional_words(self, name: str) -> str | None:
        """Return the words of an argument, or None when it is not there."""
        value = self.values.get(name)
        if isinstance(value, Listing):
            if not value.items:
                return None
            if not value.closed and any(_is_plain(item) for item in value.items):
                self._caution_plain_list(value)
            return "\n".join(self._text(item, name) for item in value.items)
        if value is None or (isinstance(value, Scalar) and value.style is ScalarStyle.EMPTY):
            return None
        return self._text(value, name)

    def refusal(self, kind: ReplyErrorKind, what: str) -> ReplyError:
        """Return the error for this call, with the right form in it."""
        return ReplyError(
            kind, f"{what}. Write {self.function}: {_SHOWN[self.function]}", item=self.item
        )

    def _caution_plain_list(self, value: Listing) -> None:
        self.warnings.append(
            Caution(
                CautionKind.PLAIN_LIST,
                f"line {value.line} of the reply: lines that each begin with a dash were taken as "
                "a list of lines, without their dashes",
                self.item,
            )
        )

    def _text(self, node: Node, name: str) -> str:
        if not isinstance(node, Scalar):
            raise self.refusal(
                ReplyErrorKind.UNREADABLE,
                f"the {name} is a list or has names in it where a text was expected",
            )
        if node.style in _UNSURE_STYLES and "\\n" in node.text:
            self.warnings.append(
                Caution(
                    CautionKind.LITERAL_BACKSLASH_N,
                    f"line {node.line} of the reply: a backslash and an n were taken as they "
                    "stand; in double quotes they would be a line break",
                    self.item,
                )
            )
        return node.text.removesuffix("\n")


def bind(call: Call, item: int) -> Arguments:
    """Give each argument of a call its name.

    Raises:
        ReplyError: there are too many, one stands twice, or one has a name that means nothing.
    """
    values: dict[str, Node] = {}
    repairs: list[Repair] = []
    arguments = Arguments(call.function, item, values, len(call.places), repairs=repairs)
    _bind_places(call, arguments, values)
    names = ARGUMENTS[call.function]
    for written, value in call.names:
        key = plain_name(written)
        name = names.get(key)
        if name is None and key in IGNORED:
            repairs.append(
                Repair(RepairKind.KEY_IGNORED, f"{written}: says nothing about the change", item)
            )
            continue
        if name is None:
            raise arguments.refusal(
                ReplyErrorKind.UNKNOWN_ARGUMENT, f"{call.function} has no argument {written!r}"
            )
        if name == "line" and "line" in values:
            name = _second_line(key, arguments)
        if name in values:
            raise arguments.refusal(ReplyErrorKind.UNREADABLE, f"{written!r} stands twice")
        values[name] = value
    return arguments


def _bind_places(call: Call, arguments: Arguments, values: dict[str, Node]) -> None:
    if call.function == "deleteLine":
        if len(call.places) == 1:
            values["line"] = call.places[0]
        elif call.places:
            values["line"] = Listing(call.places)
        return
    forms = _PLACES[call.function]
    if len(call.places) >= len(forms):
        raise arguments.refusal(
            ReplyErrorKind.BAD_ARGUMENTS,
            f"{call.function} has {len(call.places)} arguments, at most {len(forms) - 1} were "
            "expected",
        )
    form = forms[len(call.places)]
    if form == ("line", "content") and any(
        ARGUMENTS[call.function].get(plain_name(name)) == "content" for name, _ in call.names
    ):
        form = ("line", "new_id")
    values.update(zip(form, call.places, strict=True))


def _second_line(key: str, arguments: Arguments) -> str:
    """Return what a second id means: in an insertion, `id` beside `after` is the new one."""
    if arguments.function == "insertLineAfter" and key == "id":
        return "new_id"
    if key == "lines":
        return "content"
    return "line"


def _is_plain(node: Node) -> bool:
    return isinstance(node, Scalar) and node.style is ScalarStyle.PLAIN


def _says(scalar: Scalar) -> bool:
    return bool(scalar.text.strip()) and scalar.style is not ScalarStyle.EMPTY
