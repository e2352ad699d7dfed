"""One process, one event loop, one port: starts, watches its files, and stops in order."""

import asyncio
import logging
import signal
from asyncio import sslproto
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import uvicorn
from uvicorn.server import ServerState

from gpulint.core.errors import ConfigError, GpulintError, UsageError
from gpulint.webhook.certificates.served import ServedCertificate, why_not_served
from gpulint.webhook.policy import Policy, load_policy
from gpulint.webhook.selector import NAME_LABEL, Selector
from gpulint.webhook.serving.app import App
from gpulint.webhook.serving.door import EVERY_ADDRESS, Door, Visit
from gpulint.webhook.serving.log import event
from gpulint.webhook.serving.memory import settle
from gpulint.webhook.serving.metrics import Metrics
from gpulint.webhook.serving.protocol import GuardedProtocol, Timeouts
from gpulint.webhook.serving.watched import WatchedFile
from gpulint.webhook.verdict import Judge

if TYPE_CHECKING:
    from gpulint.webhook.cluster.live import LiveFacts

# Two records of TLS.
_TLS_BUFFER = 32 * 1024


class Options(NamedTuple):
    """How to serve. config: path of the policy file, empty for the defaults. watch: seconds between
    two looks at the files. today: gives the day, ISO 8601, for suppressions with a last day. live:
    facts of the cluster, not started yet. no_suppress: selectors beside those of the policy file."""

    cert: str
    key: str
    host: str = EVERY_ADDRESS
    port: int = 8443
    config: str = ""
    watch: float = 2.0
    timeouts: Timeouts = Timeouts()
    today: Callable[[], str | None] = lambda: None
    live: "LiveFacts | None" = None
    no_suppress: tuple[Selector, ...] = ()


class Server:
    """A webhook that can be started once. Raises UsageError for files that cannot be used."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self.metrics = Metrics()
        try:
            self.certificate = ServedCertificate(options.cert, options.key)
        except (OSError, ValueError) as error:
            why = why_not_served(options.cert, options.key, error)
            raise UsageError(f"the certificate cannot be served: {why}") from None
        self._draining = False
        policy = self._policy()
        self._config = WatchedFile(options.config) if options.config else None
        self.app = App(self._judge(policy), self.metrics, self._why_not_ready)
        self.metrics.gauge("connections", "Connections that are open", self._connections)
        self.metrics.gauge(
            "certificate_expiry_seconds", "When the certificate expires", self._expiry
        )
        self._state = ServerState()
        self._door: Door | None = None
        self._watcher: asyncio.Task[None] | None = None

        if options.live is not None:
            from gpulint.webhook.cluster.figures import tell  # only with live facts

            tell(self.metrics.registry, options.live.counted)

    def _policy(self) -> Policy:
        """The policy of the moment. Raises UsageError for one that cannot be kept."""
        options = self._options
        policy = load_policy(options.config) if options.config else Policy()
        both = (*policy.no_suppress_selectors, *options.no_suppress)
        policy = policy._replace(no_suppress_selectors=both)
        if options.live is None and policy.asks_labels:
            raise ConfigError(
                f"the label {policy.asks_labels} of namespaces is known with --facts live alone; "
                f"add it, or select by {NAME_LABEL}"
            )
        return policy

    def _judge(self, policy: Policy) -> Judge:
        judge = Judge(policy, self._options.today, self._options.live)
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
            proxy_headers=False,
            timeout_keep_alive=int(options.timeouts.idle) or 1,
        )
        config.load()

        def make(visit: Visit) -> GuardedProtocol:
            return GuardedProtocol(
                visit=visit,
                timeouts=options.timeouts,
                config=config,
                server_state=self._state,
                app_state={},
            )

        crowded = partial(self.metrics.refused, "crowded")
        door = Door(self.certificate.listener, make, options.timeouts.handshake, crowded)
        port = door.open(options.host, options.port)
        self._door = door
        self._watcher = asyncio.get_running_loop().create_task(self._watch())
        event(logging.INFO, "serving", host=options.host, port=port)
        if options.live is not None:
            options.live.start()  # reviews are answered from now on, with facts once they are read
        return port

    async def stop(self) -> None:
        """Close quiet connections, the others with their next answer; be gone within the time."""
        self._draining = True
        if self._watcher is not None:
            self._watcher.cancel()
        if self._door is not None:
            self._door.close()
            for connection in list(self._state.connections):
                connection.shutdown()
            await self._last_answers(self._door)
            self._door.clear()
        if self._options.live is not None:
            self._options.live.stop()
        event(logging.INFO, "stopped")

    async def _last_answers(self, door: Door) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + self._options.timeouts.stop
        while len(door) and loop.time() < end:
            await asyncio.sleep(0.02)

    @property
    def is_listening(self) -> bool:
        """Whether it takes new connections."""
        return self._door is not None and self._door.is_open

    def look_at_files(self) -> None:
        """Take over a new certificate or policy, if there is one."""
        change = self.certificate.look()
        if change is not None:
            self._told("certificate", change.error)
        if self._config is not None and self._config.has_changed():
            try:
                self.app.judge = self._judge(self._policy())
                self._told("policy", "")
            except GpulintError as error:  # the old policy stays
                self._told("policy", str(error))

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(self._options.watch)
            try:
                self.look_at_files()
            except Exception as error:  # our fault must not end the watch: the certificate needs it
                event(logging.ERROR, "a look at the files failed", error=repr(error))

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

    def _connections(self) -> float:
        return 0 if self._door is None else len(self._door)

    def _expiry(self) -> float:
        return self.certificate.not_after


def serve(options: Options) -> None:
    """Serve until SIGTERM or SIGINT. SIGHUP is passed over: files are watched."""
    server = Server(options)
    settle()
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
        # asyncio fills a quarter of a megabyte for every TLS connection, and 512 would end the Pod
        sslproto.SSLProtocol.max_size = _TLS_BUFFER  # type: ignore[attr-defined]  # from 3.11 on
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
