"""A comparison as a page: what it says, and what it must not say."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

from comparisons import comparison, made_comparison, without_questions
from linewise import Document
from linewise.evaluation.report import comparison_page
from linewise.evaluation.wording import score_words


class Reader(HTMLParser):
    """Reads the words of a page, and its tags."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.words = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag, and the words that are read aloud for it."""
        self.tags.add(tag)
        self.words += " ".join(value or "" for name, value in attrs if name == "aria-label") + " "

    def handle_data(self, data: str) -> None:
        """Keep the words."""
        self.words += data


def words_of(page: str) -> str:
    """Return the words of the body of a page, with single spaces."""
    return " ".join(Reader(page.partition("<body")[2]).words.split())


def test_the_page_says_which_is_best_and_which_are_as_good() -> None:
    """Strategies that cannot be told apart are a tie, and the cheapest is recommended."""
    words = words_of(comparison_page(comparison()))
    assert (
        "recursive:1000/200 and structure cannot be told apart by “found within 800 tokens”. "
        "recursive:1000/200 is the cheapest of them, with 31 tokens stored. "
        "It reaches 79.0 % (69.0 to 89.0)."
    ) in words
    assert "Note: 1 questions have no reference and are not scored." in words


def test_each_strategy_has_its_row() -> None:
    """Chunks, tokens, sizes, cuts and seconds stand beside each other."""
    words = words_of(comparison_page(comparison()))
    assert "structure 2 31 16 16 9 22 50 % 0 % 0 % 25 % 0.06".replace(" ", "") in words.replace(
        " ", ""
    )
    assert "= 75.0" in words
    assert "65.0–85.0" in words


def test_made_questions_give_ranks_and_no_score_at_all() -> None:
    """Their order carries over to people's questions, how much is found does not."""
    page = comparison_page(made_comparison())
    words = words_of(page)
    assert "ranks and no scores" in words
    assert "= 1" in words
    for score in ("79.0", "75.0", "62.5", "25 % found", "58", "69.0", "Found against tokens"):
        assert score not in words, score
    assert "Found against tokens" not in page


def test_what_was_found_stands_beside_what_should_have_been() -> None:
    """On either side the common words are marked, and the places are told."""
    page = comparison_page(comparison())
    assert "58 % found, row 2" in page
    assert "It opens again at <mark>" not in page
    assert "<mark>It opens again at </mark>40 &lt;degrees&gt;." in page
    assert "70 degrees.\n<mark>It opens again at </mark>" in page
    assert "valve.md, lines 1–2, 22 tokens" in page
    assert "When does it close?" not in page.partition("Worst answered")[2]


def test_only_what_counted_is_marked_as_found() -> None:
    """Within a budget the last chunk counts up to its cut; of the best few, no other counts."""
    known = comparison()
    best = replace(
        known.strategies[1], scores={"recall@1": (1.0, 0.0, None), "recall@11t": (1.0, 0.2, None)}
    )
    names = (*best.scores, "tokens@1")
    best = replace(best, estimates=dict.fromkeys(names, best.estimates["recall@3"]))
    near = "<mark>It opens again at </mark>40"
    for criterion, marked in (
        ("recall@1", near),
        ("recall@11t", "<mark>It </mark>opens again at 40"),
    ):
        told = replace(known, strategies=(best,), criterion=criterion)
        page = comparison_page(told)
        assert marked in page
        assert "Nothing else moves it." not in page.partition("Was found")[2]


def test_nothing_of_documents_and_questions_is_markup() -> None:
    """Tags in a question, a quotation or a text are shown as they are."""
    page = comparison_page(comparison())
    assert "<b>" not in page
    assert "&lt;b&gt;open&lt;/b&gt;" in page
    assert "<degrees>" not in page
    assert "<knows>" not in page
    assert {"script", "img", "link", "iframe"}.isdisjoint(Reader(page).tags)
    assert "default-src 'none'" in page


def test_words_of_others_turn_no_line_around() -> None:
    """Control characters of questions, names and quotations are shown as signs."""
    known = comparison()
    odd = "a\u202eb\x00\x1b"
    page = comparison_page(
        replace(
            known,
            questions=tuple(replace(one, text=odd, origin=odd) for one in known.questions),
            strategies=tuple(replace(one, name=f"{odd}{one.name}") for one in known.strategies),
            unlocated=tuple(replace(one, quote=odd, question=odd) for one in known.unlocated),
            notes=(odd,),
        ),
        title=odd,
    )
    assert not {"\u202e", "\x00", "\x1b"} & set(page)


def test_quotes_that_stand_nowhere_are_listed() -> None:
    """They do not count, and who wrote them should know."""
    words = words_of(comparison_page(comparison()))
    assert "“Nobody <knows>.” for Who knows?, row 3" in words


def test_a_comparison_without_scores_is_a_page_too() -> None:
    """It says that there is no order, and still shows what the strategies make."""
    words = words_of(comparison_page(without_questions()))
    assert "No question could be scored, so the strategies have no order." in words
    assert "What each strategy makes" in words


def test_a_comparison_of_nothing_is_a_page_too() -> None:
    """An empty document, no question, no strategy: the page says so and stands."""
    empty = replace(comparison(), documents=(Document(""),), questions=(), strategies=())
    assert "No question could be scored." in words_of(comparison_page(empty))


def test_scores_have_names_for_people() -> None:
    """Every name that a comparison gives is told in words."""
    assert "found within 1,600 tokens" == score_words("recall@1600t")
    assert "found in the best 5" == score_words("recall@5")
    assert "precision where all is found" == score_words("omega")
    assert all("@" not in score_words(f"{kind}@5") for kind in ("iou", "hit", "mrr", "ndcg"))
    assert "other" == score_words("other")


def test_the_plots_say_in_words_what_they_show() -> None:
    """Who cannot see them hears names and ends."""
    labels = re.findall(r'role="img" aria-label="([^"]*)"', comparison_page(comparison()))
    assert "Chunks of structure: 2 from 9 to 22 tokens" in labels
    assert any(
        label.startswith("Found against tokens sent: recursive:1000/200 ends at 79")
        for label in labels
    )


def test_a_strategy_alone_is_not_called_the_best() -> None:
    """There is nothing that it is better than."""
    best = comparison().recommended
    assert best is not None
    alone = replace(comparison(), strategies=(best,))
    words = words_of(comparison_page(alone))
    assert "was measured, so that there is nothing to compare it with. It reaches" in words


def test_a_plot_holds_as_many_lines_as_can_be_told_apart() -> None:
    """The page says how many are drawn; the table has all of them."""
    first = comparison().strategies[0]
    several = tuple(replace(first, name=f"way {number}") for number in range(9))
    words = words_of(comparison_page(replace(comparison(), strategies=several)))
    assert "The best 6 of 9 strategies are drawn." in words
    assert "way 8 ends at" not in words
    assert "The best" not in words_of(comparison_page(comparison()))
