"""Labels, annotations and fields that speak to schedulers, queues and autoscalers."""

from collections.abc import Mapping
from functools import cache
from typing import Literal, NamedTuple

from gpulint.catalog.near import near_names
from gpulint.catalog.tables import table


class KeyFact(NamedTuple):
    """One key as one system reads it.

    level: whether the pod (or its template) or the object that makes pods carries it.
    meaning: a word such as `gang`, `gang-minimum`, `queue`, `role`, `priority` or `gpu-fraction`.
    value: form of the value, such as `name`, `positive-integer`, `fraction` or `boolean`.
    values: the only ones taken; empty where open. needs: keys that must stand beside it.
    excludes: keys that must not. successor: the key to use in its place, None while it is current.
    """

    key: str
    level: Literal["pod", "owner"]
    system: str
    carrier: Literal["label", "annotation", "field"]
    meaning: str
    value: str
    values: tuple[str, ...]
    needs: tuple[str, ...]
    excludes: tuple[str, ...]
    successor: str | None


class Scheduler(NamedTuple):
    """A scheduler that is known by name. gangs: whether it can start pods together."""

    name: str
    system: str
    gangs: bool


@cache
def all_keys() -> tuple[KeyFact, ...]:
    """Every key, in the order of the data."""
    facts: list[KeyFact] = []
    for key, level, system, carrier, meaning, value, *lists, successor in table("keys")["keys"]:
        values, needs, excludes = map(tuple, lists)
        facts.append(
            KeyFact(key, level, system, carrier, meaning, value, values, needs, excludes, successor)
        )
    return tuple(facts)


def key_facts(key: str) -> tuple[KeyFact, ...]:
    """Who reads a key, and as what; empty for a key that the catalogue does not know."""
    return _by_key().get(key, ())


def keys_meaning(meaning: str, level: str = "") -> tuple[KeyFact, ...]:
    """Keys of one meaning, at one level or at both."""
    return tuple(
        fact for fact in all_keys() if fact.meaning == meaning and level in ("", fact.level)
    )


def near_keys(key: str) -> tuple[str, ...]:
    """Keys that may have been meant by `key`, likeliest first; empty for a known one."""
    return () if key_facts(key) else near_names(key, _by_key(), cutoff=0.88, by_start=False)


def scheduler(name: str) -> Scheduler | None:
    """A scheduler by its `schedulerName`; None for one that the catalogue does not know."""
    row = table("keys")["schedulers"].get(name)
    return None if row is None else Scheduler(name, *row)


def known_schedulers() -> tuple[str, ...]:
    """Names of all known schedulers, in the order of the data."""
    return tuple(table("keys")["schedulers"])


def near_schedulers(name: str) -> tuple[str, ...]:
    """Scheduler names that may have been meant by `name`; empty for a known one."""
    return () if scheduler(name) else near_names(name, known_schedulers(), cutoff=0.85)


@cache
def _by_key() -> Mapping[str, tuple[KeyFact, ...]]:
    found: dict[str, tuple[KeyFact, ...]] = {}
    for fact in all_keys():
        found[fact.key] = (*found.get(fact.key, ()), fact)
    return found
