"""`decode`: the encoding is found or refused, and the bytes come back from the text."""

import codecs

import pytest

from linewise.errors import LoadError
from linewise.loading import decode

FRENCH = "Le café est fermé jusqu’à lundi ; merci de votre compréhension.\n"
GERMAN = "Die Straße ist für Fußgänger gesperrt, außer am Sonntag.\n"
RUSSIAN = "Съешь же ещё этих мягких французских булок, да выпей чаю.\n"
JAPANESE = "吾輩は猫である。名前はまだ無い。どこで生れたか見当がつかぬ。\n"

LEGACY = [
    ("cp1252", FRENCH),
    ("cp1252", "Été à la plage\n"),
    ("cp1252", "café"),
    ("cp1252", GERMAN),
    ("cp1252", "Schöne Grüße"),
    ("cp1252", "El niño come piña mañana; ¿qué más?\n"),
    ("cp1252", "Perché è così? La città è già lontana.\n"),
    ("cp1252", "Åke går över ån\n"),
    ("cp1252", "“Smart quotes” – and a dash…\n"),
    ("cp1252", "INFO user=zoë ok\n" + "INFO user=bob ok\n" * 50),
    ("cp1250", "Zażółć gęślą jaźń. Dzień dobry, jak się masz?\n"),
    ("cp1250", "Příliš žluťoučký kůň úpěl ďábelské ódy.\n"),
    ("cp1250", "Árvíztűrő tükörfúrógép\n"),
    ("cp1251", RUSSIAN),
    ("cp1251", "Привет, мир\n"),
    ("cp1251", "Її їжак з’їв ґанок і пішов геть\n"),
    ("koi8-r", RUSSIAN),
    ("koi8-r", "Привет, мир\n"),
    ("koi8-r", "это просто строка текста без заглавных букв\n"),
    ("cp866", RUSSIAN),
    ("cp1253", "Καλημέρα κόσμε, τι κάνεις σήμερα;\n"),
    ("cp1254", "Bugün hava çok güzel, değil mi? Şimdi çıkıyorum.\n"),
    ("cp1255", "שלום עולם, מה שלומך היום?\n"),
    ("cp1256", "مرحبا بالعالم كيف حالك اليوم\n"),
    ("cp850", "Le café est fermé ; après, ça ira. Très bien, élève.\n"),
    ("mac-roman", FRENCH),
    ("cp932", JAPANESE),
    ("cp932", "こんにちは\n"),
    ("euc_jp", JAPANESE),
    ("gb18030", "我们的文档有许多行,每一行都有一个编号。\n"),
    ("gb18030", "你好,世界\n"),
    ("big5", "我們的文件有許多行,每一行都有一個編號。\n"),
    ("cp949", "ㅎㅎ 이 문서는 여러 줄로 되어 있습니다.\n"),
    ("iso2022_jp", JAPANESE),
    ("cp949", "안녕하세요, 세계. 이 문서는 여러 줄로 되어 있습니다.\n"),
]


@pytest.mark.parametrize(("encoding", "text"), LEGACY)
def test_an_old_encoding_is_found(encoding: str, text: str) -> None:
    """A line or two are enough to tell the common ones apart."""
    decoded = decode(text.encode(encoding))
    assert (text, encoding, False, True) == (
        decoded.text,
        decoded.encoding,
        decoded.has_mark,
        decoded.reversible,
    )


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_a_mark_names_the_encoding(encoding: str) -> None:
    """The mark is kept, so that encoding gives the bytes back."""
    data = "\ufeffä日😀\r\n".encode(encoding)
    decoded = decode(data)
    assert (encoding, True) == (decoded.encoding, decoded.has_mark)
    assert decoded.text == "\ufeffä日😀\r\n"
    assert data == decoded.text.encode(decoded.encoding)


def test_a_zero_after_the_mark_of_utf16() -> None:
    """The two marks of little-endian texts are told apart by the length."""
    assert decode(b"\xff\xfe\0\0a\0").encoding == "utf-16-le"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", ["words\n", FRENCH, "привет\n", "日本語の文。 二つ目の文。\n"])
def test_utf16_without_a_mark(encoding: str, text: str) -> None:
    """The zero bytes of spaces and line ends give the byte order away."""
    assert (text, encoding) == (
        decode(text.encode(encoding)).text,
        decode(text.encode(encoding)).encoding,
    )


@pytest.mark.parametrize(
    "data", [b"plain\n", "naïve 日本 😀\n".encode(), b"\x1b[31mred\x1b[0m\x0c\n"]
)
def test_utf8_is_the_first_guess(data: bytes) -> None:
    """What is valid UTF-8 is UTF-8, escape codes and form feeds included."""
    assert decode(data).encoding == "utf-8"


@pytest.mark.parametrize(
    ("encoding", "data", "found"),
    [
        ("utf-16", codecs.BOM_UTF16_BE + "é".encode("utf-16-be"), "utf-16-be"),
        ("utf-16", codecs.BOM_UTF16_LE + "é".encode("utf-16-le"), "utf-16-le"),
        ("utf-16", "words".encode("utf-16-be"), "utf-16-be"),
        ("utf-16", "日本".encode("utf-16-le"), "utf-16-le"),
        ("utf-32", codecs.BOM_UTF32_BE + "é".encode("utf-32-be"), "utf-32-be"),
        ("utf-8-sig", codecs.BOM_UTF8 + b"x", "utf-8"),
        ("UTF8", b"x", "utf-8"),
        ("latin-1", b"\xe9\x81", "iso8859-1"),
        ("shift_jis", "猫".encode("shift_jis"), "shift_jis"),
    ],
)
def test_a_named_encoding(encoding: str, data: bytes, found: str) -> None:
    """The byte order is settled, and the name is the one that gives the bytes back."""
    decoded = decode(data, encoding)
    assert found == decoded.encoding
    assert data == decoded.text.encode(decoded.encoding)


