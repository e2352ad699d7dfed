"""A cluster as values, and what a rotation must never bring about in it."""

import datetime
from collections.abc import Iterator, Mapping

from gpulint.webhook.certificates.issue import Pair, make_authority, make_leaf
from gpulint.webhook.certificates.pairs import authorities_in, is_signed_by
from gpulint.webhook.certificates.rotation import Action, Order, Secret, State, Step, next_step
from gpulint.webhook.certificates.rotator import state_after

NOW = datetime.datetime(2027, 1, 1, tzinfo=datetime.timezone.utc)
DAY = datetime.timedelta(days=1)
ORDER = Order(("gpulint.gpulint-system.svc", "127.0.0.1"), 90, 60.0, 3600.0)
CA, NEXT, FOREIGN = (make_authority(NOW) for _ in range(3))
SHORT = make_authority(NOW - 3600 * DAY)  # fifty days are left
LEAF, OF_NEXT, OF_FOREIGN, OF_SHORT = (
    make_leaf(each, ORDER.names, NOW, 90) for each in (CA, NEXT, FOREIGN, SHORT)
)


def secret(changed: str = "", previous: bytes = b"", **pairs: Pair) -> Secret:
    """A Secret with pairs by name (ca, tls, next_ca) and what it remembers of a change."""
    data = {"previous-ca.crt": previous} if previous else {}
    for name, pair in pairs.items():
        data[f"{name.replace('_', '-')}.crt"] = pair.cert
        data[f"{name.replace('_', '-')}.key"] = pair.key
    return Secret(data, changed)


def state(held: Secret, *trusted: Pair, seen: float = 0.0) -> State:
    """A cluster in which every webhook trusts the same authorities."""
    bundle = b"".join(each.cert for each in trusted)
    return State(held, {"gpulint-warn": (bundle, bundle), "gpulint-deny": (bundle,)}, seen)


def calm(after: State) -> State:
    """The same, once nothing is known of the past any more."""
    return after._replace(seen=0.0)


class World:
    """A cluster that is being rotated, with all that servers may serve and API servers may trust.

    A server has the newest certificate or the one before; an API server knows the newest caBundle or
    the one before, until somebody has waited. faults: pairs of these that do not fit.
    """

    def __init__(self, start: State) -> None:
        self.state = start
        self.actions: list[Action] = []
        self.faults: list[str] = []
        self._leaves = [start.secret.pair("tls").cert]
        self._bundles = [start.bundles]

    def run(self, now: datetime.datetime, most: int = 99, order: Order = ORDER) -> bool:
        """One run that is killed after some steps; whether it came to its end."""
        self.state = calm(self.state)
        for _ in range(most):
            step = next_step(self.state, order, now)
            if step is None:
                return True
            self._take(step, now, order)
        return False

    @property
    def works(self) -> bool:
        """Whether every call succeeds, whoever serves and whoever asks."""
        return not any(self._misfits())

    def rest(self) -> None:
        """Time enough for all to have seen all."""
        self._leaves, self._bundles = self._leaves[-1:], self._bundles[-1:]

    def _take(self, step: Step, now: datetime.datetime, order: Order) -> None:
        self.actions.append(step.action)
        self.state = state_after(self.state, step, order, now)
        if step.action is Action.WAIT:
            self._bundles = self._bundles[-1:]
        leaf = self.state.secret.pair("tls").cert
        if leaf != self._leaves[-1]:
            self._leaves.append(leaf)
        if self.state.bundles != self._bundles[-1]:
            self._bundles.append(self.state.bundles)
        self.faults += [f"{step.action}: {each}" for each in self._misfits()]

    def _misfits(self) -> Iterator[str]:
        for number, leaf in enumerate(self._leaves):
            for bundles in self._bundles:
                for name in _who_refuses(leaf, bundles):
                    yield f"{name} refuses certificate {number}"


def _who_refuses(leaf: bytes, bundles: Mapping[str, tuple[bytes, ...]]) -> Iterator[str]:
    for name, entries in bundles.items():
        for bundle in entries:
            if not any(is_signed_by(leaf, each) for each in authorities_in(bundle)):
                yield name
