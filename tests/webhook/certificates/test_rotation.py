"""Every state of a rotation has one next step, and no order of steps and accidents fails a call."""

import datetime
import itertools
import random

import pytest
from hook.rotations import (
    CA,
    DAY,
    FOREIGN,
    LEAF,
    NEXT,
    NOW,
    OF_FOREIGN,
    OF_NEXT,
    OF_SHORT,
    ORDER,
    SHORT,
    World,
    secret,
    state,
)

from gpulint.webhook.certificates.issue import Pair, make_leaf
from gpulint.webhook.certificates.pairs import authorities_in
from gpulint.webhook.certificates.rotation import (
    Action,
    Secret,
    State,
    Step,
    next_step,
    secret_after,
)

A = Action
_KEYS = ["ca.crt", "ca.key", "tls.crt", "tls.key"]
_JUST, _LONG_AGO = "2026-12-31T23:30:00Z", "2026-12-31T22:00:00Z"
_BOTH = ("gpulint-warn", "gpulint-deny")
_CALM = secret(ca=CA, tls=LEAF)
_NO_KEY = secret(ca=Pair(CA.cert, b""), tls=LEAF)
_NEXT = secret(ca=CA, tls=LEAF, next_ca=NEXT)
_SWITCHED = secret(_JUST, CA.cert, ca=NEXT, tls=OF_NEXT)
_OVER = secret(_LONG_AGO, CA.cert, ca=NEXT, tls=OF_NEXT)
_CHANGE = [A.REMEMBER, A.PUBLISH, A.WAIT, A.SWITCH]


def _publish(why: str, bundle: bytes, names: tuple[str, ...] = _BOTH) -> Step:
    return Step(A.PUBLISH, why, names, bundle)


_CANNOT = "gpulint-warn and gpulint-deny cannot verify the server"
_SEEN = "API servers still have to see the next authority"


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        (state(_CALM, CA), None),
        (state(_CALM, CA, FOREIGN), None),
        (state(Secret()), Step(A.MAKE, "there is no authority")),
        (State(Secret(), {}), Step(A.MAKE, "there is no authority")),
        (state(Secret({"other": b"x"})), Step(A.MAKE, "there is no authority")),
        (state(Secret(), FOREIGN), Step(A.REMEMBER, "there is no authority")),
        (state(_CALM), _publish(_CANNOT, CA.cert)),
        (state(_CALM, FOREIGN), _publish(_CANNOT, CA.cert)),
        (state(secret(ca=CA), CA), Step(A.RENEW, "the server certificate does not exist yet")),
        (state(_NO_KEY, CA), Step(A.REMEMBER, "the authority's key cannot be read")),
        (
            state(secret(ca=CA, tls=OF_FOREIGN), CA),
            Step(A.REMEMBER, "the server certificate is another authority's"),
        ),
        (
            state(secret(tls=OF_FOREIGN), FOREIGN),
            Step(A.REMEMBER, "there is no authority"),
        ),
        (
            state(secret(ca=SHORT, tls=OF_SHORT), SHORT),
            Step(A.REMEMBER, "the authority has 50 days left, a server certificate needs 90"),
        ),
        (state(_NEXT, CA), _publish(_CANNOT, CA.cert + NEXT.cert)),
        (state(_NEXT, FOREIGN), _publish(_CANNOT, CA.cert + NEXT.cert + FOREIGN.cert)),
        (state(_NEXT, CA, NEXT), Step(A.WAIT, _SEEN)),
        (state(_NEXT, NEXT, CA, seen=59.9), Step(A.WAIT, _SEEN)),
        (state(_NEXT, CA, NEXT, seen=60), Step(A.SWITCH, "the next authority is trusted")),
        (state(_NEXT, CA, seen=60), _publish(_CANNOT, CA.cert + NEXT.cert)),
        (
            state(secret(ca=CA, tls=LEAF, next_ca=Pair(NEXT.cert, b"x")), CA),
            Step(A.REMEMBER, "the next one is of no use: the authority's key cannot be read"),
        ),
        (
            state(secret(ca=CA, tls=LEAF, next_ca=Pair(b"", NEXT.key)), CA),
            Step(A.REMEMBER, "the next one is of no use: there is no authority"),
        ),
        (state(_SWITCHED, CA, NEXT), None),
        (state(_SWITCHED, NEXT), _publish(_CANNOT, NEXT.cert + CA.cert)),
        (state(_SWITCHED, FOREIGN), _publish(_CANNOT, NEXT.cert + CA.cert + FOREIGN.cert)),
        (
            state(_OVER, CA, NEXT),
            _publish("the authority changed 7200 seconds ago", NEXT.cert),
        ),
        (state(_OVER, NEXT), Step(A.FORGET, "the authority changed 7200 seconds ago")),
        (
            state(_OVER._replace(changed="yesterday"), NEXT, CA),
            Step(A.STAMP, "it is not known when the authority changed"),
        ),
        (
            state(_OVER._replace(changed="2027-02-01T00:00:00Z"), NEXT, CA),
            Step(A.STAMP, "it is not known when the authority changed"),
        ),
        (
            state(_OVER._replace(changed=""), NEXT, CA),
            Step(A.STAMP, "it is not known when the authority changed"),
        ),
    ],
)
def test_every_state_has_one_next_step(now: State, expected: Step | None) -> None:
    """Whoever is interrupted leaves one of these states to the next run."""
    assert expected == next_step(now, ORDER, NOW)


