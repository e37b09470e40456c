"""What all commands share: their options, their input, and the writing of their result."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

import click

from linewise.cli._result import ExitCode, Form, Result, check_place, write
from linewise.cli._settings import Setting
from linewise.cli._telling import tell
from linewise.errors import HistoryError, LineIdError, LoadError, OptionError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from linewise.document import Document

__all__ = [
    "HELPED",
    "STANDARD_INPUT",
    "Reading",
    "any_words",
    "argument_file",
    "argument_files",
    "as_words",
    "debug_option",
    "format_names",
    "input_options",
    "nothing_found",
    "parse_lines",
    "read_standard_input",
    "refuse_input_as_output",
    "refuse_two_readers",
    "result_command",
    "setting",
    "shared_options",
    "tell_if_unknown_language",
    "tell_nothing",
    "text_language_option",
    "tokenizer_option",
]

_F = TypeVar("_F", bound=Callable[..., Any])

STANDARD_INPUT = "-"

# Of every command, not of the program alone: a command keeps the names of its first context.
HELPED = {"help_option_names": ["-h", "--help"]}


def as_words(argument: str) -> str:
    """Return an argument that is words, not a file, as text.

    Where the locale knows ASCII alone, other bytes reach a program as halves of surrogate pairs:
    right for the name of a file, but no text that a model could read.
    """
    try:
        argument.encode()
    except UnicodeEncodeError:
        try:
            return os.fsencode(argument).decode()
        except UnicodeError:
            raise click.UsageError(f"these words are not UTF-8: {argument[:60]!r}") from None
    return argument


def setting(*flags: str, **attributes: Any) -> Callable[[_F], _F]:
    """Add an option that settings files and the environment can set, too."""
    attributes.setdefault("default", None)
    return click.option(*flags, cls=Setting, show_default=True, **attributes)


def text_language_option(help_text: str) -> Callable[[_F], _F]:
    """Add the option that says which language a text is in; the setting is that of prompts."""
    return click.option("--language", "text_language", metavar="CODE", help=help_text)


def tell_if_unknown_language(code: str | None) -> None:
    """Tell of a language that nothing is known of; what is no code is refused where it is read."""
    if code is None:
        return
    from linewise.language import LANGUAGES, language_code

    with suppress(OptionError):
        if language_code(code) not in LANGUAGES:
            tell(
                f"nothing is known of the language {code!r}, so that what is known of others is "
                f"used: {', '.join(LANGUAGES)}"
            )


def argument_file(function: _F) -> _F:
    """Add the argument FILE: a path, or standard input."""
    return click.argument("file", required=False, default=STANDARD_INPUT)(function)


def argument_files(function: _F) -> _F:
    """Add the arguments FILE…: paths, or standard input."""
    return click.argument("files", metavar="[FILE]...", nargs=-1)(function)


@dataclass(frozen=True, slots=True)
class Reading:
    """How the input is to be read.

    Attributes:
        format: its format; by name and content when it is None.
        encoding: its encoding; found when it is None.
        options: what else its loader is told.
    """

    format: str | None = None
    encoding: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    def document(self, path: str) -> Document:
        """Load a document from a path, or from standard input.

        Raises:
            LoadError: it cannot be read.
        """
        from linewise.loading import load

        # A file that brings its reader down costs a line that says so, not a bare signal.
        options: dict[str, Any] = {"isolated": True, **self.options}
        if path != STANDARD_INPUT:
            document = load(path, self.format, self.encoding, **options)
        else:
            data = read_standard_input()
            try:
                document = load(data, self.format, self.encoding, **options)
            except LoadError as error:
                raise LoadError(str(error).replace("the bytes", "standard input", 1)) from error
        _tell_what_is_missing(path, document)
        return document


def _tell_what_is_missing(path: str, document: Document) -> None:
    """Tell on standard error what a file holds that is not in the text."""
    known = document.metadata.get("pdf", {})
    for warning in known.get("warnings", ()):
        tell(f"{path}: {warning}")
    if pages := known.get("without_text"):
        shown = ", ".join(map(str, pages[:10])) + (", …" if len(pages) > 10 else "")
        tell(f"{path}: no text on page {shown}: pictures alone")


def input_options(function: Callable[..., Result]) -> Callable[..., Result]:
    """Add the options that say how the input is to be read; the function takes a `reading`."""

    @functools.wraps(function)
    def run(
        *,
        format: str | None,  # noqa: A002 - the field's word
        encoding: str | None,
        mode: str | None,
        furniture: str | None,
        password: bool,
        **settings: Any,
    ) -> Result:
        options = {
            "mode": mode,
            "furniture": furniture,
            "password": _password() if password else None,
        }
        given = {name: value for name, value in options.items() if value is not None}
        return function(reading=Reading(format, encoding, given), **settings)

    for option in reversed(_INPUT_OPTIONS):
        run = option(run)
    return run


def format_names(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """Return the names of formats that a shell may complete a word to."""
    from linewise.loading import FORMATS

    return [one.name for one in FORMATS if one.name.startswith(incomplete)]


def tokenizer_option(function: _F) -> _F:
    """Add the option that says what counts tokens."""
    return setting(
        "--tokenizer",
        default="o200k",
        help="What counts tokens: o200k, cl100k, a file, …",
        shell_complete=_tokenizer_names,
    )(function)


def _tokenizer_names(
    _: click.Context, __: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Return the names of tokenizers that a shell may complete a word to, or that it is a file."""
    from click.shell_completion import CompletionItem

    names = [name for name in _TOKENIZERS if name.startswith(incomplete)]
    return [CompletionItem(name) for name in names] or [CompletionItem(incomplete, type="file")]


