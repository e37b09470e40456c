"""A place in a payload, with what every reader says about it: the line, a repair, a refusal."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NoReturn

from linewise.errors import ReplyError, ReplyErrorKind
from linewise.replies.remarks import Repair, RepairKind

if TYPE_CHECKING:
    from linewise.replies.vocabulary import Vocabulary

__all__ = ["Cursor"]


@dataclass
class Cursor:
    """A place in a payload from which values are read.

    Attributes:
        text: the payload.
        at: the offset of what is read next.
        vocabulary: the names that are known.
        first_line: the number in the reply of the line where reading begins.
        repairs: what was mended so far.
    """

    text: str
    at: int
    vocabulary: Vocabulary
    first_line: int = 1
    repairs: list[Repair] = field(default_factory=list)
    _counted: tuple[int, int] = field(init=False)

    def __post_init__(self) -> None:
        self._counted = (self.at, self.first_line)

    @property
    def line(self) -> int:
        """The line of the reply that is read."""
        at, line = self._counted
        line += self.text.count("\n", at, self.at)
        self._counted = (self.at, line)
        return line

    def mended(self, kind: RepairKind, what: str) -> None:
        """Note that something was mended here."""
        self.repairs.append(Repair(kind, f"line {self.line} of the reply: {what}"))

    def refuse(self, what: str, kind: ReplyErrorKind = ReplyErrorKind.UNREADABLE) -> NoReturn:
        """Refuse the reply because of what stands here."""
        raise ReplyError(
            kind,
            f"line {self.line} of the reply cannot be read: {what}. "
            'Write every text between two double quotes, and \\" for a double quote inside',
        )
