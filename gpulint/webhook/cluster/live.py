"""The cluster of the moment: what the reviews may rely on now, and nothing older.

A kind counts while its list was read in full and the server was heard of within five minutes (a
quiet watch still brings a bookmark about every minute). Kinds that change what another one means
count only together: nodes that can grow are no bound, whatever their list says.
"""

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from gpulint.engine import Known
from gpulint.engine.facts_kinds import FactKind
from gpulint.model.manifests import Manifests
from gpulint.webhook.cluster.client import Client
from gpulint.webhook.cluster.kinds import NAMESPACE, WATCHED
from gpulint.webhook.cluster.reflector import Pace, Reflector
from gpulint.webhook.cluster.shelf import Counted, Shelf, State
from gpulint.webhook.serving.log import event

MOST_AGE = 300.0
_BETWEEN = 0.2
_STOP = 1.0
_NODE_POOL, _DEVICE_CLASS = "NodePool.karpenter.sh", "DeviceClass.resource.k8s.io"
# A kind, and those without which its objects would be misread.
_TOGETHER: Mapping[str, tuple[str, ...]] = {
    "Node": (_NODE_POOL, _DEVICE_CLASS),
    "ClusterQueue.kueue.x-k8s.io": ("Cohort.kueue.x-k8s.io",),
    "ResourceQuota": ("LimitRange",),
}
_NOTHING = Known()


class Timing(NamedTuple):
    """Times in seconds. most_age: above it facts are not used. between: two looks at changes."""

    most_age: float = MOST_AGE
    between: float = _BETWEEN
    pace: Pace = Pace()


DEFAULT_TIMING = Timing()


class LiveFacts:
    """Follows all kinds of facts, a thread each. clock: seconds that never go back."""

    def __init__(
        self,
        client: Client,
        timing: Timing = DEFAULT_TIMING,
        clock: Callable[[], float] = time.monotonic,
        kinds: Sequence[FactKind] = WATCHED,
    ) -> None:
        self._client = client
        self._timing = timing
        self._clock = clock
        self._shelves = {kind.name: Shelf(kind, clock) for kind in kinds}
        self._stop = threading.Event()
        self._threads: list[threading.Thread] = []
        self._lock = threading.Lock()
        self._known = _NOTHING
        self._made_of: tuple[frozenset[str], Sequence[int]] = (frozenset(), ())
        self._looked = 0.0

    def start(self) -> None:
        """Begin to follow; returns at once, and knows nothing until the first lists are read."""
        event(logging.INFO, "following the cluster", kinds=len(self._shelves))
        for name, shelf in self._shelves.items():
            follow = Reflector(shelf, self._client, self._stop, self._timing.pace).run
            thread = threading.Thread(target=follow, name=f"facts-{name}", daemon=True)
            self._threads.append(thread)
            thread.start()

    def stop(self) -> None:
        """Cut all connections and wait a moment for the threads."""
        self._stop.set()
        self._client.close()
        end = time.monotonic() + _STOP
        for thread in self._threads:
            thread.join(max(0.0, end - time.monotonic()))

    def snapshot(self) -> Known:
        """What may be relied on now; the same value while nothing has changed."""
        with self._lock:
            used = self._usable()
            now = self._clock()
            if used == self._made_of[0] and now - self._looked < self._timing.between:
                return self._known
            self._looked = now
            shelves = [shelf for name, shelf in self._shelves.items() if name in used]
            versions = [shelf.version for shelf in shelves]
            if (used, versions) != self._made_of:
                self._tell(used)
                parts = [shelf.manifests() for shelf in shelves]
                every = (resource for part in parts for resource in part.resources)
                self._made_of = (used, versions)
                self._known = Known(Manifests(every, parts), used) if parts else _NOTHING
            return self._known

    def labels_of(self, namespace: str) -> Mapping[str, str] | None:
        """The labels of a namespace; None while they are not known."""
        shelf = self._shelves.get(NAMESPACE.name)
        if shelf is None or not self._counts(shelf):
            return None
        found = shelf.manifests().named("", NAMESPACE.kind, namespace)
        return None if found is None else {key: str(each) for key, each in found.labels.items()}

    def counted(self) -> list[Counted]:
        """Figures of every kind for the metrics."""
        return [shelf.counted() for shelf in self._shelves.values()]

    def is_synced(self) -> bool:
        """Whether every kind was read, or is known to be out of reach."""
        return all(shelf.state is not State.NEW for shelf in self._shelves.values())

    def _usable(self) -> frozenset[str]:
        """Kinds that are known in full now, with those that they need."""
        return frozenset(
            name
            for name, shelf in self._shelves.items()
            if self._counts(shelf) and all(map(self._settled, _TOGETHER.get(name, ())))
        )

    def _counts(self, shelf: Shelf) -> bool:
        return shelf.state is State.SYNCED and shelf.is_fresh(self._timing.most_age)

    def _settled(self, name: str) -> bool:
        """Whether a kind is known, be it that the cluster does not have it."""
        shelf = self._shelves.get(name)
        return shelf is None or (
            shelf.state in (State.SYNCED, State.ABSENT) and shelf.is_fresh(self._timing.most_age)
        )

    def _tell(self, used: frozenset[str]) -> None:
        lost = self._made_of[0] - used
        if lost:
            event(logging.WARNING, "facts are no longer used", kinds=sorted(lost))
