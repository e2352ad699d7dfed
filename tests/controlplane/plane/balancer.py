"""What a Service does for the webhook: hands each connection to one of the endpoints that are ready."""

import asyncio
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import count


class Balancer:
    """Forwards connections by turns. ready: ports of the endpoints; one that is taken out keeps the
    connections that it has. delay: seconds by which every answer comes late."""

    def __init__(self, ready: Sequence[int]) -> None:
        self.ready = tuple(ready)
        self.delay = 0.0
        self.port = 0
        self._turn = count()
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Listen on a port of its own."""
        server = await asyncio.start_server(self._forward, "127.0.0.1", 0)
        self.port = int(server.sockets[0].getsockname()[1])

    async def stop(self) -> None:
        """Drop all connections."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        ready = self.ready
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        try:
            port = ready[next(self._turn) % len(ready)]
            other, back = await asyncio.open_connection("127.0.0.1", port)
        except (OSError, ZeroDivisionError):
            writer.transport.abort()  # as the node does where nobody listens
            return
        try:
            asked = asyncio.create_task(self._pass(reader, back, late=False))
            # Python 3.11 calls a cancelled connection an unhandled error, with a traceback.
            with suppress(asyncio.CancelledError):
                await self._pass(other, writer, late=True)
            asked.cancel()
        finally:
            for each in (writer, back):
                each.close()

    async def _pass(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, late: bool
    ) -> None:
        try:
            while piece := await reader.read(65536):
                if late and self.delay:
                    await asyncio.sleep(self.delay)
                writer.write(piece)
                await writer.drain()
        except OSError:
            pass
        writer.close()


@contextmanager
def balancing(ready: Sequence[int]) -> Iterator[Balancer]:
    """A balancer in a thread of its own, for as long as the block lasts."""
    loop = asyncio.new_event_loop()
    balancer = Balancer(ready)
    loop.run_until_complete(balancer.start())
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield balancer
    finally:
        asyncio.run_coroutine_threadsafe(balancer.stop(), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)
        loop.close()
