"""What a model is shown of a document that does not fit, and what it can change of it."""

from __future__ import annotations

import re
import threading
from itertools import count
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import linewise as lw
from focus_models import NOTHING, changing, manual, with_fact
from linewise.editing import (
    Shown,
    Stretch,
    edit_of_shown,
    edit_prompt,
    edit_prompts,
    focused,
    operations_schema,
    reword,
    select,
)
from linewise.editing.operations import LineRange
from linewise.models import Reply, Usage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from linewise.models import Message

LINES = manual(Random(5), 600)  # noqa: S311 - the same in each run
LINES[0] = "# The manual"
LINES[411] = "The old kiln holds 30 pots."
DOC = lw.Document("\n".join(LINES) + "\n")
NEWS = "The kiln holds 40 pots now."
WINDOW = 3_000


def shown_lines(*stretches: tuple[int, int]) -> Shown:
    """Show some lines of the document."""
    return Shown(DOC, tuple(Stretch(*stretch) for stretch in stretches), 10, 100)


def test_what_matters_is_shown_with_its_surroundings() -> None:
    """The line that the news is about has a line before and after it, and its headings."""
    shown = focused(DOC, NEWS, 400)
    assert shown.holds(411, 413)
    heading = max(line for line in range(1, 412) if LINES[line - 1].startswith("## "))
    assert shown.holds(heading, heading)
    assert shown.holds(1, 1)
    assert shown.tokens <= 400


def test_what_is_not_shown_is_said() -> None:
    """Lines keep their true ids, and words stand where others are left out."""
    text = shown_lines((1, 1), (3, 3), (412, 413)).text()
    lines = text.splitlines()
    assert "1|# The manual" == lines[0]
    assert "… line 2 not shown …" == lines[1]
    assert "… lines 4–411 not shown …" == lines[3]
    assert "412|The old kiln holds 30 pots." == lines[4]
    assert "… lines 414–600 not shown …" == lines[6]


@pytest.mark.parametrize(
    ("language", "words"), [("en", "lines 2–600 not shown"), ("fr", "lignes 2–600 non montrées")]
)
def test_the_prompt_says_how_to_see_more(language: str, words: str) -> None:
    """In either language the prompt tells of hidden lines and names the way to ask for them."""
    prompt = edit_prompt(DOC, NEWS, language=language, shown=shown_lines((1, 1)))
    assert words in prompt
    assert "showLines: [2..5]" in prompt
    assert "showLines" not in edit_prompt(DOC, NEWS, language=language)


def test_a_schema_lists_the_lines_that_are_shown() -> None:
    """Of a part, no other line can be named, but any can be asked for."""
    schema = operations_schema(DOC, shown=shown_lines((1, 1), (412, 413)))
    assert ["1", "412", "413"] == schema["$defs"]["line"]["enum"]
    functions = schema["properties"]["functions"]["items"]["anyOf"]
    assert ["showLines"] == functions[-1]["properties"]["function"]["enum"]


def test_the_share_that_is_sent_is_told() -> None:
    """The bill says how much was sent of how much."""
    shown = Shown(DOC, (Stretch(1, 20), Stretch(40, 40)), 500, 10_000)
    assert "21 of 600 lines shown, 500 of 10,000 tokens (5.0%)" == str(shown)


def test_a_long_document_is_edited_through_a_small_window() -> None:
    """The edit is that of the whole document, and no prompt is larger than the window."""
    asked: list[str] = []

    def model(messages: Sequence[Message]) -> str:
        asked.append(messages[0].content)
        return changing(LINES[411], "The old kiln holds 40 pots.")(messages)

    edit = lw.edit(DOC, NEWS, model, window=WINDOW)
    assert DOC.text.replace("30 pots", "40 pots") == edit.after.text
    assert edit.shown is not None
    assert edit.shown.line_count < 600
    assert all(lw.count_tokens(prompt) <= WINDOW for prompt in asked)


