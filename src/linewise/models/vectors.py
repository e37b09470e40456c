"""Vectors that are made once: kept in memory, and on disk where a folder is named for it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from linewise.errors import FileError, OptionError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

__all__ = ["KeptVectors"]

_TABLE = "CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, vector BLOB NOT NULL)"

# A bound of SQLite on what one question may list.
_MOST_KEYS = 500


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
            FileError: the folder cannot be read or written.
            OptionError: what makes the vectors gave no row for each text.
        """
        import numpy as np  # noqa: PLC0415 - only where vectors are made

        keys = [self._key(text) for text in texts]
        self._read({key for key in keys if key not in self._known})
        new = {key: text for key, text in zip(keys, texts, strict=True) if key not in self._known}
        if new:
            self._made(list(new), list(new.values()))
        if not keys:
            return np.zeros((0, 0), np.float32)
        return np.stack([self._known[key] for key in keys])

    def _key(self, text: str) -> bytes:
        return sha256(f"{self.name}\0{text}".encode("utf-8", "surrogatepass")).digest()

    def _made(self, keys: Sequence[bytes], texts: Sequence[str]) -> None:
        """Make vectors and keep them."""
        import numpy as np  # noqa: PLC0415 - as above

        rows = np.asarray(self._embed(texts), np.float32)
        if rows.ndim != 2 or len(rows) != len(texts):
            raise OptionError(
                f"embed gave an array of the shape {rows.shape}; one row for each of "
                f"{len(texts)} texts was expected"
            )
        self._known.update(zip(keys, rows, strict=True))
        if self._path is not None:
            pairs = [(key, row.tobytes()) for key, row in zip(keys, rows, strict=True)]
            with closing(self._opened(self._path)) as store, store:
                store.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", pairs)

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
        except sqlite3.Error as error:
            raise _unusable(self._path, error) from error

    def _opened(self, path: Path) -> sqlite3.Connection:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            store = sqlite3.connect(path, timeout=30)
            store.execute(_TABLE)
        except (OSError, sqlite3.Error) as error:
            raise _unusable(path, error) from error
        return store


def _unusable(path: Path, error: Exception) -> FileError:
    return FileError(f"{path}: the vectors kept there cannot be used: {error}")
