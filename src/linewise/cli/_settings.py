"""Settings: flag before environment before project file before user file before default.

A setting is an option of a command that is also `LINEWISE_<NAME>` in the environment and
`<name>` in a settings file: `linewise.toml`, or the table `[tool.linewise]` of
`pyproject.toml`, in the current folder or the nearest one above it that has one; and
`config.toml` in the user's own folder for linewise.
"""

from __future__ import annotations

import os
import tomllib
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from linewise.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["FileSetting", "Setting", "find_settings", "known_settings", "user_file"]

PROJECT_FILE = "linewise.toml"

# A file that comes with somebody else's project must not say where keys are sent.
_PERSONAL = {"base_url"}

# What TOML gives for an option of a type, by click's name for the type, and how people say it.
_KINDS: Mapping[str, tuple[type, str]] = MappingProxyType(
    {"integer": (int, "a whole number"), "boolean": (bool, "true or false")}
)


# What click says of words that are no value of a type.
_UNREADABLE = " is not a valid "


@dataclass(frozen=True, slots=True)
class FileSetting:
    """A value that a settings file gives, and which file that is."""

    value: Any
    path: Path


class Setting(click.Option):
    """An option that the environment and settings files can set, too."""

    def __init__(self, *arguments: Any, **attributes: Any) -> None:
        super().__init__(*arguments, **attributes)
        if self.envvar is None and self.name:
            self.envvar = f"LINEWISE_{self.name.upper()}"

    @property
    def variable(self) -> str | None:
        """The variable of the environment that sets it now, None where none does."""
        names = [self.envvar] if isinstance(self.envvar, str) else self.envvar or ()
        return next((name for name in names if os.environ.get(name)), None)

    def process_value(self, ctx: click.Context, value: Any) -> Any:
        """Convert the value; one of a settings file has to be of the option's own kind."""
        if ctx.get_parameter_source(str(self.name)) is ParameterSource.DEFAULT_MAP:
            self._refuse_other_kind(ctx, value)
        try:
            return super().process_value(ctx, value)
        except click.BadParameter as error:
            if self.type.name in _KINDS and _UNREADABLE in error.message:
                raise self._other_kind(ctx, value) from error
            raise

    def _refuse_other_kind(self, ctx: click.Context, value: Any) -> None:
        # click would make 1 of 1.5 and of true, and a name of a list.
        if isinstance(value, str) or self.multiple or isinstance(self.type, click.Choice):
            return
        kind, _ = _KINDS.get(self.type.name, (str, "a string"))
        if type(value) is not kind:
            raise self._other_kind(ctx, value)

    def _other_kind(self, ctx: click.Context, value: Any) -> click.BadParameter:
        """Return the refusal of a value that is of another kind, with what would be right."""
        _, words = _KINDS.get(self.type.name, (str, "a string"))
        # The default of the context is what a settings file says, which may be this very value.
        example = f", such as {self.default}" if type(self.default) is int else ""
        return click.BadParameter(f"{value!r} is not {words}{example}", ctx, self)

    def handle_parse_result(
        self, ctx: click.Context, opts: Mapping[str, Any], args: list[str]
    ) -> tuple[Any, list[str]]:
        """Convert the value; an unusable one is reported with the place that it comes from."""
        try:
            return super().handle_parse_result(ctx, opts, args)
        except click.BadParameter as error:
            name = str(self.name)
            source = ctx.get_parameter_source(name)
            if source is ParameterSource.DEFAULT_MAP:
                origin = ctx.find_root().obj[name]
                raise ConfigError(f"{origin.path}: {name}: {error.message}") from error
            if source is ParameterSource.ENVIRONMENT:
                raise ConfigError(f"environment, {self.variable}: {error.message}") from error
            raise


def find_settings(folder: Path | None = None) -> dict[str, FileSetting]:
    """Read the settings files that hold for a folder; the project's wins over the user's.

    Args:
        folder: the current one when left out.

    Raises:
        ConfigError: a file is no TOML, or names a setting that does not exist.
    """
    settings: dict[str, FileSetting] = {}
    project = _project_settings(folder)
    _refuse_personal(*project)
    for path, values in (_user_settings(), project):
        if values:
            _refuse_unknown(path, values)
            settings |= {name: FileSetting(value, path) for name, value in values.items()}
    return settings


def known_settings() -> dict[str, Setting]:
    """Return every setting of every command by its name."""
    from importlib import import_module

    from linewise.cli._app import COMMANDS

    commands = (import_module(f"linewise.cli.{name}").command for name in COMMANDS)
    return {
        str(option.name): option
        for command in commands
        for option in _options_of(command)
        if isinstance(option, Setting)
    }


def _options_of(command: click.Command) -> Iterator[click.Parameter]:
    yield from command.params
    if isinstance(command, click.Group):
        for inner in command.commands.values():
            yield from _options_of(inner)


def user_file() -> Path:
    """Return the path of the user's settings file, whether it exists or not."""
    return Path(click.get_app_dir("linewise")) / "config.toml"


def _user_settings() -> tuple[Path, Mapping[str, Any]]:
    path = user_file()
    # Without a home it would lie below the current folder, which anybody may have made.
    return path, _read(path) if path.is_absolute() and _is_file(path) else {}


def _project_settings(folder: Path | None) -> tuple[Path, Mapping[str, Any]]:
    for place in _upwards(folder):
        if _is_file(path := place / PROJECT_FILE):
            return path, _read(path)
        if _is_file(path := place / "pyproject.toml") and (values := _own_table(path)):
            return path, values
    return Path(PROJECT_FILE), {}


def _upwards(folder: Path | None) -> Iterator[Path]:
    """Yield a folder and those above it; none where the current one is gone."""
    try:
        lowest = folder or Path.cwd()
    except OSError:
        return
    yield from (lowest, *lowest.parents)


def _is_file(path: Path) -> bool:
    # A folder that may not be looked into, as after a change of user, holds no settings for us.
    return os.path.isfile(path)  # noqa: PTH113 - Path.is_file raises for such a folder


def _own_table(path: Path) -> Mapping[str, Any]:
    """Return `[tool.linewise]` of a pyproject.toml.

    A file that says nothing of linewise is none of our business, broken or not.
    """
    try:
        data = path.read_bytes()
    except OSError:
        return {}
    if b"linewise" not in data:
        return {}
    try:
        tools = _read(path).get("tool")
    except ConfigError:
        if b"tool.linewise" in data:
            raise
        return {}
    table = tools.get("linewise", {}) if isinstance(tools, dict) else {}
    if not isinstance(table, dict):
        raise ConfigError(f"{path}: tool.linewise is a table of settings, not {table!r}")
    return table


def _read(path: Path) -> Mapping[str, Any]:
    try:
        # Some editors put a byte order mark before what they save as UTF-8.
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (ValueError, RecursionError) as error:
        # What is no TOML, no UTF-8, nested without an end, or a number of thousands of digits.
        raise ConfigError(f"{path}: not valid TOML: {error}") from error
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror or error}") from error


def _refuse_personal(path: Path, values: Mapping[str, Any]) -> None:
    for name in _PERSONAL & set(values):
        raise ConfigError(
            f"{path}: {name} says where your key is sent, so a project's file may not set it; "
            f"the flag, LINEWISE_{name.upper()} and {user_file()} may"
        )


def _refuse_unknown(path: Path, values: Mapping[str, Any]) -> None:
    from difflib import get_close_matches

    known = known_settings()
    for name in values:
        if name not in known:
            near = get_close_matches(name, known, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(sorted(known))}"
            raise ConfigError(f"{path}: there is no setting {name!r}; {hint}")