def test_focus_shows_less_though_all_would_fit() -> None:
    """Where focus is asked for, a fifth is shown at most."""
    edit = lw.edit(DOC, NEWS, lambda _: NOTHING, focus=True)
    assert edit.shown is not None
    assert edit.shown.share <= 0.25
    assert lw.edit(DOC, NEWS, lambda _: NOTHING).shown is None


@pytest.mark.parametrize(
    "operation",
    [
        'replaceLine: [300, "x"]',
        "deleteLine: [300]",
        "deleteLine: [1..412]",
        f'replaceText: [300, "{LINES[299]}", "b"]',
        'insertLineAfter: [300, "x"]',
        'replaceLine: [413..414, "x"]',
    ],
)
def test_what_was_not_seen_cannot_be_changed(operation: str) -> None:
    """A function that names a hidden line, or a range over one, is refused with its number."""
    shown = shown_lines((1, 1), (411, 413))
    with pytest.raises(lw.ReplyError) as caught:
        edit_of_shown(shown, f"functions:\n- {operation}\n")
    assert lw.ReplyErrorKind.NOT_SHOWN == caught.value.kind


def test_a_refusal_tells_how_to_see_the_line() -> None:
    """The words can be sent back to the model as they are."""
    with pytest.raises(lw.ReplyError) as caught:
        edit_of_shown(shown_lines((1, 1)), "functions:\n- deleteLine: [7..9]\n")
    assert lw.ReplyErrorKind.NOT_SHOWN == caught.value.kind
    assert "lines 7..9 were not shown" in str(caught.value)
    assert "showLines: [7..9]" in str(caught.value)


def test_a_choice_among_operations_knows_what_was_shown() -> None:
    """What a person accepts or rewords comes from a model that saw no more."""
    shown = shown_lines((1, 1), (411, 413))
    edit = edit_of_shown(shown, 'functions:\n- deleteLine: [412]\n- replaceLine: [1, "x"]\n')
    assert shown is select(edit, [2]).shown is reword(edit, 2, "y").shown


def test_before_the_first_line_is_seen_with_that_line() -> None:
    """Line 0 is a place to insert where line 1 is shown."""
    reply = 'functions:\n- insertLineAfter: [0, "x"]\n'
    assert "x" == edit_of_shown(shown_lines((1, 1)), reply).after.lines[0]
    with pytest.raises(lw.ReplyError, match="line 1 was not shown"):
        edit_of_shown(shown_lines((2, 2)), reply)


def test_hidden_lines_are_left_out_where_the_rest_is_wanted() -> None:
    """With `partial` the sound functions are done, and those on hidden lines are listed."""
    reply = (
        "functions:\n- deleteLine: [412]\n- deleteLine: [300]\n"
        '- insertLineAfter: [300, n1, "x"]\n- insertLineAfter: [n1, "y"]\n'
    )
    edit = edit_of_shown(shown_lines((411, 413)), reply, partial=True)
    assert 599 == edit.after.line_count
    assert [2, 3, 4] == [refusal.item for refusal in edit.refused]


@pytest.mark.parametrize(
    "request_words",
    [
        "functions:\n- showLines: [150..152]\n",
        "functions:\n- showLines: [line-150 to line-152]\n",
        '{"functions": [{"function": "showLines", "lines": ["150..152"]}]}',
        "I need to see more.\n\nshowLines: 150–152",
        "functions:\n- showLines:\n  - 150\n  - 151\n  - 152\n",
    ],
)
def test_a_model_sees_the_lines_that_it_asks_for(request_words: str) -> None:
    """A second round shows them, whatever the news are about; both rounds are paid for."""
    asked: list[str] = []

    def model(messages: Sequence[Message]) -> Reply:
        asked.append(messages[0].content)
        seen = f"\n151|{LINES[150]}\n" in asked[-1]
        return Reply("functions:\n- deleteLine: [151]\n" if seen else request_words, Usage(5, 1, 1))

    edit = lw.edit(DOC, NEWS, model, window=1_500)
    assert 2 == len(asked)
    assert 599 == edit.after.line_count
    assert LINES[150] not in edit.after.lines[149:152]
    assert Usage(10, 2, 2) == edit.usage


