"""ComputeDomains and their users."""

from collections.abc import Callable

from gpulint.model.compute_domain import ComputeDomain, ComputeDomainUsers
from gpulint.model.dra import PodClaim
from gpulint.model.manifests import Manifests

Reader = Callable[..., Manifests]


def domain(name: str, namespace: str) -> str:
    return f"""
apiVersion: resource.nvidia.com/v1beta1
kind: ComputeDomain
metadata: {{name: {name}, namespace: {namespace}}}
spec: {{numNodes: 2, channel: {{resourceClaimTemplate: {{name: channel}}}}}}
"""


POD = """
apiVersion: v1
kind: Pod
metadata: {name: rank, namespace: a}
spec:
  resourceClaims: [{name: c, resourceClaimTemplateName: channel}]
  containers: [{name: rank}]
"""


def test_users_are_the_pods_of_its_namespace(manifests: Reader) -> None:
    """Templates are looked up in the pod's own namespace."""
    run = manifests(one=domain("one", "a"), two=domain("two", "b"), pod=POD)
    index = run.index(ComputeDomainUsers)
    expected = [["rank"], []]
    actual = [[c.resource.name for c in index.of(each)] for each in run.of(ComputeDomain)]
    assert expected == actual


def test_two_domains_with_one_template_in_a_namespace_tell_nothing(manifests: Reader) -> None:
    """Which of them the pods mean cannot be said."""
    run = manifests(one=domain("one", "a"), two=domain("two", "a"), pod=POD)
    index = run.index(ComputeDomainUsers)
    expected: list[tuple[PodClaim, ...]] = [(), ()]
    actual = [index.of(each) for each in run.of(ComputeDomain)]
    assert expected == actual


def test_domains_of_a_claim_in_any_namespace(manifests: Reader) -> None:
    """A rule compares the namespaces itself."""
    run = manifests(one=domain("one", "b"), pod=POD)
    (claim,) = run.of(PodClaim)
    expected = ["one"]
    actual = [each.resource.name for each in run.index(ComputeDomainUsers).domains_of(claim)]
    assert expected == actual
