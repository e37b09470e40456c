"""Measures of length: grapheme clusters, tokens, and the tokenizers that count them."""

from __future__ import annotations

import base64
import hashlib
import pickle
import random
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
import regex

from linewise.errors import TokenizerError
from linewise.tokens import (
    Encoder,
    Graphemes,
    ceil_boundary,
    cluster_starts,
    count_graphemes,
    count_tokens,
    floor_boundary,
    line_costs,
    tokenizer_for,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"

TEXTS = [
    "",
    "plain words, and 12345 digits; it's don't I'LL\n",
    "  indented\n\n\n    more\t\ttabs   \n",
    "a\r\nb\r\r\n\n\rc",
    "see <|endoftext|> here, and <|fim_prefix|> too",
    "日本語の文章です。漢字、かな、カナ。\n次の行",
    f"{FAMILY}{FAMILY} \U0001f1eb\U0001f1f7\U0001f1e9\U0001f1ea e\u0301e\u0301 \u1112\u1161\u11ab",
    "שלום עולם \u2028 مرحبا\u2029",
    "//\n///\n/path/to\n/* */",
    "x" * 300 + " " * 300 + "\n" * 300,
]


@cache
def tiktoken_encoding(name: str) -> Any:
    """Return tiktoken's own encoding, with a vocabulary that needs no network.

    tiktoken demands a hash of the vocabulary that it would fetch: what the embedded tokenizer
    carries has that hash, so it is the same file.
    """
    tiktoken = pytest.importorskip("tiktoken")
    from tiktoken_ext import openai_public

    def ranks(_source: str, expected_hash: str) -> dict[bytes, int]:
        import quicktok

        encoding = quicktok.get_encoding(name)
        tokens = []
        for token in range(encoding.n_vocab):
            try:
                tokens.append(encoding.decode_single_token_bytes(token))
            except KeyError:
                break
        lines = [base64.b64encode(token) + b" %d\n" % i for i, token in enumerate(tokens)]
        assert expected_hash == hashlib.sha256(b"".join(lines)).hexdigest()
        return {token: i for i, token in enumerate(tokens)}

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(openai_public, "load_tiktoken_bpe", ranks)
        return tiktoken.Encoding(**getattr(openai_public, name)())


def drawn_texts(count: int) -> Iterator[str]:
    """Yield texts drawn from the pieces of all others."""
    draw = random.Random(4)  # noqa: S311 - drawn texts keep no secret
    pieces = [piece for text in TEXTS for piece in regex.findall(r"\X|\s+|\w+", text)]
    for _ in range(count):
        yield "".join(draw.choices(pieces, k=draw.randint(1, 60)))


@pytest.mark.parametrize("name", ["cl100k_base", "o200k_base"])
def test_the_embedded_tokenizers_count_as_tiktoken_does(name: str) -> None:
    """Same vocabulary, same tokens, on text of every kind."""
    theirs = tiktoken_encoding(name)
    ours = tokenizer_for(name)
    for text in [*TEXTS, *drawn_texts(300)]:
        assert len(theirs.encode_ordinary(text)) == ours.count(text), text


@pytest.mark.parametrize("name", ["cl100k_base", "o200k_base"])
def test_ends_are_where_tokens_end(name: str) -> None:
    """Each token ends after the characters that are decoded up to there, or within the last."""
    theirs = tiktoken_encoding(name)
    encoder = tokenizer_for(name)
    assert isinstance(encoder, Encoder)
    for text in TEXTS:
        data, expected = b"", []
        for token in theirs.encode_ordinary(text):
            data += theirs.decode_single_token_bytes(token)
            expected.append(sum(byte & 0xC0 != 0x80 for byte in data))
        assert expected == list(encoder.ends(text)), text


@pytest.mark.parametrize("name", ["cl100k_base", "o200k_base"])
def test_settled_places_keep_the_tokens_on_both_sides(name: str) -> None:
    """Where a place is settled the counts of both sides add up, whatever stands around it."""
    tokenizer = tokenizer_for(name)
    assert isinstance(tokenizer, Encoder)
    settled = 0
    for text in [*TEXTS, *drawn_texts(200)]:
        whole = tokenizer.count(text)
        for offset in range(1, len(text)):
            if tokenizer.settled(text, offset):
                settled += 1
                sides = tokenizer.count(text[:offset]) + tokenizer.count(text[offset:])
                assert whole == sides, (text, offset)
    assert settled > 1000


def test_names_of_tokenizers() -> None:
    """An encoding goes by its short and its full name; estimates by theirs."""
    assert tokenizer_for("o200k") is tokenizer_for("o200k_base")
    assert 3 == count_tokens("twelve chars", "simple")
    assert 2 == count_tokens("elevenchars", "simple")
    assert 3 == count_tokens("elevenchars", "estimate")
    assert 0 == count_tokens("", "estimate")


def test_any_callable_counts() -> None:
    """A callable may give a count, or the tokens themselves."""
    assert 5 == count_tokens("eleven", lambda text: len(text) - 1)
    assert 2 == count_tokens("two words", str.split)


def test_encodings_of_other_libraries_count() -> None:
    """Encoding objects of tiktoken and quicktok are taken as they are."""
    import quicktok

    assert count_tokens(TEXTS[5], "cl100k") == count_tokens(
        TEXTS[5], quicktok.get_encoding("cl100k_base")
    )
    assert count_tokens(TEXTS[5], "o200k") == count_tokens(
        TEXTS[5], tiktoken_encoding("o200k_base")
    )


def test_a_tokenizer_file_counts(tmp_path: Path) -> None:
    """A tokenizer.json is read, special tokens are plain text, and every count is exact."""
    tokenizers = pytest.importorskip("tokenizers")
    from linewise.splitting import split

    model = tokenizers.Tokenizer(tokenizers.models.BPE(unk_token="<unk>"))
    model.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    trainer = tokenizers.trainers.BpeTrainer(special_tokens=["<unk>", "<end>"], vocab_size=60)
    model.train_from_iterator(["the cat sat on the mat, the end"], trainer)
    path = tmp_path / "tokenizer.json"
    model.save(str(path))
    tokenizer = tokenizer_for(path)
    assert tokenizer.count("the end") == tokenizer_for(model).count("the end")
    assert tokenizer.count("the <end>") > 2
    text = "the cat sat on the mat. " * 40
    chunks = split(text, unit="tokens", size=20, overlap=5, tokenizer=path)
    assert text == "".join(chunk.text[chunk.fresh - chunk.start :] for chunk in chunks)
    for chunk in chunks:
        assert tokenizer.count(chunk.text) == chunk.tokens <= 20


@pytest.mark.parametrize(
    ("tokenizer", "words"),
    [
        ("gpt2", "o200k, cl100k, simple, estimate"),
        ("missing/tokenizer.json", "tokenizer.json"),
        (object(), "object is no tokenizer"),
        (7, "int is no tokenizer"),
    ],
)
def test_what_is_no_tokenizer_is_refused(tokenizer: Any, words: str) -> None:
    """The message says what would be right."""
    with pytest.raises(TokenizerError, match=words):
        tokenizer_for(tokenizer)


@pytest.mark.parametrize("result", [None, -1, 2.5])
def test_a_count_that_is_none_is_refused(result: Any) -> None:
    """A callable that returns something else than a count says so at the first text."""
    with pytest.raises(TokenizerError, match="returned"):
        count_tokens("text", lambda _text: result)


@pytest.mark.parametrize("name", ["cl100k", "o200k"])
def test_half_a_surrogate_pair_is_no_text(name: str) -> None:
    """It is refused with its place."""
    with pytest.raises(TokenizerError, match="offset 1: U\\+D800"):
        count_tokens("a\ud800", name)


@pytest.mark.parametrize("name", ["simple", "estimate", "cl100k", "o200k"])
def test_tokenizers_survive_pickling(name: str) -> None:
    """A tokenizer can be sent to another process."""
    tokenizer = tokenizer_for(name)
    assert tokenizer.count("some words") == pickle.loads(pickle.dumps(tokenizer)).count(
        "some words"
    )


@pytest.mark.parametrize("text", [*TEXTS, *drawn_texts(50)])
def test_clusters_are_those_of_the_annex(text: str) -> None:
    """Counts, boundaries and steps agree with the Unicode rules applied to the whole text."""
    ends = [match.end() for match in regex.finditer(r"\X", text)]
    boundaries = [0, *ends]
    assert len(ends) == count_graphemes(text)
    assert boundaries[:-1] == list(cluster_starts(text, 0, len(text)))
    index = Graphemes(text)
    for number, boundary in enumerate(boundaries):
        assert boundary == index.forward(0, number)
        assert number == index.count(0, boundary)
        assert boundaries[max(0, number - 2)] == index.back(boundary, 2)
    for offset in range(len(text) + 1):
        assert max(b for b in boundaries if b <= offset) == floor_boundary(text, offset)
        assert min(b for b in boundaries if b >= offset) == ceil_boundary(text, offset)


@pytest.mark.parametrize("text", ["🇫🇷" * 700 + "🇫", "x" + "🇫🇷🇩" * 300, "e" + "\u0301" * 900 + "a"])
def test_long_runs_are_looked_at_a_little_at_a_time(text: str) -> None:
    """Pairs of flags and long clusters are the same, wherever a block of work ends in them."""
    starts = [match.start() for match in regex.finditer(r"\X", text)]
    assert starts == list(cluster_starts(text, 0, len(text)))
    assert len(starts) == count_graphemes(text)
    for offset in (255, 256, 257, 700, len(text) - 1):
        assert max(at for at in starts if at <= offset) == floor_boundary(text, offset)


@pytest.mark.parametrize("text", [*TEXTS, "one\ntwo", "\n\n\n \n\tx\n", *drawn_texts(20)])
@pytest.mark.parametrize("name", ["o200k", "cl100k"])
def test_lines_cost_together_what_their_text_costs(name: str, text: str) -> None:
    """A token across two lines counts once, in the line that it ends in."""
    tokenizer = tokenizer_for(name)
    costs = line_costs(text, tokenizer)
    assert (len(text.removesuffix("\n").split("\n")) if text else 0) == len(costs)
    assert tokenizer.count(text) == sum(costs)


def test_a_tokenizer_that_only_counts_is_asked_line_by_line() -> None:
    """Each line is counted with its end, also the last one."""
    assert [4, 1, 3] == line_costs("one\n\nab", tokenizer_for(len))
    assert [] == line_costs("", tokenizer_for(len))
