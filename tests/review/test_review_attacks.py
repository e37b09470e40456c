"""What is refused: foreign hosts and pages, wrong and used tokens, paths, floods, replays."""

from __future__ import annotations

import re
import socket
import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from linewise import Function
from linewise.history import log
from linewise.render import shown_text
from linewise.review import Asking, Desk, served
from review_visitor import Visitor

if TYPE_CHECKING:
    from pathlib import Path

OVERSIZED = 4_000_001


def decide(proposal: str, decision: str = "accept", operation: int = 1) -> dict[str, object]:
    """Return the form of a decision."""
    return {"proposal": proposal, "decision": decision, "operation": operation}


def accepted(desk: Desk) -> set[int]:
    """Return which operations are accepted."""
    pending = desk.sheets[0].pending()
    assert pending is not None
    return set(pending.review.accepted)


def test_a_foreign_host_is_refused(visitor: Visitor) -> None:
    """A name that was made to point here (DNS rebinding) opens nothing, cookie or not."""
    port = visitor.host.split(":")[1]
    for host in (f"evil.example:{port}", "127.0.0.1", f"127.0.0.1.evil.example:{port}", "evil"):
        answer = visitor.get("/files/1", Host=host)
        assert 403 == answer.status
        assert "shop" not in answer.text
    assert 200 == visitor.get("/files/1", Host=f"localhost:{port}").status


def test_two_hosts_are_refused(visitor: Visitor) -> None:
    """Of two Host headers none is believed."""
    name, port = visitor.host.split(":")
    request = (
        f"GET {visitor.root}/files/1 HTTP/1.1\r\nHost: {visitor.host}\r\nHost: evil\r\n"
        f"Cookie: {visitor.cookie}\r\nConnection: close\r\n\r\n"
    )
    with socket.create_connection((name, int(port)), timeout=60) as connection:
        connection.sendall(request.encode())
        status = connection.makefile("rb").readline().split()[1]
    assert status in {b"400", b"403"}


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1", ""])
def test_a_form_of_another_page_is_refused(
    visitor: Visitor, desk: Desk, proposal: str, origin: str
) -> None:
    """A form from elsewhere, or from nobody knows where, decides nothing."""
    answer = visitor.post("/files/1/decide", decide(proposal), Origin=origin)
    assert 403 == answer.status
    assert set() == accepted(desk)


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_page_is_not_shown_inside_another_ones_request(visitor: Visitor, site: str) -> None:
    """Other pages, on other ports of this machine too, cannot fetch what is here."""
    assert 403 == visitor.get("/files/1", Sec_Fetch_Site=site).status
    assert 403 == visitor.get("/files/1", Origin="http://127.0.0.1:1").status


def test_without_a_token_nothing_is_shown(link: str, desk: Desk, proposal: str) -> None:
    """Without the cookie every address is refused, those that do not exist too."""
    owner = Visitor.admitted(link)
    stranger = Visitor(link)
    stranger.root = owner.root
    for path in ("/", "/files/1", "/static/page.js", "/nothing"):
        assert 403 == stranger.get(path).status
    assert 403 == stranger.ask("GET", "/").status
    assert 403 == stranger.post("/files/1/decide", decide(proposal)).status
    assert set() == accepted(desk)


@pytest.mark.parametrize("token", ["", "wrong", "é", "a" * 5_000])
def test_a_wrong_token_opens_nothing(link: str, token: str) -> None:
    """And it does not use up the right one."""
    stranger = Visitor(link)
    answer = stranger.ask("GET", f"/?token={quote(token)}")
    assert (403, None) == (answer.status, answer.headers.get("set-cookie"))
    assert 200 == Visitor(link).enter().status


def test_a_used_token_opens_nothing(link: str) -> None:
    """The link works once; who comes second is told so."""
    assert 200 == Visitor(link).enter().status
    answer = Visitor(link).enter()
    assert (403, None) == (answer.status, answer.headers.get("set-cookie"))
    assert "works once" in answer.text


