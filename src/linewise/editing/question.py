"""What is asked about a document, and what fits of it into a window."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypedDict, TypeVar

from linewise._kinds import check_text, check_whole
from linewise.editing.focus import NoRoomError, focused, parts
from linewise.editing.prompt import edit_prompt
from linewise.editing.shown import Shown
from linewise.errors import OptionError, SizeError
from linewise.models import count_prompt

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from linewise.document import Document
    from linewise.editing.shown import Stretch
    from linewise.numbering import Style
    from linewise.tokens import TokenizerLike

__all__ = ["WINDOW", "Question"]

_T = TypeVar("_T")

WINDOW = 24_000
"""The tokens of a prompt at most, where nothing else is said."""

# Room for less is none.
_LEAST = 64

# Lines beside other lines than in the document may be cut into tokens otherwise.
_SLACK = 100

# Where focus is asked for, a document that would fit is shown up to this part of it.
_FOCUS_SHARE = 5
_LEAST_FOCUS = 2_000

# Where focus is asked for, lines are shown down to this part of the relevance of the best one.
_LEAST_RELEVANCE = 0.25


class _LinesForm(TypedDict):
    style: Style
    tags: bool
    language: str
    tokenizer: TokenizerLike


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked, in which form.

    Attributes:
        information: what is new.
        context: what else the model should know.
        style: how the ids are written.
        language: of the prompt, `en` or `fr`.
        tags: let ids carry a tag of the line's words.
        window: the tokens of a prompt at most.
        tokenizer: what counts them.

    Raises:
        OptionError: the information is empty, or there is no such window.
    """

    information: str
    context: str | None = None
    style: Style = "pipe"
    language: str = "en"
    tags: bool = False
    window: int = WINDOW
    tokenizer: TokenizerLike = "o200k"

    def __post_init__(self) -> None:
        check_text("information", self.information)
        if not self.information.strip():
            raise OptionError("the information is empty; it says what is new")
        if self.context is not None:
            check_text("context", self.context)
        check_whole("window", self.window)
        if self.window < 1:
            raise OptionError(f"a window holds 1 token or more, not window={self.window}")

    def prompt(self, document: Document, shown: Shown | None = None) -> str:
        """Return what is asked about a document, or about what is shown of it."""
        return edit_prompt(
            document,
            self.information,
            style=self.style,
            language=self.language,
            context=self.context,
            tags=self.tags,
            shown=shown,
        )

    def fits(self, document: Document) -> bool:
        """Tell whether all of a document fits into the window."""
        return self._count(self.prompt(document)) <= self.window

    def focused(
        self, document: Document, wanted: Sequence[Stretch] = (), *, sparing: bool = False
    ) -> Shown:
        """Return the lines that matter, as many as fit.

        Args:
            document: the document.
            wanted: the lines that come first.
            sparing: show what is nearly as relevant as the best, and a fifth of the document at
                most, though more would fit.

        Raises:
            SizeError: no line fits.
        """
        choose = partial(self._focused, document, wanted, sparing=sparing)
        return self._in_room(document, choose, may_be_whole=not sparing)

    def parts(self, document: Document) -> list[Shown]:
        """Return all lines, in as many parts as that takes.

        Raises:
            SizeError: a line does not fit.
        """
        choose = partial(parts, document, **self._form())
        return self._in_room(document, choose, may_be_whole=True)

    def _focused(
        self, document: Document, wanted: Sequence[Stretch], tokens: int, *, sparing: bool
    ) -> Shown:
        least = 0.0
        if sparing:
            least = _LEAST_RELEVANCE
            tokens = min(tokens, max(_LEAST_FOCUS, self._count(document.text) // _FOCUS_SHARE))
        return focused(
            document, self.information, tokens, lines=wanted, least=least, **self._form()
        )

    def _form(self) -> _LinesForm:
        return {
            "style": self.style,
            "tags": self.tags,
            "language": self.language,
            "tokenizer": self.tokenizer,
        }

    def _count(self, prompt: str) -> int:
        """Return the tokens of a prompt as it is sent."""
        return count_prompt(prompt, self.tokenizer)

    def _in_room(
        self, document: Document, choose: Callable[[int], _T], *, may_be_whole: bool
    ) -> _T:
        """Return what is chosen of a document for the tokens that a window has left for it.

        Args:
            document: the document.
            choose: takes the tokens that there are.
            may_be_whole: whether nothing is chosen where all of the document fits.

        Raises:
            SizeError: there is no room; the message says which window has it.
        """
        bare = self._count(self.prompt(document, Shown(document, (), 0, 0)))
        room, needed = self.window - bare, _LEAST
        try:
            # In less than the least room it is only tried what would be needed.
            chosen = choose(_without_slack(max(room, _LEAST)))
            if room >= _LEAST:
                return chosen
        except NoRoomError as error:
            needed = max(_with_slack(error.least), _LEAST)
        if may_be_whole and (whole := self._count(self.prompt(document))) < bare + needed:
            raise SizeError(
                f"the prompt with the whole document takes {whole:,} tokens: that is more than "
                f"window={self.window}; window={whole} is enough"
            )
        raise SizeError(
            f"the information and the words around it take {bare:,} tokens, and what is to be "
            f"shown of the document {needed:,} or more: that is more than window={self.window}; "
            f"window={bare + needed} is enough"
        )


def _without_slack(room: int) -> int:
    return room - room // _SLACK


def _with_slack(tokens: int) -> int:
    """Return the least room that holds so many tokens."""
    return tokens + (tokens - 1) // (_SLACK - 1)
