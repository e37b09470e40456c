"""Texts by rule: prose, Markdown, code and CJK of any length, the same each time.

Words are drawn by Zipf's law from a vocabulary of made-up ones; paragraphs vary in length as they
do in novels (log-normal, half of the text in paragraphs above a thousand characters).
"""

from __future__ import annotations

import random
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

VOCABULARY = 12_000
KANA = "のにはをたがでてとしれさあいもこうまだそりんなかよらるく"


class Writer:
    """Draws words, sentences and paragraphs."""

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)
        syllables = [
            a + b + c for a in "bcdfghklmnprstvw" for b in "aeiou" for c in ("", "", "n", "r", "s")
        ]
        lengths = (1, 1, 2, 2, 2, 3, 3, 4)
        drawn = {
            "".join(self.draw.choices(syllables, k=self.draw.choice(lengths)))
            for _ in range(VOCABULARY)
        }
        self.words = sorted(drawn)
        self.draw.shuffle(self.words)
        self.weights = list(accumulate(1 / (rank + 3) for rank in range(len(self.words))))

    def some(self, least: int, most: int) -> list[str]:
        """Return words."""
        return self.draw.choices(
            self.words, cum_weights=self.weights, k=self.draw.randint(least, most)
        )

    def sentence(self) -> str:
        """Return a sentence with its marks."""
        words = self.some(4, 28)
        for at in range(6, len(words) - 1, self.draw.randint(5, 9)):
            words[at] += ","
        words[0] = words[0].capitalize()
        return " ".join(words) + self.draw.choice("....?!")

    def paragraph(self, median: float = 55) -> str:
        """Return a paragraph, its length in words log-normal."""
        wanted = self.draw.lognormvariate(0, 0.8) * median
        sentences = [self.sentence()]
        count = sentences[0].count(" ")
        while count < wanted:
            sentences.append(self.sentence())
            count += sentences[-1].count(" ") + 1
        text = " ".join(sentences)
        return f"“{text}”" if self.draw.random() < 0.3 else text


def wrapped(text: str, width: int = 72) -> str:
    """Return a text with its lines broken."""
    lines, line = [], ""
    for word in text.split(" "):
        if line and len(line) + len(word) >= width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return "\n".join([*lines, line])


def prose(writer: Writer) -> Iterator[str]:
    """Yield chapters of a novel, hard-wrapped."""
    while True:
        yield f"\n\nCHAPTER {writer.draw.randint(1, 99)}\n\n\n"
        for _ in range(40):
            yield wrapped(writer.paragraph()) + "\n\n"


def markdown(writer: Writer) -> Iterator[str]:
    """Yield sections of a manual: headings, paragraphs, lists, fences, tables."""
    while True:
        yield "#" * writer.draw.randint(1, 4) + " " + " ".join(writer.some(2, 6)).title() + "\n\n"
        for _ in range(writer.draw.randint(1, 4)):
            yield writer.paragraph(35) + "\n\n"
        for _ in range(writer.draw.choice([0, 0, 4, 12])):
            yield f"- **{writer.some(1, 1)[0]}**: {writer.sentence()}\n"
        if writer.draw.random() < 0.3:
            yield "\n```sh\n" + "".join(f"$ {' '.join(writer.some(2, 6))}\n" for _ in range(9))
            yield "```\n"
        if writer.draw.random() < 0.2:
            yield "\n| name | use | note |\n| --- | --- | --- |\n"
            for _ in range(writer.draw.randint(3, 20)):
                yield "| " + " | ".join(" ".join(writer.some(1, 5)) for _ in range(3)) + " |\n"
        yield "\n"


def code(writer: Writer) -> Iterator[str]:
    """Yield functions and classes of a program."""
    while True:
        if writer.draw.random() < 0.2:
            yield f"\n\nclass {writer.some(1, 1)[0].title()}:\n"
            yield f'    """{writer.sentence()}"""\n'
        name, *arguments = writer.some(2, 5)
        yield f"\n    def {name}(self, {', '.join(arguments)}):\n"
        yield f'        """{writer.sentence()}"""\n'
        for _ in range(int(writer.draw.lognormvariate(2.3, 0.8))):
            indent = " " * writer.draw.choice([8, 8, 8, 12, 12, 16])
            left, right, call = writer.draw.choices(writer.words, k=3)
            yield indent + writer.draw.choice(
                [
                    f"{left} = self.{right}.{call}({name}, {writer.draw.randint(0, 999)})\n",
                    f"if {left} is not None and {right} > {len(call)}:\n",
                    f"return [{left} for {left} in {right} if {left}.{call}]\n",
                    f'raise ValueError(f"{left} {{{right}}} {call}")\n',
                ]
            )


def cjk(writer: Writer) -> Iterator[str]:
    """Yield paragraphs of Japanese-looking text, one a line."""
    kanji = [chr(0x4E00 + at) for at in writer.draw.sample(range(12_000), 2_000)]
    weights = list(accumulate(1 / (rank + 20) for rank in range(len(kanji))))
    while True:
        for _ in range(max(1, int(writer.draw.lognormvariate(1.6, 0.8)))):
            words = [
                "".join(
                    writer.draw.choices(kanji, cum_weights=weights, k=writer.draw.choice((1, 2, 2)))
                )
                + "".join(writer.draw.choices(KANA, k=writer.draw.choice((1, 1, 2, 3))))
                for count in writer.draw.choices((1, 2, 2), k=writer.draw.randint(3, 14))
            ]
            if len(words) > 7:
                words[len(words) // 2] += "、"
            yield "".join(words) + "。"
        yield "\n"


KINDS: dict[str, Callable[[Writer], Iterator[str]]] = {
    "prose": prose,
    "markdown": markdown,
    "code": code,
    "cjk": cjk,
}


def text_of(kind: str, megabytes: float, seed: int = 1) -> str:
    """Return a text of one kind that has so many million bytes of UTF-8."""
    wanted = megabytes * 1e6
    parts: list[str] = []
    for part in KINDS[kind](Writer(seed)):
        parts.append(part)
        wanted -= len(part.encode())
        if wanted <= 0:
            return "".join(parts)
    raise AssertionError("the rules never end")
