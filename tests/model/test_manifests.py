from collections.abc import Callable

import pytest

from gpulint.model.manifests import Manifests, same_namespace
from gpulint.model.pod import PodTemplate
from gpulint.model.resource import Resource

Reader = Callable[..., Manifests]

TEXT = """\
{apiVersion: v1, kind: Pod, metadata: {name: a, namespace: ml}}
---
{apiVersion: v1, kind: Pod, metadata: {name: a, namespace: web}}
---
{apiVersion: v1, kind: Pod, metadata: {name: b}}
---
{apiVersion: batch/v1, kind: Job, metadata: {name: a}}
"""


def test_views_are_made_once(manifests: Reader) -> None:
    """A hundred rules ask for the same pods."""
    found = manifests(TEXT)
    expected = found.of(PodTemplate)
    actual = found.of(PodTemplate)
    assert expected is actual


def test_the_objects_themselves_are_a_view(manifests: Reader) -> None:
    """Some checks look at the whole."""
    found = manifests(TEXT)
    expected = found.resources
    actual = found.of(Resource)
    assert expected is actual


def test_an_index_is_made_once(manifests: Reader) -> None:
    """Its maker is the key, so that no two indexes share a name."""
    calls: list[Manifests] = []

    def maker(found: Manifests) -> int:
        calls.append(found)
        return len(found.resources)

    found = manifests(TEXT)
    expected = (4, 4, [found])
    actual = (found.index(maker), found.index(maker), calls)
    assert expected == actual


def test_kinds_are_told_by_group(manifests: Reader) -> None:
    """Volcano has a Job too."""
    found = manifests(TEXT)
    expected = [["a", "a", "b"], ["a"], []]
    kinds = (("", "Pod"), ("batch", "Job"), ("batch.volcano.sh", "Job"))
    actual = [[each.name for each in found.by_kind(*kind)] for kind in kinds]
    assert expected == actual


@pytest.mark.parametrize(
    ("name", "namespace", "expected"),
    [
        ("a", "web", "web"),
        ("a", None, "ml"),
        ("a", "", "ml"),
        ("a", "other", None),
        ("b", "other", ""),
        ("c", None, None),
    ],
)
def test_an_object_is_found_by_name_where_it_can_be(
    name: str, namespace: str | None, expected: str | None, manifests: Reader
) -> None:
    """An absent namespace is given when applying, so it may be any."""
    found = manifests(TEXT).named("", "Pod", name, namespace)
    actual = None if found is None else found.namespace
    assert expected == actual


def test_one_unsaid_namespace_is_as_good_as_any() -> None:
    """Two that are said must be the same."""
    expected = [True, True, True, False]
    actual = [same_namespace(*pair) for pair in (("a", "a"), ("", "a"), ("a", ""), ("a", "b"))]
    assert expected == actual
