"""Claims, their requests, and the pods that use them."""

from collections.abc import Callable

from gpulint.model.context import Context
from gpulint.model.dra import ClaimConfig, DeviceRequest, PodClaim, container_claims
from gpulint.model.manifests import Manifests
from gpulint.model.pod import PodTemplate

Reader = Callable[..., Manifests]

TEMPLATE = """
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: gpus}
spec:
  spec:
    devices:
      requests:
        - {name: whole, exactly: {deviceClassName: gpu.nvidia.com}}
        - name: either
          firstAvailable:
            - {name: slice, deviceClassName: mig.nvidia.com}
            - {name: own, deviceClassName: large.example.com}
        - {name: old, deviceClassName: vfio.gpu.nvidia.com}
        - 7
      config:
        - opaque: {driver: gpu.nvidia.com, parameters: {kind: GpuConfig}}
        - {requests: [whole]}
"""
POD = """
apiVersion: v1
kind: Pod
metadata: {name: probe}
spec:
  resourceClaims:
    - {name: a, resourceClaimTemplateName: gpus}
    - {name: b, source: {resourceClaimName: shared}}
  initContainers: [{name: first, resources: {claims: [{name: a, request: whole}]}}]
  containers: [{name: main, resources: {claims: [{name: a}]}}]
"""


def test_requests_in_both_layouts_and_alternatives(manifests: Reader) -> None:
    """Rules see a class wherever a version of the API has it."""
    found = manifests(TEMPLATE).of(DeviceRequest)
    expected = [
        ("whole", "", "gpu", "spec.spec.devices.requests[0].exactly"),
        ("either", "", "", "spec.spec.devices.requests[1]"),
        ("slice", "either", "mig", "spec.spec.devices.requests[1].firstAvailable[0]"),
        ("own", "either", "", "spec.spec.devices.requests[1].firstAvailable[1]"),
        ("old", "", "vfio", "spec.spec.devices.requests[2]"),
    ]
    actual = [(r.name, r.outer, r.device, r.at_body().pointer.field_path) for r in found]
    assert expected == actual


def test_configuration_for_a_driver(manifests: Reader) -> None:
    """Entries without opaque parameters configure nothing that is known."""
    expected = [("gpu.nvidia.com", "spec.spec.devices.config[0].opaque.parameters.kind")]
    actual = [
        (each.driver, each.at("kind").pointer.field_path)
        for each in manifests(TEMPLATE).of(ClaimConfig)
    ]
    assert expected == actual


def test_claims_of_a_pod_and_who_lists_them(manifests: Reader) -> None:
    """The nesting of old releases counts as well, so that other rules still work on it."""
    expected = [("a", "gpus", "", ["first", "main"]), ("b", "", "shared", [])]
    actual = [
        (each.name, each.template, each.claim, [user.name for user in each.users()])
        for each in manifests(POD).of(PodClaim)
    ]
    assert expected == actual


def test_the_requests_behind_a_claim(manifests: Reader) -> None:
    """A claim that is not part of the run has unknown requests."""
    run = manifests(pod=POD, template=TEMPLATE)
    context = Context(run)
    expected = [["whole", "either", "slice", "own", "old"], []]
    actual = [[r.name for r in each.requests(context)] for each in run.of(PodClaim)]
    assert expected == actual


def test_the_request_that_a_container_picks(manifests: Reader) -> None:
    """Empty means all of the claim."""
    (pod,) = manifests(POD).of(PodTemplate)
    expected = [{"a": "whole"}, {"a": ""}]
    actual = [
        {name: request for name, (request, _) in container_claims(each).items()}
        for each in pod.all_containers
    ]
    assert expected == actual