def test_a_model_cannot_ask_for_ever() -> None:
    """After two requests it has to answer; the error tells what all rounds cost."""
    asked: list[str] = []

    def model(messages: Sequence[Message]) -> Reply:
        asked.append(messages[-1].content)
        line = 100 * len(asked)
        return Reply(f"functions:\n- showLines: [{line}]\n", Usage(5, 1, 1))

    with pytest.raises(lw.ReplyError, match="shown") as caught:
        lw.edit(DOC, NEWS, model, window=1_500, attempts=2)
    assert lw.ReplyErrorKind.NOT_SHOWN == caught.value.kind
    assert len(asked) == caught.value.usage.requests
    assert len(asked) <= 6


@pytest.mark.parametrize("lines", ["700..710", "0", "9"])
def test_lines_that_there_are_not_cannot_be_shown(lines: str) -> None:
    """What is said names the lines that there are, and not a function that was offered."""
    document = lw.Document("One.\n" * 8)
    shown = Shown(document, (Stretch(1, 2),), 10, 100)
    with pytest.raises(
        lw.ReplyError, match=r"item 1: showLines names no line .* lines 1 to 8"
    ) as told:
        edit_of_shown(shown, f"functions:\n- showLines: [{lines}]\n")
    assert lw.ReplyErrorKind.UNKNOWN_LINE == told.value.kind


def test_lines_of_another_text_are_not_shown() -> None:
    """A prompt would be about a document that the reply does not change."""
    with pytest.raises(lw.OptionError, match="shown are lines of another text, of 600 lines"):
        edit_prompt("One.\nTwo.\n", NEWS, shown=shown_lines((1, 1)))
    with pytest.raises(lw.OptionError, match="shown are lines of another text"):
        operations_schema("One.\nTwo.\n", shown=shown_lines((1, 1)))
    same = lw.Document(DOC.text, source="copy.md")
    assert edit_prompt(same, NEWS, shown=shown_lines((1, 1)))


def test_what_was_shown_are_lines_of_a_document() -> None:
    """A document by itself says of no line that it was shown."""
    document: Any = DOC
    with pytest.raises(TypeError, match="shown is of the kind Shown, not Document"):
        edit_of_shown(document, NOTHING)


def test_information_is_text_for_short_documents_too() -> None:
    """Though all of one is shown whatever the words are."""
    with pytest.raises(TypeError, match="information is text, not int"):
        focused("One.\n", 5, 100)  # type: ignore[arg-type]


def test_words_about_showing_lines_are_no_request() -> None:
    """A reply that can be read as an edit is one, whatever its words say."""
    edit = lw.edit(
        DOC,
        NEWS,
        lambda _: 'functions:\n- replaceLine: [412, "Use showLines: [7] to see."]\n',
        window=WINDOW,
    )
    assert "Use showLines: [7] to see." == edit.after.lines[411]


def test_a_thorough_edit_reads_every_line() -> None:
    """All lines are shown in some prompt, and what is changed in each is one edit."""
    asked: list[str] = []
    steps: list[tuple[int, int]] = []
    last = LINES[598]

    def model(messages: Sequence[Message]) -> str:
        # Parts are asked at once: what was asked last may be another one.
        prompt = messages[0].content
        asked.append(prompt)
        places = [n for n in (2, 412, 599) if f"\n{n}|{LINES[n - 1]}\n" in prompt]
        calls = [
            f'- insertLineAfter: [{n}, n1, "new"]\n- insertLineAfter: [n1, "newer"]\n'
            for n in places
        ]
        return f"functions:\n{calls[0]}" if calls else NOTHING

    edit = lw.edit(
        DOC, NEWS, model, window=WINDOW, thorough=True, done=lambda *step: steps.append(step)
    )
    for n, line in enumerate(LINES, start=1):
        assert any(f"\n{n}|{line}\n" in prompt for prompt in asked), n
    assert all(lw.count_tokens(prompt) <= WINDOW for prompt in asked)
    assert [(n, len(asked)) for n in range(1, len(asked) + 1)] == steps
    assert 606 == edit.after.line_count
    assert [last, "new", "newer"] == list(edit.after.lines[602:605])