@pytest.mark.parametrize(("days", "expected"), [(59, None), (60, A.RENEW), (400, A.RENEW)])
def test_a_certificate_is_renewed_by_its_authority(days: int, expected: Action | None) -> None:
    """It needs no change of any caBundle, so nothing can go wrong."""
    step = next_step(state(_CALM, CA), ORDER, NOW + days * DAY)
    assert expected == (step and step.action)


def test_a_service_of_another_name_gets_a_certificate_of_the_same_authority() -> None:
    """Calls fail until it has one, and the authority is trusted already."""
    step = next_step(state(_CALM, CA), ORDER._replace(names=("a.b.svc",)), NOW)
    assert Step(A.RENEW, "the server certificate is not for a.b.svc") == step


def test_one_webhook_without_the_authority_is_enough() -> None:
    """Entries may be edited one by one."""
    mixed = {"gpulint-warn": (CA.cert, b""), "gpulint-deny": (CA.cert,)}
    expected = _publish("gpulint-warn cannot verify the server", CA.cert, ("gpulint-warn",))
    assert expected == next_step(State(_CALM, mixed), ORDER, NOW)


def test_an_authority_outlives_any_certificate_that_is_asked_for() -> None:
    """Else every run would make a new one."""
    order = ORDER._replace(days=3650)
    world = World(state(Secret()))
    first, second = world.run(NOW, order=order), world.run(NOW + 300 * DAY, order=order)
    assert (first, second, world.actions) == (True, True, [A.MAKE, A.PUBLISH])


_STARTS = {
    "nothing": (state(Secret()), [A.MAKE, A.PUBLISH]),
    "no configuration": (State(Secret(), {}), [A.MAKE]),
    "well": (state(_CALM, CA), []),
    "manifests applied anew": (state(_CALM), [A.PUBLISH]),
    "Secret deleted": (state(Secret(), FOREIGN), _CHANGE),
    "key lost": (state(_NO_KEY, CA), _CHANGE),
    "authority near its end": (state(secret(ca=SHORT, tls=OF_SHORT), SHORT), _CHANGE),
    "from cert-manager": (state(secret(tls=OF_FOREIGN), FOREIGN), _CHANGE),
    "another's certificate": (state(secret(ca=CA, tls=OF_FOREIGN), CA, FOREIGN), _CHANGE),
    "a change within a change": (
        state(secret(_JUST, CA.cert, ca=Pair(NEXT.cert, b""), tls=OF_NEXT), CA, NEXT),
        _CHANGE,
    ),
}


@pytest.mark.parametrize("name", _STARTS)
def test_a_run_ends_in_a_state_without_a_next_step(name: str) -> None:
    """And takes the steps that it should take, no more."""
    start, expected = _STARTS[name]
    world = World(start)
    assert (True, expected) == (world.run(NOW), world.actions)


# where calls work to begin with, so that they must go on
_WORKING = [
    name for name in _STARTS if name not in ("nothing", "Secret deleted", "no configuration")
]
_WORKING.remove("manifests applied anew")


