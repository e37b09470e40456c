"""`chunk_batch`: a batch of documents in, a batch of chunks out."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest

from bulk_corpus import EXAMPLES, FIELDS, pieces, told
from linewise import OptionError, SizeError, load, split
from linewise.bulk import CHUNK_SCHEMA, Spec, chunk_batch, chunk_batches, chunk_schema
from linewise.bulk._extra import require_pyarrow
from linewise.bulk.spec import COMPUTED

if TYPE_CHECKING:
    from collections.abc import Sequence

SMALL = Spec({"size": 20, "overlap": 0})


def batch_of(**columns: Any) -> pa.RecordBatch:
    """Return a batch with these columns."""
    arrays = [v if isinstance(v, pa.Array) else pa.array(v) for v in columns.values()]
    return pa.RecordBatch.from_arrays(arrays, names=[*columns])


def texts_of(batch: pa.RecordBatch) -> Sequence[str | None]:
    """Return the texts of chunks."""
    found: list[str | None] = batch.column("text").to_pylist()
    return found


def test_a_row_a_chunk_with_what_came_with_its_document() -> None:
    """Metadata is repeated for each chunk; id, part and row say which document it is of."""
    batch = batch_of(id=["a", "b"], text=["one two three four five", "six"], year=[2025, 2026])
    rows = chunk_batch(batch, SMALL).to_pylist()
    assert [
        ("a", 0, 2025, "one two three four "),
        ("a", 0, 2025, "five"),
        ("b", 1, 2026, "six"),
    ] == [(row["doc_id"], row["row"], row["year"], row["text"]) for row in rows]


@pytest.mark.parametrize(
    "settings",
    [{}, {"by": "markdown", "size": 300}, {"by": "tokens", "size": 50, "overlap": 10}],
    ids=str,
)
def test_the_chunks_are_those_of_split(settings: dict[str, Any]) -> None:
    """The same words, places and ids as `split` in a loop gives."""
    texts = pieces(80)
    rows = chunk_batch(batch_of(text=texts), Spec(settings)).to_pylist()
    chunks = [chunk for text in texts for chunk in split(text, **settings)]
    assert [told(chunk) for chunk in chunks] == [
        {name: row[name] for name in FIELDS} for row in rows
    ]
    assert [chunk.tokens for chunk in chunks] == [row["tokens"] for row in rows]
    assert [chunk.context for chunk in chunks] == [row["context"] for row in rows]


def test_documents_may_be_texts_bytes_or_paths() -> None:
    """A path is loaded as `load` does, bytes by their content and the path that names them."""
    path = str(EXAMPLES / "manual.md")
    chunks = split(load(path), size=2000)
    spec = Spec({"size": 2000})
    by_path = chunk_batch(batch_of(path=[path]), spec)
    by_bytes = chunk_batch(
        batch_of(path=[path], bytes=[(EXAMPLES / "manual.md").read_bytes()]), spec
    )
    assert [chunk.text for chunk in chunks] == texts_of(by_path) == texts_of(by_bytes)
    assert [list(chunk.headings) for chunk in chunks] == by_path.column("headings").to_pylist()
    assert {path} == {*by_path.column("doc_id").to_pylist()}
    assert {path} == {*by_path.column("path").to_pylist()}


def test_a_pdf_has_pages() -> None:
    """Places are those that the loader knows."""
    rows = chunk_batch(batch_of(path=[str(EXAMPLES / "two-column.pdf")]), Spec()).to_pylist()
    assert {1} <= {row["page"] for row in rows}
    assert {None} == {row["error"] for row in rows}


def test_texts_may_be_of_a_format() -> None:
    """A column of HTML is read as HTML where the spec says so."""
    rows = chunk_batch(batch_of(text=["<p>Some <b>words</b></p>"]), Spec(load={"format": "html"}))
    assert ["Some words"] == [str(text).strip() for text in texts_of(rows)]


def test_an_option_goes_to_the_formats_that_know_it() -> None:
    """A folder of several formats can be told how its HTML is to be read."""
    spec = Spec(load={"mode": "note"})
    paths = [str(EXAMPLES / name) for name in ("manual.md", "page.html", "report.docx")]
    rows = chunk_batch(batch_of(path=paths), spec)
    assert rows.num_rows == rows.column("error").null_count
    assert {*paths} == {*rows.column("doc_id").to_pylist()}


@pytest.mark.parametrize(
    "kind",
    [
        pa.string(),
        pa.large_string(),
        pa.string_view(),
        pa.dictionary(pa.int32(), pa.string()),
        pa.dictionary(pa.int8(), pa.large_string()),
    ],
    ids=str,
)
def test_strings_of_any_kind_are_texts(kind: pa.DataType) -> None:
    """Wide strings, views and dictionaries are read; what is repeated of them is plain."""
    values = ["one two three four five", "six", "six"]
    plain = pa.array(values, pa.string())
    column = plain.dictionary_encode().cast(kind) if pa.types.is_dictionary(kind) else plain
    column = column if pa.types.is_dictionary(kind) else column.cast(kind)
    made = chunk_batch(batch_of(text=column, title=column), SMALL)
    assert ["one two three four ", "five", "six", "six"] == texts_of(made)
    assert [values[0], values[0], "six", "six"] == made.column("title").to_pylist()


def test_a_bad_row_becomes_a_row_that_says_why() -> None:
    """It stops no other, and nothing that is told of chunks is told of it."""
    batch = batch_of(
        id=["null", "good", "missing"],
        text=[None, "words", None],
        path=[None, None, "no/such/file.txt"],
    )
    null, good, missing = chunk_batch(batch, Spec()).to_pylist()
    assert "there is nothing to split" in null["error"]
    assert (None, "words") == (good["error"], good["text"])
    assert "no/such/file.txt: there is no such file" in missing["error"]
    assert {None} == {missing[name] for name in COMPUTED}


def test_damaged_bytes_become_a_row_that_says_why() -> None:
    """A file that cannot be read costs itself alone."""
    files = [b"%PDF-1.4 no more", bytes(range(256)) * 4, b"good"]
    rows = chunk_batch(batch_of(bytes=pa.array(files, pa.binary())), Spec()).to_pylist()
    assert [True, True, False] == [row["error"] is not None for row in rows]


def test_a_text_that_is_no_utf8_is_a_bad_row() -> None:
    """Files of others hold what they should not; the other rows are as they are."""
    column = pa.array([b"good", b"\xff\xfe"], pa.binary()).view(pa.string())
    good, bad = chunk_batch(batch_of(id=column, text=column), Spec()).to_pylist()
    assert ("good", None) == (good["text"], good["error"])
    assert ("\\xff\\xfe", "the text is no UTF-8") == (bad["doc_id"], bad["error"][:20])


def test_what_bulk_stands_on_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without pyarrow the message says what to install."""
    monkeypatch.setattr("linewise.bulk._extra.find_spec", lambda _: None)
    with pytest.raises(OptionError, match=r"pip install 'linewise\[bulk\]'"):
        require_pyarrow()


