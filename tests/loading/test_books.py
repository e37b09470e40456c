"""Headings of books in plain text: many layouts, three languages, and texts that are no books."""

from __future__ import annotations

from pathlib import Path

import pytest

from linewise import Document, load
from linewise.loading.books import book_headings

EXAMPLES = Path(__file__).parents[2] / "examples"

ENGLISH = """It was the third day of the voyage, and nobody on board had seen land since the
islands went down behind us. The cook said that we should have water for a week, and the
mate, who had counted the barrels, said nothing at all.

"And if the wind fails?" asked the boy.

He got no answer, and he had expected none; he had learned by then that a question like
that is only put by somebody who does not have to steer. So he went forward and looked
at the water for an hour, and then for another.
"""

GERMAN = """Es war der dritte Tag der Reise, und niemand an Bord hatte Land gesehen, seit die
Inseln hinter uns versunken waren. Der Koch sagte, das Wasser reiche noch eine Woche,
und der Steuermann, der die Fässer gezählt hatte, sagte gar nichts.

»Und wenn der Wind ausbleibt?« fragte der Junge.

Er bekam keine Antwort, und er hatte auch keine erwartet.
"""

FRENCH = """C'était le troisième jour du voyage, et personne à bord n'avait vu la terre depuis que
les îles avaient sombré derrière nous. Le cuisinier dit que l'eau suffirait pour une
semaine, et le second, qui avait compté les barils, ne dit rien du tout.

«Et si le vent tombe?» demanda le mousse.

Il n'obtint pas de réponse, et il n'en avait pas attendu.
"""


def book(*headings: str, text: str = ENGLISH, gap: int = 4, size: int = 2) -> str:
    """Write a book: before each heading some blank lines, after it one, then text."""
    apart = "\n" * (gap + 1)
    return "".join(f"{apart}{heading}\n\n{apart.join([text]) * size}" for heading in headings)


def found(text: str) -> list[tuple[int, str]]:
    """Return level and title of each heading, and check that its span is exact."""
    document = Document(text, headings=book_headings(text))
    for heading in document.headings:
        words = document[heading.span].replace("_", "").split()
        assert words == heading.title.replace("_", "").split()
    return [(heading.level, heading.title) for heading in document.headings]


FLAT = {
    "numbers in words": ["Chapter One", "Chapter Two", "Chapter Twenty-One"],
    "roman numbers with titles": ["CHAPTER I. The Calm", "CHAPTER II. The Gale"],
    "the first": ["CHAPTER THE FIRST", "CHAPTER THE SECOND"],
    "any word that counts": [
        "ADVENTURE I. THE CALM",
        "ADVENTURE II. THE GALE",
        "ADVENTURE III. LAND",
    ],
    "counted on without the word": [
        "ADVENTURE I. THE CALM",
        "ADVENTURE II. THE GALE",
        "III. THE LAND",
        "IV. HOME",
    ],
    "letters": ["Letter 1", "Letter 2", "Letter 3"],
    "numbers alone": ["I", "II", "III", "IV"],
    "numbers in brackets": ["[ 1 ]", "[ 2 ]", "[ 3 ]"],
    "numbers between dashes": ["— I —", "— II —", "— III —"],
    "names around numbers": ["PREFACE", "I", "II", "EPILOGUE"],
    "a note at the number": ["CHAPTER I", "CHAPTER II(*)", "CHAPTER III[1]."],
    "emphasis": ["_Chapter 1_", "_Chapter 2_"],
    "capitals alone": ["THE CALM", "THE GALE", "THE LAND"],
    "a title of two lines": [
        "CHAPTER I -- OF THE CALM\nAND WHAT CAME OF IT",
        "CHAPTER II -- THE GALE",
    ],
    "a title below": ["CHAPTER I\n\nTHE CALM", "CHAPTER II\n\nTHE GALE"],
    "a title far below": ["STAVE ONE.\n\n\nTHE CALM.\n", "STAVE TWO.\n\n\nTHE GALE.\n"],
    "a title in the next line": ["Chapter 1\nThe Calm", "Chapter 2\nThe Gale"],
    "a numbered title below": ["1\n\nThe Calm", "2\n\nWhat I Heard in the Gale", "3\n\nHome"],
}

