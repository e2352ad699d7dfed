from collections.abc import Callable

import pytest

from gpulint.core.finding import ResourceName
from gpulint.core.pointer import Pointer
from gpulint.model.manifests import Manifests
from gpulint.model.resource import Resource, dig, integer, mapping, sequence, text
from gpulint.source.document import Document

Reader = Callable[..., Manifests]

LIST = """\
apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: Pod
  metadata: {name: a}
- apiVersion: v1
  kind: PodList
  items:
  - metadata: {name: b}
"""


def test_items_of_lists_are_objects_of_their_own(manifests: Reader) -> None:
    """`kubectl get -o yaml` prints lists, whose typed items omit their kind."""
    expected = [("v1", "Pod", "a", "/items/0"), ("v1", "Pod", "b", "/items/1/items/0")]
    actual = [(r.api_version, r.kind, r.name, r.pointer.text) for r in manifests(LIST).resources]
    assert expected == actual


def test_a_json_array_is_a_list_without_a_kind(manifests: Reader) -> None:
    """Tools that write JSON often leave the envelope out."""
    expected = [("Pod", "/0"), ("Job", "/1")]
    found = manifests('[{"kind": "Pod"}, {"kind": "Job"}, 7, [{"kind": "Lost"}]]').resources
    actual = [(r.kind, r.pointer.text) for r in found]
    assert expected == actual


def test_a_kind_that_ends_in_list_without_items_is_itself(manifests: Reader) -> None:
    """A custom resource may be called so."""
    expected = ["AllowList"]
    actual = [r.kind for r in manifests("{kind: AllowList, spec: {}}").resources]
    assert expected == actual


@pytest.mark.parametrize(
    ("api_version", "expected"),
    [("v1", ("", "v1")), ("apps/v1", ("apps", "v1")), ("", ("", "")), (7, ("", ""))],
)
def test_group_and_version_are_told_apart(
    api_version: object, expected: tuple[str, str], document: Document
) -> None:
    """The core group has no name."""
    resource = Resource(document, {"apiVersion": api_version})
    actual = (resource.group, resource.version)
    assert expected == actual


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"kind": "Job", "metadata": {"name": "train"}}, "Job/train"),
        ({"kind": "Job"}, "Job"),
        ({"metadata": {"name": "train"}}, "object/train"),
        ({"metadata": {"name": 7}}, "object"),
    ],
)
def test_an_object_is_called_as_kubectl_calls_it(
    value: dict[str, object], expected: str, document: Document
) -> None:
    """A label is what a person searches the cluster with."""
    actual = Resource(document, value).label
    assert expected == actual


def test_identity_and_texts_of_metadata_are_empty_where_nothing_is_said(
    document: Document,
) -> None:
    """A wrong shape is the schema's to report; views must go on."""
    resource = Resource(document, {"metadata": [], "spec": 3, "kind": None})
    expected = (ResourceName("", "", "", ""), {}, {}, {})
    actual = (resource.identity, resource.labels, resource.annotations, resource.spec)
    assert expected == actual


def test_a_field_leads_to_its_value_and_place(document: Document) -> None:
    """The place of an absent value is the key of the nearest parent, where it would be added."""
    resource = Resource(document, {"spec": {"tasks": [{"replicas": 2}]}}, Pointer(("items", 1)))
    paths = [
        ("spec", "tasks", 0, "replicas"),
        ("spec", "tasks", 1, "replicas"),
        ("spec", "queue"),
        ("spec", "tasks", "x"),
    ]
    expected = [
        (2, "/items/1/spec/tasks/0/replicas", "value", True),
        (None, "/items/1/spec/tasks", "key", False),
        (None, "/items/1/spec", "key", False),
        (None, "/items/1/spec/tasks", "key", False),
    ]
    fields = [resource.field(*path) for path in paths]
    actual = [(f.value, f.place.pointer.text, f.place.part, f.present) for f in fields]
    assert expected == actual


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (("a", 0, "b"), 1),
        (("a", -1, "b"), 1),
        (("a", 1), None),
        (("a", "0"), None),
        (("b",), None),
        ((), {"a": [{"b": 1}]}),
    ],
)
def test_digging_never_raises(path: tuple[str | int, ...], expected: object) -> None:
    """Input has any shape."""
    actual = dig({"a": [{"b": 1}]}, path)
    assert expected == actual


def test_a_value_of_another_type_is_empty() -> None:
    """Each narrowing gives the type that was asked for."""
    expected = ({}, [], "", {"a": 1}, [1], "a")
    actual = (mapping([]), sequence({}), text(1), mapping({"a": 1}), sequence([1]), text("a"))
    assert expected == actual


@pytest.mark.parametrize(
    ("value", "expected"),
    [(3, 3), (3.0, 3), (3.5, None), ("3", None), (True, None), (None, None), (float("inf"), None)],
)
def test_only_whole_numbers_are_integers(value: object, expected: int | None) -> None:
    """YAML's `true` is a Python int, and `3.0` is Kubernetes' 3."""
    actual = integer(value)
    assert expected == actual


def test_a_resource_shows_where_it_stands(manifests: Reader) -> None:
    """Failing tests print it."""
    expected = "[<Pod/a in input.yaml>]"
    actual = repr(list(manifests("{kind: Pod, metadata: {name: a}}").resources))
    assert expected == actual
