"""uvicorn's HTTP/1.1 protocol with a time for everything, so that nobody can hold a place for ever."""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from gpulint.webhook.serving.door import Visit

_MOST_HEADER_BYTES = 16 * 1024


class Timeouts:
    """Seconds. request: for the headers, and again for the body. age: a connection closes after
    its next answer, so that a new replica gets its share."""

    __slots__ = ("age", "handshake", "idle", "request", "stop")

    def __init__(
        self,
        handshake: float = 5.0,
        request: float = 10.0,
        idle: float = 60.0,
        age: float = 300.0,
        stop: float = 2.5,
    ) -> None:
        self.handshake = handshake
        self.request = request
        self.idle = idle
        self.age = age
        self.stop = stop


class GuardedProtocol(HttpToolsProtocol):
    """One connection. Deadlines are absolute: a byte now and then does not move them."""

    def __init__(self, *, visit: Visit, timeouts: Timeouts, **rest: Any) -> None:
        super().__init__(**rest)
        self._visit = visit
        self._timeouts = timeouts
        self._deadline: asyncio.TimerHandle | None = None
        self._in_headers = False
        self._header_bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # theirs too
        """The first request must begin before the idle time is over."""
        super().connection_made(transport)
        self._set_deadline(self._timeouts.idle)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the deadline, free the place, and let go of all in which the connection hangs.

        The collector looks at old circles rarely, and each holds the buffers of its TLS.
        """
        self._clear_deadline()
        self._visit.is_over()
        super().connection_lost(exc)
        if self.timeout_keep_alive_task is not None:
            self.timeout_keep_alive_task.cancel()  # after an error uvicorn lets it run
        self.cycle = None  # type: ignore[assignment]  # theirs too, before the first request

    def data_received(self, data: bytes) -> None:
        """Start the clock with the first byte of a request; count the bytes of its headers."""
        if self._deadline is None or not (self._in_headers or self._in_body()):
            self._in_headers, self._header_bytes = True, 0
            self._set_deadline(self._timeouts.request)
        if self._in_headers:
            self._header_bytes += len(data)
            ahead = _MOST_HEADER_BYTES + len(data)  # one read may hold the body too
            if self._header_bytes > ahead or (
                self._header_bytes > _MOST_HEADER_BYTES and b"\r\n\r\n" not in data
            ):
                self.send_400_response("The headers are too long.")
                return
        super().data_received(data)

    def on_headers_complete(self) -> None:
        """The body has a time of its own."""
        self._in_headers = False
        self._set_deadline(self._timeouts.request)
        super().on_headers_complete()
        if self._visit.is_last_request(self._timeouts.age):
            self.cycle.keep_alive = False

    def on_message_complete(self) -> None:
        """The request is all there; from now on it is our time."""
        self._clear_deadline()
        self._visit.was_useful()
        super().on_message_complete()

    def shutdown(self) -> None:
        """Close after the answer to come; at once where none is expected.

        On a connection in use the next request may be on its way already, and to close now would
        make it a failed call: it is answered, with word that it was the last.
        """
        is_idle = self.cycle is None or self.cycle.response_complete
        if not is_idle or self._visit.is_quiet():
            super().shutdown()

    def _in_body(self) -> bool:
        return self.cycle is not None and self.cycle.more_body

    def _set_deadline(self, seconds: float) -> None:
        self._clear_deadline()
        self._deadline = self.loop.call_later(seconds, self._abort)

    def _clear_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _abort(self) -> None:
        if self.transport is not None:
            self.transport.abort()
