from gpulint.model.gang import Gang
from gpulint.model.gang_index import Gangs
from gpulint.model.manifests import Manifests

GROUP = """
apiVersion: scheduling.x-k8s.io/v1alpha1
kind: PodGroup
metadata: {name: ring%s}
spec: {minMember: 4}
"""
JOB = """
apiVersion: batch/v1
kind: Job
metadata: {name: %s%s}
spec:
  parallelism: %d
  template:
    metadata: {labels: {scheduling.x-k8s.io/pod-group: ring}}
    spec: {containers: [{name: main}]}
"""


def totals(manifests: Manifests) -> list[tuple[str, int | None]]:
    """File and sum of every PodGroup of the input."""
    index = manifests.index(Gangs)
    return [
        (gang.resource.document.file, index.members(gang).total)
        for gang in manifests.of(Gang)
        if gang.carrier == "group"
    ]


def test_objects_that_name_one_group_add_up(manifests) -> None:
    """A launcher Job and a worker Job may fill a group together."""
    expected = [("input.yaml", 5)]
    text = "---".join([GROUP % "", JOB % ("one", "", 1), JOB % ("four", "", 4)])
    actual = totals(manifests(text))
    assert expected == actual


def test_absent_namespace_is_any_one_namespace(manifests) -> None:
    """The namespace is often given when manifests are applied."""
    expected = [("input.yaml", 3)]
    text = "---".join([GROUP % "", JOB % ("ring", ", namespace: audio", 3)])
    actual = totals(manifests(text))
    assert expected == actual


def test_another_namespace_has_no_members_here(manifests) -> None:
    """Groups do not reach over namespaces."""
    expected = [("input.yaml", None)]
    text = "---".join([GROUP % ", namespace: vision", JOB % ("ring", ", namespace: audio", 3)])
    actual = totals(manifests(text))
    assert expected == actual


def test_samples_of_one_name_keep_to_their_files(manifests) -> None:
    """A folder of samples uses the same name again and again."""
    expected = [("a.yaml", 2), ("b.yaml", 4)]
    first = "---".join([GROUP % "", JOB % ("ring", "", 2)])
    second = "---".join([GROUP % "", JOB % ("ring", "", 4)])
    actual = totals(manifests(a=first, b=second))
    assert expected == actual


def test_name_made_at_creation_leaves_the_number_open(manifests) -> None:
    """Several objects can be made from one generateName."""
    expected = [("input.yaml", None)]
    job = (JOB % ("ring", "", 2)).replace("name: ring}\nspec", "generateName: ring-}\nspec")
    actual = totals(manifests("---".join([GROUP % "", job])))
    assert expected == actual


def test_volcano_jobs_never_join_a_group_by_hand(manifests) -> None:
    """Their controller overwrites the annotation with the name of a group of its own."""
    expected = [("input.yaml", None)]
    text = """
apiVersion: scheduling.volcano.sh/v1beta1
kind: PodGroup
metadata: {name: ring}
spec: {minMember: 2}
---
apiVersion: batch.volcano.sh/v1alpha1
kind: Job
metadata: {name: ring}
spec:
  tasks:
    - replicas: 2
      template:
        metadata: {annotations: {scheduling.k8s.io/group-name: ring}}
        spec: {containers: [{name: main}]}
"""
    actual = totals(manifests(text))
    assert expected == actual


def test_autoscaled_object_has_an_unknown_count(manifests) -> None:
    """Replicas that an autoscaler owns say nothing about the gang."""
    expected = [("input.yaml", None)]
    scaler = """
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata: {name: ring}
spec: {scaleTargetRef: {name: ring}}
"""
    deployment = """
apiVersion: apps/v1
kind: Deployment
metadata: {name: ring}
spec:
  replicas: 2
  template:
    metadata: {labels: {scheduling.x-k8s.io/pod-group: ring}}
    spec: {containers: [{name: main}]}
"""
    actual = totals(manifests("---".join([GROUP % "", deployment, scaler])))
    assert expected == actual
