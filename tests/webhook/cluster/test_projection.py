"""What is kept of an object is what a facts file keeps, and nothing that may be secret."""

import json

import pytest
from hook.reviews import Object

from gpulint.engine.facts_kinds import BY_KIND, KINDS, FactKind, projected
from gpulint.webhook.cluster.kinds import NAMESPACE, WATCHED
from gpulint.webhook.cluster.projection import reader_of, value_of

_METADATA = {
    "name": "a",
    "namespace": "ml",
    "labels": {"team": "a"},
    "annotations": {"note": "x" * 1000},
    "managedFields": [{"manager": "kubectl"}],
    "resourceVersion": "7",
}


def _object(kind: FactKind, version: str, **parts: object) -> Object:
    api_version = f"{kind.group}/{version}" if kind.group else version
    metadata = {**_METADATA, "namespace": ""} if "PriorityClass" in kind.kind else _METADATA
    return {"apiVersion": api_version, "kind": kind.kind, "metadata": metadata, **parts}


def _kept(value: Object) -> Object:
    group, _, version = value["apiVersion"].rpartition("/")
    kind = NAMESPACE if value["kind"] == "Namespace" else BY_KIND[group, value["kind"]]
    found = reader_of(kind).object(json.dumps(value).encode())
    return value_of(found, kind, f"{group}/{version}" if group else version)


_BY_NAME = {each.kind: each for each in KINDS}


@pytest.mark.parametrize(
    "value",
    [
        _object(_BY_NAME["PriorityClass"], "v1", value=5, globalDefault=False, description="x"),
        _object(_BY_NAME["WorkloadPriorityClass"], "v1beta1", value=5, description="x"),
        _object(_BY_NAME["PriorityClass"], "v1", value=5, preemptionPolicy="Never"),
        _object(_BY_NAME["RuntimeClass"], "v1", handler="nvidia", overhead={"podFixed": {}}),
        _object(_BY_NAME["ResourceQuota"], "v1", spec={"hard": {"pods": "1"}}, status={"a": 1}),
        _object(_BY_NAME["LimitRange"], "v1", spec={"limits": [{"type": "Pod"}]}),
        _object(_BY_NAME["DeviceClass"], "v1", spec={"selectors": []}),
        _object(_BY_NAME["ClusterQueue"], "v1beta1", spec={"cohort": "a"}, status={"a": 1}),
        _object(_BY_NAME["ResourceFlavor"], "v1beta1"),
        _object(_BY_NAME["NodePool"], "v1", spec={"template": {}}),
    ],
)
def test_an_object_is_kept_as_in_a_facts_file(value: Object) -> None:
    """The rules were proved on facts files."""
    assert projected(value) == _kept(value)


def test_only_the_labels_of_a_namespace_are_kept() -> None:
    """Selectors ask for nothing else."""
    found = _kept(_object(NAMESPACE, "v1", spec={"finalizers": ["x"]}, status={"phase": "Active"}))
    metadata = {"name": "a", "namespace": "ml", "labels": {"team": "a"}}
    assert found == {"apiVersion": "v1", "kind": "Namespace", "metadata": metadata}


def test_of_a_slice_the_devices_are_left_out() -> None:
    """They are most of it, and no rule asks for them."""
    spec = {"driver": "gpu.nvidia.com", "devices": [{"name": "gpu-0"}]}
    found = _kept(_object(_BY_NAME["ResourceSlice"], "v1", spec=spec))
    assert found["spec"] == {"driver": "gpu.nvidia.com"}


def test_no_pod_and_no_secret_is_ever_read() -> None:
    """What is not asked for cannot leak, and needs no right."""
    watched = {each.argument for each in WATCHED}
    never = {"pods", "secrets", "configmaps", "serviceaccounts", "clusterpolicies.nvidia.com"}
    assert watched & never == set()


def test_equal_texts_are_stored_once() -> None:
    """A thousand queues name the same few flavours."""
    spec = {"cohort": "-".join(["long", "name"])}
    one, other = (_kept(_object(_BY_NAME["ClusterQueue"], "v1beta1", spec=spec)) for _ in "ab")
    assert one["spec"]["cohort"] is other["spec"]["cohort"]
