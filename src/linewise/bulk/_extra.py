"""What bulk stands on, and where it comes from."""

from importlib.util import find_spec

from linewise.errors import OptionError

__all__ = ["require_pyarrow"]


def require_pyarrow() -> None:
    """Refuse to go on without pyarrow.

    Raises:
        OptionError: it is not installed.
    """
    if find_spec("pyarrow") is None:
        raise OptionError("bulk stands on pyarrow, an extra: pip install 'linewise[bulk]'")
