from collections.abc import Callable

import pytest

from gpulint.core.severity import Confidence
from gpulint.model.context import Absence, Context
from gpulint.model.manifests import Manifests

Reader = Callable[..., Manifests]
CLASS = "{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: inference}}"
QUEUES = """\
{apiVersion: kueue.x-k8s.io/v1beta1, kind: LocalQueue, metadata: {name: a, namespace: ml}}
---
{apiVersion: kueue.x-k8s.io/v1beta1, kind: LocalQueue, metadata: {name: b, namespace: web}}
"""
NODE = "{apiVersion: v1, kind: Node, metadata: {name: n}}"
KIND = ("scheduling.k8s.io", "PriorityClass")


def test_absence_is_told_firmly_beside_a_near_sibling(manifests: Reader) -> None:
    """One letter is a typo, not another cluster."""
    context = Context(manifests(CLASS))
    expected = Absence(("inference",), ("inference",), "siblings", "high")
    actual = context.absence(*KIND, "inferences")
    assert expected == actual


def test_absence_beside_strangers_is_less_sure(manifests: Reader) -> None:
    """The class may be defined elsewhere."""
    context = Context(manifests(CLASS))
    expected = Absence(("inference",), (), "siblings", "medium")
    actual = context.absence(*KIND, "night-jobs")
    assert expected == actual


@pytest.mark.parametrize("because", ["facts", "complete"])
def test_facts_and_completeness_make_absence_certain(because: str, manifests: Reader) -> None:
    """Then there is no elsewhere."""
    if because == "facts":
        context = Context(manifests("kind: Pod"), manifests(CLASS).resources)
    else:
        context = Context(manifests(CLASS), complete=True)
    expected = Absence(("inference",), (), because, "high")
    actual = context.absence(*KIND, "night-jobs")
    assert expected == actual


def test_nobody_knows_without_siblings_and_that_is_noted(manifests: Reader) -> None:
    """The report lists the rule as skipped for this kind."""
    context = Context(manifests("kind: Pod"))
    expected = (None, {"PriorityClass"})
    actual = (context.absence(*KIND, "night-jobs"), context.silences)
    assert expected == actual


def test_what_exists_is_not_absent(manifests: Reader) -> None:
    """Neither in the input, nor in the facts, nor declared."""
    known = manifests(CLASS.replace("inference", "known")).resources
    context = Context(manifests(CLASS), known, externals={"PriorityClass": ["elsewhere"]})
    expected = [None, None, None]
    actual = [context.absence(*KIND, name) for name in ("inference", "known", "elsewhere")]
    assert expected == actual


@pytest.mark.parametrize(
    ("name", "expected"), [("team-vision", True), ("vision", False), ("team-", True)]
)
def test_a_name_that_is_still_to_be_filled_in_may_be_the_one(
    name: str, expected: bool, manifests: Reader
) -> None:
    """A queue for each team or topology comes out of one template."""
    context = Context(manifests(CLASS.replace("inference", "'team-${TEAM}'")))
    actual = context.absence(*KIND, name) is None
    assert expected == actual


def test_a_namespace_that_is_still_to_be_filled_in_may_be_any(manifests: Reader) -> None:
    """The queue lies where the job will."""
    context = Context(manifests(QUEUES.replace("namespace: ml", "namespace: $(NAMESPACE)")))
    actual = context.absence("kueue.x-k8s.io", "LocalQueue", "a", "ml")
    assert actual is None


def test_names_of_other_namespaces_are_not_offered(manifests: Reader) -> None:
    """A hint that cannot help is worse than none."""
    context = Context(manifests(QUEUES))
    absence = context.absence("kueue.x-k8s.io", "LocalQueue", "c", "ml")
    expected = ("a",)
    actual = () if absence is None else absence.known
    assert expected == actual


@pytest.mark.parametrize(
    ("where", "complete", "expected"),
    [("facts", False, True), ("input", True, True), ("input", False, False), ("none", True, False)],
)
def test_nodes_are_known_from_facts_or_when_the_input_is_whole(
    where: str, complete: bool, expected: bool, manifests: Reader
) -> None:
    """One Node in a folder is an example, not a fleet."""
    found = manifests(NODE if where == "input" else "kind: Pod")
    facts = manifests(NODE).resources if where == "facts" else ()
    actual = Context(found, facts, complete=complete).knows_nodes
    assert expected == actual


def test_facts_join_the_cluster_and_not_the_input(manifests: Reader) -> None:
    """Rules judge the input and look things up in both."""
    context = Context(manifests("kind: Pod"), manifests(CLASS).resources)
    expected = (["Pod"], ["Pod", "PriorityClass"])
    actual = (
        [r.kind for r in context.manifests.resources],
        [r.kind for r in context.cluster.resources],
    )
    assert expected == actual


def test_a_value_that_cannot_be_checked_is_counted_once(manifests: Reader) -> None:
    """Three rules may meet one placeholder."""
    context = Context(manifests("kind: Pod"))
    place = context.manifests.resources[0].at("spec", "x")
    for _ in range(3):
        context.cannot_check(place)
    expected = 1
    actual = len(context.unchecked)
    assert expected == actual


def test_the_confidence_of_an_absence_is_a_value() -> None:
    """Checks hand words around, the engine compares values."""
    expected = Confidence.MEDIUM
    actual = Context.confidence(Absence((), (), "siblings", "medium"))
    assert expected == actual
