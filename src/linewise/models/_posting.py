"""One request and its answer: sent, watched, and read as it comes."""

from __future__ import annotations

import contextlib
import json
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from linewise.models._connection import Connection
from linewise.models._events import Answer, BadAnswerError, read_answer
from linewise.models._failures import Again, Failure, refused
from linewise.models._watch import Watch
from linewise.models.counting import count_text
from linewise.models.protocol import Usage

if TYPE_CHECKING:
    import ssl
    from collections.abc import Iterator, Mapping

    import httpx2

    from linewise.models._address import Address
    from linewise.models._secret import Secret
    from linewise.models._watch import Timeouts
    from linewise.models.protocol import Progress

__all__ = ["Target", "post"]

_MOST_OF_AN_ERROR = 1 << 16


class Target(NamedTuple):
    """Where a request goes, with which key, and how long it may take."""

    address: Address
    key: Secret
    timeouts: Timeouts


_Answer = TypeVar("_Answer", bound=Answer)


def post(
    target: Target, body: dict[str, Any], progress: Progress | None, answer: _Answer
) -> _Answer | Failure:
    """Send a request and read its answer; nothing that goes wrong on the way is raised.

    Args:
        target: where it is sent.
        body: what is sent.
        progress: called with each stretch of words as it arrives.
        answer: takes in what comes.
    """
    connection = Connection()
    with Watch(connection.end, target.timeouts.whole) as watch:
        failure = _exchange(_Exchange(target, body, connection, watch, progress), answer)
    if watch.missed is not None:
        what, seconds = watch.missed
        failure = Failure(f"{what} did not come within {seconds:g} seconds", Again.UNSAFE)
    # What was cut after its end was whole.
    if failure is None or (answer.finish_reason and failure.status is None):
        return answer
    spent = Usage(0, count_text(answer.text), 1, estimated=bool(answer.words))
    return replace(
        failure,
        message=target.key.blotted_all(failure.message),
        words=target.key.blotted_all(failure.words),
        usage=spent,
    )


class _Exchange(NamedTuple):
    """All that one request and the reading of its answer need."""

    target: Target
    body: dict[str, Any]
    connection: Connection
    watch: Watch
    progress: Progress | None

    def noted(self, step: str, known: Mapping[str, Any]) -> None:
        """Take note of a step of the client: once all is sent, the wait for words begins."""
        self.connection.noted(step, known)
        if step.endswith("receive_response_headers.started"):
            self.watch.expect("the first words", self.target.timeouts.first)


def _exchange(exchange: _Exchange, answer: Answer) -> Failure | None:
    """Send and read; None once the reply is whole."""
    import httpx2  # noqa: PLC0415 - only where a model is asked

    target = exchange.target
    try:
        with _client(target) as client, _request(client, exchange) as response:
            return _read(response, answer, exchange)
    except (httpx2.ConnectError, httpx2.ConnectTimeout) as error:
        # A certificate does not get better by asking again.
        again = Again.NO if "CERTIFICATE" in _reason(error) else Again.SAFE
        return Failure(f"the server cannot be reached: {_reason(error)}", again)
    except httpx2.ProxyError as error:
        return Failure(f"the proxy refuses: {_reason(error)}")
    except httpx2.TimeoutException as error:
        return _late(error, target.timeouts)
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        return Failure(f"the answer was cut off: {_reason(error)}", Again.UNSAFE)
    except Exception as error:
        # A connection that is ended while it is read from breaks in many ways.
        if exchange.watch.missed is None:
            raise
        return Failure(f"the answer was cut off: {_reason(error)}", Again.UNSAFE)


def _client(target: Target) -> httpx2.Client:
    """Return a client of its own for each request: no connection of it can have gone stale."""
    import httpx2  # noqa: PLC0415 - as above

    times = target.timeouts
    return httpx2.Client(
        timeout=httpx2.Timeout(
            connect=times.connect,
            write=times.send,
            # Later than the watch, which knows what was waited for.
            read=max(times.first, times.idle) + 1,
            pool=None,
        ),
        # What goes to this machine goes through no proxy.
        trust_env=not target.address.local,
        verify=_certificates(),
        follow_redirects=False,
    )


@cache
def _certificates() -> ssl.SSLContext:
    """Return the authorities that servers are checked by; reading them takes a while."""
    import httpx2  # noqa: PLC0415 - as above

    return httpx2.create_ssl_context()


def _request(
    client: httpx2.Client, exchange: _Exchange
) -> contextlib.AbstractContextManager[httpx2.Response]:
    key = exchange.target.key

    def authorized(request: httpx2.Request) -> httpx2.Request:
        # Set last, so that the key is in no value that a traceback could show.
        if key:
            request.headers["Authorization"] = f"Bearer {key.reveal()}"
        return request

    return client.stream(
        "POST",
        exchange.target.address.url,
        content=json.dumps(exchange.body, ensure_ascii=False).encode("utf-8", "replace"),
        headers={
            "Accept": "text/event-stream, application/json",
            "Accept-Encoding": "identity",
            "Content-Type": "application/json",
            "User-Agent": "linewise",
        },
        auth=authorized,
        extensions={"trace": exchange.noted},
    )


def _read(response: httpx2.Response, answer: Answer, exchange: _Exchange) -> Failure | None:
    """Read an answer, whatever it is; None once the reply is whole."""
    if response.status_code != 200:
        return refused(response.status_code, response.headers, _start_of(response))
    kind = response.headers.get("content-type", "")
    if "html" in kind:
        return Failure(
            "the server answered with a web page instead of JSON; a base URL usually ends in /v1"
        )
    try:
        for event in read_answer(response.iter_bytes(), kind):
            if event is None:
                answer.ended = True
                break
            beats = answer.beats
            words = answer.take(event)
            if answer.beats > beats:
                exchange.watch.expect("the next words", exchange.target.timeouts.idle)
            if words and exchange.progress is not None:
                exchange.progress(words)
    except BadAnswerError as error:
        return _bad(error, answer)
    if answer.ended or answer.finish_reason:
        return None
    return Failure("the answer was cut off before its end", Again.UNSAFE)


def _bad(error: BadAnswerError, answer: Answer) -> Failure:
    """Return what an error inside an answer means."""
    message = f"the answer is unusable: {error}"
    if answer.beats:
        return Failure(message, Again.UNSAFE)
    if error.status is None:
        return Failure(message)
    return replace(refused(error.status, {}, str(error).encode()), status=error.status)


def _start_of(response: httpx2.Response) -> bytes:
    found = b""
    for chunk in _quietly(response.iter_bytes()):
        found += chunk
        if len(found) > _MOST_OF_AN_ERROR:
            break
    return found[:_MOST_OF_AN_ERROR]


def _quietly(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Read what comes of the body of an error; its status says enough."""
    import httpx2  # noqa: PLC0415 - as above

    with contextlib.suppress(httpx2.HTTPError):
        yield from chunks


def _late(error: Exception, times: Timeouts) -> Failure:
    import httpx2  # noqa: PLC0415 - as above

    if isinstance(error, httpx2.WriteTimeout):
        return Failure(f"the request was not taken within {times.send:g} seconds", Again.UNSAFE)
    seconds = max(times.first, times.idle)
    return Failure(f"no answer came within {seconds:g} seconds", Again.UNSAFE)


def _reason(error: Exception) -> str:
    return str(error) or type(error).__name__
