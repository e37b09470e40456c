"""Words as they are counted: folded, stemmed, and taken apart where there are no spaces."""

from __future__ import annotations

from linewise.language import content_terms, fold, terms
from linewise.language.words import function_terms


def test_fold_takes_off_case_accents_and_width() -> None:
    """Composed or not, wide or not, capital or not: the same."""
    assert "elegant strasse ABC".lower() == fold("Élégant Straße ＡＢＣ")
    assert fold("cafe\u0301") == fold("CAFÉ") == "cafe"


def test_marks_that_are_part_of_a_letter_stay() -> None:
    """Voicing marks of kana and vowels of Hangul are no accents."""
    assert "が한" == fold("が한")


def test_words_are_stemmed_in_their_language() -> None:
    """Forms of a word are one term; without a language each is its own."""
    assert terms("house houses", "en") == terms("HOUSES house", "en") == ["hous", "hous"]
    assert ["maison", "maison"] == terms("maison maisons", "fr")
    assert ["house", "houses"] == terms("house houses")


def test_han_is_taken_apart_in_pairs() -> None:
    """A run without spaces is found by any two characters of it that stand together."""
    assert ["pdf", "东京", "京都", "a"] == terms("PDF东京都a", "zh")
    assert ["猫"] == terms("猫", "ja")


def test_function_words_are_no_content() -> None:
    """What every text is full of is left out, elided articles too."""
    assert ["cat", "mat"] == content_terms("The cat is on the mat.", "en")
    assert content_terms("arbre", "fr") == content_terms("L’arbre", "fr")
    assert {"the", "is", "on"} < function_terms("en")
    assert not function_terms("en") & {"cat", "mat"}
