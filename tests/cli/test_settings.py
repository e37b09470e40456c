"""Settings: flag before environment before project file before user file before default."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import click
import pytest

from linewise.cli import COMMANDS, main, program
from linewise.cli._result import wants_colour
from linewise.cli._settings import known_settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder below a project's."""
    folder = tmp_path / "project" / "below"
    folder.mkdir(parents=True)
    (folder / "a.txt").write_text("one\n", encoding="utf-8")
    monkeypatch.chdir(folder)
    return folder


def origins(capfd: pytest.CaptureFixture[str]) -> dict[str, tuple[object, str]]:
    """Return each setting's value and origin as `config list` tells them."""
    assert main(["config", "list", "--json"]) == 0
    rows = json.loads(capfd.readouterr().out)
    return {row["name"]: (row["value"], row["origin"]) for row in rows}


def user_settings(home: Path, text: str) -> Path:
    """Write the user's settings file."""
    path = home / ".config" / "linewise" / "config.toml"
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_each_place_wins_over_the_next(
    folder: Path,
    own_surroundings: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """The order is kept, and `config list` names the place that each value comes from."""
    assert origins(capfd)["style"] == ("p", "default")
    user = user_settings(own_surroundings, 'style = "div"\nsize = 300\n')
    assert origins(capfd)["style"] == ("div", str(user))
    project = folder.parent / "linewise.toml"
    project.write_text('style = "pipe"\n', encoding="utf-8")
    assert origins(capfd)["style"] == ("pipe", str(project))
    assert origins(capfd)["size"] == (300, str(user))
    assert main(["number", "a.txt"]) == 0
    assert capfd.readouterr().out == "1|one\n"
    monkeypatch.setenv("LINEWISE_STYLE", "div")
    assert origins(capfd)["style"] == ("div", "environment, LINEWISE_STYLE")
    assert main(["number", "a.txt"]) == 0
    assert capfd.readouterr().out == '<div id="div-id-1">one</div>\n'
    assert main(["number", "a.txt", "--style", "p"]) == 0
    assert capfd.readouterr().out == '<p id="line-1">one</p>\n'


def test_pyproject_holds_settings_too(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """`[tool.linewise]` of the nearest pyproject.toml counts as the project's file."""
    path = folder / "pyproject.toml"
    path.write_text('[tool.linewise]\nstyle = "pipe"\n', encoding="utf-8")
    assert origins(capfd)["style"] == ("pipe", str(path))


@pytest.mark.parametrize(
    "text",
    [
        'tool.linewise.style = "pipe"',
        '[tool]\nlinewise = {style = "pipe"}',
        '["tool" . "linewise"]\nstyle = "pipe"',
        '\ufeff[tool.linewise]\nstyle = "pipe"',
    ],
)
def test_the_table_may_be_spelled_as_toml_allows(
    folder: Path, capfd: pytest.CaptureFixture[str], text: str
) -> None:
    """What counts is the value, not how its name is written; a byte order mark is passed over."""
    path = folder / "pyproject.toml"
    path.write_text(text, encoding="utf-8")
    assert origins(capfd)["style"] == ("pipe", str(path))


@pytest.mark.parametrize("value", ["3", "[{style = 'pipe'}]"])
def test_a_table_that_is_none_is_refused(
    folder: Path, capfd: pytest.CaptureFixture[str], value: str
) -> None:
    """The line names the file and what stands there."""
    path = folder / "pyproject.toml"
    path.write_text(f"[tool]\nlinewise = {value}", encoding="utf-8")
    assert main(["number", "a.txt"]) == 1
    assert f"{path}: tool.linewise is a table of settings, not" in capfd.readouterr().err


def test_an_empty_variable_sets_nothing(
    folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`config list` says what the commands go by."""
    (folder / "linewise.toml").write_text('style = "pipe"\n', encoding="utf-8")
    monkeypatch.setenv("LINEWISE_STYLE", "")
    assert origins(capfd)["style"] == ("pipe", str(folder / "linewise.toml"))
    assert main(["number", "a.txt"]) == 0
    assert capfd.readouterr().out == "1|one\n"


def test_an_empty_no_color_asks_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the convention has it, the variable counts when it is not empty."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "")
    assert wants_colour()
    monkeypatch.setenv("NO_COLOR", "1")
    assert not wants_colour()


def test_a_folder_that_may_not_be_looked_into_has_no_settings(
    folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a change of user, HOME is often another's."""
    real = os.stat

    def refusing(path: str | Path, *arguments: Any, **options: Any) -> os.stat_result:
        if str(path).endswith("config.toml"):
            raise PermissionError(13, "Permission denied", str(path))
        return real(path, *arguments, **options)

    monkeypatch.setattr(os, "stat", refusing)
    assert folder
    assert origins(capfd)["style"] == ("p", "default")


def test_a_strangers_pyproject_is_left_alone(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """A broken file that does not speak of linewise's settings stops nothing."""
    dependent = 'dependencies = ["linewise"]\n[[['
    (folder / "pyproject.toml").write_text(dependent, encoding="utf-8")
    assert origins(capfd)["style"] == ("p", "default")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("styl = 'p'", "there is no setting 'styl'; did you mean 'style'?"),
        ("style = 'xml'", "style: 'xml' is not one of"),
        ("size = 'big'", "size: 'big' is not a whole number, such as 1000"),
        ("size = 1.5", "size: 1.5 is not a whole number"),
        ("size = true", "size: True is not a whole number"),
        ("size = [3]", "size: [3] is not a whole number"),
        ("strip = 1", "strip: 1 is not true or false"),
        ("tokenizer = ['o200k']", "tokenizer: ['o200k'] is not a string"),
        ("style = ['p']", "style: ['p'] is not one of"),
        ("[number]\nstyle = 'p'", "there is no setting 'number'"),
        ("= nothing", "not valid TOML"),
        (f"style = {'[' * 3000}", "not valid TOML"),
        (f"sizes = 1{'0' * 5000}", "not valid TOML"),
    ],
)
def test_a_wrong_setting_is_reported_with_its_file(
    folder: Path, capfd: pytest.CaptureFixture[str], text: str, message: str
) -> None:
    """The line names the file, the setting, and what would be right; the exit code is 1."""
    path = folder / "linewise.toml"
    path.write_text(text, encoding="utf-8")
    command = "split" if text.startswith(("size", "strip", "tokenizer")) else "number"
    assert main([command, "a.txt"]) == 1
    complaint = capfd.readouterr().err
    assert str(path) in complaint
    assert message in complaint


@pytest.mark.parametrize(
    ("variable", "right"),
    [
        ("LINEWISE_SIZE", "'x' is not a whole number, such as 1000"),
        ("LINEWISE_OVERLAP", "'x' is not a whole number"),
        ("LINEWISE_STRIP", "'x' is not true or false"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_a_wrong_value_is_told_with_what_would_be_right(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, variable: str, right: str
) -> None:
    """In the words of people, and not in those of a program."""
    monkeypatch.setenv(variable, "x")
    assert main(["split", "a.txt"]) == 1
    assert capfd.readouterr().err == f"linewise: environment, {variable}: {right}\n"


def test_a_wrong_environment_is_reported_with_its_variable(
    folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The variable is named, so that it can be found."""
    assert folder
    monkeypatch.setenv("LINEWISE_STYLE", "xml")
    assert main(["number", "a.txt"]) == 1
    assert "environment, LINEWISE_STYLE: 'xml' is not one of" in capfd.readouterr().err


def test_the_users_file_is_where_path_says(
    own_surroundings: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """`config path` names it before it exists."""
    assert main(["config", "path"]) == 0
    assert capfd.readouterr().out == f"{own_surroundings}/.config/linewise/config.toml\n"


def test_settings_reach_commands_within_a_group(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """`prompt edit` takes its language from the project's file like any other setting."""
    (folder / "linewise.toml").write_text('language = "fr"\n', encoding="utf-8")
    assert main(["prompt", "edit", "a.txt", "--info-text", "Nouveau."]) == 0
    assert "Vous tenez un document à jour" in capfd.readouterr().out


def test_a_project_cannot_say_where_keys_are_sent(
    folder: Path, own_surroundings: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The address of the server is the user's own setting."""
    user_settings(own_surroundings, 'base_url = "http://127.0.0.1:9/v1"\n')
    assert main(["number", "a.txt"]) == 0
    (folder / "linewise.toml").write_text('base_url = "http://evil.example/v1"\n', "utf-8")
    assert main(["number", "a.txt"]) == 1
    assert "a project's file may not set it" in capfd.readouterr().err


@pytest.mark.parametrize(
    "address", ["http://me:secret@host:9/v1", "http://host:9/v1?key=secret", "http://[secret"]
)
def test_an_address_is_listed_without_its_secrets(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    address: str,
) -> None:
    """Some put a key into the address of a server; a list of settings is often sent around."""
    assert folder
    monkeypatch.setenv("LINEWISE_BASE_URL", address)
    value, origin = origins(capfd)["base_url"]
    assert value == ("…" if "[" in address else "http://host:9/v1")
    assert origin == "environment, LINEWISE_BASE_URL"


def test_the_language_of_prompts_is_not_that_of_texts(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A setting for one option never reaches another of the same name."""
    seen: list[str | None] = []

    def noted(_documents: object, *, language: str | None, **_settings: object) -> list[object]:
        seen.append(language)
        return []

    monkeypatch.setattr("linewise.cli.keypoints.key_points", noted)
    (folder / "linewise.toml").write_text('language = "fr"\n', encoding="utf-8")
    assert main(["keypoints", "a.txt"]) == 3
    assert main(["keypoints", "a.txt", "--language", "de"]) == 3
    assert seen == [None, "de"]


def options(command: click.Command) -> Iterator[click.Parameter]:
    """Yield what a command, and those in it, can be told."""
    yield from command.params
    for inner in command.commands.values() if isinstance(command, click.Group) else ():
        yield from options(inner)


@pytest.mark.parametrize("name", COMMANDS)
def test_what_goes_by_the_name_of_a_setting_takes_its_values(name: str) -> None:
    """Settings files reach options by name, so two of one name have to mean the same."""
    command = program.get_command(click.Context(program), name)
    assert command is not None
    settings = known_settings()
    for option in options(command):
        if option.name in settings:
            assert settings[option.name].type.to_info_dict() == option.type.to_info_dict(), name


def test_settings_of_chunks_reach_no_other_option(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """`find --overlap` and `summarize --unit` are no settings of chunks."""
    (folder / "linewise.toml").write_text('overlap = 100\nunit = "graphemes"\n', encoding="utf-8")
    assert 0 == main(["find", "a.txt", "what one is", "--dry-run"])
    assert 0 == main(["summarize", "a.txt"])
    assert "fault" not in capfd.readouterr().err
