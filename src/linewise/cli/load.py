"""`linewise load`: read documents of any format, as text or as values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linewise.cli._command import (
    STANDARD_INPUT,
    Reading,
    argument_files,
    input_options,
    result_command,
)
from linewise.cli._result import Result

if TYPE_CHECKING:
    from linewise.document import Document


@result_command(
    "Read FILE… and write the text; with --json also the headings, the pages, and what is known "
    "of the file.\n\n"
    "Example: linewise load report.pdf --furniture drop -o report.txt"
)
@argument_files
@input_options
def load_command(*, files: tuple[str, ...], reading: Reading) -> Result:
    """Load each file."""
    documents = [reading.document(path) for path in files or (STANDARD_INPUT,)]
    values = [_as_dict(document) for document in documents]
    return Result(
        text=(document.text for document in documents),
        items=values,
        value=lambda: values[0] if len(values) == 1 else values,
    )


def _as_dict(document: Document) -> dict[str, Any]:
    return {
        "source": document.source,
        "lines": document.line_count,
        "chars": len(document),
        "fingerprint": document.fingerprint,
        "metadata": dict(document.metadata),
        "headings": [
            {
                "level": heading.level,
                "title": heading.title,
                "line": document.line_at(heading.span.start),
            }
            for heading in document.headings
        ],
        "pages": [
            {"number": page.number, "label": page.label, "start": page.span.start}
            for page in document.pages
        ],
        "text": document.text,
    }


command = load_command
