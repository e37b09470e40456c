"""Which model is meant: one that is handed over, named, or configured in the environment."""

from __future__ import annotations

import os
from typing import TypeAlias

from linewise.errors import ModelError, OptionError
from linewise.models._secret import Secret
from linewise.models.function import Function, Replying
from linewise.models.openai_compatible import OpenAICompatible
from linewise.models.protocol import Model

__all__ = ["ModelLike", "as_model", "calls_at_once", "configured_model"]

ModelLike: TypeAlias = "Model | str | Replying"

_WITHOUT = "; Pasted() works with any chat, and a function from messages to words is a model, too"


def as_model(model: ModelLike) -> Model:
    """Return the model that a name, a function or a model stands for.

    Args:
        model: a name for `configured_model`, a function from messages to words, or a model.

    Raises:
        ModelError: a name is given, and neither a server nor a key for it is known.
        OptionError: it is none of these.
    """
    if isinstance(model, str):
        return configured_model(model)
    if isinstance(model, Model):
        return model
    if callable(model):
        return Function(model)
    raise OptionError(
        f"{type(model).__name__} is no model: a name, a function from messages to words, or an "
        "object with complete() was expected"
    )


def calls_at_once(model: Model, wanted: int) -> int:
    """Return how many calls a model takes at the same time, also inside of other models.

    Args:
        model: the model.
        wanted: how many there would be.
    """
    inner: object = model
    while isinstance(inner, Model):
        wanted = min(wanted, getattr(inner, "at_once", wanted))
        inner = getattr(inner, "model", None)
    return wanted


def configured_model(name: str | None = None, base_url: str | None = None) -> OpenAICompatible:
    """Return the model that the environment names.

    Args:
        name: the model's name; what `LINEWISE_MODEL` or `OPENAI_MODEL` holds when left out.
        base_url: its server; what `LINEWISE_BASE_URL` or `OPENAI_BASE_URL` holds when left out.

    Raises:
        ModelError: no model is named, or neither a server nor a key is known.
        OptionError: the server's address is none.
    """
    name = name or _setting("MODEL")
    base_url = _setting("BASE_URL") if base_url is None else base_url
    # Without an address only a key says that OpenAI's own server is meant.
    if not name:
        raise ModelError(
            "no model is configured: name one (model, LINEWISE_MODEL or OPENAI_MODEL), and its "
            "server (LINEWISE_BASE_URL or OPENAI_BASE_URL) or a key for OpenAI (OPENAI_API_KEY)"
            + _WITHOUT
        )
    if not (base_url or Secret.from_environment()):
        raise ModelError(
            f"model {name!r} is named, but neither its server (LINEWISE_BASE_URL or "
            "OPENAI_BASE_URL, or OpenAICompatible(model, base_url)) nor a key for OpenAI "
            "(OPENAI_API_KEY) is known" + _WITHOUT
        )
    return OpenAICompatible(name, base_url)


def _setting(name: str) -> str | None:
    return os.environ.get(f"LINEWISE_{name}") or os.environ.get(f"OPENAI_{name}") or None
