from collections.abc import Callable

import pytest

from gpulint.catalog.paths import EACH_ITEM, EACH_VALUE
from gpulint.model.manifests import Manifests
from gpulint.model.pod import PodTemplate
from gpulint.model.workload import choose, expand

Reader = Callable[..., Manifests]


def _told(found: Manifests) -> list[tuple[str, str, int | None]]:
    return [(p.spec_pointer.text, p.role, p.count) for p in found.of(PodTemplate)]


COUNTS = [
    pytest.param("batch/v1", "Job", "{template: {spec: {}}}", 1, id="job"),
    pytest.param("batch/v1", "Job", "{parallelism: 4, template: {spec: {}}}", 4, id="parallel-job"),
    pytest.param(
        "batch/v1",
        "Job",
        "{parallelism: 4, completions: 2, template: {spec: {}}}",
        2,
        id="fewer-completions",
    ),
    pytest.param(
        "batch/v1", "Job", "{parallelism: '${N}', template: {spec: {}}}", None, id="placeholder"
    ),
    pytest.param("apps/v1", "Deployment", "{template: {spec: {}}}", 1, id="deployment"),
    pytest.param("apps/v1", "DaemonSet", "{template: {spec: {}}}", None, id="daemon-set"),
    pytest.param("apps/v1", "StatefulSet", "{replicas: 0, template: {spec: {}}}", 0, id="zero"),
]


@pytest.mark.parametrize(("api", "kind", "spec", "expected"), COUNTS)
def test_the_number_of_pods_is_known_or_unknown_never_guessed(
    api: str, kind: str, spec: str, expected: int | None, manifests: Reader
) -> None:
    """Gangs and quotas are compared with it."""
    found = manifests(f"{{apiVersion: {api}, kind: {kind}, spec: {spec}}}")
    actual = [pod.count for pod in found.of(PodTemplate)]
    assert [expected] == actual


def test_each_role_of_a_gang_is_a_template_of_its_own(manifests: Reader) -> None:
    """Roles differ in devices, and their names are what people know."""
    text = """\
apiVersion: batch.volcano.sh/v1alpha1
kind: Job
spec:
  tasks:
  - {name: master, replicas: 1, template: {spec: {}}}
  - {name: worker, replicas: 3, template: {metadata: {labels: {a: b}}, spec: {}}}
---
apiVersion: kubeflow.org/v1
kind: PyTorchJob
spec:
  pytorchReplicaSpecs:
    Master: {replicas: 1, template: {spec: {}}}
    Worker: {replicas: 7, template: {spec: {}}}
---
apiVersion: jobset.x-k8s.io/v1alpha2
kind: JobSet
spec:
  replicatedJobs:
  - {name: slice, replicas: 2, template: {spec: {parallelism: 4, template: {spec: {}}}}}
"""
    expected = [
        ("/spec/tasks/0/template/spec", "master", 1),
        ("/spec/tasks/1/template/spec", "worker", 3),
        ("/spec/pytorchReplicaSpecs/Master/template/spec", "master", 1),
        ("/spec/pytorchReplicaSpecs/Worker/template/spec", "worker", 7),
        ("/spec/replicatedJobs/0/template/spec/template/spec", "slice", 8),
    ]
    actual = _told(manifests(text))
    assert expected == actual


def test_pod_templates_inside_an_unknown_kind_are_found_by_their_containers(
    manifests: Reader,
) -> None:
    """Every company has a kind of its own, and its GPUs are as real."""
    text = """\
apiVersion: example.com/v1
kind: Fleet
spec:
  groups:
  - template:
      metadata: {labels: {team: vision}}
      spec: {containers: [{name: a}]}
  runner: {containers: [{name: b}]}
  odd: {containers: [1]}
status: {containers: [{name: c}]}
"""
    expected = [
        ("/spec/groups/0/template/spec", "groups.0", None),
        ("/spec/runner", "runner", None),
    ]
    actual = _told(manifests(text))
    assert expected == actual


def test_labels_of_a_template_in_an_unknown_kind_are_read(manifests: Reader) -> None:
    """Queue labels stand there."""
    text = """\
apiVersion: example.com/v1
kind: Fleet
spec: {template: {metadata: {labels: {team: vision}}, spec: {containers: [{name: a}]}}}
"""
    expected = {"team": "vision"}
    actual = dict(manifests(text).of(PodTemplate)[0].labels)
    assert expected == actual


@pytest.mark.parametrize(
    "head",
    [
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition",
        "apiVersion: v1\nkind: ConfigMap",
        "apiVersion: kyverno.io/v1\nkind: ClusterPolicy",
    ],
)
def test_what_describes_pods_is_no_pod(head: str, manifests: Reader) -> None:
    """A pattern of a policy would be judged as if it ran."""
    expected: list[tuple[str, str, int | None]] = []
    actual = _told(manifests(f"{head}\nspec: {{containers: [{{name: a}}]}}"))
    assert expected == actual


def test_a_template_of_the_wrong_shape_is_none(manifests: Reader) -> None:
    """A wrong shape is the schema's to report."""
    expected: list[tuple[str, str, int | None]] = []
    actual = _told(manifests("{apiVersion: batch/v1, kind: Job, spec: {template: [1]}}"))
    assert expected == actual


def test_steps_of_a_workflow_take_what_they_leave_out_from_its_spec(manifests: Reader) -> None:
    """A step that says nothing of nodes is placed by words that stand once, above all steps."""
    text = """\
apiVersion: argoproj.io/v1alpha1
kind: Workflow
spec:
  nodeSelector: {a: b}
  tolerations: [{key: a}]
  volumes: [{name: shared}]
  templates:
  - {name: flow, steps: []}
  - {name: quiet, container: {image: i}}
  - {name: own, nodeSelector: {c: d}, script: {image: i}, volumes: [{name: v}]}
  - {name: open, tolerations: [{key: x}], container: {image: i}}
"""
    shared = [{"key": "a"}]
    expected = [
        ("/spec", {"a": "b"}, shared, ["shared"]),
        ("/spec/templates/2", {"c": "d"}, shared, ["v", "shared"]),
        ("/spec/templates/3", None, [{"key": "x"}], ["shared"]),
    ]
    actual = [
        (
            pod.spec_pointer.text,
            pod.spec.get("nodeSelector"),
            pod.spec.get("tolerations"),
            [volume["name"] for volume in pod.spec["volumes"]],
        )
        for pod in manifests(text).of(PodTemplate)
    ]
    assert expected == actual


def test_wildcards_go_over_items_and_values() -> None:
    """A path of the catalogue stands for many of an object."""
    value = {"a": [{"x": 1}, {"y": 2}, {"x": 3}], "m": {"k": {"x": 4}}}
    expected = [(1, ("a", 0, "x"), (0,)), (3, ("a", 2, "x"), (2,)), (4, ("m", "k", "x"), ("k",))]
    paths = (("a", EACH_ITEM, "x"), ("m", EACH_VALUE, "x"))
    actual = [tuple(found) for path in paths for found in expand(value, path)]
    assert expected == actual


def test_choices_fill_the_wildcards_of_another_path() -> None:
    """The replicas stand beside the template that was found."""
    path = ("a", EACH_ITEM, "replicas")
    expected = [("a", 2, "replicas"), None]
    actual = [choose(path, (2,)), choose(path, ())]
    assert expected == actual
