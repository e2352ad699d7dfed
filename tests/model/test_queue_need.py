from gpulint.model.gang_index import Gangs
from gpulint.model.manifests import Manifests
from gpulint.model.quantity import parse_quantity
from gpulint.model.queue_need import Need, needs, shown

JOB = """
apiVersion: kubeflow.org/v1
kind: PyTorchJob
metadata: {name: a}
spec:
  pytorchReplicaSpecs:
    Master:
      replicas: 1
      template: {spec: {containers: [{name: pytorch, resources: {limits: {memory: 4Gi}}}]}}
    Worker:
      replicas: %s
      template:
        spec:
          containers:
            - name: pytorch
              resources: {limits: {memory: 8Gi, nvidia.com/gpu: "2"}}
"""


def need(manifests: Manifests, name: str) -> Need:
    """The need of the first object for one resource."""
    members = manifests.index(Gangs).members_of(manifests.resources[0])
    return needs((member, member.count) for member in members)[name]


def test_sum_is_written_out(manifests) -> None:
    """A finding shows the sum, so that nobody has to trust it."""
    expected = ["3 × 2 = 6", "1 × 4Gi + 3 × 8Gi = 28Gi"]
    run = manifests(JOB % 3)
    actual = [need(run, name).text for name in ("nvidia.com/gpu", "memory")]
    assert expected == actual


def test_unknown_count_adds_nothing_certain(manifests) -> None:
    """A placeholder may stand for any number, so only the rest is sure."""
    expected = "4Gi"
    actual = need(manifests(JOB % "${N}"), "memory").text
    assert expected == actual


def test_smallest_sum_takes_the_smallest_pods(manifests) -> None:
    """A gang of two may be the master and one worker, so no more is certain."""
    expected = ["0", "2", "4"]
    actual = [need(manifests(JOB % 3), "nvidia.com/gpu").of_pods(n).text for n in (1, 2, 3)]
    assert expected == actual


def test_place_is_the_count_of_the_largest_role(manifests) -> None:
    """With many pods the count is what a person changes; with one the amount."""
    expected = [
        "spec.pytorchReplicaSpecs.Worker.replicas",
        'spec.pytorchReplicaSpecs.Worker.template.spec.containers[0].resources.limits["nvidia.com/gpu"]',
    ]
    places = [need(manifests(JOB % n), "nvidia.com/gpu").place for n in (3, 1)]
    actual = [place.pointer.field_path for place in places]
    assert expected == actual


def test_bytes_are_shown_in_their_largest_unit() -> None:
    """412316860416 tells nobody anything."""
    expected = ["384Gi", "1536Mi", "8", "2Ti"]
    amounts = (("memory", "384Gi"), ("memory", "1.5Gi"), ("cpu", "8"), ("hugepages-2Mi", "2Ti"))
    actual = [shown(name, parse_quantity(value)) for name, value in amounts]
    assert expected == actual


def test_a_need_of_unknown_counts_stands_at_the_pods_that_ask_for_most(manifests) -> None:
    """A gang's minimum can be too large for a queue before anybody knows how many pods there are."""
    expected = "/spec/pytorchReplicaSpecs/Worker/replicas"
    actual = need(manifests(JOB % "${N}"), "nvidia.com/gpu").place.pointer.text
    assert expected == actual
