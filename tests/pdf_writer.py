"""Write small PDF files by hand: every byte of them is known, and no library is needed."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

FONTS = {"roman": "Times-Roman", "bold": "Times-Bold", "italic": "Times-Italic", "mono": "Courier"}

# The widths of the printable ASCII characters of Times-Roman, in thousandths of its size.
_WIDTHS = (
    *(250, 333, 408, 500, 500, 833, 778, 180, 333, 333, 500, 564, 250, 333, 250, 278),
    *(500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 278, 278, 564, 564, 564, 444),
    *(921, 722, 667, 667, 722, 611, 556, 722, 722, 333, 389, 722, 611, 889, 722, 722),
    *(556, 722, 667, 556, 611, 722, 722, 944, 722, 722, 611, 333, 278, 333, 469, 500),
    *(333, 444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500),
    *(500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444, 480, 200, 480, 541),
)

# What a user password is padded with, from the specification.
_PADDING = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")


@dataclass(frozen=True)
class Text:
    """Words at a place: `x` from the left and `y` from the foot of the page, in points."""

    x: float
    y: float
    text: str
    size: float = 10
    font: str = "roman"
    turn: int = 0
    spacing: float = 0


@dataclass(frozen=True)
class Leaf:
    """A page of a file: texts in the order in which they are drawn, or its content as bytes.

    `field` is what is filled into the one field that the page has, at its middle.
    `forms` are drawn as well, the first by the page, each of them drawing the next ten times.
    """

    texts: tuple[Text, ...] = ()
    content: bytes = b""
    filters: bytes = b""
    rotate: int = 0
    has_image: bool = False
    box: tuple[int, int, int, int] = (0, 0, 612, 792)
    forms: int = 0
    field: str = ""


@dataclass(frozen=True)
class Entry:
    """An entry of the outline: its page counts from 0, and entries may stand under it."""

    title: str
    page: int
    y: float = 792
    entries: tuple[Entry, ...] = field(default=())


def width(text: str, size: float = 10) -> float:
    """Return how wide a text is in Times-Roman; what is not ASCII counts as an n."""
    codes = (ord(sign) - 32 for sign in text)
    return sum(_WIDTHS[c] if c < len(_WIDTHS) else 500 for c in codes) * size / 1000


def write_pdf(
    *pages: Leaf,
    outline: tuple[Entry, ...] = (),
    labels: bytes = b"",
    info: dict[str, str] | None = None,
    password: str | None = None,
) -> bytes:
    """Return the bytes of a file with these pages."""
    objects = _Objects()
    catalog, kids = objects.reserve(), objects.reserve()
    fonts = {name: objects.add(_font(base)) for name, base in FONTS.items()}
    resources = b"/Font<<" + b"".join(b"/%s %d 0 R" % (k.encode(), v) for k, v in fonts.items())
    leaves = [_leaf(objects, page, kids, resources + b">>") for page in pages]
    roots = _outline(objects, outline, leaves)
    listed = b" ".join(b"%d 0 R" % leaf for leaf in leaves)
    objects.set(kids, b"<</Type/Pages/Count %d/Kids[%s]>>" % (len(leaves), listed))
    entries = b"/Type/Catalog/Pages %d 0 R" % kids
    entries += b"/Outlines %d 0 R" % roots if roots else b""
    entries += b"/PageLabels<<%s>>" % labels if labels else b""
    objects.set(catalog, b"<<%s>>" % entries)
    about = objects.add(_dictionary(info)) if info else 0
    return objects.file(catalog, about, password)


def rows(
    *lines: str, x: float = 72, y: float = 700, step: float = 12, size: float = 10
) -> list[Text]:
    """Return lines one below the other."""
    return [Text(x, y - step * i, line, size) for i, line in enumerate(lines)]


class _Objects:
    """The objects of a file, numbered from 1; a stream is kept as its dictionary and its data."""

    def __init__(self) -> None:
        self._bodies: list[tuple[bytes, bytes | None]] = []

    def reserve(self) -> int:
        self._bodies.append((b"null", None))
        return len(self._bodies)

    def add(self, body: bytes, data: bytes | None = None) -> int:
        number = self.reserve()
        self.set(number, body, data)
        return number

    def set(self, number: int, body: bytes, data: bytes | None = None) -> None:
        self._bodies[number - 1] = (body, data)

    def file(self, root: int, info: int, password: str | None) -> bytes:
        key, encrypt = _encryption(password) if password is not None else (b"", b"")
        out = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"
        places = []
        for number, (body, data) in enumerate(self._bodies, 1):
            places.append(len(out))
            whole = body if data is None else _stream(body, data, key, number)
            out += b"%d 0 obj\n%s\nendobj\n" % (number, whole)
        table = b"".join(b"%010d 00000 n \n" % place for place in places)
        size = len(places) + 1
        trailer = b"/Size %d/Root %d 0 R" % (size, root)
        trailer += b"/Info %d 0 R" % info if info else b""
        trailer += encrypt
        return (
            out
            + b"xref\n0 %d\n0000000000 65535 f \n%s" % (size, table)
            + b"trailer<<%s>>\nstartxref\n%d\n%%%%EOF\n" % (trailer, len(out))
        )


def _stream(body: bytes, data: bytes, key: bytes, number: int) -> bytes:
    data = _rc4(_object_key(key, number), data) if key else data
    return b"<<%s/Length %d>>stream\n%s\nendstream" % (body, len(data), data)


def _font(base: str) -> bytes:
    # The codes from 1 on stand for what the encoding of Western text has no place for.
    encoding = b"<</BaseEncoding/WinAnsiEncoding/Differences[1/fi/fl]>>"
    return b"<</Type/Font/Subtype/Type1/BaseFont/%s/Encoding%s>>" % (base.encode(), encoding)


def _leaf(objects: _Objects, page: Leaf, parent: int, resources: bytes) -> int:
    content = page.content or b"\n".join(map(_show, page.texts))
    if page.has_image:
        image = b"/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray"
        number = objects.add(image + b"/BitsPerComponent 8", b"\x80")
        resources += b"/XObject<</Im %d 0 R>>" % number
        content += b"\nq 400 0 0 400 100 200 cm /Im Do Q"
    if page.forms:
        resources += b"/XObject<</Fm %d 0 R>>" % _forms(objects, page.forms, resources)
        content += b"\n/Fm Do"
    stream = objects.add(page.filters, content)
    fields = b"/Annots[%d 0 R]" % _field(objects, page.field, resources) if page.field else b""
    return objects.add(
        b"<</Type/Page/Parent %d 0 R/MediaBox[%d %d %d %d]/Rotate %d"
        % (parent, *page.box, page.rotate)
        + b"%s/Resources<<%s>>/Contents %d 0 R>>" % (fields, resources, stream)
    )


def _field(objects: _Objects, value: str, resources: bytes) -> int:
    """Add a field with its value and what it looks like."""
    form = b"/Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources<<%s>>" % resources
    look = objects.add(form, b"BT /roman 10 Tf 2 5 Td (%s) Tj ET" % _escaped(value))
    field = b"/Type/Annot/Subtype/Widget/FT/Tx/T(name)/F 4/Rect[200 400 400 420]"
    return objects.add(b"<<%s/V(%s)/AP<</N %d 0 R>>>>" % (field, _escaped(value), look))


def _forms(objects: _Objects, depth: int, resources: bytes) -> int:
    """Add forms that draw each other and return the number of the outermost."""
    content = b"BT /roman 10 Tf 72 700 Td (again) Tj ET"
    number = 0
    for _ in range(depth):
        form = b"/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Resources<<%s>>" % resources
        number = objects.add(form, content)
        resources, content = b"/XObject<</Fm %d 0 R>>" % number, b"/Fm Do " * 10
    return number


def _show(text: Text) -> bytes:
    matrix = {0: b"1 0 0 1", 1: b"0 1 -1 0", 2: b"-1 0 0 -1", 3: b"0 -1 1 0"}[text.turn % 4]
    place = b"%s %.2f %.2f Tm" % (matrix, text.x, text.y)
    spacing = b"%.3f Tw" % text.spacing
    font = b"/%s %.2f Tf" % (text.font.encode(), text.size)
    return b"BT %s %s %s (%s) Tj ET" % (font, spacing, place, _escaped(text.text))


def _escaped(text: str) -> bytes:
    coded = text.replace("ﬁ", "\1").replace("ﬂ", "\2").encode("cp1252")
    return coded.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")


def _dictionary(info: dict[str, str]) -> bytes:
    return b"<<%s>>" % b"".join(b"/%s(%s)" % (k.encode(), _escaped(v)) for k, v in info.items())


def _outline(objects: _Objects, entries: tuple[Entry, ...], leaves: list[int]) -> int:
    if not entries:
        return 0
    root = objects.reserve()
    first, last = _siblings(objects, entries, root, leaves)
    objects.set(root, b"<</Type/Outlines/First %d 0 R/Last %d 0 R>>" % (first, last))
    return root


def _siblings(
    objects: _Objects, entries: tuple[Entry, ...], parent: int, leaves: list[int]
) -> tuple[int, int]:
    numbers = [objects.reserve() for _ in entries]
    for place, (number, entry) in enumerate(zip(numbers, entries, strict=True)):
        body = b"/Title(%s)/Parent %d 0 R" % (_escaped(entry.title), parent)
        body += b"/Dest[%d 0 R/XYZ 0 %.1f 0]" % (leaves[entry.page], entry.y)
        if place:
            body += b"/Prev %d 0 R" % numbers[place - 1]
        if place + 1 < len(numbers):
            body += b"/Next %d 0 R" % numbers[place + 1]
        if entry.entries:
            first, last = _siblings(objects, entry.entries, number, leaves)
            body += b"/First %d 0 R/Last %d 0 R/Count %d" % (first, last, len(entry.entries))
        objects.set(number, b"<<%s>>" % body)
    return numbers[0], numbers[-1]


def _encryption(password: str) -> tuple[bytes, bytes]:
    """Return the key and the entries of the trailer for the oldest standard encryption."""
    padded = (password.encode("latin-1") + _PADDING)[:32]
    owner = _rc4(hashlib.md5(padded).digest()[:5], padded)  # noqa: S324 - as the format asks
    identity = bytes(16)
    permissions = (-4).to_bytes(4, "little", signed=True)
    key = hashlib.md5(padded + owner + permissions + identity).digest()[:5]  # noqa: S324
    entries = b"/Filter/Standard/V 1/R 2/P -4/O<%s>/U<%s>" % (
        owner.hex().encode(),
        _rc4(key, _PADDING).hex().encode(),
    )
    identities = b"/ID[<%s><%s>]" % (identity.hex().encode(), identity.hex().encode())
    return key, b"/Encrypt<<%s>>%s" % (entries, identities)


def _object_key(key: bytes, number: int) -> bytes:
    salted = key + number.to_bytes(3, "little") + bytes(2)
    return hashlib.md5(salted).digest()[:10]  # noqa: S324


def _rc4(key: bytes, data: bytes) -> bytes:
    state = list(range(256))
    j = 0
    for i in range(256):
        j = (j + state[i] + key[i % len(key)]) % 256
        state[i], state[j] = state[j], state[i]
    out = bytearray()
    i = j = 0
    for byte in data:
        i = (i + 1) % 256
        j = (j + state[i]) % 256
        state[i], state[j] = state[j], state[i]
        out.append(byte ^ state[(state[i] + state[j]) % 256])
    return bytes(out)