def test_parts_are_read_at_the_same_time() -> None:
    """As many as are allowed, and the edit is the one that they make one after the other."""
    parts = len(edit_prompts(DOC, NEWS, window=6_000, thorough=True))
    running = threading.Barrier(parts, timeout=60)

    def model(messages: Sequence[Message]) -> Reply:
        shown = messages[0].content
        running.wait()
        places = [n for n in (2, 412, 599) if f"\n{n}|{LINES[n - 1]}\n" in shown]
        return Reply(
            "functions:\n" + "".join(f"- deleteLine: [{n}]\n" for n in places), Usage(5, 1, 1)
        )

    at_once = lw.edit(DOC, NEWS, model, window=6_000, thorough=True, concurrency=parts)
    running = threading.Barrier(1)
    in_turn = lw.edit(DOC, NEWS, model, window=6_000, thorough=True, concurrency=1)
    assert 2 < parts
    assert 597 == at_once.after.line_count
    assert (at_once.operations, at_once.changes) == (in_turn.operations, in_turn.changes)
    assert Usage(5 * parts, parts, parts) == at_once.usage


def test_a_part_that_fails_ends_the_others() -> None:
    """The error says what all parts cost; without parts there is nothing to ask about at once."""

    def model(messages: Sequence[Message]) -> Reply:
        bad = f"\n412|{LINES[411]}\n" in messages[0].content
        return Reply("Done!" if bad else NOTHING, Usage(5, 1, 1))

    with pytest.raises(lw.ReplyError) as caught:
        lw.edit(DOC, NEWS, model, window=WINDOW, thorough=True, attempts=1, concurrency=1)
    parts = edit_prompts(DOC, NEWS, window=WINDOW, thorough=True)
    asked = next(n for n, one in enumerate(parts, 1) if one.shown and one.shown.holds(412, 412))
    assert Usage(5 * asked, asked, asked) == caught.value.usage
    with pytest.raises(lw.OptionError, match="concurrency is 1 or more"):
        lw.edit(DOC, NEWS, model, concurrency=0)


def test_parts_that_contradict_each_other_are_refused() -> None:
    """A line that two parts show can be changed in one way only."""
    numbers = count()
    replies = [f'functions:\n- replaceLine: [1, "# Manual {n}"]\n' for n in (1, 2)]

    def model(_: Sequence[Message]) -> str:
        return replies[min(next(numbers), 1)]

    with pytest.raises(lw.ReplyError) as caught:
        lw.edit(DOC, NEWS, model, window=WINDOW, thorough=True)
    assert lw.ReplyErrorKind.CONFLICT == caught.value.kind


def test_parts_that_agree_change_a_line_once() -> None:
    """What several parts say alike is done once."""
    reply = 'functions:\n- insertLineAfter: [1, n1, "New."]\n- insertLineAfter: [n1, "Newer."]\n'
    edit = lw.edit(DOC, NEWS, lambda _: reply, window=WINDOW, thorough=True)
    assert [LINES[0], "New.", "Newer.", *LINES[1:]] == list(edit.after.lines)


def test_lines_that_say_the_same_stay_two() -> None:
    """Only what another part said already is left out, whatever the new lines are called."""
    reply = "functions:\n" + "".join(
        f'- insertLineAfter: [1, {name}, "New."]\n- insertLineAfter: [{name}, "After {name}."]\n'
        for name in ("n1", "n2")
    )
    edit = lw.edit(DOC, NEWS, lambda _: reply, window=WINDOW, thorough=True)
    assert ["New.", "After n1.", "New.", "After n2."] == list(edit.after.lines[1:5])
    assert 604 == edit.after.line_count


