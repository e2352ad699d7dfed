"""Runs against an API server that refuses stale writes, is written by others, or gives few rights."""

import datetime
from typing import Any

import pytest
from hook.few_objects import (
    CONFIGURATIONS,
    PLACE,
    SECRET,
    SECRETS,
    FewObjects,
    held_by,
    holding,
)
from hook.rotations import CA, DAY, LEAF, NEXT, NOW, OF_NEXT, ORDER, World, secret, state

from gpulint.core.errors import UsageError
from gpulint.webhook.certificates.issue import Pair
from gpulint.webhook.certificates.rotation import Secret, State, next_step
from gpulint.webhook.certificates.rotator import Clock, rehearse, rotate

_NO_KEY = state(secret(ca=Pair(CA.cert, b""), tls=LEAF), CA)
_CALM = state(secret(ca=CA, tls=LEAF), CA)
_OVER = state(secret("2026-12-31T00:00:00Z", CA.cert, ca=NEXT, tls=OF_NEXT), CA, NEXT)


class _Time:
    """A clock that is moved by sleeping alone."""

    def __init__(self) -> None:
        self.slept: list[float] = []

    @property
    def clock(self) -> Clock:
        return Clock(lambda: NOW + datetime.timedelta(seconds=sum(self.slept)), self.slept.append)


def _run(api: FewObjects, *, rehearsed: bool = False) -> list[str]:
    said: list[str] = []
    (rehearse if rehearsed else rotate)(api, PLACE, ORDER, said.append, _Time().clock)
    return said


def _verbs(said: list[str]) -> list[str]:
    return [line.partition(":")[0] for line in said]


def test_a_run_tells_every_step_and_no_key() -> None:
    """The Job's log is what is looked at when calls fail."""
    said = _run(holding(state(Secret())))
    expected = [
        "make an authority and a server certificate in Secret gpulint-system/gpulint-tls",
        "set caBundle in gpulint-warn and gpulint-deny",
        "nothing more to do",
    ]
    assert (expected, False) == (_verbs(said), "PRIVATE" in str(said))


def test_a_run_with_nothing_to_do_writes_nothing() -> None:
    """It runs every day."""
    api = holding(_CALM)
    said = _run(api)
    told = (
        "nothing more to do: the server certificate is valid until 2027-04-01, its authority until"
    )
    assert ([], [f"{told} 2036-12-29"]) == (api.written, said)


def test_a_rehearsal_tells_the_same_steps_and_writes_nothing() -> None:
    """One looks before one leaps."""
    real, rehearsed = holding(_NO_KEY), holding(_NO_KEY)
    did, would = _run(real), _run(rehearsed, rehearsed=True)
    expected = [line if "nothing" in line else f"would {line}" for line in _verbs(did)]
    assert (expected, []) == (_verbs(would), rehearsed.written)


def test_a_secret_that_is_absent_is_created() -> None:
    """An administrator may start without any manifest."""
    api = holding(state(Secret()))
    del api.objects[SECRET]
    _run(api)
    kept: Any = api.objects[SECRET]
    expected = (
        ["POST gpulint-tls", "PUT gpulint-warn", "PUT gpulint-deny"],
        "Opaque",
        "gpulint-tls",
    )
    assert expected == (api.written, kept["type"], kept["metadata"]["name"])


def test_what_is_not_ours_is_written_back() -> None:
    """Labels, annotations, types and the other fields of a webhook belong to others."""
    api = holding(_OVER, **{"helm.sh/resource-policy": "keep"})
    before = api.objects[f"{CONFIGURATIONS}/gpulint-warn"]["webhooks"]
    _run(api)
    after = api.objects[f"{CONFIGURATIONS}/gpulint-warn"]["webhooks"]
    for each in (*before, *after):
        del each["clientConfig"]["caBundle"]
    kept = api.objects[SECRET]
    notes = {"helm.sh/resource-policy": "keep"}
    assert (before, notes, "kubernetes.io/tls") == (
        after,
        kept["metadata"]["annotations"],
        kept["type"],
    )


@pytest.mark.parametrize("start", [state(Secret()), _NO_KEY, _OVER, state(_CALM.secret)])
@pytest.mark.parametrize("at", range(19))
def test_a_second_run_at_any_moment_is_harmless(start: State, at: int) -> None:
    """Before each request of the first run, a whole other one takes place."""
    api = holding(start)
    other: list[str] = []

    def come_between(number: int) -> None:
        if number == at:
            api.before = lambda _: None
            other.extend(_run(api))

    api.before = come_between
    _run(api)
    end = held_by(api)
    trusted = {bundle for entries in end.bundles.values() for bundle in entries}
    authority = end.secret.pair("ca").cert
    later = NOW + datetime.timedelta(minutes=30)
    assert (next_step(end, ORDER, later), all(authority in each for each in trusted)) == (
        None,
        True,
    )