def test_the_wrong_cookie_opens_nothing(visitor: Visitor) -> None:
    """A cookie is compared whole."""
    for cookie in (visitor.cookie[:-1], "linewise=", f"{visitor.cookie}x", "linewise=é"):
        assert 403 == visitor.ask("GET", f"{visitor.root}/", headers={"Cookie": cookie}).status


@pytest.mark.parametrize(
    "path",
    [
        "/static/..%2f..%2fdesk.py",
        "/static/../desk.py",
        "/static/%2e%2e/%2e%2e/errors.py",
        "/static//etc/passwd",
        "/static/desk.py",
        "/files/..%2f..%2fetc%2fpasswd",
        "/files/2",
        "/files/0",
        "/files/1/../../etc/passwd",
        "/files/99999999999999999999999999",
        "/files/1/history/../../../etc/passwd",
        "/../../etc/passwd",
    ],
)
def test_a_path_leads_to_no_other_file(visitor: Visitor, path: str) -> None:
    """Files go by the numbers that they were given at the start, and by nothing else."""
    answer = visitor.get(path)
    assert answer.status in {403, 404, 409, 422}
    assert "root:" not in answer.text
    assert "import" not in answer.text


def test_an_oversized_form_is_refused_by_its_length(visitor: Visitor) -> None:
    """What says that it is too long is not read."""
    name, port = visitor.host.split(":")
    head = (
        f"POST {visitor.root}/files/1/reply HTTP/1.1\r\nHost: {visitor.host}\r\n"
        f"Origin: http://{visitor.host}\r\nCookie: {visitor.cookie}\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\n"
    )
    with socket.create_connection((name, int(port)), timeout=60) as connection:
        connection.sendall(f"{head}Content-Length: {OVERSIZED}\r\n\r\nreply=".encode())
        assert b" 413 " in connection.makefile("rb").readline()