def test_empty_documents_and_batches_have_no_rows() -> None:
    """The columns are there all the same."""
    schema = chunk_schema(batch_of(text=["x"], title=["y"]).schema, Spec())
    for batch in (batch_of(text=[""], title=["y"]), batch_of(text=["x"], title=["y"]).slice(0, 0)):
        made = chunk_batch(batch, Spec())
        assert (0, schema) == (made.num_rows, made.schema)


def test_the_columns_are_published() -> None:
    """Those of the batch come first, then those of `CHUNK_SCHEMA`."""
    made = chunk_batch(batch_of(id=["a"], text=["words"], year=[2026]), Spec())
    assert pa.schema([("year", pa.int64()), *CHUNK_SCHEMA]) == made.schema


def test_a_column_called_as_one_of_ours_gets_another_name() -> None:
    """Nobody's data is lost for a name."""
    made = chunk_batch(batch_of(text=["words"], page=["xii"], tokens=[5]), Spec())
    assert ["xii"] == made.column("source_page").to_pylist()
    assert [None] == made.column("page").to_pylist()
    assert [5] == made.column("source_tokens").to_pylist()
    with pytest.raises(OptionError, match="two columns 'source_page'"):
        chunk_batch(batch_of(text=["words"], page=["xii"], source_page=["xiii"]), Spec())


