"""Lets connections in: each has a place from the moment it is accepted, and there are so many places.

A stranger who only connects, or says half a sentence, must take neither the places nor the time of
the API server. So nothing is spent on TLS before the first byte comes, handshakes begin one at a time
with requests answered in between, and when all places are taken the one goes that has been of no use
for the longest.
"""

import asyncio
import errno
import socket
import ssl
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import TypeAlias

MOST_CONNECTIONS = 512
EVERY_ADDRESS = "::"
_BACKLOG = 1024
# Accepted before others get their turn.
_AT_ONCE = 16
# Until the next try when the process may open no more files.
_PAUSE = 1.0
_LEAST_HANDSHAKE = 0.05
_QUIET = 1.0
_Handshake: TypeAlias = "asyncio.Task[tuple[asyncio.Transport, asyncio.Protocol]]"


class Visit:
    """One connection from accept to end. has_spoken: whether its first byte has come."""

    __slots__ = ("_born", "_deadline", "_door", "_handshake", "_last_use", "_stream", "has_spoken")

    def __init__(self, door: "Door", stream: socket.socket) -> None:
        self._door = door
        self._stream = stream
        self._handshake: _Handshake | None = None
        self._born = self._last_use = door.loop.time()
        self.has_spoken = False
        self._deadline = door.loop.call_later(door.handshake, self.end)
        door.loop.add_reader(stream, self._speaks)

    def was_useful(self) -> None:
        """A whole request has come."""
        self._last_use = self._door.loop.time()
        self._door.keep(self)

    def is_quiet(self) -> bool:
        """Whether so long has passed since the last request that the next one is hardly on its way."""
        return self._door.loop.time() - self._last_use > _QUIET

    def is_last_request(self, age: float) -> bool:
        """Whether to close after this answer: older than so many seconds, or the door is shut."""
        return not self._door.is_open or self._door.loop.time() - self._born > age

    def is_over(self) -> None:
        """The connection is lost."""
        self._deadline.cancel()
        self._handshake = None  # it holds all of the connection, in a circle
        self._door.forget(self)

    def end(self) -> None:
        """Close at once, whatever is going on; an answer of 503 would be a failed call too."""
        handshake = self._handshake
        self.is_over()
        if handshake is None:
            self._door.loop.remove_reader(self._stream)
            self._stream.close()
        elif handshake.done():
            handshake.result()[0].abort()
        else:
            handshake.cancel()

    def begin(self) -> None:
        """Start the handshake, unless the visit is over."""
        if self._stream.fileno() < 0:
            return
        door, protocol = self._door, self._door.make(self)
        left = self._born + door.handshake - door.loop.time()
        self._handshake = door.loop.create_task(
            door.loop.connect_accepted_socket(
                lambda: protocol,
                self._stream,
                ssl=door.context,
                ssl_handshake_timeout=max(left, _LEAST_HANDSHAKE),
            )
        )
        self._handshake.add_done_callback(partial(self._shaken, protocol))

    def _speaks(self) -> None:
        try:
            self.has_spoken = bool(self._stream.recv(1, socket.MSG_PEEK))
        except OSError:
            self.has_spoken = False
        if self.has_spoken:
            self._door.loop.remove_reader(self._stream)
            self._door.queue(self)
        else:
            self.end()

    def _shaken(self, protocol: asyncio.Protocol, handshake: _Handshake) -> None:
        self._deadline.cancel()
        error = None if handshake.cancelled() else handshake.exception()
        if error is not None:
            error.__traceback__ = None  # it holds all of the connection, in a circle
        if error is not None or handshake.cancelled():
            self._stream.close()  # a task that never ran has closed nothing
            protocol.connection_lost(ConnectionAbortedError())  # nobody else tells it


class Door:
    """Listens, and holds the places. make: gives the protocol of a visit whose handshake begins.

    handshake: seconds from accept to the end of the handshake. crowded: told of each visit that
    had to go for another one.
    """

    def __init__(
        self,
        context: ssl.SSLContext,
        make: Callable[[Visit], asyncio.Protocol],
        handshake: float,
        crowded: Callable[[], None],
    ) -> None:
        self.loop = asyncio.get_running_loop()
        self.context = context
        self.make = make
        self.handshake = handshake
        self._crowded = crowded
        self._listener: socket.socket | None = None
        # in the order of their last use
        self._new: dict[Visit, None] = {}
        self._known: dict[Visit, None] = {}
        self._queue: deque[Visit] = deque()

    def __len__(self) -> int:
        """Places taken."""
        return len(self._new) + len(self._known)

    @property
    def is_open(self) -> bool:
        """Whether it listens."""
        return self._listener is not None

    def open(self, host: str, port: int) -> int:
        """Listen; returns the port. Raises OSError."""
        self._listener = _listening(host, port)
        self._listener.setblocking(False)
        self.loop.add_reader(self._listener, self._accept)
        return int(self._listener.getsockname()[1])

    def close(self) -> None:
        """Listen no longer, and end those who have not said anything."""
        if self._listener is not None:
            self.loop.remove_reader(self._listener)
            self._listener.close()
            self._listener = None
        for visit in [each for each in self._new if not each.has_spoken]:
            visit.end()

    def clear(self) -> None:
        """End all visits."""
        for visit in (*self._new, *self._known):
            visit.end()

    def keep(self, visit: Visit) -> None:
        """Move a visit to the end of the row of those that ask."""
        if visit in self._new or visit in self._known:
            self.forget(visit)
            self._known[visit] = None

    def forget(self, visit: Visit) -> None:
        """Free a place; nothing happens when it is free."""
        self._new.pop(visit, None)
        self._known.pop(visit, None)

    def queue(self, visit: Visit) -> None:
        """Let a handshake begin when those before it have begun."""
        self._queue.append(visit)
        if len(self._queue) == 1:
            self.loop.call_soon(self._begin_next)

    def _begin_next(self) -> None:
        """One handshake in each turn of the loop: requests that wait are answered in between."""
        self._queue.popleft().begin()
        if self._queue:
            self.loop.call_soon(self._begin_next)

    def _accept(self) -> None:
        for _ in range(_AT_ONCE):
            if self._listener is None:
                return
            try:
                stream, _ = self._listener.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError:  # no more files: what waits is accepted later
                self.loop.remove_reader(self._listener)
                self.loop.call_later(_PAUSE, self._resume)
                return
            stream.setblocking(False)
            # the loop does so only for sockets that name their protocol
            stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if len(self) >= MOST_CONNECTIONS:
                self._crowded()
                next(iter(self._new or self._known)).end()
            self._new[Visit(self, stream)] = None

    def _resume(self) -> None:
        if self._listener is not None:
            self.loop.add_reader(self._listener, self._accept)


def _listening(host: str, port: int) -> socket.socket:
    """A socket that listens. `::` is every address, of IPv4 too, also where there is no IPv6."""
    every = host == EVERY_ADDRESS
    if every and not socket.has_dualstack_ipv6():
        every, host = False, "0.0.0.0"
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server(
            (host, port), family=family, backlog=_BACKLOG, dualstack_ipv6=every
        )
    except (TypeError, UnicodeError):  # what Python says of a host that no name can be
        raise OSError(errno.EINVAL, f"{host!r} is no address") from None
