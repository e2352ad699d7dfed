"""One process, one event loop, one port: starts, watches its files, and stops in order."""

import asyncio
import logging
import signal
import socket
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import uvicorn
from uvicorn.server import ServerState

from gpulint.core.errors import GpulintError, UsageError
from gpulint.webhook.app import App
from gpulint.webhook.certificates import ServedCertificate
from gpulint.webhook.log import event
from gpulint.webhook.metrics import Metrics
from gpulint.webhook.policy import Policy, load_policy
from gpulint.webhook.protocol import GuardedProtocol, Timeouts
from gpulint.webhook.verdict import Judge
from gpulint.webhook.watched import WatchedFile

_BACKLOG = 1024


class Options(NamedTuple):
    """How to serve. config: path of the policy file, empty for the defaults. watch: seconds between
    two looks at the files. today: gives the day, ISO 8601, for suppressions with a last day."""

    cert: str
    key: str
    host: str = "0.0.0.0"
    port: int = 8443
    config: str = ""
    watch: float = 2.0
    timeouts: Timeouts = Timeouts()
    today: Callable[[], str | None] = lambda: None


class Server:
    """A webhook that can be started once. Raises UsageError for files that cannot be used."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self.metrics = Metrics()
        try:
            self.certificate = ServedCertificate(options.cert, options.key)
        except (OSError, ValueError) as error:
            raise UsageError(
                f"the certificate {options.cert} with {options.key} cannot be served: {error}"
            ) from None
        self._draining = False
        policy = load_policy(options.config) if options.config else Policy()
        self._config = WatchedFile(options.config) if options.config else None
        self.app = App(self._judge(policy), self.metrics, self._why_not_ready)
        self.metrics.gauge(
            "certificate_expiry_seconds", "When the certificate expires", self._expiry
        )
        self._state = ServerState()
        self._listener: asyncio.AbstractServer | None = None
        self._watcher: asyncio.Task[None] | None = None

    def _judge(self, policy: Policy) -> Judge:
        judge = Judge(policy, self._options.today)
        judge.warm()
        return judge

    async def start(self) -> int:
        """Listen; returns the port."""
        options = self._options
        config = uvicorn.Config(
            self.app,
            http=GuardedProtocol,
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            date_header=False,
            timeout_keep_alive=int(options.timeouts.idle) or 1,
        )
        config.load()
        loop = asyncio.get_running_loop()
        protocol = partial(
            GuardedProtocol,
            timeouts=options.timeouts,
            config=config,
            server_state=self._state,
            app_state={},
        )
        listener = await loop.create_server(
            protocol,
            options.host,
            options.port,
            ssl=self.certificate.listener,
            ssl_handshake_timeout=options.timeouts.handshake,
            backlog=_BACKLOG,
        )
        self._listener = listener
        self._watcher = loop.create_task(self._watch())
        port = _port(listener.sockets)
        event(logging.INFO, "serving", host=options.host, port=port)
        return port

    async def stop(self) -> None:
        """Close idle connections at once, finish what is in flight, be gone within the time."""
        self._draining = True
        if self._watcher is not None:
            self._watcher.cancel()
        if self._listener is not None:
            self._listener.close()
        for connection in list(self._state.connections):
            connection.shutdown()
        end = asyncio.get_running_loop().time() + self._options.timeouts.stop
        while self._state.connections and asyncio.get_running_loop().time() < end:
            await asyncio.sleep(0.02)
        for connection in list(self._state.connections):
            connection.transport.abort()
        event(logging.INFO, "stopped")

    def look_at_files(self) -> None:
        """Take over a new certificate or policy, if there is one."""
        change = self.certificate.look()
        if change is not None:
            self._told("certificate", change.error)
        if self._config is not None and self._config.has_changed():
            try:
                self.app.judge = self._judge(load_policy(self._options.config))
                self._told("policy", "")
            except GpulintError as error:  # the old policy stays
                self._told("policy", str(error))

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(self._options.watch)
            self.look_at_files()

    def _told(self, file: str, error: str) -> None:
        self.metrics.reloads.labels(file, "kept old" if error else "switched").inc()
        if error:
            event(logging.ERROR, f"the new {file} cannot be used, the old one stays", error=error)
        else:
            event(logging.INFO, f"the new {file} is in use")

    def _why_not_ready(self) -> str:
        if self._draining:
            return "stopping"
        return "the certificate has expired" if self.certificate.days_left() <= 0 else ""

    def _expiry(self) -> float:
        return self.certificate.not_after


def serve(options: Options) -> None:
    """Serve until SIGTERM or SIGINT. SIGHUP is passed over: files are watched."""
    server = Server(options)
    loop = new_loop()
    try:
        loop.run_until_complete(_until_stopped(server))
    finally:
        loop.close()


def new_loop() -> asyncio.AbstractEventLoop:
    """uvloop's event loop where it is installed: a third less time per request."""
    try:
        import uvloop  # optional, faster loop
    except ImportError:
        return asyncio.new_event_loop()
    loop: asyncio.AbstractEventLoop = uvloop.new_event_loop()
    return loop


async def _until_stopped(server: Server) -> None:
    loop, stopped = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopped.set)
    loop.add_signal_handler(signal.SIGHUP, lambda: None)
    try:
        await server.start()
    except OSError as error:
        raise UsageError(f"cannot listen: {error.strerror or error}") from None
    await stopped.wait()
    await server.stop()


def _port(sockets: Sequence[socket.socket]) -> int:
    return int(sockets[0].getsockname()[1])
