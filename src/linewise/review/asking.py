"""How models are asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from linewise.errors import OptionError

if TYPE_CHECKING:
    from linewise.models import Model

__all__ = ["Asking"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """How models are asked, and what is done beside an edit.

    Attributes:
        model: who is asked; None where replies are pasted.
        name: of the model, for the history.
        language: of prompts.
        partial: leave out what cannot be trusted of a reply.
        commit: commit a file in its own git repository, too.
        encoding: of the files; found when left out.
    """

    model: Model | None = None
    name: str = ""
    language: str = "en"
    partial: bool = False
    commit: bool = False
    encoding: str | None = None

    def somebody(self) -> Model:
        """Return the model that is asked.

        Raises:
            OptionError: there is none.
        """
        if self.model is None:
            raise OptionError("no model is named; copy the prompt and paste a reply instead")
        return self.model