@pytest.mark.parametrize(
    ("document", "way"),
    [
        (DOC, {}),
        (DOC, {"focus": True}),
        (DOC, {"thorough": True}),
        (lw.Document("# A\n\nShort.\n"), {}),
        (lw.Document("# A\n\nShort.\n"), {"focus": True}),
        (lw.Document(f"{'word ' * 300}\n" * 9), {}),
        (lw.Document(f"Word.\n{'word ' * 700}\n" * 9), {"thorough": True}),
    ],
)
@pytest.mark.parametrize("window", [1, 300])
def test_a_window_without_room_is_refused(
    document: lw.Document, way: dict[str, Any], window: int
) -> None:
    """The message says which one is enough: that one is, and one token less is not."""
    with pytest.raises(lw.SizeError, match=f"more than window={window}; window=") as refused:
        edit_prompts(document, NEWS, window=window, **way)
    enough = int(re.findall(r"window=(\d+) is enough$", str(refused.value))[0])
    assert edit_prompts(document, NEWS, window=enough, **way)
    with pytest.raises(lw.SizeError, match=f"window={enough} is enough"):
        edit_prompts(document, NEWS, window=enough - 1, **way)


def test_a_line_that_never_fits_is_refused_or_left_out() -> None:
    """A thorough edit cannot leave a line out; focus can, and says so."""
    long = lw.Document(f"# A\n{'word ' * 5_000}\n{DOC.text}")
    shown = lw.edit(long, NEWS, lambda _: NOTHING, window=WINDOW).shown
    assert shown is not None
    assert not shown.holds(2, 2)
    with pytest.raises(lw.SizeError, match=r"document 5,0.. or more: that is more than window"):
        lw.edit(long, NEWS, lambda _: NOTHING, window=WINDOW, thorough=True)


def test_focus_ends_where_relevance_falls() -> None:
    """What is asked for by focus is what the information is about, not what a window holds."""
    lines = [
        f"The {word} holds many on day {day}." for day in range(900) for word in ("clay", "oak")
    ]
    lines[1_000] = "The kiln holds 30 pots."
    document = lw.Document("\n".join(lines))
    window, focus = (
        edit_prompts(document, "The kiln holds 40 pots.", window=8_000, focus=focus)[0].shown
        for focus in (False, True)
    )
    assert window is not None
    assert focus is not None
    assert focus.holds(1_000, 1_002)
    assert focus.tokens < 2_000
    assert window.tokens > 7_000


def test_how_far_relevance_may_fall_is_told() -> None:
    """All lines are taken that fit, or those of the best; a share is between 0 and 1."""
    document = lw.Document("# A\n\nRed clay.\n\nGrey clay.\n\nOak.\n" + "\nElm.\n" * 99)
    assert 148 == lw.focused(document, "Red clay.", 150, least=0).tokens
    assert ((1, 4),) == lw.focused(document, "Red clay.", 150, least=1).stretches
    with pytest.raises(lw.OptionError, match=r"between 0 and 1, not least=1\.5"):
        lw.focused(document, "Red clay.", 150, least=1.5)


def test_focus_and_thorough_exclude_each_other() -> None:
    """One shows little, the other all."""
    with pytest.raises(lw.OptionError, match="one of them"):
        lw.edit(DOC, NEWS, lambda _: NOTHING, focus=True, thorough=True)


@pytest.mark.parametrize("text", ["", "\ufeff", "\n", "One line.", "\ufeff# A\r\nb\r\n"])
def test_small_documents_are_shown_in_full(text: str) -> None:
    """Focus on what is small anyway hides nothing."""
    shown = focused(text, NEWS, 500)
    assert [] == list(shown.hidden())
    assert shown.line_count == shown.document.line_count
    assert lw.edit(text, NEWS, lambda _: NOTHING, focus=True).after.text == text