@pytest.mark.parametrize("name", _WORKING)
@pytest.mark.parametrize("first", range(5))
@pytest.mark.parametrize("second", range(5))
def test_no_interruption_fails_a_call(name: str, first: int, second: int) -> None:
    """Two runs are killed after some steps; then come a whole one, and one two days later."""
    world = World(_STARTS[name][0])
    world.run(NOW, first)
    world.run(NOW + datetime.timedelta(minutes=1), second)
    world.run(NOW + datetime.timedelta(minutes=2))
    world.rest()
    world.run(NOW + 2 * DAY, first)
    world.run(NOW + 2 * DAY)
    authority = world.state.secret.pair("ca").cert
    trusted = {pem for entries in world.state.bundles.values() for pem in entries}
    expected = ([], {authority}, _KEYS, "")
    held = world.state.secret
    assert expected == (world.faults, trusted, sorted(held.data), held.changed)


_EMPTY = Pair(b"", b"")
_BROKEN = Pair(CA.cert[:100], CA.key[:50])
_EXPIRED = make_leaf(CA, ORDER.names, NOW - 200 * DAY, 90)
_MISNAMED = make_leaf(CA, ("other.example",), NOW, 90)


_ANY = (
    (_EMPTY, CA, SHORT, Pair(CA.cert, FOREIGN.key), _BROKEN),
    (_EMPTY, LEAF, OF_NEXT, OF_FOREIGN, _EXPIRED, _MISNAMED, Pair(LEAF.cert, CA.key)),
    (_EMPTY, NEXT, Pair(NEXT.cert, b""), SHORT),
    (b"", FOREIGN.cert, b"?"),
    ("", _JUST, _LONG_AGO, "?"),
    ((), (CA,), (FOREIGN,), (CA, NEXT, FOREIGN)),
)


@pytest.mark.parametrize("seed", range(8))
def test_any_state_at_all_comes_to_rest(seed: int) -> None:
    """Secrets are edited by hand, copied, restored from backups; where calls work they go on."""
    expected, actual = [], []
    for chosen in random.Random(seed).sample(list(itertools.product(*_ANY)), 20):
        ca, leaf, upcoming, previous, changed, trusted = chosen
        held = secret(changed, previous, ca=ca, tls=leaf, next_ca=upcoming)
        world = World(state(held, *trusted))
        worked, ended = world.works, []
        for later in (0, 1, 48):
            ended.append(world.run(NOW + datetime.timedelta(hours=2 * later)))
            world.rest()
        left = sorted(name for name, text in world.state.secret.data.items() if text)
        expected.append((chosen, [True] * 3, True, _KEYS, worked))
        actual.append((chosen, ended, world.works, left, worked and not world.faults))
    assert expected == actual


def test_a_leaf_that_is_switched_at_once_is_a_fault() -> None:
    """Else the test above would prove nothing."""
    world = World(state(_NEXT, CA))
    hasty = ORDER._replace(settle=0.0)
    world.run(NOW, order=hasty)
    assert "Action.SWITCH: gpulint-warn refuses certificate 1" in world.faults


def test_keys_of_others_stay_in_the_secret() -> None:
    """Somebody may keep a keystore beside the certificate."""
    held = Secret({"keystore.p12": b"x"})
    for action in (A.MAKE, A.REMEMBER, A.SWITCH, A.RENEW, A.STAMP, A.FORGET):
        held = secret_after(held, action, ORDER, NOW)
    assert held.data["keystore.p12"] == b"x"


def test_the_previous_authorities_are_remembered_together() -> None:
    """The servers may still serve what the one before the last has signed."""
    held = secret(_JUST, CA.cert, ca=NEXT, tls=OF_NEXT, next_ca=FOREIGN)
    after = secret_after(held, A.SWITCH, ORDER, NOW)
    expected = ((CA.cert, NEXT.cert), "2027-01-01T00:00:00Z", FOREIGN)
    found = authorities_in(after.data["previous-ca.crt"])
    assert expected == (found, after.changed, after.pair("ca"))


def test_a_secret_does_not_print_its_keys() -> None:
    """Values end in logs and tracebacks."""
    expected = "Secret(['ca.crt', 'ca.key', 'tls.crt', 'tls.key'], '')"
    assert expected == repr(_CALM)
