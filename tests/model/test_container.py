from collections.abc import Callable

from gpulint.model.container import Container, ResourceRequirements
from gpulint.model.manifests import Manifests
from gpulint.model.pod import PodTemplate
from gpulint.model.quantity import ZERO, Quantity

Reader = Callable[..., Manifests]
GIGA = 10**9

POD = """\
apiVersion: v1
kind: Pod
metadata: {name: trainer}
spec:
  initContainers:
  - name: proxy
    restartPolicy: Always
    resources: {limits: {cpu: 1}}
  containers:
  - name: trainer
    command: [torchrun]
    args: [--nproc_per_node, 8, train.py]
    env:
    - {name: A, value: "1"}
    - {name: B, valueFrom: {}}
    - {name: C}
    - 7
    volumeMounts: [{name: shm, mountPath: /dev/shm}]
    resources:
      limits:
        nvidia.com/gpu: 2
        cpu: ${CPUS}
        memory: much
        amd.com/gpu: 0
      requests:
        nvidia.com/gpu: 1
        cpu: 500m
"""


def _blocks(found: Manifests) -> list[ResourceRequirements]:
    return list(found.of(ResourceRequirements))


def _trainer(found: Manifests) -> Container:
    return found.of(PodTemplate)[0].containers[0]


def test_every_line_has_amount_and_place(manifests: Reader) -> None:
    """A value that is no quantity and one that is not known yet are two things."""
    expected = [
        ("limits", "nvidia.com/gpu", 2, False),
        ("limits", "cpu", None, True),
        ("limits", "memory", None, False),
        ("limits", "amd.com/gpu", 0, False),
        ("requests", "nvidia.com/gpu", 1, False),
        ("requests", "cpu", None, False),
    ]
    lines = list(_blocks(manifests(POD))[1].lines)
    actual = [(side, a.name, a.devices, a.unknown) for side, a in lines]
    assert expected == actual


def test_the_place_of_an_amount_is_its_line(manifests: Reader) -> None:
    """A finding lands on the number itself."""
    block = _blocks(manifests(POD))[1]
    place = block.limits["nvidia.com/gpu"].place
    expected = (21, 25)
    actual = tuple(place.document.locate(place.pointer, "value").span[:2])
    assert expected == actual


def test_the_scheduler_counts_the_request_else_the_limit(manifests: Reader) -> None:
    """Kubernetes fills an absent request from the limit."""
    block = _blocks(manifests(POD))[1]
    expected = [Quantity(GIGA), Quantity(GIGA // 2), ZERO, ZERO]
    actual = [block.wanted(n) for n in ("nvidia.com/gpu", "cpu", "memory", "example.com/none")]
    assert expected == actual


def test_accelerators_are_known_devices_that_are_asked_for(manifests: Reader) -> None:
    """Zero is how people say `none`."""
    expected = [[], [("nvidia.com/gpu", "limits")]]
    actual = [
        [(name, amount.place.pointer[-2]) for name, amount in block.accelerators().items()]
        for block in _blocks(manifests(POD))
    ]
    assert expected == actual


def test_blocks_are_called_after_their_container(manifests: Reader) -> None:
    """In a pod of four the name tells which."""
    text = POD.replace("- name: proxy\n", "- image: registry.example/proxy:1\n")
    expected = ["the container", 'container "trainer"']
    actual = [block.owner for block in _blocks(manifests(text))]
    assert expected == actual


def test_a_custom_kind_may_carry_a_block_of_its_own(manifests: Reader) -> None:
    """Its GPUs count like those of a container, though Kubernetes does not validate them."""
    text = """\
apiVersion: serving.kserve.io/v1beta1
kind: InferenceService
metadata: {name: chat}
spec:
  predictor:
    model:
      modelFormat: {name: vllm}
      resources: {limits: {nvidia.com/gpu: 1}}
    containers: [{name: proxy, resources: {limits: {cpu: 1}}}]
"""
    expected = [
        ("/spec/predictor/containers/0/resources", 'container "proxy"', True),
        ("/spec/predictor/model/resources", "spec.predictor.model", False),
    ]
    actual = [(b.pointer.text, b.owner, b.in_container) for b in _blocks(manifests(text))]
    assert expected == actual


def test_a_sidecar_is_an_init_container_that_stays(manifests: Reader) -> None:
    """It takes its devices for the whole life of the pod."""
    pod = manifests(POD).of(PodTemplate)[0]
    expected = [("proxy", True, True), ("trainer", False, False)]
    actual = [(c.name, c.init, c.sidecar) for c in pod.all_containers]
    assert expected == actual


def test_environment_words_and_mounts_keep_their_places(manifests: Reader) -> None:
    """Launchers state their world in any of the three."""
    trainer = _trainer(manifests(POD))
    expected = (
        [
            ("A", "1", "env/0/value"),
            ("B", None, "env/1/value"),
            ("C", "", "env/2/value"),
            ("", None, "env/3/value"),
        ],
        [("torchrun", "command/0"), ("--nproc_per_node", "args/0"), ("", "args/1")],
        [{"name": "shm", "mountPath": "/dev/shm"}],
    )
    base = len(trainer.pointer.text) + 1
    actual = (
        [(e.name, e.value, e.place.pointer.text[base:]) for e in trainer.env],
        [(word, place.pointer.text[base:]) for word, place in trainer.words[:3]],
        [dict(mount) for mount in trainer.mounts],
    )
    assert expected == actual
