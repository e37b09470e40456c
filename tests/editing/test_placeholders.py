"""Words that stand for text, and words that only look like it."""

from __future__ import annotations

import pytest

from linewise.editing.placeholders import is_ellipsis, is_placeholder


@pytest.mark.parametrize(
    "line",
    [
        "... rest unchanged ...",
        "… rest of the document unchanged …",
        "[existing content]",
        "[rest of the section]",
        "<existing text here>",
        "// ... existing code ...",
        "# ... existing code ...",
        "# rest of the file",
        "/* remaining methods unchanged */",
        "<!-- existing content -->",
        "(unchanged)",
        "(the rest stays the same)",
        "... (same as before) ...",
        "[content of line 3]",
        "[Your text here]",
        "[contenu inchangé]",
        "… le reste du document est inchangé …",
        "[Rest des Textes unverändert]",
        "[resto del texto sin cambios]",
    ],
)
def test_words_for_text_left_out_are_known(line: str) -> None:
    """Dots, brackets or a comment around the words for it, and nothing else."""
    assert is_placeholder(line)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "...",
        "To be continued...",
        "The rest is unchanged.",
        "The rest of the file is unchanged.",
        "# Existing content",
        "## Remaining items",
        "## Other sections",
        "# The rest",
        "[x] done",
        "[link text](http://x.org)",
        "(see the existing code)",
        "<section>",
        "{content}",
        "Wait... what is the rest?",
        "... and the same for the other lines of the table, which we saw before",
        "// the rest is computed below",
        "; unchanged since 1998, the house stands",
    ],
)
def test_genuine_words_are_let_through(line: str) -> None:
    """A sentence, a heading, a link or a statement is no such thing."""
    assert not is_placeholder(line)


@pytest.mark.parametrize(
    ("line", "expected"),
    [("...", True), ("    …", True), ("[...]", True), ("a...", False), ("", False), (".", False)],
)
def test_dots_alone_are_told_apart(line: str, expected: bool) -> None:
    """A line of dots may be a statement, so it is not refused, but it deserves a look."""
    assert expected == is_ellipsis(line)
