"""Values between brackets: JSON as models write it, YAML's flow style, and calls.

More is taken than JSON allows, as long as it has one meaning: comments, a comma at the end,
single or typographic quotes around texts, texts and names without quotes, `name(…)`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NoReturn

from linewise.errors import ReplyError, ReplyErrorKind
from linewise.replies.cursor import Cursor
from linewise.replies.nodes import Listing, Mapping, Node, Scalar, ScalarStyle
from linewise.replies.quotes import (
    CURLY,
    ESCAPED_QUOTES,
    after_flow_text,
    is_odd_at_end,
    read_quoted,
)
from linewise.replies.remarks import RepairKind

__all__ = ["FlowReader", "refuse_unsafe"]

MAX_DEPTH = 16

_BETWEEN = re.compile(r"(?:\s+|(?<![^\s,\[{(])#[^\n]*)+")
_SLASHES = re.compile(r"//[^\n]*|/\*(?:(?!\*/).)*\*/", re.DOTALL)
_JSON = re.compile(r"[\[{(\s]*[\"“]")
_AFTER_BRACKET = re.compile(r"[\[{(\]})]\s*\Z|[\]})]\s*,\s*\Z")
_CALL = re.compile(r"(?:await\s+)?([^\W\d][\w.]{0,60})\s*\(")
_PLAIN_KEY = re.compile(r"[^\W\d][\w. -]{0,60}?(?=\s*:)")
_KEYWORD = re.compile(r"([^\W\d]\w{0,40})\s*=(?!=)\s*")
_GOES_ON = re.compile(r"[\]})\"'\n]")
_PREFIXED = re.compile(r"[A-Za-z]{1,2}([\"']).*\1", re.DOTALL)
_UNSAFE = re.compile(r"!!|!<|![A-Za-z][\w.]*[/:]")
_PLAIN_ENDS = {closer: re.compile(rf"[,\n{re.escape(closer)}]|\Z") for closer in "]})"}
_QUOTES = ('"', "'", *CURLY)


@dataclass
class FlowReader(Cursor):
    """A place from which a value in brackets or a call is read.

    Attributes:
        yaml: whether this is the value of a name in YAML, and so no JSON.
    """

    yaml: bool = field(default=False, kw_only=True)
    _is_json: bool = field(default=False, init=False)

    def value(self) -> Node:
        """Read one value in brackets, or one call, and stop behind it."""
        self._is_json = not self.yaml and _JSON.match(self.text, self.at) is not None
        return self._bracketed("", 0)

    def begins(self) -> bool:
        """Tell whether a bracket or a call comes next."""
        return self._peek() in ("[", "{") or self.is_call()

    def is_call(self) -> bool:
        """Tell whether a call of a known function comes next."""
        match = _CALL.match(self.text, self.at)
        return match is not None and self.vocabulary.is_call(match[1])

    def skip(self) -> None:
        """Step over white space and comments."""
        while True:
            match = _BETWEEN.match(self.text, self.at) or self._comment()
            if match is None:
                return
            self.at = match.end()

    def _comment(self) -> re.Match[str] | None:
        """Return a comment between slashes, where they cannot be the beginning of a text."""
        match = _SLASHES.match(self.text, self.at)
        if match is None or not (self._is_json or self._is_after_bracket()):
            return None
        return match

    def _is_after_bracket(self) -> bool:
        before = self.text[max(0, self.at - 200) : self.at]
        return _AFTER_BRACKET.search(before) is not None

    def _peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def _bracketed(self, closer: str, depth: int) -> Node:
        if depth > MAX_DEPTH:
            raise ReplyError(
                ReplyErrorKind.TOO_LARGE,
                f"line {self.line} of the reply: brackets are nested more than {MAX_DEPTH} deep",
            )
        sign = self._peek()
        if sign == "[":
            return self._listing(depth)
        if sign == "{":
            return self._mapping(depth)
        if sign in _QUOTES:
            return self._quoted(after_flow_text(closer))
        if self.is_call():
            return self._call(depth)
        return self._plain(closer)

    def _listing(self, depth: int) -> Listing:
        line = self.line
        self.at += 1
        items: list[Node] = []
        while not self._closes("]", items):
            items.append(self._bracketed("]", depth + 1))
        self._refuse_mixed_quotes(items)
        return Listing(tuple(items), line)

    def _mapping(self, depth: int) -> Mapping:
        line = self.line
        self.at += 1
        pairs: list[tuple[str, Node]] = []
        self.skip()
        curly = self._peek() in CURLY
        while not self._closes("}", pairs):
            key = self._key()
            self.skip()
            value = self._bracketed("}", depth + 1)
            pairs.append((key, value))
        if not curly:
            self._refuse_mixed_quotes([Listing(), *(value for _, value in pairs)])
        return Mapping(tuple(pairs), line)

    def _call(self, depth: int) -> Mapping:
        match = _CALL.match(self.text, self.at)
        assert match is not None  # noqa: S101 - the caller looked
        line = self.line
        self.at = match.end()
        items: list[Node] = []
        pairs: list[tuple[str, Node]] = []
        while not self._closes(")", items or pairs):
            keyword = _KEYWORD.match(self.text, self.at)
            if keyword is None:
                items.append(self._bracketed(")", depth + 1))
                continue
            self.at = keyword.end()
            pairs.append((keyword[1], self._bracketed(")", depth + 1)))
        self._refuse_mixed_quotes(items)
        named = Mapping(tuple(pairs), line)
        if items and pairs:
            items.append(named)
        return Mapping(((match[1], named if pairs and not items else Listing(tuple(items))),), line)

    def _closes(self, closer: str, before: list[Node] | list[tuple[str, Node]]) -> bool:
        """Step over the comma and the closing bracket, whichever are there."""
        self.skip()
        commas = 0
        while self._peek() == ",":
            commas += 1
            self.at += 1
            self.skip()
        if self._peek() == closer:
            self.at += 1
            return True
        if not self._peek():
            raise ReplyError(
                ReplyErrorKind.TRUNCATED,
                f"line {self.line} of the reply: the reply ends before its closing {closer}. "
                "Send the whole reply again",
            )
        if commas > 1 or (commas and not before):
            self.mended(RepairKind.COMMA_DROPPED, "a comma with nothing before it was dropped")
        if before and not commas:
            last = before[-1]
            value = last[1] if isinstance(last, tuple) else last
            if isinstance(value, Scalar) or self._peek() != "{":
                self.refuse("a comma or a bracket is missing")
            self.mended(RepairKind.COMMA_SUPPLIED, "a comma between two items was supplied")
        return False

    def _key(self) -> str:
        sign = self._peek()
        if sign in _QUOTES:
            key = self._quoted(after_flow_text("}", key=True)).text
        else:
            match = _PLAIN_KEY.match(self.text, self.at)
            if match is None:
                self.refuse("a name and a colon were expected")
            key = match[0]
            self.at = match.end()
        self.skip()
        if self._peek() != ":":
            self.refuse(f"the colon after {key!r} is missing")
        self.at += 1
        if self._peek() == ":":
            self.mended(RepairKind.COLON_DROPPED, f"a second colon after {key!r} was dropped")
            self.at += 1
        return key

    def _quoted(self, after: re.Pattern[str]) -> Scalar:
        quoted = read_quoted(self.text, self.at, after, self.line, folds=not self._is_json)
        raw = self.text[self.at : quoted.end]
        if "\n" in raw and any(map(self.vocabulary.is_structure, raw.split("\n")[1:])):
            self.refuse("a quoted text runs on into what looks like the next item")
        self.at = quoted.end
        self.repairs += quoted.repairs
        return quoted.scalar

    def _plain(self, closer: str) -> Scalar:
        """Read a text without quotes: up to the comma, the bracket, or the end of the line."""
        refuse_unsafe(self.text, self.at, self.line)
        if not closer:
            self.refuse("a bracket was expected")
        match = _PLAIN_ENDS[closer].search(self.text, self.at)
        assert match is not None  # noqa: S101 - the end of the text matches
        words = self.text[self.at : match.start()].strip(" \t\r\n")
        doubtful = (words.endswith(('"', "'")) and " " in words) or words[:1] == words[-1:] == "`"
        if not words or doubtful or is_odd_at_end(words) or words[0] in ":=":
            self.refuse(f"{words[:40]!r} is no value")
        if _PREFIXED.fullmatch(words):
            self.refuse(f"{words[:40]!r} has a letter before its quotes")
        if ESCAPED_QUOTES.fullmatch(words):
            self.refuse(f"the quotes of {words[:40]!r} were escaped on the way")
        if self.vocabulary.inside_text.search(words):
            self.refuse(f"{words[:60]!r} holds what looks like another item")
        nothing = not self.yaml and words in ("null", "None")
        style = ScalarStyle.EMPTY if nothing else ScalarStyle.PLAIN
        scalar = Scalar(words, style, self.line)
        self.at = match.start()
        return scalar

    def _refuse_mixed_quotes(self, values: list[Node]) -> None:
        """Refuse typographic quotes that may be part of a text.

        They mark texts only where the first value, a name or an id, has them too.
        """
        curly = [isinstance(v, Scalar) and v.style is ScalarStyle.CURLY for v in values]
        if any(curly) and not curly[0]:
            self.refuse("typographic quotes around a text; straight double quotes were expected")

    def refuse(self, what: str, kind: ReplyErrorKind = ReplyErrorKind.UNREADABLE) -> NoReturn:
        """Refuse the reply; where no sign follows that could go on with it, as cut off."""
        if _GOES_ON.search(self.text, self.at) is not None:
            super().refuse(what, kind)
        raise ReplyError(
            ReplyErrorKind.TRUNCATED,
            f"line {self.line} of the reply: the reply ends inside a list. Send the whole reply "
            "again",
        )


def refuse_unsafe(text: str, at: int, line: int) -> None:
    """Refuse a YAML tag: a reply is text, and nothing is built from it."""
    if _UNSAFE.match(text, at):
        tag = text[at : at + 30].split(maxsplit=1)[0]
        raise ReplyError(
            ReplyErrorKind.UNSAFE_YAML,
            f"line {line} of the reply uses a YAML tag, {tag}. Tags are never followed; write "
            "plain quoted text",
        )