FLAT_GERMAN = {
    "ordinals": ["Erstes Kapitel", "Zweites Kapitel", "Einundzwanzigstes Kapitel"],
    "ordinals with titles": ["Erstes Kapitel\n\nDie Flaute", "Zweites Kapitel\n\nDer Sturm"],
    "digits": ["1. Kapitel", "2. Kapitel", "3. Kapitel"],
    "the number last": ["Kapitel 1: Die Flaute", "Kapitel 2: Der Sturm"],
    "names": ["Vorwort", "I", "II", "Nachwort"],
    "letters": ["Erster Brief", "Zweiter Brief", "Dritter Brief"],
}

FLAT_FRENCH = {
    "premier": ["CHAPITRE PREMIER", "CHAPITRE II", "CHAPITRE III"],
    "titles below": [
        "CHAPITRE I.\n\nComment le vent tomba, et comment il\nse leva.",
        "CHAPITRE II.\n\nL'orage.",
    ],
    "capitals without accents": ["I\n\nOU LE VENT TOMBE", "II\n\nOU IL SE LEVE", "III\n\nÀ TERRE"],
    "ordinals": ["Première partie", "Deuxième partie", "Troisième partie"],
    "letters": ["LETTRE PREMIÈRE", "LETTRE II", "LETTRE III"],
}


@pytest.mark.parametrize("headings", FLAT.values(), ids=FLAT)
def test_english_books(headings: list[str]) -> None:
    """Every heading is found, with its title, and nothing else."""
    expected = [(1, " ".join(heading.replace("_", "").split())) for heading in headings]
    assert expected == found(book(*headings))


@pytest.mark.parametrize("headings", FLAT_GERMAN.values(), ids=FLAT_GERMAN)
def test_german_books(headings: list[str]) -> None:
    """German counts in ordinals before the word, or in numbers on either side of it."""
    expected = [(1, " ".join(heading.split())) for heading in headings]
    assert expected == found(book(*headings, text=GERMAN))


@pytest.mark.parametrize("headings", FLAT_FRENCH.values(), ids=FLAT_FRENCH)
def test_french_books(headings: list[str]) -> None:
    """French counts in ordinals or numbers; capitals may lack their accents."""
    expected = [(1, " ".join(heading.split())) for heading in headings]
    assert expected == found(book(*headings, text=FRENCH))


# Levels


def test_parts_over_chapters() -> None:
    """Chapters whose numbers begin again stand under their part."""
    text = book("PART ONE--The Calm\n\n\n\n1", "2", "3", "PART TWO--The Gale\n\n\n\n1", "2", "3")
    expected = [
        (1, "PART ONE--The Calm"),
        *((2, number) for number in "123"),
        (1, "PART TWO--The Gale"),
        *((2, number) for number in "123"),
    ]
    assert expected == found(text)


def test_what_stands_first_is_higher() -> None:
    """Some authors divide parts into books, others books into parts; the text tells."""
    parts = book("PART I\n\n\n\nBook I. Of Wind\n\n\nChapter I. Calm", "Chapter II. Gale")
    books = book("BOOK ONE\n\n\n\nPART I. OF WIND\n\n\nChapter I. Calm", "Chapter II. Gale")
    assert [1, 2, 3, 3] == [level for level, _ in found(parts)]
    assert [1, 2, 3, 3] == [level for level, _ in found(books)]


def test_acts_and_scenes() -> None:
    """The number of a scene begins again with each act."""
    text = book("ACT I\n\nSCENE I. A ship.", "SCENE II. The same.", "ACT II\n\nSCENE I. A shore.")
    expected = [(1, "ACT I"), (2, "SCENE I. A ship."), (2, "SCENE II. The same.")]
    assert [*expected, (1, "ACT II"), (2, "SCENE I. A shore.")] == found(text)


def test_sections_of_a_chapter() -> None:
    """Numbers alone under a title with a word are its sections."""
    text = book("ADVENTURE I. CALM\n\nI.", "II.", "III.", "ADVENTURE II. GALE")
    expected = [(1, "ADVENTURE I. CALM"), (2, "I."), (2, "II."), (2, "III.")]
    assert [*expected, (1, "ADVENTURE II. GALE")] == found(text)


def test_decimal_numbers() -> None:
    """As papers number their sections: the dots tell the level."""
    text = book(
        "Abstract",
        "1 Introduction",
        "2 Method",
        "2.1 Data",
        "2.2 Models",
        "3 End",
        "References",
        gap=1,
    )
    expected = [(1, "Abstract"), (1, "1 Introduction"), (1, "2 Method"), (2, "2.1 Data")]
    assert [*expected, (2, "2.2 Models"), (1, "3 End"), (1, "References")] == found(text)


# Tables of contents


