"""Room for large bodies: so many bytes at once, given to whoever fits."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Room:
    """So many bytes of memory. Who asks for less may pass whoever waits for more.

    Nobody has to say who he is before his body is read, so those who announce much and send it
    slowly must not keep out those who need little.
    """

    __slots__ = ("_changed", "_free")

    def __init__(self, size: int) -> None:
        self._free = size
        self._changed = asyncio.Condition()

    @asynccontextmanager
    async def taken(self, size: int) -> AsyncIterator[None]:
        """Holds `size` bytes, as soon as they are free."""
        async with self._changed:
            await self._changed.wait_for(lambda: self._free >= size)
            self._free -= size
        try:
            yield
        finally:
            self._free += size
            async with self._changed:
                self._changed.notify_all()
