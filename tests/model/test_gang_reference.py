import pytest

from gpulint.model.gang_misplaced import misplaced
from gpulint.model.gang_reference import references
from gpulint.model.pod import PodTemplate


def pod(metadata: str = "", spec: str = "") -> str:
    return f"""
apiVersion: v1
kind: Pod
metadata: {{name: rank, {metadata}}}
spec: {{containers: [{{name: main}}], {spec}}}
"""


READ = {
    "Volcano": (
        pod("annotations: {scheduling.k8s.io/group-name: ring}"),
        [("volcano", "ring")],
    ),
    "Coscheduling": (
        pod("labels: {scheduling.x-k8s.io/pod-group: ring}"),
        [("coscheduling", "ring")],
    ),
    "native": (
        pod(spec="schedulingGroup: {podGroupName: ring}"),
        [("native", "ring")],
    ),
    "native of 1.35": (
        pod(spec="workloadRef: {name: ring, podGroup: ranks}"),
        [("native-workload", "ring/ranks/")],
    ),
    "YuniKorn": (
        pod(
            "labels: {applicationId: app}, annotations: {yunikorn.apache.org/task-group-name: ring}"
        ),
        [("yunikorn", "app/ring")],
    ),
    "wrong carrier": (pod("annotations: {scheduling.x-k8s.io/pod-group: ring}"), []),
    "placeholder": (pod("labels: {scheduling.x-k8s.io/pod-group: '${NAME}'}"), []),
    "number": (pod("labels: {scheduling.x-k8s.io/pod-group: 3}"), []),
}


@pytest.mark.parametrize(("text", "found"), READ.values(), ids=READ)
def test_reference_is_read_where_its_scheduler_reads(manifests, text: str, found: object) -> None:
    """A key in another place makes no member."""
    expected = found
    template = manifests(text).of(PodTemplate)[0]
    actual = [(each.key.system, each.name) for each in references(template)]
    assert expected == actual


JOB = """
apiVersion: batch/v1
kind: Job
metadata:
  name: ring
  labels: {scheduling.x-k8s.io/pod-group: ring}
spec:
  template:
    metadata:
      annotations:
        scheduling.volcano.sh/group-min-member: "4"
    spec: {containers: [{name: main}]}
"""


def test_keys_of_owner_and_pods_that_changed_places_are_found(manifests) -> None:
    """Both are inert, and nothing tells so at run time."""
    expected = [
        ("scheduling.x-k8s.io/pod-group", 'metadata.labels["scheduling.x-k8s.io/pod-group"]'),
        (
            "scheduling.volcano.sh/group-min-member",
            'spec.template.metadata.annotations["scheduling.volcano.sh/group-min-member"]',
        ),
    ]
    run = manifests(JOB)
    found = misplaced(run.resources[0], run.of(PodTemplate))
    actual = [(each.key, each.place.pointer.field_path) for each in found]
    assert expected == actual
