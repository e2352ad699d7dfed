"""Rendezvous addresses, and the names that pods really have."""

import pytest

from gpulint.model.gang_address import addresses, pod_names
from gpulint.model.manifests import Manifests
from gpulint.model.pod import PodTemplate


def hosts(manifests, container: str) -> list[str]:
    read: Manifests = manifests(
        "apiVersion: v1\nkind: Pod\nmetadata: {name: rank}\nspec:\n  containers:\n"
        f"    - {{name: main, {container}}}\n"
    )
    return [each.host for each in addresses(read.of(PodTemplate)[0].containers[0])]


WRITTEN = {
    "variable": ("env: [{name: MASTER_ADDR, value: a-0.b}]", ["a-0.b"]),
    "port": ('env: [{name: PET_RDZV_ENDPOINT, value: "a-0.b:29400"}]', ["a-0.b"]),
    "option": ("args: [torchrun, --rdzv_endpoint=a-0.b:1, t.py]", ["a-0.b"]),
    "two words": ("args: [accelerate, launch, --main_process_ip, a-0.b]", ["a-0.b"]),
    "shell": ("args: ['export MASTER_ADDR=\"a-0.b\"; torchrun t.py']", ["a-0.b"]),
    "scheme": ('args: ["--dist-init-addr=tcp://a-0.b:1"]', ["a-0.b"]),
    "filled in later": ("env: [{name: MASTER_ADDR, value: $(HOST).b}]", []),
    "from elsewhere": ("env: [{name: MASTER_ADDR, valueFrom: {}}]", []),
    "no host": ('env: [{name: MASTER_ADDR, value: "a b"}]', []),
}


@pytest.mark.parametrize(("container", "expected"), WRITTEN.values(), ids=WRITTEN)
def test_address_is_read_without_scheme_and_port(
    manifests, container: str, expected: list[str]
) -> None:
    """Only a name that is written out can be compared."""
    actual = hosts(manifests, container)
    assert expected == actual


OBJECTS = {
    "set": ("{apiVersion: apps/v1, kind: StatefulSet, spec: {serviceName: s", "s"),
    "set without service": ("{apiVersion: apps/v1, kind: StatefulSet, spec: {a: b", ""),
    "job": (
        "{apiVersion: batch/v1, kind: Job, spec: {completionMode: Indexed,"
        " template: {spec: {subdomain: s}}",
        "s",
    ),
    "job without index": ("{apiVersion: batch/v1, kind: Job, spec: {a: b", None),
    "job set": (
        "{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, spec: {replicatedJobs: [{name: w}]",
        "run",
    ),
    "job set without names": (
        "{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, spec: {replicatedJobs: [{name: w}],"
        " network: {enableDNSHostnames: false}",
        None,
    ),
    "other": ("{apiVersion: apps/v1, kind: Deployment, spec: {a: b", None),
}


@pytest.mark.parametrize(("head", "expected"), OBJECTS.values(), ids=OBJECTS)
def test_domain_is_what_the_object_names(manifests, head: str, expected: str | None) -> None:
    """None says that pods have random names, or none at all."""
    resource = manifests(f"{head}}}, metadata: {{name: run}}}}\n").resources[0]
    names = pod_names(resource)
    actual = None if names is None else names.domain
    assert expected == actual
