"""What is asked of a model: the chapters of a document, or the passages about something."""

from __future__ import annotations

from dataclasses import dataclass

from linewise.errors import OptionError

__all__ = ["Task", "chapters_task", "find_task"]


@dataclass(frozen=True, slots=True)
class Task:
    """One kind of list of places.

    Attributes:
        prompt: the data file of the prompt.
        part: its text: `starts`, where each place ends with the next one, or `ranges`.
        item: what one place is called in the reply.
        overlap: whether places may share lines.
        instruction: what to look for, where that is to be said.
        context: what else the model should know.
    """

    prompt: str
    part: str
    item: str
    overlap: bool = False
    instruction: str | None = None
    context: str | None = None

    @property
    def has_ends(self) -> bool:
        """Whether each place has an end of its own."""
        return self.part == "ranges"

    @property
    def listed(self) -> str:
        """What the list is called in the reply."""
        return f"{self.item}s"


def chapters_task(context: str | None = None, *, gaps: bool = False, overlap: bool = False) -> Task:
    """Return the task of naming chapters.

    Args:
        context: what else the model should know.
        gaps: lines may belong to no chapter, so each chapter has an end of its own.
        overlap: chapters may share lines; only with `gaps`.

    Raises:
        OptionError: chapters without ends of their own shall share lines.
    """
    if overlap and not gaps:
        raise OptionError("chapters that end where the next one begins share no lines; add gaps")
    part = "ranges" if gaps else "starts"
    return Task("chapters", part, "chapter", overlap=overlap, context=context)


def find_task(instruction: str, context: str | None = None, *, overlap: bool = False) -> Task:
    """Return the task of finding passages.

    Args:
        instruction: what to look for.
        context: what else the model should know.
        overlap: passages may share lines.

    Raises:
        OptionError: the instruction is empty, or no text.
    """
    if not isinstance(instruction, str):
        raise OptionError(f"an instruction is a text, not {type(instruction).__name__}")
    if not instruction.strip():
        raise OptionError("the instruction is empty; it says what to look for")
    return Task("find", "ranges", "passage", overlap, instruction, context)
