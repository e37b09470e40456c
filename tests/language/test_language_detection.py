"""Which language a text is in."""

from __future__ import annotations

import pytest

from linewise.language import LANGUAGES, detect_language

SAMPLES = {
    "de": "Der Hund liegt unter dem Tisch und wartet auf das Essen.",
    "en": "The dog lies under the table and waits for its food.",
    "es": "El perro está debajo de la mesa y espera su comida.",
    "fr": "Le chien est sous la table et il attend son repas.",
    "it": "Il cane è sotto il tavolo e aspetta il suo cibo.",
    "ja": "犬はテーブルの下で食べ物を待っている。",
    "nl": "De hond ligt onder de tafel en wacht op het eten.",
    "pt": "O cachorro está embaixo da mesa e espera a sua comida.",
    "zh": "狗躺在桌子下面等着吃饭。",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_is_enough(language: str) -> None:
    """Each known language is told by one ordinary sentence."""
    assert language == detect_language(SAMPLES[language])


@pytest.mark.parametrize(
    "text", ["", "42 + 1", "Wittgenstein", "Собака лежит под столом.", "xyzzy plugh frotz"]
)
def test_no_guess_where_nothing_tells(text: str) -> None:
    """Too little text, or a language of which nothing is known."""
    assert detect_language(text) is None


def test_most_of_the_text_decides() -> None:
    """A foreign quotation does not turn a text."""
    assert "en" == detect_language(SAMPLES["en"] * 5 + SAMPLES["ja"] + SAMPLES["fr"])