def test_columns_may_be_left_out() -> None:
    """Spans alone take no room, and tokens that nobody asks for no time."""
    made = chunk_batch(batch_of(text=["words"]), Spec(without=["text", "tokens"]))
    assert not {"text", "tokens"} & {*made.schema.names}
    assert [(0, 5)] == [(row["start"], row["end"]) for row in made.to_pylist()]


def test_columns_may_have_other_names() -> None:
    """The spec says what the ids and texts are called."""
    batch = batch_of(key=[7, None], body=["words", "more"])
    made = chunk_batch(batch, Spec(id_column="key", text_column="body"))
    assert ["7", "#1"] == made.column("doc_id").to_pylist()
    with pytest.raises(OptionError, match=r"no column 'text', 'bytes' or 'path'.*'key', 'body'"):
        chunk_batch(batch, Spec())


def test_columns_that_cannot_be_read_are_named() -> None:
    """The message says what the column is and what was expected."""
    with pytest.raises(OptionError, match="column 'text' is list"):
        chunk_batch(batch_of(text=[["a"], ["b"]]), Spec())
    with pytest.raises(OptionError, match="column 'row' is string"):
        chunk_batch(batch_of(text=["a"], row=["b"]), Spec())
    with pytest.raises(OptionError, match="column 'bytes' is int64"):
        chunk_batch(batch_of(bytes=[1]), Spec())


def test_many_batches_are_many_calls() -> None:
    """`chunk_batches` is `chunk_batch` for each, in order, as they come."""
    batches = [batch_of(text=[text]) for text in pieces(5)]
    assert [chunk_batch(one, Spec()) for one in batches] == [*chunk_batches(iter(batches), Spec())]


def test_a_spec_is_a_value() -> None:
    """It is equal by what it says, can be sent, and is made again from what it tells."""
    spec = Spec({"size": 500, "by": "markdown"}, {"format": "markdown"}, ["tokens"])
    same = Spec({"by": "markdown", "size": 500}, {"format": "markdown"}, ("tokens",))
    assert {spec} == {same, pickle.loads(pickle.dumps(spec)), Spec(**spec.as_dict())}
    assert spec.hash == same.hash
    assert spec != Spec({"size": 501, "by": "markdown"}, {"format": "markdown"}, ["tokens"])


def test_a_default_that_is_written_out_changes_no_hash() -> None:
    """What holds counts, not how it was said."""
    assert Spec().hash == Spec({"size": 1000, "by": "recursive"}).hash


def test_a_spec_is_checked_once_and_early() -> None:
    """Every setting that cannot be kept is refused before anything is read."""
    with pytest.raises(SizeError, match="size is 0"):
        Spec({"size": 0})
    with pytest.raises(OptionError, match="split: 'sise' is unknown"):
        Spec({"sise": 100})
    with pytest.raises(OptionError, match="'embed' is unknown in bulk; vectors are made"):
        Spec({"embed": len})
    with pytest.raises(OptionError, match="cannot be sent to another process"):
        Spec({"tokenizer": len})
    with pytest.raises(OptionError, match="a secret has no place in a spec"):
        Spec(load={"password": "x"})
    with pytest.raises(OptionError, match="without: 'words' is unknown"):
        Spec(without=["words"])
