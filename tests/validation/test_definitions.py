"""Reading the data of kubernetes-validate, without its code."""

import json

import pytest

from gpulint.validation.definitions import Definitions, available, definitions, nearest

TYPE = {
    "description": 'holds a brace } and a quote " in its text\n    },\n    ',
    "properties": {"count": {"format": "int32", "type": ["integer", "null"]}},
    "type": ["object", "null"],
    "additionalProperties": False,
    "x-kubernetes-group-version-kind": [{"group": "g.io", "kind": "Count", "version": "v1"}],
}
FILE = {"$defs": {"io.k8s.g.v1.Count": TYPE, "io.k8s.g.v1.Last": TYPE}, "$schema": "s", "$id": "i"}
TRIMMED = {
    "type": "object",
    "properties": {"count": {"type": "integer", "minimum": -(2**31), "maximum": 2**31 - 1}},
    "additionalProperties": False,
}


@pytest.mark.parametrize("indent", [2, 4, None])
def test_definitions_are_read_in_any_layout(indent: int | None) -> None:
    """The fast cut relies on the layout of the package's files, which may change."""
    types = Definitions(json.dumps(FILE, indent=indent).encode())
    actual = [types.definition(f"io.k8s.g.v1.{name}") for name in ("Count", "Last")]
    assert actual == [TRIMMED, TRIMMED]


def test_every_definition_equals_the_one_of_a_whole_parse() -> None:
    """The cut must hold over all the installed data."""
    minor = nearest(None)
    fast = definitions(minor)
    whole = Definitions(json.dumps({"$defs": {n: fast._read(n) for n in fast._texts}}).encode())
    names = sorted(fast._texts)
    expected = [whole.definition(name) for name in names]
    actual = [fast.definition(name) for name in names]
    assert (True, expected) == (len(names) > 500, actual)


@pytest.mark.parametrize(
    ("group", "version", "kind", "expected"),
    [
        ("", "v1", "Pod", "io.k8s.api.core.v1.Pod"),
        ("apps", "v1", "Deployment", "io.k8s.api.apps.v1.Deployment"),
        ("scheduling.k8s.io", "v1", "PriorityClass", "io.k8s.api.scheduling.v1.PriorityClass"),
        ("scheduling.volcano.sh", "v1", "PriorityClass", None),
        ("", "v1", "PodSpec", None),
        ("apps", "v1", "", None),
    ],
)
def test_a_type_is_found_by_what_the_api_serves(
    group: str, version: str, kind: str, expected: str | None
) -> None:
    """Names of types hold only part of the group."""
    actual = definitions(nearest(None)).name_of(group, version, kind)
    assert expected == actual


def test_nearest_release_is_taken() -> None:
    """A cluster may be newer than the installed schemas, or long out of support."""
    first, last = available()[0], available()[-1]
    expected = [last, last, first, 33]
    actual = [nearest(wanted) for wanted in (None, last + 5, 1, 33)]
    assert expected == actual
