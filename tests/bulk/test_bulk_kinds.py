"""Arguments of another kind: each function of bulk refuses them in the words of the argument."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest

from linewise import FileError
from linewise.bulk import (
    DuckStore,
    Spec,
    bulk_split,
    bulk_stream,
    chunk_batch,
    chunk_batches,
    chunk_schema,
    chunks_in,
    to_sqlite,
    update_store,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

FIVE: Any = 5
NO_SPEC: Any = {}
ONE_PATH: Any = "one.txt"
A_TEXT: Any = "1"
TABLE: Any = pa.table({"id": ["a"], "text": ["One."]})
BATCH = TABLE.to_batches()[0]


def _listed(call: Callable[..., Any], *arguments: Any) -> list[Any]:
    return list(call(*arguments))


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder with one document."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "one.txt").write_text("One.\n", encoding="utf-8")


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (partial(bulk_split, ONE_PATH, "out"), "sources are several, such as"),
        (partial(bulk_split, FIVE, "out"), "sources are several"),
        (partial(bulk_split, [FIVE], "out"), "the path of the file was expected, not int"),
        (partial(bulk_split, ["one.txt"], FIVE), "the path of the file was expected, not int"),
        (partial(bulk_split, ["one.txt"], "out", NO_SPEC), "spec is of the kind Spec, not dict"),
        (partial(bulk_split, ["one.txt"], "out", workers=A_TEXT), "workers is a whole number"),
        (partial(bulk_split, ["one.txt"], "out", timeout=A_TEXT), "timeout is a number"),
        (partial(bulk_split, ["one.txt"], "out", show=FIVE), "show is a function"),
        (partial(_listed, bulk_stream, "one.txt"), "sources are several"),
        (partial(_listed, bulk_stream, ["one.txt"], {}), "spec is of the kind Spec"),
        (partial(Spec, split=FIVE), "split is of the kind Mapping"),
        (partial(Spec, load=FIVE), "load is of the kind Mapping"),
        (partial(Spec, without=A_TEXT), "without are several, such as"),
        (partial(Spec, id_column=FIVE), "id_column is text"),
        (partial(chunk_batch, TABLE, Spec()), "batch is of the kind RecordBatch, not Table"),
        (partial(chunk_batch, BATCH, NO_SPEC), "spec is of the kind Spec"),
        (partial(_listed, chunk_batches, 5, Spec()), "batches are several"),
        (partial(_listed, chunk_batches, TABLE, Spec()), "such as table.to_batches"),
        (partial(chunk_schema, TABLE, Spec()), "schema is of the kind Schema"),
        (partial(_listed, chunks_in, 5), "the path of the file was expected, not int"),
        (partial(to_sqlite, FIVE, "a.db"), "batches are several"),
        (partial(to_sqlite, [NO_SPEC], "a.db"), "a batch is of the kind RecordBatch, not dict"),
        (partial(to_sqlite, [], FIVE), "the path of the file was expected"),
        (partial(update_store, FIVE, []), "store is of the kind Store, not int"),
    ],
)
def test_no_message_is_pythons_own(call: Callable[[], object], told: str) -> None:
    """The argument is named, and what it should be."""
    with pytest.raises(TypeError, match=told):
        call()


@pytest.mark.parametrize("path", ["a\0b", "a\ud800b"])
@pytest.mark.parametrize(
    "call",
    [
        lambda path: bulk_split(["one.txt"], path, workers=1),
        lambda path: list(bulk_stream(["one.txt"], leave_out=path)),
        lambda path: list(chunks_in(path)),
        lambda path: to_sqlite([], path),
        lambda path: DuckStore(path, list),
    ],
)
def test_no_file_has_such_a_path(call: Callable[[str], object], path: str, tmp_path: Path) -> None:
    """It is refused before another file is made in its place."""
    with pytest.raises(FileError, match="leads to no file"):
        call(path)
    assert ["one.txt"] == [file.name for file in tmp_path.iterdir()]


def test_a_path_that_is_too_long_is_no_folder_of_chunks() -> None:
    """The error is of the same kind as for any other place."""
    with pytest.raises(FileError, match="no folder that a bulk run has filled"):
        list(chunks_in("x" * 5_000))
