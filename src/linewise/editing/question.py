"""What is asked about a document, and what fits of it into a window."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from linewise._kinds import check_text, check_whole
from linewise.editing.focus import focused, parts
from linewise.editing.prompt import edit_prompt
from linewise.editing.shown import Shown
from linewise.errors import OptionError, SizeError
from linewise.models import count_prompt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from linewise.document import Document
    from linewise.editing.shown import Stretch
    from linewise.numbering import Style
    from linewise.tokens import TokenizerLike

__all__ = ["Question"]

# Room for less is none.
_LEAST = 64

# Lines beside other lines than in the document may be cut into tokens otherwise.
_SLACK = 100

# Where focus is asked for, a document that would fit is shown up to this part of it.
_FOCUS_SHARE = 5
_LEAST_FOCUS = 2_000


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
        OptionError: there is no such window.
    """

    information: str
    context: str | None = None
    style: Style = "pipe"
    language: str = "en"
    tags: bool = False
    window: int = 24_000
    tokenizer: TokenizerLike = "o200k"

    def __post_init__(self) -> None:
        check_text("information", self.information)
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
            sparing: show a fifth of the document at most, though more would fit.

        Raises:
            SizeError: no line fits.
        """
        room = self._room(document)
        if sparing:
            room = min(room, max(_LEAST_FOCUS, self._count(document.text) // _FOCUS_SHARE))
        return focused(
            document,
            self.information,
            room,
            lines=wanted,
            style=self.style,
            tags=self.tags,
            language=self.language,
            tokenizer=self.tokenizer,
        )

    def parts(self, document: Document) -> list[Shown]:
        """Return all lines, in as many parts as that takes.

        Raises:
            SizeError: a line does not fit.
        """
        return parts(
            document,
            self._room(document),
            style=self.style,
            tags=self.tags,
            language=self.language,
            tokenizer=self.tokenizer,
        )

    def _count(self, prompt: str) -> int:
        """Return the tokens of a prompt as it is sent."""
        return count_prompt(prompt, self.tokenizer)

    def _room(self, document: Document) -> int:
        """Return how many tokens of a document fit beside all that is said."""
        bare = self._count(self.prompt(document, Shown(document, (), 0, 0)))
        room = self.window - bare
        if room < _LEAST:
            raise SizeError(
                f"the information and the words around it take {bare:,} of the {self.window:,} "
                f"tokens of a window, which leaves no room for the document; window={bare + 1_000} "
                "would"
            )
        return room - room // _SLACK