def test_a_named_encoding_may_hold_zero_bytes() -> None:
    """Who names the encoding says that it is text."""
    assert decode(b"a\0b", "utf-8").text == "a\0b"


def test_two_spellings_of_a_character_are_owned_up_to() -> None:
    """In cp932 some characters have two codes; the text is right, the bytes may differ."""
    decoded = decode(b"\x87\x90", "cp932")
    assert not decoded.reversible
    assert decoded.text.encode("cp932") != b"\x87\x90"


@pytest.mark.parametrize(
    "encoding", ["klingon", "base64", "rot13", "idna", "unicode_escape", "", "a\0b"]
)
def test_an_unknown_encoding(encoding: str) -> None:
    """Codecs that are no encodings of files count as unknown."""
    with pytest.raises(LoadError, match="is unknown; known are utf-8"):
        decode(b"x", encoding)


def test_a_wrong_named_encoding_says_where() -> None:
    """Line, offset, byte and reason are in the message."""
    with pytest.raises(LoadError, match=r"a\.txt: line 2, byte offset 5: byte 0xe9 is not utf-8"):
        decode(b"one\nt\xe9\n", "utf-8", name="a.txt")


@pytest.mark.parametrize(("encoding", "data"), [("utf-7", b"+2AA-"), ("utf-16-le", b"\x00\xd8a\0")])
def test_half_a_surrogate_pair_is_refused(encoding: str, data: bytes) -> None:
    """A lone surrogate is no character, even if a codec lets it pass."""
    with pytest.raises(LoadError, match="surrogate"):
        decode(data, encoding)


def test_damaged_utf8_is_not_taken_for_something_else() -> None:
    """One wrong byte in UTF-8 would turn every other letter to nonsense in an old encoding."""
    data = (FRENCH * 3).encode() + b"caf\xe9\n"
    with pytest.raises(LoadError, match="line 4, byte offset 213: this is UTF-8 but for byte 0xe9"):
        decode(data)


def test_damage_far_behind_the_sample_is_seen() -> None:
    """UTF-8 is checked to the end, also where its beginning has a single letter beyond ASCII."""
    with pytest.raises(LoadError, match="this is UTF-8 but for byte 0xff"):
        decode("é\n".encode() + b"words and words\n" * 20_000 + b"\xff")


def test_a_tail_that_does_not_fit_says_where() -> None:
    """The encoding is guessed from a sample, but every byte is decoded strictly."""
    data = FRENCH.encode("cp1252") * 3_000 + b"\x81\n"
    with pytest.raises(
        LoadError, match=r"line 3001, .* byte 0x81 is not cp1252, which its beginning"
    ):
        decode(data)


def test_letters_far_from_the_start_are_found() -> None:
    """The sample is taken where the text is not ASCII."""
    data = b"words and words\n" * 20_000 + FRENCH.encode("cp1252")
    assert decode(data).text.endswith(FRENCH)


def test_no_known_encoding_is_refused() -> None:
    """Bytes that fit nothing are not turned into nonsense."""
    with pytest.raises(LoadError, match="name it by encoding="):
        decode(b"ab\x81\x8d\x8f cd\xff\xfe\x90")


@pytest.mark.parametrize(
    ("head", "kind"),
    [
        (b"%PDF-1.7\n%\xe2\xe3", "a PDF document"),
        (b"%PDF-1.4\nall ascii", "a PDF document"),
        (b"PK\x03\x04\x14\0\0\0word/document.xml", "a Word document"),
        (b"PK\x03\x04\x14\0\0\0xl/workbook.xml", "an Excel workbook"),
        (b"PK\x03\x04\x14\0\0\0a.txt", "a ZIP archive"),
        (b"\x89PNG\r\n\x1a\n\0\0", "a PNG image"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "a JPEG image"),
        (b"\x7fELF\x02\x01\x01\0", "a program"),
        (b"\x1f\x8b\x08\0", "a gzip archive"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document"),
    ],
)
def test_a_binary_file_is_named(head: bytes, kind: str) -> None:
    """The message says what it seems to be and what would be right, whatever was asked for."""
    for encoding in (None, "utf-8"):
        with pytest.raises(LoadError, match=rf"a\.bin: this is {kind}.*convert it to text first"):
            decode(head, encoding, name="a.bin")


@pytest.mark.parametrize(
    "data", [b"MZ is a tank\n", b"BZh, he said\n", b"GIF8 and RIFF\n", b"ID3\n"]
)
def test_a_text_may_begin_like_a_binary_file(data: bytes) -> None:
    """Letters alone prove nothing."""
    assert decode(data).encoding == "utf-8"


@pytest.mark.parametrize(
    "data", [b"\0", b"one\0two\n", b"log line\n\0\0\0\0\0\n", b"\1\0\2\0\3\0\4\0"]
)
def test_zero_bytes_are_binary(data: bytes) -> None:
    """A zero byte that is not half of UTF-16 is no text."""
    with pytest.raises(LoadError, match=r"a zero byte at offset .*; if it is text after all, name"):
        decode(data)


def test_control_bytes_are_binary() -> None:
    """Compressed data without a known beginning is not guessed at."""
    data = bytes((i * 89 + i // 7) % 255 + 1 for i in range(4_000))
    with pytest.raises(LoadError, match="this is binary data, not text"):
        decode(data)
