"""The command line: one module a command, each a few lines over one function of the library.

Every command keeps the same contract: it reads files or standard input, writes its result to
standard output or to `-o FILE` and everything else to standard error, gives JSON with `--json`
and a line of JSON an item with `--jsonl`, and ends with one of the exit codes of `ExitCode`.
"""

from linewise.cli._app import COMMANDS, main, program
from linewise.cli._result import ExitCode, Result

__all__ = ["COMMANDS", "ExitCode", "Result", "main", "program"]
