"""What is known of one kind at this moment, and how sure that is."""

from collections.abc import Callable
from enum import Enum
from threading import Lock
from typing import NamedTuple

from gpulint.engine.facts_kinds import FactKind
from gpulint.model.manifests import Manifests
from gpulint.webhook.cluster.holding import Holding
from gpulint.webhook.cluster.projection import Bare


class State(Enum):
    """How far a kind is known. ABSENT: the cluster has no such kind. FORBIDDEN: RBAC lacks it."""

    NEW = "not read yet"
    SYNCED = "synced"
    ABSENT = "absent"
    FORBIDDEN = "forbidden"


class Counted(NamedTuple):
    """Figures of a kind for the metrics. age: seconds since it was last heard of, None for never."""

    kind: str
    state: State
    age: float | None
    objects: int
    relists: int
    errors: int


class Shelf:
    """One kind: filled by its reflector's thread, read by the reviews.

    clock: seconds that never go back. version: grows with every change of what is given out.
    """

    def __init__(self, kind: FactKind, clock: Callable[[], float]) -> None:
        self.kind = kind
        self.version = 0
        self.state = State.NEW
        self._clock = clock
        self._lock = Lock()
        self._holding: Holding | None = None
        self._heard: float | None = None
        self._manifests = (0, Manifests(()))
        self._relists = 0
        self._errors = 0

    def swap(self, holding: Holding) -> None:
        """Take over a whole list."""
        with self._lock:
            self._relists += self._holding is not None
            self._holding = holding
            self.state = State.SYNCED
            self.version += 1
            self._heard = self._clock()

    def put(self, found: Bare) -> None:
        """An object was added or changed."""
        with self._lock:
            if self._holding is not None and self._holding.put(found):
                self.version += 1
            self._heard = self._clock()

    def remove(self, found: Bare) -> None:
        """An object is gone."""
        with self._lock:
            metadata = found.metadata
            if self._holding is not None:
                self.version += self._holding.remove(metadata.namespace, metadata.name)
            self._heard = self._clock()

    def heard(self) -> None:
        """The server said that nothing else has happened."""
        self._heard = self._clock()

    def unknown(self, state: State) -> None:
        """The server will not tell: there is no such kind, or it is not allowed."""
        with self._lock:
            self._holding = None
            self.state = state
            self.version += 1
            self._heard = self._clock()

    def failed(self) -> None:
        """Something went wrong; what is known stays, and ages."""
        self._errors += 1

    def is_fresh(self, most: float) -> bool:
        """Whether the server was heard of within so many seconds."""
        return self._heard is not None and self._clock() - self._heard <= most

    def manifests(self) -> Manifests:
        """What is known; the same value until something changes."""
        with self._lock:
            if self._manifests[0] != self.version:
                found = self._holding.resources() if self._holding is not None else ()
                self._manifests = (self.version, Manifests(found))
            return self._manifests[1]

    def counted(self) -> Counted:
        """Figures for the metrics."""
        age = None if self._heard is None else self._clock() - self._heard
        holding = self._holding
        objects = 0 if holding is None else len(holding)
        return Counted(self.kind.name, self.state, age, objects, self._relists, self._errors)