_TOKENIZERS = ("o200k", "cl100k", "simple", "estimate")

_INPUT_OPTIONS = (
    click.option(
        "--as",
        "format",
        metavar="FORMAT",
        help="Of the input; by name and content if left out.",
        shell_complete=format_names,
    ),
    click.option("--encoding", metavar="NAME", help="Of the input; detected when left out."),
    click.option(
        "--mode",
        type=click.Choice(["note", "article"]),
        help="HTML: every visible word, or the main text of a web page.",
    ),
    click.option(
        "--furniture",
        type=click.Choice(["keep", "drop"]),
        help="PDF: running heads, page numbers and side notes.",
    ),
    click.option(
        "--password",
        is_flag=True,
        help="PDF: take the password from LINEWISE_PASSWORD, or ask for it.",
    ),
)


def _password() -> str:
    # Never an argument: the command line is seen by everybody on the machine.
    if given := os.environ.get("LINEWISE_PASSWORD"):
        return given
    import getpass
    import warnings

    with warnings.catch_warnings():
        # It would be shown as it is typed, or read from what is no terminal.
        warnings.simplefilter("error", getpass.GetPassWarning)
        try:
            return getpass.getpass()
        except EOFError:
            raise click.Abort from None
        except getpass.GetPassWarning:
            raise LoadError(
                "there is no terminal to ask for the password on; LINEWISE_PASSWORD gives it"
            ) from None


def result_command(
    help_text: str, *, may_fill_folder: bool = False
) -> Callable[[Callable[..., Result]], click.Command]:
    """Make a command of a function that returns a `Result`, and write what it returns.

    Args:
        help_text: of the command.
        may_fill_folder: whether `-o` may name a folder, since results have `files`.
    """

    def decorate(function: Callable[..., Result]) -> click.Command:
        @functools.wraps(function)
        def run(*, form: Form | None, output: str | None, **arguments: Any) -> int:
            refuse_two_readers(*arguments.get("files", ()))
            pages = [(f"--{name}", arguments.get(name)) for name in ("html", "highlight")]
            for option, path in (("-o", output), *pages):
                refuse_input_as_output(option, path, arguments)
                check_place(path, may_be_folder=may_fill_folder and option == "-o")
            for option, path in pages:
                _refuse_as_page(option, path, output)
            result = function(**arguments)
            write(result, form, output, source=arguments.get("file"))
            return result.exit_code

        name = function.__name__.removesuffix("_command")
        command = click.command(name, help=help_text, context_settings=HELPED)(run)
        command.params += shared_options()
        return command

    return decorate


def refuse_input_as_output(option: str, output: str | None, arguments: Mapping[str, Any]) -> None:
    """Refuse to put the result in the place of what it was made of."""
    if output is None or not os.path.isfile(output):  # noqa: PTH113 - odd names raise in pathlib
        return
    if any(_holds(path, output) for path in (*_inputs(arguments), *_of_batch(arguments))):
        raise click.UsageError(
            f"{option} {output} is the input: the result would take its place; name another file"
        )