@pytest.mark.parametrize("at", range(3, 8))
def test_a_stale_run_takes_no_authority_away(at: int) -> None:
    """One that has seen the cluster before a change must not undo what the change has published."""
    api = holding(state(_CALM.secret))  # the first run wants to publish the old authority
    changed = World(_NO_KEY)

    def change(number: int) -> None:
        if number != at:
            return
        api.before = lambda _: None
        value = api.objects[SECRET]
        del value["data"]["ca.key"]
        api.put(SECRET, value)
        _run(api)
        changed.state = held_by(api)

    api.before = change
    _run(api)
    lost = {
        name
        for name, entries in held_by(api).bundles.items()
        if any(changed.state.secret.pair("ca").cert not in each for each in entries)
    }
    assert lost == set()


def test_a_wait_counts_only_for_what_was_seen() -> None:
    """A caBundle that was taken away while waiting is published anew, and waited for anew."""
    api, time = holding(_NO_KEY), _Time()
    said: list[str] = []

    def sleep(seconds: float) -> None:
        time.slept.append(seconds)
        if len(time.slept) == 1:
            value = api.objects[f"{CONFIGURATIONS}/gpulint-deny"]
            del value["webhooks"][0]["clientConfig"]["caBundle"]
            api.put(f"{CONFIGURATIONS}/gpulint-deny", value)

    rotate(api, PLACE, ORDER, said.append, Clock(lambda: NOW, sleep))
    verbs = [line.split()[0] for line in said]
    expected = ["remember", "set", "wait", "set", "wait", "switch", "nothing"]
    assert (expected, [60.0, 60.0]) == (verbs, time.slept)


def test_one_who_always_loses_gives_up() -> None:
    """Two tools that undo each other's work are a mistake that somebody must see."""
    api = holding(state(Secret()))
    api.refused["PUT", SECRET] = 409
    with pytest.raises(UsageError) as caught:
        _run(api)
    assert "two tools must not both manage them" in str(caught.value)


@pytest.mark.parametrize(
    ("method", "path", "expected"),
    [
        ("GET", SECRET, "get secrets gpulint-tls in namespace gpulint-system"),
        ("PUT", SECRET, "update secrets gpulint-tls in namespace gpulint-system"),
        (
            "GET",
            f"{CONFIGURATIONS}/gpulint-deny",
            "get validatingwebhookconfigurations gpulint-deny",
        ),
        (
            "PUT",
            f"{CONFIGURATIONS}/gpulint-warn",
            "update validatingwebhookconfigurations gpulint-warn",
        ),
    ],
)
def test_the_right_that_is_missing_is_named(method: str, path: str, expected: str) -> None:
    """Verb, resource and name: what goes into the role."""
    api = holding(state(Secret()))
    api.refused[method, path] = 403
    with pytest.raises(UsageError) as caught:
        _run(api)
    sentence = (
        f"a role must allow this account to {expected}; the API server said 403: Forbidden: no"
    )
    assert sentence == str(caught.value)


def test_the_right_to_create_is_named() -> None:
    """The manifests hold an empty Secret, so that nobody needs it."""
    api = holding(state(Secret()))
    del api.objects[SECRET]
    api.refused["POST", SECRETS] = 403
    with pytest.raises(UsageError) as caught:
        _run(api)
    assert "to create secrets gpulint-tls in namespace gpulint-system" in str(caught.value)


def test_another_answer_is_told_as_it_is() -> None:
    """A namespace that does not exist, a quota, a webhook of somebody else."""
    api = holding(state(Secret()))
    api.refused["PUT", SECRET] = 422
    with pytest.raises(UsageError) as caught:
        _run(api)
    where = "cannot update secrets gpulint-tls in namespace gpulint-system"
    assert f"{where}; the API server said 422: Unprocessable" in str(caught.value)


def test_a_configuration_that_is_missing_is_told_when_all_else_is_done() -> None:
    """Helm creates it last; the server's Pods wait for the Secret."""
    api = holding(state(Secret()))
    del api.objects[f"{CONFIGURATIONS}/gpulint-deny"]
    with pytest.raises(UsageError) as caught:
        _run(api)
    told = "no ValidatingWebhookConfiguration gpulint-deny" in str(caught.value)
    assert (told, api.written) == (True, ["PUT gpulint-tls", "PUT gpulint-warn"])


def test_a_year_of_daily_runs_renews_when_it_is_due() -> None:
    """Sixty days each, of ninety."""
    api, said = holding(state(Secret())), []
    for day in range(366):
        moment = NOW + day * DAY
        rotate(api, PLACE, ORDER, said.append, Clock(lambda: moment, lambda _: None))  # noqa: B023
    writes = [each for each in api.written if each == "PUT gpulint-tls"]
    assert (len(writes), len(api.written) - len(writes)) == (7, 2)
