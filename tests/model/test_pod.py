from collections.abc import Callable

import pytest

from gpulint.model.manifests import Manifests
from gpulint.model.pod import PodTemplate

Reader = Callable[..., Manifests]


def _pod(found: Manifests) -> PodTemplate:
    return found.of(PodTemplate)[0]


def _spec(spec: str) -> str:
    return f"{{apiVersion: v1, kind: Pod, metadata: {{name: p, labels: {{a: b}}}}, spec: {spec}}}"


REQUESTS = [
    pytest.param("{containers: [{resources: {limits: {cpu: 1}}}]}", {"cpu": "1"}, id="one"),
    pytest.param(
        "{containers: [{resources: {limits: {nvidia.com/gpu: 1}}},"
        " {resources: {requests: {nvidia.com/gpu: 2}}}]}",
        {"nvidia.com/gpu": "3"},
        id="sum-of-containers",
    ),
    pytest.param(
        "{initContainers: [{resources: {limits: {nvidia.com/gpu: 4}}},"
        " {resources: {limits: {nvidia.com/gpu: 2}}}],"
        " containers: [{resources: {limits: {nvidia.com/gpu: 1}}}]}",
        {"nvidia.com/gpu": "4"},
        id="largest-init-step",
    ),
    pytest.param(
        "{initContainers: [{restartPolicy: Always, resources: {limits: {nvidia.com/gpu: 1}}}],"
        " containers: [{resources: {limits: {nvidia.com/gpu: 2}}}]}",
        {"nvidia.com/gpu": "3"},
        id="sidecar-stays",
    ),
    pytest.param(
        "{initContainers: [{restartPolicy: Always, resources: {limits: {nvidia.com/gpu: 1}}},"
        " {resources: {limits: {nvidia.com/gpu: 4}}}],"
        " containers: [{resources: {limits: {nvidia.com/gpu: 2}}}]}",
        {"nvidia.com/gpu": "5"},
        id="init-step-beside-an-earlier-sidecar",
    ),
    pytest.param(
        "{initContainers: [{resources: {limits: {nvidia.com/gpu: 4}}},"
        " {restartPolicy: Always, resources: {limits: {nvidia.com/gpu: 1}}}],"
        " containers: [{resources: {limits: {nvidia.com/gpu: 2}}}]}",
        {"nvidia.com/gpu": "4"},
        id="init-step-before-the-sidecar",
    ),
    pytest.param(
        "{overhead: {cpu: 250m, memory: lots}, containers: [{resources: {requests: {cpu: 750m}}}]}",
        {"cpu": "1"},
        id="overhead",
    ),
    pytest.param("{containers: [7, {resources: []}]}", {}, id="wrong-shapes"),
]


@pytest.mark.parametrize(("spec", "expected"), REQUESTS)
def test_a_pod_takes_what_the_scheduler_counts(
    spec: str, expected: dict[str, str], manifests: Reader
) -> None:
    """Whether it fits a node, a quota or a queue is all decided by this sum."""
    actual = {name: q.text for name, q in _pod(manifests(_spec(spec))).requests.items()}
    assert expected == actual


def test_accelerators_are_the_devices_among_the_requests(manifests: Reader) -> None:
    """CPUs are scheduled too, and are not our business."""
    limits = "{nvidia.com/gpu: 2, amd.com/gpu: 0, cpu: 8, example.com/foo: 1}"
    pod = _pod(manifests(_spec(f"{{containers: [{{resources: {{limits: {limits}}}}}]}}")))
    expected = {"nvidia.com/gpu": "2"}
    actual = {name: amount.text for name, amount in pod.accelerators.items()}
    assert expected == actual


def test_a_pod_is_its_own_template(manifests: Reader) -> None:
    """Its metadata and spec stand at the root."""
    pod = _pod(manifests(_spec("{schedulerName: volcano, priorityClassName: high}")))
    expected = ("/spec/x", "/metadata/labels/a", {"a": "b"}, {}, "volcano", "high", "high")
    actual = (
        pod.at("x").pointer.text,
        pod.at_metadata("labels", "a").pointer.text,
        dict(pod.labels),
        dict(pod.annotations),
        pod.scheduler_name,
        pod.priority_class,
        pod.get("priorityClassName"),
    )
    assert expected == actual


def test_products_are_those_that_the_pod_accepts(manifests: Reader) -> None:
    """An unknown card is no product, so that nothing is said of it."""
    selector = "{nodeSelector: {nvidia.com/gpu.product: NVIDIA-L4}}"
    expected = ["NVIDIA-L4"]
    actual = [each.text for each in _pod(manifests(_spec(selector))).products]
    assert expected == actual


def test_a_pod_without_a_demand_accepts_every_product(manifests: Reader) -> None:
    """Empty means `any`, never `none`."""
    expected: tuple[()] = ()
    actual = _pod(manifests(_spec("{}"))).products
    assert expected == actual


def test_a_kind_without_pod_metadata_points_at_the_pod_spec(manifests: Reader) -> None:
    """There is no better place for a label that cannot be written."""
    text = "{apiVersion: example.com/v1, kind: Runner, spec: {pod: {containers: [{name: a}]}}}"
    place = _pod(manifests(text)).at_metadata("labels")
    expected = ("/spec/pod", "key")
    actual = (place.pointer.text, place.part)
    assert expected == actual
