"""Vectors that are made once: kept in memory, and on disk where a folder is named for it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from linewise.errors import FileError, OptionError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

__all__ = ["KeptVectors"]

_TABLE = "CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, vector BLOB NOT NULL)"

# A bound of SQLite on what one question may list.
_MOST_KEYS = 500

# Texts that are asked for before what was made of them is kept.
_PORTION = 1_024


class KeptVectors:
    """An `embed` that asks another one only for texts that it has not seen.

    A vector is known by the text and the name of what made it, so that a changed text is made
    anew, and no model's vectors are taken for another's.

    Args:
        embed: makes a vector of each of some texts.
        name: of what makes them; its own name when left out.
        folder: where they are kept from run to run, in `vectors.sqlite`; in memory alone when
            left out.

    Raises:
        OptionError: a folder is named, but nothing tells what makes the vectors.
    """

    def __init__(
        self,
        embed: Callable[[Sequence[str]], ArrayLike],
        name: str | None = None,
        folder: Path | str | None = None,
    ) -> None:
        own = name or getattr(embed, "name", None)
        if folder is not None and not own:
            raise OptionError(
                "vectors that are kept on disk need the name of what makes them: pass name="
            )
        self.name = str(own or "")
        self._embed = embed
        self._path = None if folder is None else Path(folder) / "vectors.sqlite"
        self._known: dict[bytes, NDArray[np.float32]] = {}

    def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return a row for each text.

        Raises:
            FileError: the folder cannot be read or written, or another model's vectors are kept
                there under the same name.
            OptionError: what makes the vectors gave no row of finite numbers for each text.
        """
        import numpy as np  # noqa: PLC0415 - only where vectors are made

        keys = [self._key(text) for text in texts]
        self._read({key for key in keys if key not in self._known})
        new = {key: text for key, text in zip(keys, texts, strict=True) if key not in self._known}
        missing = list(new.items())
        for at in range(0, len(missing), _PORTION):
            self._make(dict(missing[at : at + _PORTION]))
        if not keys:
            return np.zeros((0, 0), np.float32)
        rows = [self._known[key] for key in keys]
        lengths = sorted({len(row) for row in rows})
        if lengths[1:]:
            where = "" if self._path is None else f" in {self._path}"
            raise FileError(
                f"vectors by the name {self.name!r}{where} have {lengths[0]} and {lengths[-1]} "
                "numbers, so that two models made them: give each a name of its own"
            )
        return np.stack(rows)

    def _key(self, text: str) -> bytes:
        return sha256(f"{self.name}\0{text}".encode("utf-8", "surrogatepass")).digest()

    def _make(self, new: Mapping[bytes, str]) -> None:
        """Make the vectors of some texts and keep them."""
        import numpy as np  # noqa: PLC0415 - as above

        from linewise.search.vectors import finite_rows  # noqa: PLC0415 - it brings all of search

        rows = finite_rows(self._embed(list(new.values())), len(new), np.float32)
        self._known.update(zip(new, rows, strict=True))
        if self._path is None:
            return
        pairs = [(key, row.tobytes()) for key, row in zip(new, rows, strict=True)]
        try:
            with closing(self._opened(self._path)) as store, store:
                store.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", pairs)
        except sqlite3.Error as error:
            raise _unusable(self._path, error) from error

    def _read(self, wanted: set[bytes]) -> None:
        """Take what is known on disk into memory."""
        import numpy as np  # noqa: PLC0415 - as above

        if self._path is None or not wanted or not self._path.exists():
            return
        keys = sorted(wanted)
        try:
            with closing(self._opened(self._path)) as store:
                for at in range(0, len(keys), _MOST_KEYS):
                    some = keys[at : at + _MOST_KEYS]
                    marks = ",".join("?" * len(some))
                    found = store.execute(
                        f"SELECT key, vector FROM vectors WHERE key IN ({marks})",  # noqa: S608 - marks alone
                        some,
                    )
                    self._known |= {key: np.frombuffer(row, np.float32) for key, row in found}
        # Bytes that are no vector are a store that something else wrote, or spoilt.
        except (sqlite3.Error, TypeError, ValueError) as error:
            raise _unusable(self._path, error) from error

    def _opened(self, path: Path) -> sqlite3.Connection:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            store = sqlite3.connect(path, timeout=30)
            store.execute(_TABLE)
        except (OSError, ValueError, sqlite3.Error) as error:
            raise _unusable(path, error) from error
        return store


def _unusable(path: Path, error: Exception) -> FileError:
    return FileError(f"{path}: the vectors kept there cannot be used: {error}")
