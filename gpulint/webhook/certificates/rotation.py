"""What to write next so that the webhook's certificate stays valid and no call fails. No I/O.

The Secret is the truth and the caBundles follow it. Each step is one write; whoever is interrupted
leaves a state from which the next run goes on. A new authority takes four steps: it is remembered in
the Secret, trusted beside the old one, waited for, and only then used; much later the old one is
dropped. Two runs at once are harmless, as both read the configurations first and the Secret after:
one that has not seen the next authority finds its write to a configuration refused as stale.
"""

import datetime
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple

from gpulint.webhook.certificates.issue import Pair, make_authority, make_leaf
from gpulint.webhook.certificates.pairs import (
    authorities_in,
    bundle_of,
    is_signed_by,
    last_day,
    why_not_authority,
    why_not_served,
)

CA, LEAF, NEXT, PREVIOUS = "ca", "tls", "next-ca", "previous-ca.crt"
CHANGED = "gpulint.io/authority-changed"
_AUTHORITY_DAYS = 3650


class Action(Enum):
    """The writes, and the one step that is none."""

    MAKE = "make an authority and a server certificate"
    REMEMBER = "remember the next authority"
    PUBLISH = "set caBundle"
    WAIT = "wait"
    SWITCH = "switch to the next authority"
    RENEW = "make a server certificate"
    STAMP = "note when the authority changed"
    FORGET = "forget the previous authority"


class Order(NamedTuple):
    """What is wanted. names: of the Service. days: life of a server certificate.

    settle: seconds until every API server and kubelet has seen a write. keep: seconds for which the
    previous authority stays trusted; servers take the new certificate within minutes.
    """

    names: Sequence[str]
    days: int = 365
    settle: float = 60.0
    keep: float = 3600.0

    @property
    def authority_days(self) -> int:
        """Life of an authority; it signs for two thirds of it at least."""
        return max(_AUTHORITY_DAYS, 3 * self.days)


class Secret(NamedTuple):
    """The Secret's keys, and the annotation that tells when its authority changed."""

    data: Mapping[str, bytes] = MappingProxyType({})
    changed: str = ""

    def __repr__(self) -> str:
        return f"Secret({sorted(self.data)}, {self.changed!r})"  # never a key in a log

    def pair(self, name: str) -> Pair:
        """The pair NAME.crt and NAME.key; what is absent is empty."""
        return Pair(self.data.get(f"{name}.crt", b""), self.data.get(f"{name}.key", b""))


class State(NamedTuple):
    """What the cluster holds. bundles: per configuration the caBundle of each of its webhooks, as PEM.

    seen: seconds for which this run knows that the bundles are as they should be.
    """

    secret: Secret
    bundles: Mapping[str, tuple[bytes, ...]]
    seen: float = 0.0


class Step(NamedTuple):
    """The next thing to do, and why. PUBLISH: bundle, as PEM, for all webhooks of configurations."""

    action: Action
    why: str
    configurations: tuple[str, ...] = ()
    bundle: bytes = b""


def next_step(state: State, order: Order, now: datetime.datetime) -> Step | None:
    """The one step that is due; None when all is well."""
    secret = state.secret
    if any(secret.pair(NEXT)):
        return _changing(state, order, now)
    why = _why_new_authority(secret, order, now)
    if why:
        return Step(Action.REMEMBER if any(_trusted(state)) else Action.MAKE, why)
    since = _seconds_since(secret.changed, now)
    if since is not None and since >= order.keep:
        return _dropping(state, int(since))
    publish = _lacking(state)
    if publish:
        return publish
    why = why_not_served(secret.pair(LEAF), order.names, now)
    if why:
        return Step(Action.RENEW, why)
    if since is None and _has_previous(secret):
        return Step(Action.STAMP, "it is not known when the authority changed")
    return None


