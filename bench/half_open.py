"""Clients that begin and do not go on, by the hundred, for `bench/webhook.py`."""

import socket
import ssl
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

# Shorter than the server's time for a handshake, so that none is closed within a round.
SECONDS = 3.0
COUNT = 500
_ROUNDS = 5
_SETTLE = 0.3
_HALF = b"POST /validate/deny HTTP/1.1\r\nHost: x\r\nContent-Type: app"
Load = Callable[[float], list[float]]


def half_open(port: int, context: ssl.SSLContext, load: Load) -> dict[str, float]:
    """The 99th percentile, in milliseconds, alone and beside half-open clients of both kinds.

    load: gives the seconds of each call made in so many seconds. The three cases take turns, as a
    machine has its moods; medians of the rounds are given, and how many times the calm one they are.
    """
    found: dict[str, list[float]] = {"calm": [], "half_open": [], "half_headers": []}
    for _ in range(_ROUNDS):
        found["calm"].append(_p99(load(SECONDS)))
        for name, kind in (("half_open", None), ("half_headers", context)):
            with held(port, kind):
                found[name].append(_p99(load(SECONDS)))
    calm, idle, headers = (statistics.median(each) for each in found.values())
    return {
        "p99_ms_calm": round(calm, 2),
        f"p99_ms_with_{COUNT}_half_open": round(idle, 2),
        f"p99_ms_with_{COUNT}_half_headers": round(headers, 2),
        "half_open_ratio": round(idle / calm, 2),
        "half_headers_ratio": round(headers / calm, 2),
    }


@contextmanager
def held(port: int, context: ssl.SSLContext | None, count: int = COUNT) -> Iterator[None]:
    """So many connections for as long as the block lasts. context: None for those that never start
    TLS; with it they stop after half the headers."""
    streams = [_opened(port, context) for _ in range(count)]
    time.sleep(_SETTLE)
    try:
        yield
    finally:
        for stream in streams:
            stream.close()
        time.sleep(_SETTLE)


def _opened(port: int, context: ssl.SSLContext | None) -> socket.socket:
    stream = socket.create_connection(("127.0.0.1", port), timeout=20)
    if context is None:
        return stream
    secure = context.wrap_socket(stream, server_hostname="127.0.0.1")
    secure.sendall(_HALF)
    return secure


def _p99(times: list[float]) -> float:
    return sorted(times)[len(times) * 99 // 100] * 1e3