def test_nothing_is_shown_of_no_lines() -> None:
    """There is room for a line, or it is said that there is not."""
    for tokens in (0, -1, 3):
        with pytest.raises(lw.SizeError):
            focused(DOC, NEWS, tokens)


def test_a_request_for_everything_is_granted_as_far_as_it_fits() -> None:
    """The lines that are asked for come first; the words for the rest stay in the tokens, too."""
    shown = focused(DOC, NEWS, 700, lines=[Stretch(100, 600), Stretch(20, 21), Stretch(700, 800)])
    assert shown.holds(100, 110)
    assert shown.tokens <= 700


@pytest.mark.parametrize("lines", [(300, 302), Stretch(300, 302), LineRange(300, 302)])
def test_lines_are_asked_for_by_their_first_and_last(
    lines: tuple[int, int] | LineRange,
) -> None:
    """A plain pair will do."""
    assert focused(DOC, NEWS, 400, lines=[lines]).holds(300, 302)


@pytest.mark.parametrize("content", [DOC, "short"])
def test_lines_that_run_backwards_are_refused(content: lw.Document | str) -> None:
    """The message says what would be right, also where all is shown anyway."""
    for lines in ((5, 2), Stretch(5, 2), LineRange(5, 2)):
        with pytest.raises(lw.OptionError, match=r"lines 5 to 2 run backwards; write \(2, 5\)"):
            focused(content, NEWS, 400, lines=[lines])


@pytest.mark.parametrize("lines", [(5, 8), [(5,)], [(5, "8")], ["58"], [None], [(5, 6, 7)]])
def test_what_is_no_pair_of_lines_is_refused(lines: Any) -> None:
    """It is a wrong type, and the message shows a right one."""
    with pytest.raises(TypeError, match=r"such as \[\(5, 8\)\], not"):
        focused(DOC, NEWS, 400, lines=lines)


def test_every_fact_of_the_news_finds_its_place() -> None:
    """News of several lines are looked for line by line, so that none drowns the others."""
    lines, old, _ = with_fact(Random(3), 600)  # noqa: S311 - as above
    lines[411] = LINES[411]
    name = old.split()[3]
    news = f"{old}\n" + f"About {name} there is much to say. " * 3 + f"\n{NEWS}"
    assert focused("\n".join(lines), news, 700).holds(412, 412)


@pytest.mark.parametrize("length", [20, 64, 100])
def test_a_fact_in_a_long_letter_finds_its_place(length: int) -> None:
    """However many lines tell of something else; of very many a few are looked for together."""
    lines, _, _ = with_fact(Random(3), 4_000)  # noqa: S311 - as above
    words = [word for word in " ".join(lines).split() if word.isalpha()]
    rng = Random(length)  # noqa: S311 - as above
    letter = [" ".join(rng.sample(words, 16)) for _ in range(length)]
    letter.insert(length // 2, NEWS)
    lines[2_411] = LINES[411]
    shown = focused("\n".join(lines), "\n".join(letter), 8_000)
    assert shown.holds(2_412, 2_412)
    assert shown.share < 0.1


@pytest.mark.parametrize("way", ["whole", "focus", "thorough"])
def test_what_would_be_asked_can_be_seen_before(way: str) -> None:
    """The prompts are those that the edit sends, and say what they show."""
    asked: list[str] = []

    def model(messages: Sequence[Message]) -> str:
        asked.append(messages[0].content)
        return NOTHING

    window = 1_000_000 if way == "whole" else WINDOW
    thorough = way == "thorough"
    lw.edit(DOC, NEWS, model, window=window, thorough=thorough)
    prompts = edit_prompts(DOC, NEWS, window=window, thorough=thorough)
    # Parts are asked at once, in any order.
    assert sorted(asked) == sorted(one.prompt for one in prompts)
    assert all((one.shown is None) == (way == "whole") for one in prompts)