ROMAN = ["I", "II", "III", "IV", "V"]
CHAPTERS = [f"CHAPTER {number}. THE SEA" for number in ROMAN]
SUMMARY = """Causes of wind.--Effects of rain on sails.--The character of the crew.--How a mate
is chosen.--Origin of the cook.--Principles of stowing anciently followed, and their
effects.--Methods of reckoning.--Unknown islands.--Circumstances favourable to a
voyage.--Salt."""
CONTENTS = {
    "a line each": "CONTENTS\n\n" + "\n".join(CHAPTERS),
    "a paragraph each": "CONTENTS\n\n" + "\n\n".join(CHAPTERS),
    "with pages": "\n".join(f"  {n}. The Sea . . . . . . {n}" for n in range(1, 6)),
    "with summaries": "\n\n".join(f"{chapter}\n\n{SUMMARY}" for chapter in CHAPTERS),
    "before a preface": "\n\n".join(CHAPTERS) + "\n\n\n\n\nPREFACE\n\n" + ENGLISH,
}


@pytest.mark.parametrize("contents", CONTENTS.values(), ids=CONTENTS)
def test_a_table_of_contents_has_no_headings(contents: str) -> None:
    """Its lines look like headings, and no text stands under them."""
    text = f"ON THE SEA\n\nby A. Sailor\n\n\n{contents}\n\n" + book(*CHAPTERS, size=12)
    preface = [(1, "PREFACE")] if "PREFACE" in contents else []
    assert preface + [(1, chapter) for chapter in CHAPTERS] == found(text)


def test_a_table_of_contents_at_the_end() -> None:
    """French books have it there."""
    text = book(*ROMAN[:4], text=FRENCH) + "\n\n\n\n\nTABLE\n\n"
    text += "\n\n".join(f"{number}.--Le titre" for number in ROMAN[:4])
    assert [(1, number) for number in ROMAN[:4]] == found(text)


def test_parts_in_a_table_of_contents() -> None:
    """The last entry, the first part and its first chapter stand together; two are headings."""
    entries = "\n\n".join(
        f"PART {part}\nThe {part}\n\n" + "\n".join(f"{n}. The Sea {n} . . . {n}" for n in numbers)
        for part, numbers in (("ONE", (1, 2, 3)), ("TWO", (4, 5, 6)), ("THREE", (7, 8, 9)))
    )
    text = f"CONTENTS\n\n{entries}\n\n" + book(
        "PART ONE\n\n\n\n1",
        "2",
        "3",
        "PART TWO\n\n\n\n4",
        "5",
        "6",
        "PART THREE\n\n\n\n7",
        "8",
        "9",
    )
    assert 12 == len(found(text))
    assert (1, "PART ONE") == found(text)[0]


def test_a_contents_page_with_a_word_of_its_own() -> None:
    """Epochs hold chapters; the last entry stands right before the first heading."""
    lists = "\n".join(f"   {n}. The Sea {n}    {n}1" for n in ("II", "III", "IV"))
    contents = "\n\n\n".join(
        f"EPOCH THE {nth}, 17{number}3.\nTHE WIND.\n\nCHAPTER I. The Sea   1\n{lists}"
        for nth, number in (("FIRST", 0), ("SECOND", 1), ("THIRD", 2))
    )
    chapters = ["CHAPTER I.\n\nThe Calm.", "CHAPTER II.\n\nThe Gale."]
    epochs = [f"EPOCH THE {nth}.\n\n\n\n" for nth in ("FIRST", "SECOND", "THIRD")]
    headings = [h for epoch in epochs for h in (epoch + chapters[0], chapters[1])]
    expected = [
        (level, title)
        for nth in ("FIRST", "SECOND", "THIRD")
        for level, title in (
            (1, f"EPOCH THE {nth}."), (2, "CHAPTER I. The Calm."), (2, "CHAPTER II. The Gale.")
        )
    ]  # fmt: skip
    assert expected == found(f"CONTENTS.\n\n{contents}\n\n" + book(*headings))


def test_a_contents_page_that_tells_pages() -> None:
    """Its lines are many, but they end in numbers."""
    entries = "\n".join(f"  Of the wind in the {n}th year        {n}" for n in range(9, 20))
    contents = "\n\n".join(
        f"  {c.replace('. ', '.{0}{0}  ').format(chr(10))}\n\n{entries}" for c in CHAPTERS
    )
    text = f"CONTENTS.\n\n{contents}\n\n" + book(*(c.replace(". ", ".\n\n") for c in CHAPTERS))
    assert [(1, c) for c in CHAPTERS] == found(text)


