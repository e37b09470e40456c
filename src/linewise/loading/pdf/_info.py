"""What a PDF says of itself: title, author, dates."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["described"]

_DATE = re.compile(
    r"(?:D:)?(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?"
    r"(?:(?P<sign>[+-])(?P<hours>\d{2})'?(?P<minutes>\d{2})?'?|(?P<utc>Z))?"
)


def described(said: Mapping[str, str]) -> dict[str, str | None]:
    """Return what the file says, under plain names; what it leaves empty is None."""
    words = {key: " ".join(value.split()) or None for key, value in said.items()}
    return {
        "title": words.get("Title"),
        "author": words.get("Author"),
        "subject": words.get("Subject"),
        "keywords": words.get("Keywords"),
        "creator": words.get("Creator"),
        "producer": words.get("Producer"),
        "created": _date(words.get("CreationDate")),
        "modified": _date(words.get("ModDate")),
    }


def _date(text: str | None) -> str | None:
    """Return a date of a PDF as ISO 8601, or as it stands where it is of no known form."""
    match = _DATE.match(text or "")
    if not match:
        return text
    year, month, day, hour, minute, second = (
        int(part or usual) for part, usual in zip(match.groups()[:6], "011000", strict=True)
    )
    zone = UTC if match["utc"] else _zone(match["sign"], match["hours"], match["minutes"])
    try:
        return datetime(year, month, day, hour, minute, second, tzinfo=zone).isoformat()
    except ValueError:
        return text


def _zone(sign: str | None, hours: str | None, minutes: str | None) -> timezone | None:
    if not sign:
        return None
    shift = timedelta(hours=int(hours or 0), minutes=int(minutes or 0))
    # An offset of a day or more is none.
    return timezone(-shift if sign == "-" else shift) if shift < timedelta(days=1) else None
