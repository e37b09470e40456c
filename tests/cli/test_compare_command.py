"""`linewise compare` as a person calls it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from linewise.cli import main
from model_server import answers, serving

if TYPE_CHECKING:
    from pathlib import Path

    from model_server import Exchange

CRAFTS = {
    "Bread": "Rye needs a longer rest than wheat.",
    "Iron": "Quenching hardens the blade in oil.",
    "Honey": "Combs are spun in a steel drum.",
    "Glass": "The blower turns the pipe without rest.",
    "Paper": "The mould lifts a sheet from the vat.",
    "Leather": "Oak bark tans the hides slowly.",
    "Rope": "Tar keeps the sea out of the strands.",
    "Salt": "The crust is raked off at noon.",
}
TWO = ["-s", "chars:10000", "-s", "structure:40t", "--budget", "40"]


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder with a document and questions about it."""
    monkeypatch.chdir(tmp_path)
    text = "".join(f"# {title}\n\n{words}\n\n" for title, words in CRAFTS.items())
    (tmp_path / "crafts.md").write_text(text, encoding="utf-8")
    rows = "".join(f"{title} {words.split()[0]},{words}\n" for title, words in CRAFTS.items())
    (tmp_path / "asked.csv").write_text(f"question,quote\n{rows}", encoding="utf-8")


def test_a_table_says_what_to_take(capsys: pytest.CaptureFixture[str]) -> None:
    """What the chunks are, what is found, and the recommendation last."""
    assert 0 == main(["compare", "crafts.md", "--questions", "asked.csv", *TWO])
    lines = capsys.readouterr().out.splitlines()
    assert "chunks" in lines[0]
    assert lines[4].split()[:3] == ["recall", "@40t", "*"]
    assert "Take structure:40t: measurably best in what is found within 40 tokens." == lines[-1]


def test_quotes_that_stand_nowhere_are_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the row that they are in."""
    with (tmp_path / "asked.csv").open("a", encoding="utf-8") as rows:
        rows.write("Who grinds?,The miller grinds it all before the first frost.\n")
    assert 0 == main(["compare", "crafts.md", "--questions", "asked.csv", *TWO])
    out = capsys.readouterr().out
    assert "1 quote stands in no document and does not count, so that 1 question is not sc" in out
    assert "no reference" not in out
    assert "asked.csv, row 10: 'The miller grinds it all" in out


def test_few_questions_made_of_the_documents_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A recommendation that rests on so few says so, and how there are more."""
    told = " ".join(
        [
            *CRAFTS.values(),
            "Bees gather nectar from lime trees in July.",
            "The tanner waits for months, while the miller stores flour in a dry loft.",
        ]
    )
    assert 400 <= len(told) < 800
    (tmp_path / "one.md").write_text(f"{told}\n\n# Rest\n\nNothing more.\n", encoding="utf-8")
    assert 0 == main(["compare", "one.md", "-s", "chars:200", "-s", "structure:40t"])
    assert (
        "linewise: only 1 question could be made of the documents; "
        "--evidence short or --questions gives more\n"
    ) == capsys.readouterr().err
    assert 0 == main(["compare", "crafts.md", "--questions", "asked.csv", *TWO])
    assert "" == capsys.readouterr().err


def test_a_check_ends_in_3(capsys: pytest.CaptureFixture[str]) -> None:
    """Where another strategy is better than the first, or a score is too low."""
    call = ["compare", "crafts.md", "--questions", "asked.csv", "--check"]
    assert 3 == main([*call, *TWO])
    assert "structure:40t is measurably better than chars:10000" in capsys.readouterr().err
    good = ["-s", "structure:40t", "--budget", "40"]
    assert 0 == main([*call, *good, "--at-least", "recall@40t=0.9"])
    assert 3 == main([*call, *good, "--at-least", "precision@5=0.99"])
    assert "precision@5 of structure:40t is" in capsys.readouterr().err


