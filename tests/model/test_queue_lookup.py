import pytest

from gpulint.model.context import Context
from gpulint.model.queue_lookup import is_typo, missing

CLASS = """
apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: {name: serving-high}
value: 1
"""
POD = """
apiVersion: v1
kind: Pod
metadata: {name: p}
spec: {containers: [{name: main}]}
"""


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("ml-training", "ml-train", True),
        ("servicing-high", "serving-high", True),
        ("default-queue", "defaultqueue", True),
        ("user-queue-2", "user-queue", False),
        ("gpu-a100", "gpu-h100", False),
        ("team-a", "team-b", False),
    ],
)
def test_one_word_with_few_other_letters_is_a_typo(one, other, expected) -> None:
    """Numbers and added words make names of other things."""
    actual = is_typo(one, other)
    assert expected == actual


def confidence(run, name: str) -> str | None:
    """How sure it is that a pod's class is missing."""
    pod = run.by_kind("", "Pod")[0]
    found = missing(Context(run), pod, "scheduling.k8s.io", "PriorityClass", name)
    return None if found is None else found.confidence


def test_objects_of_another_folder_prove_only_typos(manifests) -> None:
    """A folder of samples for many clusters must not flood."""
    expected = [None, "medium"]
    far = {"a/pods": POD, "b/classes": CLASS}
    actual = [confidence(manifests(**far), name) for name in ("batch", "servin-high")]
    assert expected == actual


def test_objects_of_the_same_folder_prove_absence(manifests) -> None:
    """A typo beside the right name is the surest."""
    expected = ["medium", "high"]
    near = {"a/pods": POD, "a/classes": CLASS}
    actual = [confidence(manifests(**near), name) for name in ("batch", "servin-high")]
    assert expected == actual