TALES = ["The Calm", "Of the Gale and what it left", "Home"]


@pytest.mark.parametrize(
    "contents",
    [
        "\n".join(TALES),
        "\n\n".join(TALES),
        "\n".join(f"{tale} ..... {n}" for n, tale in enumerate(TALES)),
    ],
)
def test_titles_that_only_a_table_of_contents_tells(contents: str) -> None:
    """Without number and capitals, a title is one if the table of contents names it."""
    text = f"TALES\n\nContents\n\n{contents}\n\n" + book(*TALES)
    assert [(1, tale) for tale in TALES] == found(text)
    assert [] == found(book(*TALES))


# What is none


def test_the_distributor_is_no_part_of_the_book() -> None:
    """Notices before and after the book have sections of their own."""
    notice = "THIS PROJECT GUTENBERG EBOOK THE SEA ***"
    text = f"The Project Gutenberg EBook of The Sea\n\nSection 1. Of use\n\n{ENGLISH}"
    text += f"\n*** START OF {notice}\n" + book("CHAPTER I", "CHAPTER II")
    text += f"\n*** END OF {notice}\n\nSection 2. Of terms\n\n{ENGLISH}"
    assert [(1, "CHAPTER I"), (1, "CHAPTER II")] == found(text)


NO_BOOKS = {
    "prose": ENGLISH * 20,
    "a list": ENGLISH * 3 + "\n1. Buy rope\n\n2. Buy tar\n\n3. Buy water\n\n" + ENGLISH * 3,
    "numbered paragraphs": "\n".join(f"{n}. {ENGLISH}" for n in range(1, 9)),
    "page numbers": "\n\n".join(f"{ENGLISH[:150]}\n\n{n}\n\n{ENGLISH[150:]}" for n in range(1, 9)),
    "running heads": "\n\n".join(f"CHAPTER ONE\n\n{ENGLISH}" for _ in range(9)),
    "words": ENGLISH + "\nPart of the crew was ill.\n\nBook I have read.\n\n" + ENGLISH,
    "the end": ENGLISH * 3 + "\n\n\n\nTHE END\n",
    "a title page": "THE SEA\n\n\n\nA NOVEL\n\n\n\nBY A SAILOR\n\n\n\nLONDON\n\n\n\n" + ENGLISH * 5,
    "nothing": "",
    "blank lines": "\n\n\n \n",
}


@pytest.mark.parametrize("text", NO_BOOKS.values(), ids=NO_BOOKS)
def test_texts_without_headings(text: str) -> None:
    """What only looks like a heading is none."""
    assert [] == found(text)


@pytest.mark.parametrize("name", ["server.log", "inventory.py", "types_de_contenu.reply.yaml"])
def test_logs_and_programs_have_none(name: str) -> None:
    """They are loaded as text, and text without prose is no book."""
    data = (EXAMPLES / name).read_bytes()
    assert () == load(data, format="text").headings


# Dress


def test_line_ends_and_indentation() -> None:
    """CRLF, a byte order mark and centred headings change nothing but the places."""
    text = "\ufeff" + book("          CHAPTER I", "          CHAPTER II").replace("\n", "\r\n")
    assert [(1, "CHAPTER I"), (1, "CHAPTER II")] == found(text)


def test_a_line_a_paragraph() -> None:
    """Texts without blank lines have their headings in lines of their own."""
    line = ENGLISH.replace("\n", " ") + "\n"
    text = "".join(f"Chapter {number}\n{line * 9}" for number in (1, 2, 3))
    assert [(1, "Chapter 1"), (1, "Chapter 2"), (1, "Chapter 3")] == found(text)


def test_a_book_that_is_loaded_knows_its_headings(tmp_path: Path) -> None:
    """Every place in it has a path of headings, and the text is kept as it stands."""
    text = book("PART I\n\n\n\nCHAPTER I", "CHAPTER II")
    path = tmp_path / "book.txt"
    path.write_text(text, encoding="utf-8", newline="")
    document = load(path)
    assert text == document.text
    assert ("PART I", "CHAPTER II") == document.headings_at(len(text))


def test_many_marks_cost_no_more_than_their_length() -> None:
    """Numbers that never follow one another are looked at once."""
    lines = "word and more words, enough of them for this text to be taken for prose\n\n"
    assert [] == found((lines + "Note 3. On it\n\n7\n\nII\n\n4. Four\n\n") * 3_000)
