"""A running webhook on loopback, and a client for it."""

import asyncio
import datetime
import http.client
import ssl
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from gpulint.webhook.certificates.issue import Pair, make_authority, make_leaf
from gpulint.webhook.cluster.live import LiveFacts
from gpulint.webhook.serving.protocol import Timeouts
from gpulint.webhook.serving.server import Options, Server

NOW = datetime.datetime.now(datetime.timezone.utc)
SHORT = Timeouts(handshake=0.5, request=0.5, idle=1.5, age=300.0, stop=1.0)


class Served(NamedTuple):
    """A server in a thread of its own."""

    port: int
    folder: Path
    authority: Pair
    server: Server
    loop: asyncio.AbstractEventLoop

    @property
    def context(self) -> ssl.SSLContext:
        """A client's context that trusts the authority."""
        return ssl.create_default_context(cadata=self.authority.cert.decode())

    def connection(self) -> http.client.HTTPSConnection:
        """A new connection, not opened yet."""
        return http.client.HTTPSConnection("127.0.0.1", self.port, context=self.context, timeout=20)

    def post(self, body: bytes, path: str = "/validate/deny", **headers: str) -> tuple[int, bytes]:
        """Send one request over a connection of its own."""
        connection = self.connection()
        try:
            sent = {"Content-Type": "application/json", **headers}
            connection.request("POST", path, body, sent)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def call(self, function: Callable[[], object]) -> None:
        """Run something in the server's own thread and wait for it."""
        done = threading.Event()
        self.loop.call_soon_threadsafe(lambda: (function(), done.set()))
        assert done.wait(10)


def write_pair(folder: Path, pair: Pair) -> None:
    """Put a certificate and its key where the server looks."""
    (folder / "tls.crt").write_bytes(pair.cert)
    (folder / "tls.key").write_bytes(pair.key)


def start(
    folder: Path, timeouts: Timeouts, config: str = "", live: LiveFacts | None = None
) -> Iterator[Served]:
    """Serve for as long as the caller goes on."""
    authority = make_authority(NOW)
    write_pair(folder, make_leaf(authority, ("127.0.0.1",), NOW))
    yield from serve(folder, authority, timeouts, config, live)


def serve(
    folder: Path,
    authority: Pair,
    timeouts: Timeouts,
    config: str = "",
    live: LiveFacts | None = None,
) -> Iterator[Served]:
    """Serve what lies in the folder already."""
    files = (str(folder / "tls.crt"), str(folder / "tls.key"))
    loop = asyncio.new_event_loop()
    server = Server(Options(*files, "127.0.0.1", 0, config, 0.05, timeouts, live=live))
    port = loop.run_until_complete(server.start())
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield Served(port, folder, authority, server, loop)
    finally:
        asyncio.run_coroutine_threadsafe(server.stop(), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)
        loop.close()
