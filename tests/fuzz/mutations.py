"""Small and large damage to an input, drawn so that the same seed gives the same inputs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fuzz.inputs import HEAD

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator, Sequence

__all__ = ["mutations"]

# Signs and words that some reader gives a meaning.
WORDS = [
    *(
        "\n",
        "\r\n",
        "\r",
        "\n\n",
        "\t",
        " ",
        "\ufeff",
        "\x00",
        "\u2028",
        "\x85",
        "\u0301",
        "\u200d",
    ),
    *('"', "'", "\\", "`", "```", "```yaml\n", "~~~", "[", "]", "{", "}", "(", ")", ":", ",", "-"),
    *("|", "#", "# ", "> ", "- ", "* ", "1. ", "---\n", "===\n", "<", ">", "&", ";", "=", "\x1a"),
    *("<p>", "</p>", "<!--", "-->", "<![CDATA[", "&#x110000;", "&#0;", "&amp;", "<pre>", "<br>"),
    *("7|", "line-7", "div-id-2", '<p id="line-7">', "2..3", "1-2", "2:k3", "0", "-1", "9" * 30),
    *("functions:", "- deleteLine: [1]\n", "replaceLine", "content: |\n", "newId", "</think>"),
    *("null", "true", "1e999", "NaN", "\ud83d\ude00", "é", "日本", "👩\u200d🌾", "ß", "İ", "ﬁ"),
    *("<|im_end|>", "[INST]", "<|endoftext|>", "data: ", "[DONE]", "%PDF-", "obj", "endstream"),
    *(
        'w:val="',
        "w:id",
        "<w:p>",
        "</w:p>",
        "&x;",
        "<!DOCTYPE x [<!ENTITY x 'y'>]>",
        "…",
        "...",
        ".",
    ),
    *(
        "\n=====\n",
        "[[[[[[[[",
        "{{{{{{{{",
        "((((((((",
        "________",
        "********",
        "$",
        "%",
        "^",
        "\x0c",
    ),
]
_BYTES = [*(word.encode("utf-8", "surrogatepass") for word in WORDS), b"\xff", b"\xfe\xff", b"\x80"]
_NUMBER = re.compile(rb"\d+")
_NUMBERS = [b"0", b"1", b"-1", b"2147483648", b"99999999999999999999", b"1.5", b"1e9"]


def mutations(seeds: Sequence[bytes], draw: random.Random, most: int) -> Iterator[bytes]:
    """Yield damaged inputs without an end."""
    while True:
        yield mutated(draw.choice(seeds), seeds, draw, most)


def mutated(data: bytes, seeds: Sequence[bytes], draw: random.Random, most: int) -> bytes:
    """Return an input with some damage; its settings are drawn anew half of the time."""
    head, body = data[:HEAD], data[HEAD:]
    if draw.random() < 0.5:
        head = bytes(48 + draw.randrange(64) for _ in range(HEAD))
    for _ in range(draw.choice([1, 1, 2, 3, 6])):
        body = draw.choice(_DAMAGE)(body, draw)
    if draw.random() < 0.1:
        body = _spliced(body, draw.choice(seeds)[HEAD:], draw)
    if draw.random() < 0.02:
        body = _blown_up(body, draw, most)
    return (head + body)[:most]


def _cut(body: bytes, draw: random.Random) -> bytes:
    start, end = _stretch(body, draw)
    return body[:start] + body[end:]


def _doubled(body: bytes, draw: random.Random) -> bytes:
    start, end = _stretch(body, draw)
    return body[:end] + body[start:end] * draw.choice([1, 1, 2, 9]) + body[end:]


def _moved(body: bytes, draw: random.Random) -> bytes:
    start, end = _stretch(body, draw)
    rest = body[:start] + body[end:]
    at = draw.randrange(len(rest) + 1)
    return rest[:at] + body[start:end] + rest[at:]


def _worded(body: bytes, draw: random.Random) -> bytes:
    at = draw.randrange(len(body) + 1)
    return body[:at] + draw.choice(_BYTES) * draw.choice([1, 1, 1, 2, 5]) + body[at:]


def _replaced(body: bytes, draw: random.Random) -> bytes:
    start, end = _stretch(body, draw, longest=4)
    return body[:start] + draw.choice(_BYTES) + body[end:]


def _flipped(body: bytes, draw: random.Random) -> bytes:
    if not body:
        return body
    at = draw.randrange(len(body))
    return body[:at] + bytes([body[at] ^ (1 << draw.randrange(8))]) + body[at + 1 :]


def _renumbered(body: bytes, draw: random.Random) -> bytes:
    found = list(_NUMBER.finditer(body))
    if not found:
        return body
    place = draw.choice(found)
    return body[: place.start()] + draw.choice(_NUMBERS) + body[place.end() :]


def _ended(body: bytes, draw: random.Random) -> bytes:
    return body[: draw.randrange(len(body) + 1)]


_DAMAGE: list[Callable[[bytes, random.Random], bytes]] = [
    *(_cut, _doubled, _moved, _worded, _worded, _worded, _replaced, _flipped, _renumbered, _ended)
]


def _spliced(body: bytes, other: bytes, draw: random.Random) -> bytes:
    return body[: draw.randrange(len(body) + 1)] + other[draw.randrange(len(other) + 1) :]


def _blown_up(body: bytes, draw: random.Random, most: int) -> bytes:
    """Repeat a stretch until the input is large: what takes longer than its size shows here."""
    start, end = _stretch(body, draw, longest=40)
    times = most // max(1, end - start)
    return body[:end] + body[start:end] * times + body[end:]


def _stretch(body: bytes, draw: random.Random, longest: int = 200) -> tuple[int, int]:
    start = draw.randrange(len(body) + 1)
    return start, min(len(body), start + draw.randrange(1, draw.choice([2, 8, longest]) + 1))