def _refuse_as_page(option: str, page: str | None, output: str | None) -> None:
    """Refuse a second result that would go to standard output, or where the first one goes."""
    if page == STANDARD_INPUT:
        raise click.UsageError(f"{option} names a file; what else is found goes to standard output")
    if page and output and os.path.realpath(page) == os.path.realpath(output):
        raise click.UsageError(
            f"{option} and -o both name {page}: one would take the other's place; name another file"
        )


def _inputs(arguments: Mapping[str, Any]) -> list[str]:
    """Return the files that the arguments of a command name to be read."""
    named = [arguments.get(name) for name in ("file", "questions", "info", "reply", "place")]
    # Of `why` it may be FILE:LINE.
    named.append((arguments.get("place") or "").rpartition(":")[0])
    named.extend(path for name in _SEVERAL for path in arguments.get(name, ()))
    return [path for path in named if isinstance(path, str)]


def _of_batch(arguments: Mapping[str, Any]) -> list[str]:
    """Return the files of the batch that the arguments name, if they name one that there is."""
    if arguments.get("batch") is None:
        return []
    from linewise.history import batch_files

    try:
        return batch_files(arguments["batch"])
    except HistoryError:
        return []


# The arguments that name several inputs.
_SEVERAL = ("files", "words", "written")


def _holds(path: str, output: str) -> bool:
    """Tell whether a path is a file, or is or leads to the folder that the file is in."""
    if os.path.isfile(path):  # noqa: PTH113
        return os.path.samefile(path, output)  # noqa: PTH121
    folder = os.path.realpath(path)
    return os.path.isdir(path) and os.path.realpath(output).startswith(os.path.join(folder, ""))  # noqa: PTH112, PTH118


def shared_options() -> list[click.Parameter]:
    """Return the options of every command that writes a `Result`."""
    return [
        click.Option(
            ["--text", "form"], flag_value="text", help="Write for people, as on a terminal."
        ),
        click.Option(["--json", "form"], flag_value="json", help="Write one JSON value."),
        click.Option(
            ["--jsonl", "form"], flag_value="jsonl", help="Write a line of JSON for each item."
        ),
        click.Option(
            ["-o", "--output"], metavar="FILE", help="Write to FILE instead of standard output."
        ),
        debug_option(),
    ]


def debug_option() -> click.Option:
    # `main` looks for it among the arguments, so that it also covers their parsing.
    return click.Option(
        ["--debug"], is_flag=True, expose_value=False, help="Show where in the code an error arose."
    )


def read_standard_input() -> bytes:
    """Read standard input to its end; a person who types is told so.

    Raises:
        LoadError: it is closed, or cannot be read.
    """
    if sys.stdin is None:
        raise LoadError("standard input is closed; name a file, or send a text through a pipe")
    if sys.stdin.isatty():
        click.echo("reading standard input, to its end (Ctrl-D)", err=True)
    try:
        return sys.stdin.buffer.read()
    except OSError as error:
        raise LoadError(f"standard input: it cannot be read: {error.strerror or error}") from error


def refuse_two_readers(*paths: str | None) -> None:
    """Refuse more than one path that stands for standard input, which can be read once."""
    if [path for path in paths if path == STANDARD_INPUT][1:]:
        raise click.UsageError("standard input can be read once: name a file for the others")


def parse_lines(words: tuple[str, ...]) -> tuple[str, str] | None:
    """Read a range of lines as people and models write it, or return None for other words.

    Accepted are one or two ids (`10`, `line-10`, `L10`), or a range in one word (`10-40`,
    `L10-L40`, `10..40`, `line-10..line-40`).
    """
    from linewise.numbering import parse_line_id, range_ends

    ids = [one for word in words for one in range_ends(word) or (word,)]
    if not 1 <= len(ids) <= 2:
        return None
    try:
        for line in ids:
            parse_line_id(line)
    except LineIdError:
        return None
    return ids[0], ids[-1]


def any_words(documents: Iterable[Document]) -> bool:
    """Tell whether there is anything but white space in some documents."""
    from linewise.language.words import has_words

    return any(has_words(document.text) for document in documents)


def tell_nothing(doing: str, reason: str = "the text is empty") -> None:
    """Tell that there is nothing to do something with, and why."""
    tell(f"there is nothing to {doing}: {reason}")


def nothing_found(items: int) -> ExitCode:
    """Return the exit code for a search that found so many items."""
    return ExitCode.DONE if items else ExitCode.NOTHING_FOUND