def secret_after(secret: Secret, action: Action, order: Order, now: datetime.datetime) -> Secret:
    """The Secret that a step writes. Keys that are not ours stay as they are."""
    data, moment = dict(secret.data), now.strftime("%Y-%m-%dT%H:%M:%SZ")
    if action is Action.MAKE:
        authority = make_authority(now, order.authority_days)
        _put(data, CA, authority)
        _put(data, LEAF, make_leaf(authority, order.names, now, order.days))
        data.pop(PREVIOUS, None)
        return Secret(data)
    if action is Action.REMEMBER:
        _put(data, NEXT, make_authority(now, order.authority_days))
        return Secret(data, secret.changed)
    if action is Action.SWITCH:
        upcoming = secret.pair(NEXT)
        before = (data.get(PREVIOUS, b""), data.get(f"{CA}.crt", b""))
        old = bundle_of(*(authorities_in(each) for each in before))
        _put(data, CA, upcoming)
        _put(data, LEAF, make_leaf(upcoming, order.names, now, order.days))
        for name in (f"{NEXT}.crt", f"{NEXT}.key"):
            data.pop(name, None)
        return Secret(data | ({PREVIOUS: old} if old else {}), moment)
    if action is Action.RENEW:
        _put(data, LEAF, make_leaf(secret.pair(CA), order.names, now, order.days))
        return Secret(data, secret.changed)
    if action is Action.FORGET:
        data.pop(PREVIOUS, None)
        return Secret(data)
    return Secret(data, moment)


def in_force(secret: Secret) -> str:
    """One line about what is served, for people."""
    leaf, authority = last_day(secret.pair(LEAF).cert), last_day(secret.pair(CA).cert)
    return f"the server certificate is valid until {leaf}, its authority until {authority}"


def _changing(state: State, order: Order, now: datetime.datetime) -> Step:
    """The steps between remembering the next authority and using it."""
    why = why_not_authority(state.secret.pair(NEXT), now, order.days)
    if why:
        return Step(Action.REMEMBER, f"the next one is of no use: {why}")
    publish = _lacking(state)
    if publish:
        return publish
    if state.seen < order.settle:
        return Step(Action.WAIT, "API servers still have to see the next authority")
    return Step(Action.SWITCH, "the next authority is trusted")


def _dropping(state: State, since: int) -> Step:
    """The steps that end a change: the caBundles first, as the Secret remembers what is left to do."""
    wanted = authorities_in(state.secret.pair(CA).cert)
    names = tuple(
        name
        for name, entries in state.bundles.items()
        if any(set(authorities_in(pem)) != set(wanted) for pem in entries)
    )
    why = f"the authority changed {since} seconds ago"
    if names:
        return Step(Action.PUBLISH, why, names, bundle_of(wanted))
    return Step(Action.FORGET, why)


def _lacking(state: State) -> Step | None:
    """The step that adds what a webhook does not trust; takes nothing away during a change."""
    secret = state.secret
    wanted = tuple(_wanted(secret))
    names = tuple(
        name
        for name, entries in state.bundles.items()
        if any(set(wanted) - set(authorities_in(pem)) for pem in entries)
    )
    if not names:
        return None
    is_changing = any(secret.pair(NEXT)) or _has_previous(secret)
    bundle = bundle_of(wanted, _trusted(state) if is_changing else ())
    return Step(Action.PUBLISH, f"{' and '.join(names)} cannot verify the server", names, bundle)


def _why_new_authority(secret: Secret, order: Order, now: datetime.datetime) -> str:
    authority, leaf = secret.pair(CA), secret.pair(LEAF)
    why = why_not_authority(authority, now, order.days)
    if not why and last_day(leaf.cert) and not is_signed_by(leaf.cert, authority.cert):
        why = "the server certificate is another authority's"
    return why


def _has_previous(secret: Secret) -> bool:
    return bool(secret.changed) or PREVIOUS in secret.data


def _wanted(secret: Secret) -> Iterator[bytes]:
    """Authorities that must be trusted: ours, the next and, for a while, the previous one."""
    for name in (f"{CA}.crt", f"{NEXT}.crt", PREVIOUS):
        yield from authorities_in(secret.data.get(name, b""))


def _trusted(state: State) -> Iterator[bytes]:
    for entries in state.bundles.values():
        for pem in entries:
            yield from authorities_in(pem)


def _seconds_since(changed: str, now: datetime.datetime) -> float | None:
    """None for a note that is missing, unreadable or of the future."""
    try:
        moment = datetime.datetime.strptime(changed, "%Y-%m-%dT%H:%M:%SZ")
    except ValueError:
        return None
    since = (now - moment.replace(tzinfo=datetime.timezone.utc)).total_seconds()
    return since if since >= 0 else None


def _put(data: dict[str, bytes], name: str, pair: Pair) -> None:
    data[f"{name}.crt"], data[f"{name}.key"] = pair
