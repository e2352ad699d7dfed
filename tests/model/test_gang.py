import pytest

from gpulint.model.gang import Gang

POD = "{spec: {containers: [{name: main}]}}"
META = "metadata: {name: ring"


def volcano(minimum: str) -> str:
    return f"""
apiVersion: batch.volcano.sh/v1alpha1
kind: Job
{META}}}
spec:
  minAvailable: {minimum}
  tasks:
    - {{name: rank, replicas: 4, minAvailable: 2, template: {POD}}}
"""


DECLARED = {
    "Volcano Job": (volcano("3"), [("volcano", "object", 3, True)]),
    "0 is Volcano's default": (volcano("0"), [("volcano", "object", None, False)]),
    "no number": (volcano("three"), [("volcano", "object", None, True)]),
    "owner's annotation": (
        f"apiVersion: apps/v1\nkind: Deployment\n{META}, annotations: "
        f"{{scheduling.volcano.sh/group-min-member: '3'}}}}\nspec: {{template: {POD}}}",
        [("volcano", "object", 3, True)],
    ),
    "native Job": (
        f"apiVersion: batch/v1\nkind: Job\n{META}}}\nspec: {{parallelism: 4, template: {POD}, "
        "scheduling: {schedulingPolicy: {gang: {minCount: 4}}}}",
        [("native", "object", 4, True)],
    ),
    "Kubeflow": (
        f"apiVersion: kubeflow.org/v1\nkind: JAXJob\n{META}}}\nspec: {{jaxReplicaSpecs: "
        f"{{Worker: {{template: {POD}}}}}, runPolicy: {{schedulingPolicy: {{minAvailable: 1}}}}}}",
        [("kubeflow", "object", 1, True)],
    ),
    "PodGroup of Koordinator": (
        f"apiVersion: scheduling.sigs.k8s.io/v1alpha1\nkind: PodGroup\n{META}}}\n"
        "spec: {minMember: 2}",
        [("koordinator", "group", 2, True)],
    ),
    "Workload of 1.35": (
        f"apiVersion: scheduling.k8s.io/v1alpha1\nkind: Workload\n{META}}}\n"
        "spec: {podGroups: [{name: ranks, policy: {gang: {minCount: 3}}}]}",
        [("native", "group", 3, True)],
    ),
    "size on the pods": (
        f"apiVersion: v1\nkind: Pod\n{META}, annotations: {{gang.scheduling.koordinator.sh/name: "
        "ring, gang.scheduling.koordinator.sh/min-available: '2'}}\nspec: {containers: []}",
        [("koordinator", "pods", 2, True)],
    ),
    "task groups": (
        f"apiVersion: v1\nkind: Pod\n{META}, annotations: {{yunikorn.apache.org/task-groups: "
        '\'[{"name": "a", "minMember": 2}, 7]\'}}\nspec: {containers: []}',
        [("yunikorn", "pods", 2, True), ("yunikorn", "pods", None, True)],
    ),
    "no gang": (f"apiVersion: batch/v1\nkind: Job\n{META}}}\nspec: {{template: {POD}}}", []),
}


@pytest.mark.parametrize(("text", "gangs"), DECLARED.values(), ids=DECLARED)
def test_every_family_declares_its_gangs_the_same_way(manifests, text: str, gangs: object) -> None:
    """Rules are written over gangs, not over kinds."""
    expected = gangs
    found = manifests(text).of(Gang)
    actual = [(gang.system, gang.carrier, gang.minimum, gang.stated) for gang in found]
    assert expected == actual


def test_roles_keep_their_own_minimum_and_place(manifests) -> None:
    """A finding about a task points at the task."""
    expected = [(2, "spec.tasks[0].minAvailable")]
    gang = manifests(volcano("3")).of(Gang)[0]
    actual = [(role.count, role.place.pointer.field_path) for role in gang.roles]
    assert expected == actual
