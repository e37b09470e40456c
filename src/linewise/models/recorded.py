"""Exchanges with a model in a file that a person can read, and that answers again."""

from __future__ import annotations

import hashlib
import json
import threading
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from linewise._kinds import check_path
from linewise.errors import ModelError
from linewise.models.choosing import ModelLike, as_model
from linewise.models.protocol import Message, Progress, Reply, Usage

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

__all__ = ["Recorded"]

_HEADER = "# Exchanges with a model, recorded by linewise; one YAML document each.\n"


class Recorded:
    """A model that answers from a file, and asks another model for what is not in it yet.

    A request is known again by its words and its schema, so the order does not matter. Several
    replies to the same request come in the order in which they were recorded, and then again.

    Args:
        path: the file; a YAML document an exchange.
        model: who is asked for what the file does not hold: a model, its name, or a function; its
            replies are added to the file and answer the same request from then on.

    Raises:
        ModelError: the file is missing and there is no model, it cannot be read, or its folder is
            missing.
    """

    def __init__(self, path: str | os.PathLike[str], model: ModelLike | None = None) -> None:
        check_path(path)
        self._path = Path(path)
        self.model = None if model is None else as_model(model)
        self._lock = threading.Lock()
        self._replies: defaultdict[str, list[Reply]] = defaultdict(list)
        self._given: defaultdict[str, int] = defaultdict(int)
        if _exists(self._path) or model is None:
            for number, exchange in enumerate(_read(self._path), start=1):
                key, reply = _parsed(exchange, f"{self._path}, exchange {number}")
                self._replies[key].append(reply)
        elif not self._path.parent.is_dir():
            # Said before a reply is paid for that could not be kept.
            raise ModelError(f"{self._path}: cannot be written: there is no such folder")

    def __repr__(self) -> str:
        return f"<Recorded {str(self._path)!r}, {sum(map(len, self._replies.values()))} replies>"

    def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: dict[str, Any] | None = None,
        progress: Progress | None = None,
    ) -> Reply:
        """Return the reply that was recorded, or record one.

        Raises:
            ModelError: there is none and no model to ask, or the model gives none.
        """
        key = _key(messages, schema)
        with self._lock:
            known = self._replies[key]
            if known:
                reply = known[self._given[key] % len(known)]
                self._given[key] += 1
        if not known:
            return self._record(key, messages, schema, progress)
        if progress is not None and reply.text:
            progress(reply.text)
        return reply

    def _record(
        self,
        key: str,
        messages: Sequence[Message],
        schema: dict[str, Any] | None,
        progress: Progress | None,
    ) -> Reply:
        if self.model is None:
            start = " ".join(messages[-1].content.split())[:60] if messages else ""
            raise ModelError(
                f"{self._path}: no reply to this request is recorded: {start!r}… The words of the "
                "prompt must be the same to the letter"
            )
        reply = self.model.complete(messages, schema=schema, progress=progress)
        text = _written(messages, schema, reply)
        with self._lock:
            try:
                new = not self._path.exists()
                with self._path.open("a", encoding="utf-8", newline="") as file:
                    file.write((_HEADER if new else "") + text)
            except OSError as error:
                raise ModelError(
                    f"{self._path}: cannot be written: {error.strerror}", usage=reply.usage
                ) from error
            self._replies[key].append(reply)
        return reply


def _exists(path: Path) -> bool:
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise ModelError(f"{path}: cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise ModelError(f"{str(path)!r}: cannot be read: {error}") from error
    return True


def _key(messages: Sequence[Message], schema: dict[str, Any] | None) -> str:
    request = [[list(message) for message in messages], _schema_text(schema)]
    return hashlib.blake2b(json.dumps(request).encode(), digest_size=16).hexdigest()


def _schema_text(schema: dict[str, Any] | None) -> str:
    return "" if schema is None else json.dumps(schema, sort_keys=True, ensure_ascii=False)


def _written(messages: Sequence[Message], schema: dict[str, Any] | None, reply: Reply) -> str:
    """Return an exchange as a YAML document; texts of several lines stand as they are."""
    import yaml  # noqa: PLC0415 - only where something is recorded

    exchange = {
        "messages": [{m.role: m.content} for m in messages],
        "schema": _schema_text(schema),
        "reply": reply.text,
        "finish_reason": reply.finish_reason or "",
        "model": reply.model,
        "input_tokens": str(reply.usage.input_tokens),
        "output_tokens": str(reply.usage.output_tokens),
    }

    class Dumper(yaml.SafeDumper):
        pass

    Dumper.add_representer(str, _represented)
    document: str = yaml.dump(
        exchange, Dumper=Dumper, allow_unicode=True, sort_keys=False, width=1 << 30
    )
    return f"---\n{document}"


def _represented(dumper: Any, text: str) -> Any:
    style = "|" if "\n" in text else None if text.isalnum() else '"'
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


def _read(path: Path) -> list[Any]:
    import yaml  # noqa: PLC0415 - as above

    try:
        text = path.read_bytes().decode()
        return [one for one in yaml.load_all(text, yaml.BaseLoader) if one]
    except OSError as error:
        raise ModelError(f"{path}: cannot be read: {error.strerror or error}") from error
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError) as error:
        where = getattr(error, "problem_mark", None)
        line = f", line {where.line + 1}" if where is not None else ""
        raise ModelError(f"{path}{line}: is no recording: it cannot be read as YAML") from error


def _parsed(exchange: Any, where: str) -> tuple[str, Reply]:
    """Return the request's key and the reply of an exchange, written here or by hand."""
    try:
        pairs = [(role, words) for turn in exchange["messages"] for role, words in turn.items()]
        messages = [Message(role, _text(words)) for role, words in pairs]
        schema = json.loads(exchange["schema"]) if exchange.get("schema") else None
        usage = Usage(
            int(exchange.get("input_tokens", 0)), int(exchange.get("output_tokens", 0)), 1
        )
        reply = Reply(
            _text(exchange["reply"]),
            usage,
            _text(exchange.get("finish_reason", "")) or None,
            _text(exchange.get("model", "recorded")),
        )
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise ModelError(
            f"{where}: is no recording: each exchange has messages and a reply, and all are texts"
        ) from error
    return _key(messages, schema), reply


def _text(value: Any) -> str:
    """Return a text as it is: a list of lists that name each other would fill the memory."""
    if not isinstance(value, str):
        raise TypeError(f"{type(value).__name__} stands where a text was expected")
    return value