@pytest.mark.parametrize(
    "wrong",
    [
        ["--at-least", "recall"],
        ["--at-least", "recall@5=much"],
        ["--at-least", "recall@5=nan", "--questions", "asked.csv"],
        ["--at-least", "recall@5=85", "--questions", "asked.csv"],
        ["--at-least", "=0.5", "--questions", "asked.csv"],
        ["--at-least", "recall@5=0.5"],
        ["--questions", "asked.csv", "--ask"],
        ["--count", "20"],
        ["--embed", "minilm"],
        ["--vectors", "kept"],
        ["--seed", "-1"],
        ["--html", "-"],
        ["--html", "crafts.md"],
        ["--questions", "asked.csv", "--html", "asked.csv"],
        ["--questions", "asked.csv", "-o", "asked.csv"],
        ["--suggest", "--check"],
        ["--suggest", "-s", "structure"],
        ["--retriever", "google"],
        ["--questions", "-", "-"],
    ],
)
def test_wrong_usage_is_told(wrong: list[str]) -> None:
    """Before anything is read."""
    assert 2 == main(["compare", "crafts.md", *wrong])


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (["-s", "structur"], "there is no strategy 'structur'"),
        (["--criterion", "recall"], "there is no score 'recall'"),
        (["--retriever", "dense"], "needs embed="),
        (["--questions", "crafts.md"], "one of them 'question'"),
        (["--questions", "absent.csv"], "absent.csv"),
        (["--html", "no/folder/x.html"], "no/folder/x.html: the result could not be written"),
        (["-s", f"recursive:{'9' * 5000}"], "is written NAME:SIZE/OVERLAP"),
    ],
)
def test_what_cannot_be_done_is_one_line(
    wrong: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 1, and what would be right."""
    assert 1 == main(["compare", "crafts.md", *wrong])
    err = capsys.readouterr().err
    assert said in err
    assert 1 == err.count("\n")


def test_a_page_is_written(tmp_path: Path) -> None:
    """A report that needs nothing beside it."""
    page = tmp_path / "report.html"
    call = ["compare", "crafts.md", "--questions", "asked.csv", *TWO, "--html", str(page)]
    assert 0 == main([*call, "-o", str(tmp_path / "table.txt")])
    assert "structure:40t" in page.read_text(encoding="utf-8")


def test_vectors_come_from_a_server_and_are_kept(tmp_path: Path) -> None:
    """The second run asks for none again."""

    def letters(exchange: Exchange) -> None:
        rows = [
            {"embedding": [float(text.count(letter)) for letter in "abcdefghijklmnopqrstuvwxyz"]}
            for text in exchange.asked["input"]
        ]
        answers({"data": rows})(exchange)

    with serving(letters) as server:
        call = ["compare", "crafts.md", "--questions", "asked.csv", *TWO, "--retriever", "hybrid"]
        call += ["--embed", "tiny", "--base-url", server.url, "--vectors", str(tmp_path / "kept")]
        assert 0 == main(call)
        asked = len(server.bodies)
        assert asked > 0
        assert 0 == main(call)
        assert asked == len(server.bodies)


def test_a_size_is_proposed(capsys: pytest.CaptureFixture[str]) -> None:
    """With how sure that is, and the curve of what is found for what is sent."""
    assert 0 == main(["compare", "crafts.md", "--questions", "asked.csv", "--suggest", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert found["proposal"] in {one["name"] for one in found["comparison"]["strategies"]}
    assert 0 <= found["confidence"] <= 1
    assert [100, 200, 400, 800, 1600, 3200] == [one["tokens"] for one in found["curve"]]


def test_json_has_the_names_of_the_python_values(capsys: pytest.CaptureFixture[str]) -> None:
    """One value, also as a line."""
    call = ["compare", "crafts.md", "--questions", "asked.csv", *TWO]
    assert 0 == main([*call, "--jsonl"])
    found = json.loads(capsys.readouterr().out)
    assert "structure:40t" == found["recommended"]
    assert ["chars:10000", "structure:40t"] == [one["name"] for one in found["strategies"]]


def test_an_empty_file_has_nothing_to_compare(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 3, and a line instead of a table of zeros; in JSON the zeros stand."""
    (tmp_path / "empty.md").write_text("", encoding="utf-8")
    assert 3 == main(["compare", "empty.md"])
    told = "linewise: there is nothing to compare: the text is empty\n"
    assert ("", told) == capsys.readouterr()
    assert 3 == main(["compare", "empty.md", "--json", *TWO])
    found = json.loads(capsys.readouterr().out)
    assert [0, 0] == [one["chunks"] for one in found["strategies"]]


def test_questions_that_cannot_be_scored_compare_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 3: a script must not take it for a comparison."""
    questions = tmp_path / "others.csv"
    questions.write_text("question,quote\nWho grinds?,The miller grinds it.\n", encoding="utf-8")
    assert 3 == main(["compare", "crafts.md", "--questions", str(questions), *TWO])
    assert "No question could be scored" in capsys.readouterr().out
