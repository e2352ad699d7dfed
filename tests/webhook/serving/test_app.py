"""Requests as values: what waits for what."""

import asyncio
import threading
from collections.abc import MutableMapping
from typing import Any

import pytest
from hook.reviews import pod, review

from gpulint.webhook.review import ALLOWED, Review
from gpulint.webhook.serving.app import App
from gpulint.webhook.serving.metrics import Metrics
from gpulint.webhook.verdict import Judge, Verdict

_HEADERS = [(b"content-type", b"application/json")]


@pytest.mark.parametrize("announced", [True, False])
def test_a_small_review_does_not_wait_for_a_long_one(announced: bool) -> None:
    """With 1,000 odd names an object of 30 KB takes a second, and a webhook has two."""
    ended, order = threading.Event(), list[str]()

    class Slow(Judge):
        """Is done with what is not small when somebody says so."""

        def verdict(self, review: Review, *, enforce: bool) -> Verdict:
            if len(str(review.value)) > 10_000:
                ended.wait(10)
            return Verdict(ALLOWED, "allowed")

    async def asked(name: str, body: bytes) -> None:
        async def receive() -> MutableMapping[str, Any]:
            return {"type": "http.request", "body": body}

        async def send(_: MutableMapping[str, Any]) -> None:
            if name not in order:
                order.append(name)

        length = [(b"content-length", str(len(body)).encode())] if announced else []
        scope = {"type": "http", "method": "POST", "path": "/validate/deny"}
        await app({**scope, "headers": _HEADERS + length}, receive, send)

    async def both() -> None:
        long = asyncio.create_task(asked("long", review(pod(1, annotations={"a": "x" * 20_000}))))
        await asyncio.sleep(0.05)
        await asked("small", review(pod(1)))
        ended.set()
        await long

    app = App(Slow.__new__(Slow), Metrics(), lambda: "")
    asyncio.run(both())
    assert order == ["small", "long"]
