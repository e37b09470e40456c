"""How much one call may ask for, and how much is kept between calls."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Limits"]


@dataclass(frozen=True, slots=True)
class Limits:
    """The bounds of a server; whoever is refused by one is told what it is.

    Attributes:
        file_bytes: of a text that is read or edited.
        document_bytes: of a PDF or Word file that is read.
        document_memory: bytes that the process apart may take which reads a PDF.
        operations: in one proposal.
        words_chars: all new words of one proposal together.
        reason_chars: of the reason of one proposal.
        find_chars: of the words that are looked for.
        read_tokens: of what `read` gives when it is not told.
        most_tokens: of what `read` gives at most.
        line_chars: of one line that is shown; a longer one is cut, and marked.
        outline_tokens: of an outline.
        diff_tokens: of a diff that is shown; what is applied is always all of it.
        summary_chars: of a summary at most.
        hits: lines, points or chapters that one call gives at most.
        entries: rows of a folder or a history at most.
        edits: proposals that wait to be applied.
        edit_chars: what they may hold together.
        edit_seconds: how long they wait.
        texts: versions of files that are remembered, to tell what a revision was.
        text_chars: what they may hold together.
    """

    file_bytes: int = 16 << 20
    document_bytes: int = 128 << 20
    document_memory: int = 1 << 30
    operations: int = 200
    words_chars: int = 400_000
    reason_chars: int = 2_000
    find_chars: int = 1_000
    read_tokens: int = 2_000
    most_tokens: int = 20_000
    line_chars: int = 8_000
    outline_tokens: int = 1_500
    diff_tokens: int = 1_500
    summary_chars: int = 10_000
    hits: int = 50
    entries: int = 100
    edits: int = 100
    edit_chars: int = 32 << 20
    edit_seconds: float = 3_600.0
    texts: int = 64
    text_chars: int = 64 << 20
