from gpulint.model.priority import (
    PriorityClasses,
    PriorityReference,
    workload_class_value,
)

CLASSES = """
apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: {name: high}
value: 1000
preemptionPolicy: Never
---
apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: {name: usual}
value: 10
globalDefault: true
---
apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: {name: broken}
value: "7"
---
apiVersion: kueue.x-k8s.io/v1beta2
kind: WorkloadPriorityClass
metadata: {name: urgent}
value: 5
"""


def test_priority_behind_a_name(manifests) -> None:
    """No name means the default class; an unknown class or value is not guessed."""
    expected = [
        ("high", (1000, "Never")),
        ("", (10, "PreemptLowerPriority")),
        ("system-node-critical", (2000001000, "PreemptLowerPriority")),
        ("broken", None),
        ("elsewhere", None),
    ]
    run = manifests(CLASSES)
    index = run.index(PriorityClasses)
    found = [(name, index.of(name, run.resources[0])) for name, _ in expected]
    actual = [(name, each and (each.value, each.policy)) for name, each in found]
    assert expected == actual


def test_no_class_at_all_is_zero(manifests) -> None:
    """So admission computes it."""
    expected = (0, "PreemptLowerPriority", None)
    run = manifests("{apiVersion: v1, kind: Pod, metadata: {name: p}}")
    actual = run.index(PriorityClasses).of("", run.resources[0])
    assert expected == actual


def test_value_of_a_workload_class(manifests) -> None:
    """Kueue's classes are objects of their own."""
    expected = [5, None]
    run = manifests(CLASSES)
    actual = [workload_class_value(run, name) for name in ("urgent", "high")]
    assert expected == actual


def test_every_place_that_names_a_class(manifests) -> None:
    """Pods, gangs and labels take classes of different kinds."""
    expected = [
        ("PriorityClass", "pods", "spec.tasks[0].template.spec.priorityClassName"),
        ("PriorityClass", "gang", "spec.priorityClassName"),
        ("WorkloadPriorityClass", "kueue", 'metadata.labels["kueue.x-k8s.io/priority-class"]'),
    ]
    run = manifests("""
apiVersion: batch.volcano.sh/v1alpha1
kind: Job
metadata: {name: a, labels: {kueue.x-k8s.io/priority-class: kueue}}
spec:
  priorityClassName: gang
  tasks:
    - template: {spec: {priorityClassName: pods, containers: [{name: main}]}}
""")
    actual = [
        (each.kind, each.name, each.place.pointer.field_path) for each in run.of(PriorityReference)
    ]
    assert expected == actual


def test_class_of_a_plain_pod_without_gpus_concerns_nobody(manifests) -> None:
    """Such pods are other tools' matter."""
    expected = [False, True]
    pod = """
apiVersion: v1
kind: Pod
metadata: {name: p}
spec:
  priorityClassName: high
  containers: [{name: main, resources: {limits: {%s: 1}}}]
"""
    runs = [manifests(pod % name) for name in ("cpu", "nvidia.com/gpu")]
    actual = [run.of(PriorityReference)[0].concerns_gpus for run in runs]
    assert expected == actual
