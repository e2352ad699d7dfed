"""Carries a rotation out, step by step, or tells what it would do."""

import datetime
import time
from collections.abc import Callable
from typing import NamedTuple

from gpulint.core.errors import UsageError
from gpulint.webhook.certificates.rotation import (
    Action,
    Order,
    State,
    Step,
    in_force,
    next_step,
    secret_after,
)
from gpulint.webhook.certificates.store import Asks, Conflict, Place, Store

_MOST_CONFLICTS = 10
_MOST_STEPS = 60  # a change has six; more means that somebody undoes them
Tell = Callable[[str], None]


def _now() -> datetime.datetime:
    return datetime.datetime.now(datetime.timezone.utc)


class Clock(NamedTuple):
    """The time, and how it passes."""

    now: Callable[[], datetime.datetime] = _now
    sleep: Callable[[float], None] = time.sleep


_REAL = Clock()


def rotate(client: Asks, place: Place, order: Order, tell: Tell, clock: Clock = _REAL) -> None:
    """Do what is due, and go on where another run was interrupted.

    Raises UsageError for what may not be read or written, for configurations that do not exist (once
    all else is done) and when others keep writing.
    """
    store, conflicts = Store(client, place), 0
    waited: State | None = None
    for _ in range(_MOST_STEPS):
        state = store.read()
        if state == waited:  # else the wait was for something else
            state = state._replace(seen=order.settle)
        step = next_step(state, order, clock.now())
        if step is None:
            tell(f"nothing more to do: {in_force(state.secret)}")
            return _complain(store, place)
        tell(_told(step, place, order))
        if step.action is Action.WAIT:
            clock.sleep(order.settle)
            waited = state
            continue
        waited = None
        try:
            _write(store, state, step, order, clock.now())
        except Conflict as conflict:
            conflicts += 1
            if conflicts > _MOST_CONFLICTS:
                break
            tell(f"somebody else wrote {conflict} meanwhile: looking again")
            clock.sleep(0.1 * conflicts)
    raise UsageError(
        "others keep writing the Secret or the configurations; two tools must not both manage them"
    )


def rehearse(client: Asks, place: Place, order: Order, tell: Tell, clock: Clock = _REAL) -> None:
    """Tell the steps of `rotate` without writing or waiting. Raises UsageError as it does."""
    store = Store(client, place)
    state = store.read()
    for _ in range(_MOST_STEPS):
        step = next_step(state, order, clock.now())
        if step is None:
            tell(f"nothing more to do: {in_force(state.secret)}")
            break
        tell(f"would {_told(step, place, order)}")
        state = state_after(state, step, order, clock.now())
    return _complain(store, place)


def state_after(state: State, step: Step, order: Order, now: datetime.datetime) -> State:
    """What the cluster holds once a step is done."""
    if step.action is Action.WAIT:
        return state._replace(seen=order.settle)
    if step.action is Action.PUBLISH:
        given = {
            name: tuple(step.bundle for _ in state.bundles[name]) for name in step.configurations
        }
        return State(state.secret, {**state.bundles, **given})
    return State(secret_after(state.secret, step.action, order, now), state.bundles)


def _write(store: Store, state: State, step: Step, order: Order, now: datetime.datetime) -> None:
    if step.action is Action.PUBLISH:
        for name in step.configurations:
            store.write_bundle(name, step.bundle)
    else:
        store.write_secret(secret_after(state.secret, step.action, order, now))


def _told(step: Step, place: Place, order: Order) -> str:
    if step.action is Action.WAIT:
        return f"wait {order.settle:g} s: {step.why}"
    what = " and ".join(step.configurations) or f"Secret {place.namespace}/{place.secret}"
    return f"{step.action.value} in {what}: {step.why}"


def _complain(store: Store, place: Place) -> None:
    if store.missing:
        names = ", ".join(store.missing)
        raise UsageError(
            f"no ValidatingWebhookConfiguration {names}; create it, or name those there are with "
            "--configuration"
        )
