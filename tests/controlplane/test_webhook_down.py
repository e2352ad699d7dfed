"""What a client meets while gpulint is stopped, not to be trusted or too slow, and for how long."""

import asyncio
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from hook.served import NOW, Served, start
from plane.answer import Answer
from plane.balancer import Balancer, balancing
from plane.client import Client, wait
from plane.hooked import PATIENCE, WARNED, await_hooks, configure, create, pod, remove, wish_of

from gpulint.webhook.certificates.issue import make_authority
from gpulint.webhook.serving.protocol import Timeouts

pytestmark = pytest.mark.controlplane
# Seconds: longer than the whole test. Connections that the API server began for one call and gave up
# serve its next one when their late handshake ends; gpulint has dropped them by then.
_LATE = 120.0
_FAILED = 'failed calling webhook "workloads.deny.gpulint.io"'


class Behind(NamedTuple):
    """A gpulint of its own behind a balancer, and the client of the API server that asks it."""

    client: Client
    served: Served
    balancer: Balancer

    def stop(self) -> None:
        """As when no replica is left: nobody listens."""
        served = self.served
        asyncio.run_coroutine_threadsafe(served.server.stop(), served.loop).result(10)
        self.balancer.ready = ()

    def distrust(self) -> None:
        """As when the `caBundle` was not renewed with the certificate."""
        configure(self.client, wish_of(make_authority(NOW).cert, self.balancer.port))

    def slow_down(self) -> None:
        """As on a node without processor time: it answers, but too late."""
        self.balancer.delay = _LATE


class Met(NamedTuple):
    """What came back, and after how many seconds."""

    answer: Answer
    seconds: float


@contextmanager
def _behind(client: Client, folder: Path) -> Iterator[Behind]:
    for served in start(folder, Timeouts(stop=1.0)):
        with balancing([served.port]) as balancer:
            configure(client, wish_of(served.authority.cert, balancer.port))
            await_hooks(client)
            try:
                yield Behind(client, served, balancer)
            finally:
                remove(client)


def _met(client: Client, gpus: bool, namespace: str) -> Met:
    start = time.monotonic()
    answer = create(client, pod(**WARNED) if gpus else pod(), namespace)
    return Met(answer, time.monotonic() - start)


@pytest.mark.parametrize(
    ("fault", "reason", "ignored", "refused"),
    [
        (Behind.stop, "(EOF|connection reset|connection refused)", (0, 1.9), (0, 1.9)),
        (Behind.distrust, "certificate signed by unknown authority", (0, 1.9), (0, 1.9)),
        (Behind.slow_down, "context deadline exceeded", (1.9, 4), (2.9, 5)),
    ],
    ids=["stopped", "wrong-certificate", "slow"],
)
def test_an_outage_blocks_only_what_is_enforced(
    client: Client,
    tmp_path: Path,
    fault: Callable[[Behind], None],
    reason: str,
    ignored: tuple[float, float],
    refused: tuple[float, float],
) -> None:
    """The table of the operations page: what is stored, what is refused, and how long it takes.

    ignored, refused: least and most seconds of a call that passes without a warning, and of one
    that fails. Both hooks are asked at the same time, so the longer time-out counts, not the sum.
    """
    with _behind(client, tmp_path) as behind:
        fault(behind)
        wait(lambda: not _met(client, True, "enforced").answer.accepted or None, PATIENCE)
        enforced = _met(client, True, "enforced")
        free = _met(client, True, "free")
        plain = [_met(client, False, name) for name in ("free", "enforced")]
    told = [enforced.answer.status, _FAILED in enforced.answer.message]
    told.append(re.search(reason, enforced.answer.message) is not None)
    times = [refused[0] <= enforced.seconds < refused[1], ignored[0] <= free.seconds < ignored[1]]
    passed = [(each.answer.status, each.answer.warnings, each.seconds < 1.9) for each in plain]
    print(
        f"enforced {enforced.seconds:.3f} s: {enforced.answer.message}; free {free.seconds:.3f} s"
    )
    expected = ([500, True, True], [True, True], (201, ()), [(201, (), True)] * 2)
    assert expected == (told, times, (free.answer.status, free.answer.warnings), passed)