def test_an_oversized_form_is_refused_while_it_comes(visitor: Visitor) -> None:
    """What does not say how long it is is counted, and read no further than it may be long."""
    name, port = visitor.host.split(":")
    head = (
        f"POST {visitor.root}/files/1/reply HTTP/1.1\r\nHost: {visitor.host}\r\n"
        f"Origin: http://{visitor.host}\r\nCookie: {visitor.cookie}\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    chunk = b"10000\r\n" + b"a" * 0x10000 + b"\r\n"
    with socket.create_connection((name, int(port)), timeout=60) as connection:
        connection.sendall(head.encode())
        sent = 0
        try:
            while sent <= OVERSIZED:
                connection.sendall(chunk)
                sent += 0x10000
        except OSError:
            pass  # The server hung up on us.
        assert b" 413 " in connection.makefile("rb").readline()


def test_other_methods_and_forms_are_refused(visitor: Visitor) -> None:
    """Only what a form of the page sends is read."""
    headers = {"Cookie": visitor.cookie, "Origin": f"http://{visitor.host}"}
    for method in ("PUT", "DELETE", "OPTIONS", "TRACE"):
        assert 405 == visitor.ask(method, f"{visitor.root}/files/1", headers=headers).status
    for kind in ("text/plain", "application/json", "multipart/form-data; boundary=x", ""):
        answer = visitor.ask(
            "POST", f"{visitor.root}/files/1/decide", b"a=b", headers | {"Content-Type": kind}
        )
        assert 415 == answer.status
    assert 405 == visitor.get("/files/1/apply").status


@pytest.mark.parametrize("body", [b"proposal=%ff", b"\xff", b"&".join([b"a=1"] * 100)])
def test_what_is_no_form_is_refused(visitor: Visitor, body: bytes) -> None:
    """Bytes that are no text, and more fields than any form has, are no fault of the server."""
    headers = {
        "Cookie": visitor.cookie,
        "Origin": f"http://{visitor.host}",
        "Content-Type": "application/x-www-form-urlencoded",
    }
    answer = visitor.ask("POST", f"{visitor.root}/files/1/decide", body, headers)
    assert 400 == answer.status


def test_a_decision_that_comes_twice_is_one(visitor: Visitor, desk: Desk, proposal: str) -> None:
    """The same form again changes nothing."""
    for _ in range(3):
        assert 303 == visitor.post("/files/1/decide", decide(proposal)).status
    assert {1} == accepted(desk)


def test_a_replayed_application_writes_nothing(
    visitor: Visitor, desk: Desk, proposal: str, file: Path
) -> None:
    """A proposal is applied once, however often its form comes."""
    visitor.post("/files/1/decide", decide(proposal, "accept-rest"))
    for _ in range(2):
        assert 303 == visitor.post("/files/1/apply", {"proposal": proposal}).status
    assert 1 == len(log(file))
    desk.sheets[0].undo(log(file)[0].id)
    before = file.read_bytes()
    assert 303 == visitor.post("/files/1/apply", {"proposal": proposal}).status
    assert before == file.read_bytes()


def test_a_replayed_undo_does_nothing(visitor: Visitor, proposal: str, file: Path) -> None:
    """The number in the form is good for one undo, and an undone revision cannot be undone."""
    visitor.post("/files/1/decide", decide(proposal, "accept-rest"))
    visitor.post("/files/1/apply", {"proposal": proposal})
    page = visitor.get("/files/1/history").text
    form = {name: _value(page, name) for name in ("once", "revision")}
    for _ in range(3):
        assert 303 == visitor.post("/files/1/undo", form).status
    assert ["undo", "edit"] == [one.kind for one in log(file)]
    assert 409 == visitor.post("/files/1/undo", form | {"once": "another"}).status
    assert 2 == len(log(file))


@pytest.mark.parametrize("once", ["", "x" * 100_000])
def test_a_number_of_no_form_does_nothing(
    visitor: Visitor, proposal: str, file: Path, once: str
) -> None:
    """It is not kept, either."""
    visitor.post("/files/1/decide", decide(proposal, "accept-rest"))
    visitor.post("/files/1/apply", {"proposal": proposal})
    form = {"once": once, "revision": log(file)[0].id}
    assert 303 == visitor.post("/files/1/undo", form).status
    assert ["edit"] == [one.kind for one in log(file)]


def test_a_stale_form_decides_nothing(visitor: Visitor, desk: Desk, proposal: str) -> None:
    """A page that shows an older proposal cannot decide about the one in its place."""
    desk.sheets[0].propose_reply("functions:\n  - deleteLine: [4]\n")
    answer = visitor.post("/files/1/decide", decide(proposal))
    assert 409 == answer.status
    assert "another proposal has taken the place" in answer.text
    assert set() == accepted(desk)


def test_an_unknown_decision_or_operation_is_refused(visitor: Visitor, proposal: str) -> None:
    """The message says what there is."""
    assert (
        "operations 1 to 3" in visitor.post("/files/1/decide", decide(proposal, "accept", 9)).text
    )
    assert "accept, reject" in visitor.post("/files/1/decide", decide(proposal, "burn")).text
    assert 422 == visitor.post("/files/1/decide", {}).status


def test_every_answer_carries_the_policy(visitor: Visitor) -> None:
    """No script or style but our files, no frame, nothing kept; on refusals too."""
    for answer in (
        visitor.get("/files/1"),
        visitor.get("/no"),
        visitor.ask("GET", "/"),
        Visitor(f"http://{visitor.host}/?x=y").ask("GET", "/x", headers={"Host": "evil"}),
    ):
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert "nosniff" == answer.headers["x-content-type-options"]
        assert "no-store" == answer.headers["cache-control"]


def test_the_cookie_is_for_this_page_alone(link: str) -> None:
    """Scripts cannot read it, other sites do not send it, other servers here do not get it."""
    visitor = Visitor(link)
    cookie = visitor.enter().headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=strict" in cookie.lower()
    assert f"Path={visitor.root};" in cookie
    assert len(visitor.root) > 10


def test_two_servers_do_not_share_a_key(file: Path) -> None:
    """What opens one page opens no other."""
    with served(Desk([str(file)])) as one, served(Desk([str(file)])) as other:
        visitor = Visitor.admitted(one)
        visitor.host = Visitor(other).host
        assert 403 == visitor.get("/").status


@pytest.mark.parametrize(
    "text", ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "{{ 7 * 7 }}", "</pre>"]
)
def test_texts_are_only_ever_text(tmp_path: Path, text: str) -> None:
    """Documents, replies, notes, reasons and searches are escaped wherever they are shown."""
    path = tmp_path / "a.md"
    path.write_text(f"# {text}\n{text}\n", encoding="utf-8", newline="")
    desk = Desk([str(path)])
    sheet = desk.sheets[0]
    pending = sheet.propose_reply(
        f"functions:\n  - replaceLine:\n      - 2\n      - |-\n        {text} {text}\n", text
    )
    sheet.keep_draft(text, text)
    sheet.decide(pending.id, lambda review: review.reject(1, text))
    with served(desk) as link:
        visitor = Visitor.admitted(link)
        pages = [
            visitor.get(page).text
            for page in (
                "/files/1",
                f"/files/1?words={quote(text)}",
                "/files/1?view=before",
                "/files/1/diff",
                "/files/1/propose",
                "/files/1/contents",
                "/files/1/layers",
                "/files/1/again",
                "/files/1/lines?block=0",
            )
        ]
        visitor.post("/files/1/decide", decide(pending.id, "accept"))
        visitor.post("/files/1/apply", {"proposal": pending.id})
        pages += [visitor.get("/files/1/history").text]
        pages += [visitor.post("/files/1/reply", {"reply": text}).text]
        pages += [visitor.post("/files/1/decide", {"decision": text, "proposal": text}).text]
    assert shown_text(text) in pages[0]
    for page in pages:
        assert "alert(1)</script>" not in page
        assert "<img" not in page
        assert re.findall(r"<script[^>]*>", page) in (
            [],
            [f'<script type="module" src="{visitor.root}/static/page.js">'],
        )


