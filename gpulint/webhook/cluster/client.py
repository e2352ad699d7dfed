"""Requests and watches over HTTP/1.1 with TLS, with an end to every wait."""

import http.client
import os
import socket
import ssl
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import NamedTuple

from gpulint.core.errors import UsageError
from gpulint.webhook.cluster.access import Access, Pem
from gpulint.webhook.serving.watched import file_state

# A page of 500 nodes has about 6 MB; what is far above is not what was asked for.
MOST_BYTES = 64 * 1024 * 1024
_PIECE = 64 * 1024
_EXCERPT = 300  # characters of an unexpected answer that are told
_KEEP_ALIVE = (("TCP_KEEPIDLE", 30), ("TCP_KEEPINTVL", 10), ("TCP_KEEPCNT", 3))


class ClusterError(UsageError):
    """The API server cannot be reached, or gave no answer that can be used.

    status: HTTP status when it was the answer to a watch; 0 when there was none.
    """

    def __init__(self, sentence: str, status: int = 0) -> None:
        super().__init__(sentence)
        self.status = status


class Answer(NamedTuple):
    """What the API server answered, whatever the status."""

    status: int
    body: bytes


class Waits(NamedTuple):
    """Longest waits in seconds: for a connection, for an answer's next bytes, for a watch's.

    silence: a watch with bookmarks hears something about every minute.
    """

    connect: float = 5.0
    answer: float = 30.0
    silence: float = 150.0


DEFAULT_WAITS = Waits()


class Client:
    """Speaks to one API server; every call has a connection of its own, so threads may share it.

    Token, CA and client certificate are read again when their files have changed.
    """

    def __init__(self, access: Access, waits: Waits = DEFAULT_WAITS) -> None:
        self._access = access
        self._waits = waits
        self._lock = Lock()
        self._open: set[socket.socket] = set()
        self._closed = False
        self._context: ssl.SSLContext | None = None
        self._context_state: object = None
        self._token = access.token
        self._token_state: object = None

    def request(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        content_type: str = "application/json",
    ) -> Answer:
        """One request. path: with query. Raises ClusterError when there is no whole answer."""
        with self._asked(method, path, body, content_type) as (response, _):
            text = response.read(MOST_BYTES + 1)
            if len(text) > MOST_BYTES:
                raise ClusterError(f"the answer to {path} has more than {MOST_BYTES} bytes")
            return Answer(response.status, text)

    def stream(self, path: str) -> Iterator[bytes]:
        """The lines of a watch, until the server ends it.

        Raises ClusterError with the status when it is not 200, and when the stream is cut or silent.
        """
        with self._asked("GET", path) as (response, connected):
            if response.status != http.HTTPStatus.OK:
                text = " ".join(response.read(_PIECE).decode("utf-8", "replace").split())[:_EXCERPT]
                raise ClusterError(f"{path}: {response.status} {text}", response.status)
            connected.settimeout(self._waits.silence)
            yield from _lines(response)

    def close(self) -> None:
        """Cut every connection and open none again; threads that wait for bytes get ClusterError."""
        with self._lock:
            self._closed = True
            for each in self._open:
                try:
                    socket.socket.shutdown(
                        each, socket.SHUT_RDWR
                    )  # an SSLSocket's own drops its state
                except OSError:  # it was just closed by the other side
                    continue

    @contextmanager
    def _asked(
        self, method: str, path: str, body: bytes | None = None, content_type: str = ""
    ) -> Iterator[tuple[http.client.HTTPResponse, socket.socket]]:
        access = self._access
        connected = response = None
        try:
            connected = self._connect()
            connection = http.client.HTTPConnection(access.host, access.port)
            connection.sock = connected
            headers = self._headers(body, content_type)
            connection.request(method, access.prefix + path, body, headers)
            response = connection.getresponse()
            yield response, connected
        except (OSError, ValueError, http.client.HTTPException) as error:
            # ValueError: a token or PEM text that is none
            why = str(error) or type(error).__name__
            raise ClusterError(
                f"the API server at {access.host}:{access.port}: {method} {path}: {why}"
            ) from None
        finally:
            if response is not None:
                response.close()
            if connected is not None:
                with self._lock:
                    self._open.discard(connected)
                connected.close()

    def _connect(self) -> socket.socket:
        access = self._access
        if self._closed:
            raise OSError("this client is closed")
        connected = socket.create_connection((access.host, access.port), self._waits.connect)
        try:
            if access.tls:
                connected = self._tls().wrap_socket(
                    connected,
                    server_hostname=access.server_name or access.host,
                    do_handshake_on_connect=False,
                )
            self._keep(connected)
            if isinstance(connected, ssl.SSLSocket):
                connected.do_handshake()
            connected.settimeout(self._waits.answer)
        except BaseException:
            with self._lock:
                self._open.discard(connected)
            connected.close()
            raise
        return connected

    def _keep(self, each: socket.socket) -> None:
        with self._lock:
            if self._closed:
                raise OSError("this client is closed")
            self._open.add(each)
        each.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for name, value in _KEEP_ALIVE:
            if hasattr(socket, name):
                each.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)

    def _headers(self, body: bytes | None, content_type: str) -> dict[str, str]:
        headers = {
            "Accept": "application/json",
            "User-Agent": "gpulint-webhook",
            "Connection": "close",
        }
        token = self._bearer()
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if body is not None:
            headers["Content-Type"] = content_type
        return headers

    def _bearer(self) -> str:
        path = self._access.token_file
        if not path:
            return self._token
        with self._lock:
            state = file_state(path)
            if state != self._token_state:
                with open(path, encoding="ascii") as stream:
                    self._token = stream.read().strip()
                self._token_state = state
            return self._token

    def _tls(self) -> ssl.SSLContext:
        access = self._access
        with self._lock:
            state = [file_state(p.path) for p in (access.ca, access.cert, access.key) if p.path]
            if self._context is None or state != self._context_state:
                self._context = _context(access)
                self._context_state = state
            return self._context


def _context(access: Access) -> ssl.SSLContext:
    context = ssl.create_default_context()
    if access.ca:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.load_verify_locations(access.ca.path or None, None, access.ca.text or None)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    if access.cert:
        if access.cert.path and access.key.path:
            # with a password an encrypted key fails instead of asking
            context.load_cert_chain(access.cert.path, access.key.path, password="")
        else:
            _load_texts(context, access.cert, access.key)
    return context


def _load_texts(context: ssl.SSLContext, cert: Pem, key: Pem) -> None:
    """Load a pair of which a part is text; OpenSSL takes files alone, so it is one for a moment."""
    pair = []
    for each in (cert, key):
        text = each.text
        if each.path:
            with open(each.path, encoding="ascii") as stream:
                text = stream.read()
        pair.append(text)
    handle, path = tempfile.mkstemp(prefix="gpulint-")  # readable for this user alone
    try:
        with os.fdopen(handle, "w", encoding="ascii") as stream:
            stream.write("\n".join(pair))
        context.load_cert_chain(path, password="")
    finally:
        os.unlink(path)


def _lines(response: http.client.HTTPResponse) -> Iterator[bytes]:
    rest: list[bytes] = []
    size = 0
    while piece := response.read1(_PIECE):
        lines = piece.split(b"\n")
        rest.append(lines[0])
        size += len(lines[0])
        if len(lines) > 1:
            yield b"".join(rest)
            yield from lines[1:-1]
            rest, size = [lines[-1]], len(lines[-1])
        if size > MOST_BYTES:
            raise ClusterError(f"a line of a watch has more than {MOST_BYTES} bytes")
    if size:
        yield b"".join(rest)
