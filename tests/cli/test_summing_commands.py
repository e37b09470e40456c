"""Summaries and key points from the command line, with their places."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from linewise.cli import main

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
MANUAL = str(EXAMPLES / "manual.md")


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)


def test_a_summary_keeps_to_its_length(capfd: pytest.CaptureFixture[str]) -> None:
    """It is never longer than asked for, and each sentence slices the source."""
    assert main(["summarize", MANUAL, "--max-length", "300", "--json"]) == 0
    summary = json.loads(capfd.readouterr().out)
    assert 0 < len(summary["text"]) <= 300
    source = Path(MANUAL).read_text(encoding="utf-8")
    for sentence in summary["sentences"]:
        assert source[sentence["start"] : sentence["end"]] == sentence["text"]


def test_key_points_come_with_lines_and_reasons(capfd: pytest.CaptureFixture[str]) -> None:
    """The best come first; `--reasons` says why."""
    assert main(["keypoints", MANUAL, "--max-points", "3", "--json"]) == 0
    points = json.loads(capfd.readouterr().out)
    assert [point["score"] for point in points] == sorted(
        (point["score"] for point in points), reverse=True
    )
    assert main(["keypoints", MANUAL, "--max-points", "3", "--reasons"]) == 0
    shown = capfd.readouterr().out
    assert len(shown.splitlines()) == 6
    assert shown.startswith(str(points[0]["lines"][0]))


def test_sentences_are_marked_in_a_page() -> None:
    """`--highlight` writes a page that holds the whole text, with marks and without script."""
    assert main(["keypoints", MANUAL, "--highlight", "marked.html", "-o", "points.txt"]) == 0
    page = Path("marked.html").read_text(encoding="utf-8")
    assert page.count("<mark") >= 5
    assert "<script" not in page


def test_several_files_are_told_apart(capfd: pytest.CaptureFixture[str]) -> None:
    """Each place names its file."""
    other = str(EXAMPLES / "types_de_contenu.md")
    assert main(["summarize", MANUAL, other, "--places", "--max-length", "900"]) == 0
    assert all(
        line.startswith((f"{MANUAL}:", f"{other}:")) for line in capfd.readouterr().out.splitlines()
    )


@pytest.mark.parametrize(
    ("command", "doing"),
    [
        (["summarize"], "summarize: the text is empty"),
        (["keypoints"], "choose from: the text is empty"),
        (["chapters", "--local"], "part into chapters: the text is empty"),
        (["split"], "split: the text is empty"),
        (["bulk"], "split: the sources hold no text"),
        (["compare"], "compare: the text is empty"),
        (["compare", "--suggest"], "compare: the text is empty"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_an_empty_text_is_exit_code_3_and_said_so(
    command: list[str], doing: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """Every command that has nothing to work on says so in one line, and writes nothing."""
    Path("empty.txt").write_text("", encoding="utf-8")
    assert 3 == main([*command, "empty.txt"])
    assert ("", f"linewise: there is nothing to {doing}\n") == capfd.readouterr()


def test_a_text_without_sentences_has_no_key_points(capfd: pytest.CaptureFixture[str]) -> None:
    """It is not empty, and what is told is another thing."""
    Path("a.md").write_text("\n---\n", encoding="utf-8")
    assert 3 == main(["keypoints", "a.md"])
    assert "no sentence stands here" in capfd.readouterr().err


@pytest.mark.parametrize("command", ["summarize", "keypoints"])
def test_a_question_that_nothing_answers_is_told(
    command: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """What is written then is about the whole, which nobody could see from it."""
    assert 0 == main([command, MANUAL, "--about", "zebras"])
    shown = capfd.readouterr()
    assert shown.out
    assert "nothing here is about “zebras”; th" in shown.err
    assert 0 == main([command, MANUAL, "--about", "batteries"])
    assert "" == capfd.readouterr().err


def test_a_method_that_looks_at_no_question_is_told(capfd: pytest.CaptureFixture[str]) -> None:
    """The first paragraph is the same, whatever is asked."""
    assert 0 == main(["summarize", MANUAL, "--method", "lead", "--about", "batteries"])
    assert "takes the first paragraph, whatever is said of “batteries”" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("room", "code", "told"),
    [
        ("1", 3, "no word of the text has room in 1 chars; --max-length gives more"),
        ("20", 0, "the best sentence has no room in 20 chars and is cut; --max-length gives more"),
        ("400", 0, ""),
    ],
)
def test_a_length_without_room_for_a_sentence_is_told(
    room: str, code: int, told: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """A mark that stands for words is no summary, and the beginning of a sentence hardly one."""
    assert code == main(["summarize", MANUAL, "--max-length", room])
    assert (f"linewise: {told}\n" if told else "") == capfd.readouterr().err


def test_no_page_takes_the_place_of_what_it_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`--highlight` is refused where it names an input, or a place that takes no file."""
    monkeypatch.chdir(tmp_path)
    Path("a.md").write_text("One sentence. Another one.\n", encoding="utf-8")
    assert 2 == main(["keypoints", "a.md", "--highlight", "a.md"])
    assert 1 == main(["keypoints", "a.md", "--highlight", "missing/page.html"])
    assert "One sentence. Another one.\n" == Path("a.md").read_text(encoding="utf-8")


def test_two_results_have_two_places(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A page goes neither where the sentences go, nor to standard output."""
    monkeypatch.chdir(tmp_path)
    Path("a.md").write_text("One sentence. Another one.\n", encoding="utf-8")
    assert 2 == main(["keypoints", "a.md", "--highlight", "new", "-o", "./new"])
    assert "--highlight and -o both name new" in capfd.readouterr().err
    assert 2 == main(["summarize", "a.md", "--highlight", "-"])
    assert 2 == main(["compare", "a.md", "--html", "new", "-o", "new"])
    assert ["a.md"] == [path.name for path in Path.cwd().iterdir()]


@pytest.mark.parametrize("command", ["load", "split", "summarize", "keypoints"])
def test_standard_input_is_named_once(command: str, capfd: pytest.CaptureFixture[str]) -> None:
    """It can be read once, so the second time it would be empty."""
    assert 2 == main([command, "-", "-"])
    assert "standard input can be read once" in capfd.readouterr().err


@pytest.mark.parametrize("command", ["summarize", "keypoints", "split", "view"])
def test_a_language_that_nothing_is_known_of_is_told(
    command: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """It may be one all the same, so it is no error; one that is known by another tag is silent."""
    Path("a.md").write_text("One sentence. And another.\n", encoding="utf-8")
    assert 0 == main([command, "a.md", "--language", "sw"])
    assert "nothing is known of the language 'sw'" in capfd.readouterr().err
    assert 0 == main([command, "a.md", "--language", "fr-CA"])
    assert "" == capfd.readouterr().err


def test_a_programming_language_is_none_of_a_text(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Its name may look like a code: what is known of it is no matter of sentences."""
    Path("a.txt").write_text("package main\n", encoding="utf-8")
    assert 0 == main(["split", "a.txt", "--by", "code", "--language", "go"])
    monkeypatch.setenv("LINEWISE_BY", "code")
    assert 0 == main(["split", "a.txt", "--language", "go"])
    assert "" == capfd.readouterr().err


def test_what_is_no_language_is_refused_once(capfd: pytest.CaptureFixture[str]) -> None:
    """With the codes that there are."""
    Path("a.md").write_text("One sentence. And another.\n", encoding="utf-8")
    assert 1 == main(["summarize", "a.md", "--language", "not one"])
    assert 1 == capfd.readouterr().err.count("not one")