def _value(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]+)"', page)
    assert found is not None
    return found[1]


def test_a_cookie_of_the_same_name_does_no_harm(visitor: Visitor) -> None:
    """Another server on this machine can set one: ours counts wherever it stands."""
    for cookies in (f"{visitor.cookie}; linewise=x", f"linewise=x; {visitor.cookie}"):
        assert 200 == visitor.get("/files/1", Cookie=cookies).status


def test_what_is_odd_is_no_fault_of_the_server(visitor: Visitor) -> None:
    """Whatever stands in an address or a form, the answer is none of 500."""
    odd = [
        "",
        "-1",
        "1e9",
        "٣",
        "\x00",
        "%",
        "a" * 5_000,
        "9" * 400,
        "<b>",
        "\u202e",
        "../..",
        "[]",
    ]
    for word in odd:
        value = quote(word)
        for query in (
            f"line={value}&at={value}&view={value}&words={value}&language={value}",
            f"show={value}&by={value}&size={value}&overlap={value}&unit={value}&line={value}",
            f"form={value}&block={value}",
        ):
            for page in ("", "/lines", "/layers", "/diff"):
                assert visitor.get(f"/files/1{page}?{query}").status in {200, 404}
        assert visitor.get(f"/files/1/history/{quote(word, safe='')}").status in {307, 404, 409}
        form = dict.fromkeys(
            ("proposal", "operation", "decision", "content", "reason", "revision", "once"), word
        )
        for place in ("decide", "apply", "undo", "again", "reply", "information"):
            form |= {"reply": word, "information": word, "text": word, "way": word}
            assert visitor.post(f"/files/1/{place}", form).status in {303, 409, 422}


