"""The shell of every page: one style, no request to anywhere, and no script but its own.

`page(title, body)` closes a body in; `fill(package, name, ...)` fills a template that stands in
the folder `assets` of a package, with everything escaped that is not markup already, and a filter
`visible` for words of others; `asset(name)` gives a style sheet or a script of this package:
`page.css` for any page, `layers.css` where layers are drawn, `document.css` and `document.js` for
the view of a document.
"""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from linewise.render.signs import visible

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

__all__ = ["as_markup", "asset", "fill", "page"]

_OURS = "linewise.render"


def page(
    title: str,
    body: str,
    *,
    style: str = "",
    script: str = "",
    kind: str = "",
    language: str = "en",
) -> str:
    """Return a page of HTML that needs nothing beside it.

    Its content policy allows the style and the script that are given by their hashes, and
    nothing else: a text that was not escaped could run nothing.

    Args:
        title: what stands in the window's title, plain.
        body: the markup of the page.
        style: rules beside those that all pages share.
        script: that makes the page handier; it has to work without.
        kind: classes of the body.
        language: of the page's own words.
    """
    rules = f"\n{asset('page.css')}{style}"
    filled = fill(
        _OURS,
        "page.html",
        title=visible(title),
        body=as_markup(body),
        style=as_markup(rules),
        script=as_markup(script),
        kind=kind,
        language=language,
        policy=as_markup(_policy(rules, script)),
    )
    return str(filled)


def fill(package: str, name: str, **values: Any) -> Markup:
    """Return a template of a package filled with values; markup among them stays markup."""
    return as_markup(_environment(package).get_template(name).render(values))


@cache
def asset(name: str) -> str:
    """Return a style sheet or a script of this package."""
    return files(_OURS).joinpath("assets", name).read_text(encoding="utf-8")


def _policy(style: str, script: str) -> str:
    """Return what a browser may obey: what stands in the page by our hand."""
    parts = ["default-src 'none'", f"style-src {_hash(style)}"]
    if script:
        parts.append(f"script-src {_hash(script)}")
    return "; ".join([*parts, "base-uri 'none'", "form-action 'none'"])


def _hash(source: str) -> str:
    return f"'sha256-{b64encode(sha256(source.encode()).digest()).decode()}'"


def as_markup(text: str) -> Markup:
    """Return markup that we made as what a template leaves as it is."""
    from markupsafe import Markup  # noqa: PLC0415 - only where pages are made

    return Markup(text)  # noqa: S704 - what is not markup was escaped where it was made


@cache
def _environment(package: str) -> Environment:
    from jinja2 import (  # noqa: PLC0415 - only where pages are made
        Environment,
        PackageLoader,
        StrictUndefined,
    )

    environment = Environment(
        loader=PackageLoader(package, "assets"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["visible"] = visible
    return environment
