"""The server on a real socket: whatever one client does, the next one is served."""

import asyncio
import errno
import gc
import http.client
import json
import logging
import socket
import ssl
import time
from asyncio.sslproto import SSLProtocol
from pathlib import Path

import pytest
from hook.reviews import pod, review
from hook.served import Served, start

from gpulint.webhook.serving import door
from gpulint.webhook.serving.protocol import GuardedProtocol, Timeouts

_HEAD = b"POST /validate/deny HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"

_FAULTS = {
    "two-lengths": (_HEAD + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello", b"400"),
    "length-and-chunks": (
        _HEAD + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"400",
    ),
    "no-number": (_HEAD + b"Content-Length: x\r\n\r\n", b"400"),
    "long-headers": (_HEAD + b"X: " + b"a" * 20_000, b"400"),
    "too-large": (_HEAD + b"Content-Length: 99999999\r\n\r\n", b"413"),
    "content-type": (
        _HEAD.replace(b"application/json", b"text/plain") + b"Content-Length: 2\r\n\r\n{}",
        b"415",
    ),
    "method": (b"GET /validate/deny HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", b"405"),
    "no-http": (b"\x00\x01\x02\r\n\r\n", b"400"),
    "half-headers": (_HEAD, b"closed"),
    "half-body": (_HEAD + b"Content-Length: 100\r\n\r\n{", b"closed"),
}

_BODIES = {
    "empty": (b"", 400),
    "half": (b"{", 400),
    "no-text": (b"\xff\xfe", 400),
    "list": (b"[]", 400),
    "no-request": (b'{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview"}', 400),
    "old-version": (review(pod(2)).replace(b"k8s.io/v1", b"k8s.io/v1beta1"), 400),
    "deep": (review(None).replace(b"null", b"[" * 100_000 + b"]" * 100_000), 400),
    "annotations": (
        review(pod(1, annotations={f"a.example/{n}": "x" for n in range(250_000)})),
        200,
    ),
    "no-object": (review(None), 200),
    "odd-object": (review([1, "x"]), 200),
    "large": (review("x" * 7_000_000), 200),
    "too-large": (review("x" * 7_400_000), 413),
}


_PARTS = (GuardedProtocol, door.Visit, SSLProtocol)


def _open(served: Served) -> ssl.SSLSocket:
    raw = socket.create_connection(("127.0.0.1", served.port), timeout=10)
    return served.context.wrap_socket(raw, server_hostname="127.0.0.1")


def _until_closed(stream: socket.socket) -> bytes:
    """All that comes before the server closes; fails when it does not."""
    found = b""
    try:
        while part := stream.recv(65536):
            found += part
    except (ConnectionError, ssl.SSLError):
        pass
    return found


def _status(found: bytes) -> bytes:
    return found.split(b" ", 2)[1] if found else b"closed"


def _is_served(served: Served) -> bool:
    status, body = served.post(review(pod(2)))
    return status == 200 and json.loads(body)["response"]["allowed"] is False


def test_a_denied_object_comes_back_with_its_reason(served: Served) -> None:
    """The message is all that the author of the object sees."""
    status, body = served.post(review(pod(2)))
    answer = json.loads(body)
    message = answer["response"]["status"].pop("message")
    expected = (200, "7f1c", False, {"status": "Failure", "code": 403, "reason": "Forbidden"}, True)
    response = answer["response"]
    told = "GPU101" in message and "gpulint.io/ignore: GPU101" in message
    actual = (status, response["uid"], response["allowed"], response["status"], told)
    assert expected == actual


def test_the_warning_hook_never_denies(served: Served) -> None:
    """It is asked everywhere, so it may cost nobody an object."""
    _, body = served.post(review(pod(2)), "/validate/warn")
    response = json.loads(body)["response"]
    expected = (True, ["GPU101"])
    actual = (response["allowed"], [each.split()[1] for each in response["warnings"]])
    assert expected == actual


@pytest.mark.parametrize(
    ("path", "expected"), [("/healthz", 200), ("/readyz", 200), ("/metrics", 200), ("/", 404)]
)
def test_paths_answer(served: Served, path: str, expected: int) -> None:
    """Probes and scrapes use them."""
    connection = served.connection()
    connection.request("GET", path)
    actual = connection.getresponse().status
    connection.close()
    assert expected == actual


@pytest.mark.parametrize(("sent", "expected"), _FAULTS.values(), ids=_FAULTS)
def test_faults_of_a_client_harm_only_itself(served: Served, sent: bytes, expected: bytes) -> None:
    """A clean answer or a closed connection, and the next request is served."""
    with _open(served) as stream:
        stream.sendall(sent)
        actual = _status(_until_closed(stream))
    assert (expected, True) == (actual, _is_served(served))


@pytest.mark.parametrize("first", [_HEAD, _HEAD + b"Content-Length: 9000\r\n\r\n"])
def test_a_byte_now_and_then_does_not_keep_a_place(served: Served, first: bytes) -> None:
    """Deadlines are absolute: each byte would move a relative one for ever."""
    start = time.monotonic()
    with _open(served) as stream:
        stream.sendall(first)
        try:
            while time.monotonic() - start < 8:
                stream.sendall(b"a")
                time.sleep(0.1)
        except OSError:
            pass
    expected = (True, True)
    assert expected == (time.monotonic() - start < 8, _is_served(served))


def test_a_handshake_that_never_starts_is_ended(served: Served) -> None:
    """A port scanner must not hold a place."""
    with socket.create_connection(("127.0.0.1", served.port), timeout=10) as stream:
        actual = _until_closed(stream)
    expected = (b"", True)
    assert expected == (actual, _is_served(served))


@pytest.mark.parametrize(("body", "expected"), _BODIES.values(), ids=_BODIES)
def test_hostile_bodies_are_answered(served: Served, body: bytes, expected: int) -> None:
    """A failed call refuses the object under failurePolicy Fail, so what can be answered is."""
    status, _ = served.post(body)
    assert (expected, True) == (status, _is_served(served))


def test_what_is_no_review_leaves_no_line_in_the_log(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    """Anybody who reaches the port could fill the disk; it is counted."""
    with caplog.at_level(logging.INFO, "gpulint.webhook"):
        for body, _ in _BODIES.values():
            served.post(body)
        served.post(review(pod(1), uid="x" * 2_000))
    assert [record.getMessage() for record in caplog.records] == []


def test_clients_that_leave_are_forgotten(served: Served) -> None:
    """The API server gives up after its time-out, often many calls at once."""
    for _ in range(20):
        with _open(served) as stream:
            stream.sendall(_HEAD + b"Content-Length: 500\r\n\r\n{")
    assert _is_served(served)


def test_a_body_in_chunks_is_read(served: Served) -> None:
    """HTTP/1.1 allows it, proxies do it."""
    connection = served.connection()
    body = review(pod(2))
    connection.request(
        "POST",
        "/validate/deny",
        iter([body[:100], body[100:]]),
        {"Content-Type": "application/json; charset=utf-8"},
        encode_chunked=True,
    )
    actual = connection.getresponse().status
    connection.close()
    assert actual == 200


def test_strangers_give_way_to_each_other_and_the_api_server_to_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Places are counted from accept, so that silent connections cannot use up the open files."""
    monkeypatch.setattr(door, "MOST_CONNECTIONS", 20)
    for served in start(tmp_path, Timeouts(stop=1.0)):
        known = served.connection()
        first = _ask(known)
        strangers = [socket.create_connection(("127.0.0.1", served.port), 10) for _ in range(30)]
        closed = [_until_closed(each) for each in strangers[:11]]
        places = _places_once(served, 20)
        again, other = _ask(known), _is_served(served)
        for each in (known, *strangers):
            each.close()
    expected = (200, [b""] * 11, 20, 200, True)
    assert expected == (first, closed, places, again, other)


def test_a_connection_in_use_is_closed_with_its_next_answer(tmp_path: Path) -> None:
    """A request that is on its way when the server is told to stop must not become a failed call."""
    for served in start(tmp_path, Timeouts(stop=5.0)):
        used = served.connection()
        _ask(used)
        stopping = asyncio.run_coroutine_threadsafe(served.server.stop(), served.loop)
        while served.server.is_listening:
            time.sleep(0.01)
        used.request("GET", "/readyz")
        answer = used.getresponse()
        actual = (answer.status, answer.read(), answer.headers["connection"])
        stopping.result(4)
    assert actual == (503, b"stopping\n", "close")


def _ask(connection: http.client.HTTPSConnection) -> int:
    connection.request("GET", "/healthz")
    answer = connection.getresponse()
    answer.read()
    return answer.status


def test_it_listens_again_once_files_may_be_opened(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who waits meanwhile is accepted later; the loop must not spin, nor the server end."""
    accept, tries = socket.socket.accept, [OSError(errno.EMFILE, "too many")]

    def scarce(listener: socket.socket) -> tuple[socket.socket, object]:
        if tries:
            raise tries.pop()
        return accept(listener)

    monkeypatch.setattr(door, "_PAUSE", 0.05)
    monkeypatch.setattr(socket.socket, "accept", scarce)
    assert (_is_served(served), tries) == (True, [])


def test_a_connection_that_ends_leaves_its_place_and_no_garbage(served: Served) -> None:
    """The collector looks at old circles rarely, and each would hold the buffers of its TLS."""
    gc.collect()
    gc.disable()
    try:
        for sent in (b"", b"\x16\x03\x01", b"no TLS at all\r\n\r\n"):
            with socket.create_connection(("127.0.0.1", served.port), 10) as stream:
                stream.sendall(sent)
                _until_closed(stream)
        for sent in (b"", _HEAD, _HEAD + b"Content-Length: 100\r\n\r\n{"):
            with _open(served) as secure:
                secure.sendall(sent)
        _is_served(served)
        places = _places_once(served, 0)
        end = time.monotonic() + 5
        while (left := _parts()) and time.monotonic() < end:
            time.sleep(0.1)
    finally:
        gc.enable()
    assert (places, left) == (0, [])


def _parts() -> list[str]:
    """Parts of connections that are in memory."""
    return [type(each).__name__ for each in gc.get_objects() if isinstance(each, _PARTS)]


def _places_once(served: Served, expected: int) -> float | None:
    """Places taken, as soon as they are so many: the server counts a moment after the client."""
    end = time.monotonic() + 5
    while True:
        found = served.server.metrics.registry.get_sample_value("gpulint_connections")
        if found == expected or time.monotonic() > end:
            return found
        time.sleep(0.02)


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="this machine has no IPv6")
@pytest.mark.parametrize(
    ("host", "expected"),
    [("::", ["127.0.0.1", "::1"]), ("0.0.0.0", ["127.0.0.1"]), ("::1", ["::1"])],
)
def test_every_address_is_of_both_families(host: str, expected: list[str]) -> None:
    """On a cluster with IPv6 alone a Pod that listens on IPv4 is never ready, and `deny` refuses."""
    actual = asyncio.run(_reached(host))
    assert expected == actual


async def _reached(host: str) -> list[str]:
    """The loopback addresses that reach a door which listens on a host."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    opened = door.Door(context, lambda _: asyncio.Protocol(), 5.0, lambda: None)
    port = opened.open(host, 0)
    found = []
    for each in ("127.0.0.1", "::1"):
        try:
            _, writer = await asyncio.open_connection(each, port)
        except ConnectionRefusedError:
            continue
        writer.close()
        found.append(each)
    opened.close()
    return found


def test_without_ipv6_every_address_is_of_ipv4(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels that start with ipv6.disable=1 have no such socket."""
    monkeypatch.setattr(socket, "has_dualstack_ipv6", lambda: False)
    assert asyncio.run(_reached("::")) == ["127.0.0.1"]


def test_a_host_that_no_name_can_be_is_an_address_error() -> None:
    """What Python raises for it is no OSError, and would look like a fault of the server's own."""
    with pytest.raises(OSError, match="is no address"):
        asyncio.run(_reached("ü..b"))
