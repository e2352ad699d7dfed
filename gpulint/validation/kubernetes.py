"""Judges Kubernetes objects, and the custom resources that rules read, by their schemas."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import count
from typing import NamedTuple

from gpulint.validation.definitions import definitions, nearest
from gpulint.validation.references import Types
from gpulint.validation.trim import Schema
from gpulint.validation.violation import Violation
from gpulint.validation.walk import walk

# From here on compiling the schema pays; see `compiled`.
_WALKED_FIRST = 300


class Known(NamedTuple):
    """The schema of one kind, where its references lead, and a counter of the objects judged."""

    schema: Schema
    types: Types
    uses: Iterator[int]


def has_schema(api_version: object, kind: object, kubernetes: int | None = None) -> bool:
    """Whether objects of this kind can be judged. Any other value than two strings gives False."""
    return (
        isinstance(api_version, str)
        and isinstance(kind, str)
        and known_kind(api_version, kind, nearest(kubernetes)) is not None
    )


def violations(
    value: Mapping[str, object], *, kubernetes: int | None = None, fragment: bool = False
) -> tuple[Violation, ...]:
    """All that the API server would refuse or drop for its shape alone; empty without a schema.

    kubernetes: minor version (37 for 1.37), by default the newest whose schemas are installed.
    fragment: the value is part of an object, such as a patch, so nothing counts as missing.
    Not judged: `status`, `metadata.managedFields` and top-level keys that start with `x-`.
    """
    api_version, kind = value.get("apiVersion"), value.get("kind")
    if not isinstance(api_version, str) or not isinstance(kind, str):
        return ()
    minor = nearest(kubernetes)
    known = known_kind(api_version, kind, minor)
    if known is None:
        return ()
    if next(known.uses) >= _WALKED_FIRST and _fast_judge(api_version, kind, minor)(value):
        return ()
    # status alone is what tests assert and what controllers patch
    is_part = fragment or ("status" in value and "spec" not in value)
    found = walk(value, known.schema, known.types)
    return tuple(each for each in found if not _is_meant(each, is_part))


def prepare(api_version: str, kind: str, kubernetes: int | None = None) -> None:
    """Compile the schema of a kind now, for a server that will see many objects of it."""
    minor = nearest(kubernetes)
    known = known_kind(api_version, kind, minor)
    if known is not None:
        while next(known.uses) < _WALKED_FIRST:
            pass
        _fast_judge(api_version, kind, minor)


def _is_meant(violation: Violation, is_part: bool) -> bool:
    # anchors for the rest of the document live under such a key
    if len(violation.pointer) == 1 and str(violation.pointer[0]).startswith("x-"):
        return violation.fault == "unknown-field"
    if not is_part:
        return False
    # directives of strategic merge patches start with a dollar
    return violation.fault == "required" or str(violation.facts["field"]).startswith("$")


@lru_cache(maxsize=256)
def known_kind(api_version: str, kind: str, minor: int) -> Known | None:
    """The schema for exactly this group, version and kind; None when there is none.

    minor: one of the installed versions of Kubernetes.
    """
    group, _, version = api_version.rpartition("/")
    types: Types = definitions(minor)
    name = definitions(minor).name_of(group, version, kind)
    if name is None and "." in group:
        from gpulint.validation.custom import custom_definitions  # start-up counts

        types = custom_definitions(minor)
        name = custom_definitions(minor).name_of(group, version, kind)
    return None if name is None else Known(types.definition(name), types, count())


@lru_cache(maxsize=256)
def _fast_judge(api_version: str, kind: str, minor: int) -> Callable[[object], bool]:
    from gpulint.validation.compiled import compiled  # bulk runs only

    known = known_kind(api_version, kind, minor)
    return compiled(known.schema, known.types) if known is not None else lambda value: True
