"""Guesses at what was meant: good ones or none."""

import pytest

from gpulint.core.pointer import Pointer
from gpulint.validation.definitions import definitions, nearest
from gpulint.validation.near import near_names
from gpulint.validation.walk import walk

CORE = "io.k8s.api.core.v1."


@pytest.mark.parametrize(
    ("type_", "name", "expected"),
    [
        ("PodSpec", "nodeSelectors", ("nodeSelector",)),
        ("PodSpec", "NodeSelector", ("nodeSelector",)),
        ("PodSpec", "node_selector", ("nodeSelector",)),
        ("PodSpec", "toleration", ("tolerations",)),
        ("PodSpec", "selector", ("nodeSelector",)),
        ("PodSpec", "priorityClass", ("priorityClassName",)),
        ("PodSpec", "runtime-class", ("runtimeClassName",)),
        ("PodSpec", "restartpolicy", ("restartPolicy",)),
        ("Container", "entrypoint", ("command",)),
        ("ResourceRequirements", "limit", ("limits",)),
        ("ResourceRequirements", "reqests", ("requests",)),
        ("PodSpec", "gpus", ()),
        ("Container", "", ()),
    ],
)
def test_near_names_of_a_type(type_: str, name: str, expected: tuple[str, ...]) -> None:
    """One sure guess stands alone."""
    known = definitions(nearest(None)).definition(CORE + type_)["properties"]
    actual = near_names(name, known)
    assert expected == actual


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"limits": {}, "name": "c"}, "resources.limits"),
        ({"nvidia.com/gpu": 1, "name": "c"}, 'resources.limits["nvidia.com/gpu"]'),
        ({"resources": {"image": "i"}, "name": "c"}, "image"),
        ({"runAsUser": 0, "name": "c"}, "securityContext.runAsUser"),
        ({"optional": True, "name": "c"}, ""),
        ({"madeUp": 1, "name": "c"}, ""),
    ],
)
def test_place_of_a_misplaced_field(value: dict, expected: str) -> None:
    """A field on the wrong level is told its own; several candidates are no answer."""
    types = definitions(nearest(None))
    violation = walk(value, types.definition(CORE + "Container"), types)[0]
    assert expected == violation.facts["belongs"]


def test_image_beside_containers_belongs_to_any_container() -> None:
    """Of the three lists of containers one is meant."""
    types = definitions(nearest(None))
    value = {"containers": [], "image": "i"}
    violation = walk(value, types.definition(CORE + "PodSpec"), types)[0]
    expected = (Pointer(("image",)), "containers[].image")
    assert expected == (violation.pointer, violation.facts["belongs"])
