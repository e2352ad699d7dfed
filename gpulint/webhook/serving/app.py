"""The raw ASGI application: five paths, and an answer for everything that comes."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from gpulint.webhook.review import Answer, Review, ReviewError, answer_body, read_review
from gpulint.webhook.serving.log import event
from gpulint.webhook.serving.metrics import CONTENT_TYPE, FAULT, Metrics
from gpulint.webhook.serving.room import Room
from gpulint.webhook.verdict import Judge, Verdict

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

# object and oldObject of 3 MiB each, the API server's limit for a request, and the envelope
MOST_BYTES = 7 * 1024 * 1024
# Above this a body waits for room, so that many at once cannot take the memory of the Pod, and must
# arrive before the API server gives up, which sends it at once.
_LARGE = 256 * 1024
_ROOM = 3 * MOST_BYTES + 12 * _LARGE
_LARGE_SECONDS = 3.0
# Above this an object can take seconds, say with 1,000 names that resemble labels, and all would wait.
_QUICK = 16 * 1024
_HOOKS = {"/validate/warn": "warn", "/validate/deny": "deny"}
_JSON, _PLAIN = b"application/json", b"text/plain; charset=utf-8"


class Reply(NamedTuple):
    """A response as a value."""

    status: int
    body: bytes
    content_type: bytes = _PLAIN


class Refusal(Exception):  # noqa: N818 - an answer, not an error
    """Ends a request with a reply that is no review. why: the metrics' word for it."""

    def __init__(self, why: str, reply: Reply) -> None:
        super().__init__(why)
        self.why = why
        self.reply = reply


class Gone(Exception):  # noqa: N818
    """The client has left; there is nobody to answer."""


class App:
    """Answers reviews with the judge of the moment. judge may be replaced at any time.

    ready: tells why the server should get no reviews now; empty when it may.
    """

    def __init__(self, judge: Judge, metrics: Metrics, ready: Callable[[], str]) -> None:
        self.judge = judge
        self.metrics = metrics
        self._ready = ready
        self._room = Room(_ROOM)
        self._thread = ThreadPoolExecutor(1, "aside")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        try:
            reply = await self._reply(scope, receive)
        except Refusal as refusal:
            self.metrics.refused(refusal.why)
            reply = refusal.reply
        except Gone:
            return
        await _send(send, reply, is_head=scope["method"] == "HEAD")

    async def _reply(self, scope: Scope, receive: Receive) -> Reply:
        path, method = scope["path"], scope["method"]
        if path in _HOOKS:
            return await self._reviewed(_HOOKS[path], scope, receive)
        if path not in ("/healthz", "/readyz", "/metrics"):
            raise Refusal("path", Reply(404, b"no such path\n"))
        if method not in ("GET", "HEAD"):
            raise Refusal("method", Reply(405, b"only GET is answered here\n"))
        if path == "/metrics":
            return Reply(200, self.metrics.text(), CONTENT_TYPE.encode())
        why = self._ready() if path == "/readyz" else ""
        return Reply(503, f"{why}\n".encode()) if why else Reply(200, b"ok\n")

    async def _reviewed(self, hook: str, scope: Scope, receive: Receive) -> Reply:
        if scope["method"] != "POST":
            raise Refusal("method", Reply(405, b"only POST is answered here\n"))
        length = _content_length(scope)
        if length is not None and length <= _LARGE:
            return await self._judged_aside(hook, await _body(receive))
        async with self._room.taken(MOST_BYTES if length is None else length):
            return await self._judged_aside(hook, await _in_time(receive))

    async def _judged_aside(self, hook: str, body: bytes) -> Reply:
        """In a thread what may take long: small reviews go on between its steps."""
        if len(body) <= _QUICK:
            return self._judged(hook, body)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._judged, hook, body)

    def _judged(self, hook: str, body: bytes) -> Reply:
        start = time.perf_counter()
        try:
            review = read_review(body)
        except ReviewError as error:
            raise Refusal("body", Reply(400, f"{error}\n".encode())) from None
        verdict = self._verdict(hook, review)
        seconds = time.perf_counter() - start
        self.metrics.reviewed(hook, review.kind, len(body), seconds, verdict)
        _tell(hook, review, verdict)
        return Reply(200, answer_body(review.uid, verdict.answer), _JSON)

    def _verdict(self, hook: str, review: Review) -> Verdict:
        try:
            return self.judge.verdict(review, enforce=hook == "deny")
        except Exception as error:  # our fault must never keep an object out of the cluster
            text = " ".join(f"{type(error).__name__}: {error}".split())[:500]
            event(logging.ERROR, "a fault of gpulint", error=text, uid=review.uid)
            self.metrics.refused(FAULT)
            return Verdict(Answer(audit={"failures": "gpulint"}), "passed", "a fault of gpulint")


def _content_length(scope: Scope) -> int | None:
    """The announced length; None when it is sent in chunks. Raises Refusal for what is not wanted."""
    length: int | None = None
    for name, value in scope["headers"]:
        if name == b"content-length":
            length = int(value)  # the parser lets only digits pass
        elif name == b"content-type" and value.partition(b";")[0].strip().lower() != _JSON:
            raise Refusal("content-type", Reply(415, b"the body must be application/json\n"))
    if length is not None and length > MOST_BYTES:
        raise Refusal("size", _too_large())
    return length


async def _in_time(receive: Receive) -> bytes:
    """A large body. Raises Refusal when it takes too long."""
    try:
        return await asyncio.wait_for(_body(receive), _LARGE_SECONDS)
    except asyncio.TimeoutError:
        raise Refusal("slow", Reply(408, b"the body came too slowly\n")) from None


async def _body(receive: Receive) -> bytes:
    """The whole body. Raises Refusal when it is too long, Gone when the client leaves."""
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise Gone
        part = message.get("body", b"")
        size += len(part)
        if size > MOST_BYTES:
            raise Refusal("size", _too_large())
        parts.append(part)
        if not message.get("more_body", False):
            return parts[0] if len(parts) == 1 else b"".join(parts)


def _too_large() -> Reply:
    return Reply(413, f"a review has at most {MOST_BYTES} bytes\n".encode())


async def _send(send: Send, reply: Reply, *, is_head: bool) -> None:
    headers = [
        (b"content-type", reply.content_type),
        (b"content-length", str(len(reply.body)).encode()),
    ]
    await send({"type": "http.response.start", "status": reply.status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if is_head else reply.body})


def _tell(hook: str, review: Review, verdict: Verdict) -> None:
    """A line in the log for what an operator may be asked about."""
    if verdict.decision in ("allowed", "passed") and not verdict.failures:
        return
    event(
        logging.ERROR if verdict.failures else logging.INFO,
        verdict.decision,
        hook=hook,
        uid=review.uid,
        kind=review.kind,
        namespace=review.namespace,
        name=review.name,
        operation=review.operation,
        dry_run=review.dry_run,
        rules=",".join(dict.fromkeys(each.id for each in verdict.findings)),
        failures=[f"{each.rule}: {each.error}" for each in verdict.failures],
    )