@pytest.mark.parametrize("number", ["9" * 5_000, "0x1", "1.0", "-1", "+1", "%D9%A1", "", "a b"])
def test_a_number_that_is_none_leads_to_no_file(visitor: Visitor, number: str) -> None:
    """Also one of so many digits that Python reads no such numbers."""
    for place in ("", "/lines", "/history"):
        assert 404 == visitor.get(f"/files/{quote(number, safe='%')}{place}").status


def test_an_address_that_leads_nowhere_says_where_to_go(visitor: Visitor) -> None:
    """In a page like the others, and in the language of the person."""
    answer = visitor.get("/nothing", Accept_Language="fr")
    assert 404 == answer.status
    assert "Il n’y a rien ici" in answer.text
    assert f'href="{visitor.root}/"' in answer.text


def test_the_kind_of_a_form_is_named_in_any_case(
    visitor: Visitor, desk: Desk, proposal: str
) -> None:
    """Names of media types know no case (RFC 9110, 8.3.1)."""
    kind = "Application/X-WWW-Form-URLencoded; charset=UTF-8"
    assert 303 == visitor.post("/files/1/decide", decide(proposal), Content_Type=kind).status
    assert {1} == accepted(desk)


def test_a_slow_client_keeps_nobody_waiting(visitor: Visitor) -> None:
    """Requests that never end take none of the threads that answer."""
    name, port = visitor.host.split(":")
    begun = (
        f"POST {visitor.root}/files/1/decide HTTP/1.1\r\nHost: {visitor.host}\r\n"
        f"Origin: http://{visitor.host}\r\nCookie: {visitor.cookie}\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\na"
    ).encode()
    with ExitStack() as stack:
        for number in range(80):
            connection = socket.create_connection((name, int(port)), timeout=60)
            stack.enter_context(connection).sendall(begun if number % 2 else begun[:30])
        assert 200 == visitor.get("/files/1").status


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("LOCALHOST:{port}", 403),
        ("localhost.:{port}", 403),
        ("127.0.0.1.:{port}", 403),
        ("127.1:{port}", 403),
        ("[::1]:{port}", 403),
        ("0.0.0.0:{port}", 403),
        ("user@127.0.0.1:{port}", 403),
        ("127.0.0.1:0{port}", 403),
        ("127.0.0.1:{port}", 200),
    ],
)
def test_only_the_printed_names_of_this_machine_are_answered(
    visitor: Visitor, host: str, status: int
) -> None:
    """Other spellings of the same machine are none of the addresses that browsers send."""
    port = visitor.host.split(":")[1]
    assert status == visitor.get("/files/1", Host=host.format(port=port)).status


def test_names_cannot_lie(tmp_path: Path) -> None:
    """Files and models are named with signs for what turns the writing or has no look."""
    path = tmp_path / "a\u202egnp\u200b\x1b[31m.md"
    path.write_text("one\n", encoding="utf-8")
    asking = Asking(model=Function(str), name="tiny\u202e\u200b")
    desk = Desk([str(path), str(tmp_path / "other.md")], asking)
    with served(desk) as link:
        visitor = Visitor.admitted(link)
        for place in ("/", "/files/1", "/files/1/propose", "/files/1/history", "/files/1/layers"):
            page = visitor.get(place).text
            assert "RLO" in page
            assert not {"\u202e", "\u200b", "\x1b"}.intersection(page), place


@pytest.mark.skipif(sys.platform != "linux", reason="links need no rights here")
def test_a_link_in_the_place_of_a_file_is_not_followed(visitor: Visitor, file: Path) -> None:
    """Who can write into the folder cannot lead the page to another file; a link at first may."""
    secret = file.parent.parent / "secret.md"
    secret.write_text("a secret\n")
    file.unlink()
    file.symlink_to(secret)
    for place in ("", "/lines?block=0", "/layers", "/contents"):
        answer = visitor.get(f"/files/1{place}")
        assert (422, False) == (answer.status, "a secret" in answer.text)
    with served(Desk([str(file)])) as link:
        assert "a secret" in Visitor.admitted(link).get("/files/1").text
