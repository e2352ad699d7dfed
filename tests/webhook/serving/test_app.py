"""Requests as values: what waits for what."""

import asyncio
import threading
from collections.abc import MutableMapping
from typing import Any

import pytest
from hook.reviews import pod, review

from gpulint.webhook.policy import Policy
from gpulint.webhook.review import ALLOWED, Review
from gpulint.webhook.serving import app as app_module
from gpulint.webhook.serving.app import MOST_BYTES, App
from gpulint.webhook.serving.metrics import Metrics
from gpulint.webhook.verdict import Judge, Verdict

_HEADERS = [(b"content-type", b"application/json")]


def test_many_who_send_slowly_do_not_keep_out_a_good_review(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever reaches the port may announce 7 MB; twelve of them made others wait for nine seconds."""
    monkeypatch.setattr(app_module, "_LARGE_SECONDS", 1.0)
    judge = Judge(Policy())
    judge.warm()

    async def asked(app: App, body: bytes | None, length: int) -> int:
        async def receive() -> MutableMapping[str, Any]:
            if body is None:
                await asyncio.sleep(10)
            return {"type": "http.request", "body": body}

        async def send(message: MutableMapping[str, Any]) -> None:
            told.append(message.get("status", 0))

        told: list[int] = []
        scope = {"type": "http", "method": "POST", "path": "/validate/warn"}
        sized = [*_HEADERS, (b"content-length", str(length).encode())]
        await app({**scope, "headers": sized}, receive, send)
        return told[0]

    async def all_of_them() -> tuple[list[int], int, set[int]]:
        app = App(judge, Metrics(), lambda: "")
        slow = [asyncio.create_task(asked(app, None, MOST_BYTES)) for _ in range(12)]
        await asyncio.sleep(0.05)
        body = review(pod(1, annotations={"a": "x" * 300_000}))
        good = [await asked(app, body, len(body))]
        waiting = sum(not each.done() for each in slow)
        return good, waiting, {await each for each in slow}

    good, waiting, slow = asyncio.run(all_of_them())
    assert (good, waiting > 3, slow) == ([200], True, {408})


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
