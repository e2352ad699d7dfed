"""What a user is told about Kubernetes' own objects."""

import copy
import json
import subprocess
import sys
from types import MappingProxyType

import pytest

from gpulint.core.pointer import Pointer
from gpulint.validation import kubernetes
from gpulint.validation.kubernetes import has_schema, violations
from tests.validation.objects import BASES, POD_SPEC


def _pod(**container: object) -> dict:
    spec = {"containers": [{"name": "c", "image": "i", **container}]}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}, "spec": spec}


def _told(value: dict, **options: object) -> list[tuple[str, str, str, object]]:
    return [
        (v.pointer.field_path, v.part, v.fault, v.facts["detail"])
        for v in violations(value, **options)
    ]


def test_resource_name_beside_limits_is_told_where_it_belongs() -> None:
    """The API server drops it, and the pod starts without a GPU."""
    path = "spec.containers[0].resources"
    expected = [
        (
            f'{path}["nvidia.com/gpu"]',
            "key",
            "unknown-field",
            f'it belongs in {path}.limits["nvidia.com/gpu"]',
        )
    ]
    actual = _told(_pod(resources={"nvidia.com/gpu": 1, "limits": {"cpu": "4"}}))
    assert expected == actual


def test_limits_as_a_list_is_a_wrong_type() -> None:
    """A dash before each resource is a common slip."""
    path = "spec.containers[0].resources.limits"
    expected = [(path, "value", "type", "remove the dashes")]
    actual = _told(_pod(resources={"limits": [{"memory": "1Gi"}, {"nvidia.com/gpu": 1}]}))
    assert expected == actual


def test_boolean_quantity_is_one_wrong_type_with_all_wanted_types() -> None:
    """A choice of types must not bring one complaint for each of them."""
    path = 'spec.containers[0].resources.limits["nvidia.com/gpu"]'
    facts = {"found": "boolean", "wanted": "string or number", "value": "true"}
    expected = [(path, {"field": "nvidia.com/gpu", "parent": path[:-18], "detail": "", **facts})]
    found = violations(_pod(resources={"limits": {"nvidia.com/gpu": True}}))
    actual = [(v.pointer.field_path, v.facts) for v in found]
    assert expected == actual


@pytest.mark.parametrize("quantity", [1, 0.25, "8Gi", "1 gpu", -1, "{{ x }}", 1e3, None])
def test_every_number_or_text_passes_as_quantity(quantity: object) -> None:
    """Whether it is a good quantity is the business of rules that know more."""
    actual = violations(_pod(resources={"limits": {"nvidia.com/gpu": quantity}}))
    assert actual == ()


def test_number_in_a_list_of_strings_is_found_at_its_index() -> None:
    """Gt and Lt take their number as text."""
    terms = [{"matchExpressions": [{"key": "k", "operator": "Gt", "values": [40000]}]}]
    required = {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": terms}}
    pod = _pod()
    pod["spec"]["affinity"] = {"nodeAffinity": required}
    start = "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution"
    path = f"{start}.nodeSelectorTerms[0].matchExpressions[0].values[0]"
    expected = [(path, "value", "type", 'quote it: "40000"')]
    actual = _told(pod)
    assert expected == actual


def test_all_faults_of_an_object_are_told_in_its_order() -> None:
    """Fixing one at a time costs a run each."""
    deployment = copy.deepcopy(BASES[1])
    spec = deployment["spec"]
    assert isinstance(spec, dict)
    del spec["selector"]
    spec["replicas"] = "two"
    spec["tolerations"] = []
    spec["template"]["metadata"]["anotations"] = {}
    expected = [
        ("spec.replicas", "value", "type", ""),
        (
            "spec.template.metadata.anotations",
            "key",
            "unknown-field",
            "did you mean annotations?",
        ),
        (
            "spec.tolerations",
            "key",
            "unknown-field",
            "it belongs in spec.template.spec.tolerations",
        ),
        ("spec", "key", "required", ""),
    ]
    actual = _told(deployment)
    assert expected == actual


def test_claim_of_an_older_layout_is_told_the_new_place() -> None:
    """The device class moved one level down between two versions of the API."""
    claim = copy.deepcopy(BASES[4])
    spec = claim["spec"]
    assert isinstance(spec, dict)
    spec["spec"]["devices"]["requests"] = [{"name": "gpu", "deviceClassName": "gpu.nvidia.com"}]
    path = "spec.spec.devices.requests[0]"
    expected = [
        (
            f"{path}.deviceClassName",
            "key",
            "unknown-field",
            f"it belongs in {path}.exactly.deviceClassName",
        )
    ]
    actual = _told(claim)
    assert expected == actual


def test_null_counts_as_absent() -> None:
    """An empty line after a key is legal, but it does not fill a required field."""
    pod = _pod(name=None, args=None, resources={"limits": None})
    pod["metadata"] = None
    pod["spec"]["nodeSelector"] = {"zone": None}
    expected = [("spec.containers[0].name", "key", "required", "")]
    actual = _told(pod)
    assert expected == actual


def test_null_item_is_an_item_without_fields() -> None:
    """A lone dash makes a container without a name."""
    pod = _pod()
    pod["spec"]["containers"] = [None]
    expected = [("spec.containers[0]", "value", "required", "")]
    actual = _told(pod)
    assert expected == actual


def test_fragment_lacks_nothing_and_holds_directives() -> None:
    """A patch is no whole object; a wrong type in it stays one."""
    patch = {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "spec": {"replicas": "2", "template": {"spec": {"$patch": "merge", "containers": [{}]}}},
    }
    expected = [("spec.replicas", "value", "type", "remove the quotes")]
    actual = _told(patch, fragment=True)
    assert expected == actual


def test_status_alone_lacks_nothing() -> None:
    """Tests of a cluster assert the status of objects in this form."""
    value = {"apiVersion": "apps/v1", "kind": "DaemonSet", "status": {"numberReady": "x"}}
    actual = violations(value)
    assert actual == ()


def test_anchor_holders_status_and_managed_fields_are_not_judged() -> None:
    """kubectl get writes the last two, people the first."""
    pod = _pod()
    pod |= {"x-common": {"a": 1}, "status": 3}
    pod["metadata"]["managedFields"] = "any"
    actual = violations(pod)
    assert actual == ()


def test_typed_list_is_judged_item_by_item() -> None:
    """Its items need not repeat their type."""
    pods = [{"metadata": None, "spec": POD_SPEC}, {"spec": {"containers": {}}}]
    value = {"apiVersion": "v1", "kind": "PodList", "metadata": {}, "items": pods}
    expected = [("items[1].spec.containers", "value", "type", "put a dash before each item")]
    actual = _told(value)
    assert expected == actual


def test_number_beyond_int32_is_told_with_its_bound() -> None:
    """The API server cannot decode it."""
    expected = [("value", "at most 2147483647")]
    found = violations({**BASES[3], "value": 2**31})
    actual = [(v.pointer.field_path, v.facts["wanted"]) for v in found]
    assert expected == actual


@pytest.mark.parametrize(
    ("api_version", "kind", "minor", "expected"),
    [
        ("apps/v1", "Deployment", None, True),
        ("apps/v1beta1", "Deployment", None, False),
        ("resource.k8s.io/v1", "ResourceClaim", 30, False),
        ("resource.k8s.io/v1", "ResourceClaim", 34, True),
        ("scheduling.k8s.io/v1beta1", "PodGroup", None, True),
        ("scheduling.volcano.sh/v1beta1", "PodGroup", None, True),
        ("scheduling.example.org/v1beta1", "PodGroup", None, False),
        ("batch.volcano.sh/v1alpha1", "job", None, False),
        ("ray.io/v9", "RayCluster", None, False),
        ("../crd/ray.io/v1", "RayCluster", None, False),
        ("v1", "Nothing", None, False),
        ("", "", None, False),
        (["v1"], {"Pod": True}, None, False),
    ],
)
def test_a_schema_is_found_by_whole_group_version_and_kind(
    api_version: object, kind: object, minor: int | None, expected: bool
) -> None:
    """Groups share their first label and kinds their name."""
    actual = has_schema(api_version, kind, minor)
    assert expected == actual


def test_volcano_podgroup_is_not_judged_as_kubernetes_own() -> None:
    """Both are PodGroup, v1beta1, of a group that starts with scheduling."""
    spec = {"minMember": 2, "queue": "research"}
    group = {"apiVersion": "scheduling.volcano.sh/v1beta1", "kind": "PodGroup", "spec": spec}
    own = {**group, "apiVersion": "scheduling.k8s.io/v1beta1"}
    expected = [(), ("spec.minMember", "spec.queue", "spec")]
    actual = [tuple(v.pointer.field_path for v in violations(each)) for each in (group, own)]
    assert expected == actual


def test_field_of_a_later_release_is_unknown_before() -> None:
    """The version of the cluster decides, not that of gpulint."""
    pod = _pod()
    pod["spec"]["schedulingGroup"] = {"podGroupName": "g"}
    expected = [["spec.schedulingGroup"], []]
    actual = [[v.pointer.field_path for v in violations(pod, kubernetes=n)] for n in (33, 37)]
    assert expected == actual


def test_bulk_run_tells_the_same_as_the_first_objects(monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiled schema may only skip clean objects."""
    values = [*BASES, _pod(resources={"limits": {"nvidia.com/gpu": True}}), _pod(**{"1": 2})]
    expected = [violations(value) for value in values]
    monkeypatch.setattr(kubernetes, "_WALKED_FIRST", 0)
    actual = [violations(value) for value in values]
    assert expected == actual


def test_foreign_mappings_and_keys_are_read_like_plain_ones() -> None:
    """Values may come frozen, and YAML keys may be numbers."""
    pod = _pod(resources=MappingProxyType({"limits": MappingProxyType({1: True, None: 1})}))
    expected = ['spec.containers[0].resources.limits["1"]']
    actual = [v.pointer.field_path for v in violations(MappingProxyType(pod))]
    assert expected == actual


@pytest.mark.parametrize("kind", [None, {"Pod": True}, ["Pod"], 7, "Unknown"], ids=repr)
def test_object_of_no_known_kind_is_not_judged(kind: object) -> None:
    """That the kind is no text, or nobody's, is told by others."""
    actual = violations({"apiVersion": "v1", "kind": kind, "spec": 3})
    assert actual == ()


WRONG = (None, True, 3, 2.5, float("nan"), "text", b"bytes", [], {}, (), {1: 2}, [[None]], object())


@pytest.mark.parametrize("wrong", WRONG, ids=lambda value: type(value).__name__)
@pytest.mark.parametrize("place", ["metadata", "spec", "containers", "container", "resources"])
def test_wrong_shape_at_any_place_does_not_raise(place: str, wrong: object) -> None:
    """Input of users holds everything."""
    pod = _pod(resources=wrong if place == "resources" else {})
    if place == "container":
        pod["spec"]["containers"] = [wrong]
    elif place == "containers":
        pod["spec"]["containers"] = wrong
    elif place != "resources":
        pod[place] = wrong
    expected = {("metadata",) if place == "metadata" else ("spec",)}
    actual = {v.pointer[:1] for v in violations(pod)}
    assert actual <= expected


def test_shared_structure_of_a_billion_leaves_is_judged_at_once() -> None:
    """Aliases of aliases must cost what they take as text."""
    leaf: dict[str, object] = {"type": "object"}
    for _ in range(40):
        leaf = {"type": "object", "properties": {"a": leaf, "b": leaf}}
    schema = {"openAPIV3Schema": leaf}
    spec = {
        "group": "example.org",
        "names": {"kind": "Thing", "plural": "things"},
        "scope": "Namespaced",
        "versions": [{"name": "v1", "served": True, "storage": True, "schema": schema}],
    }
    crd = {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "things.example.org"},
        "spec": spec,
    }
    clean = violations(crd)
    leaf["type"] = 3
    first = Pointer(("spec", "versions", 0, "schema", "openAPIV3Schema", "type"))
    actual = (clean, violations(crd)[0].pointer)
    assert ((), first) == actual


def test_cycle_ends() -> None:
    """A value that holds itself cannot be written as text, but a caller may build it."""
    schema: dict[str, object] = {"type": "object"}
    schema["properties"] = {"a": schema, "b": schema}
    versions = [
        {"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": schema}}
    ]
    spec = {"group": "g", "names": {"kind": "K", "plural": "k"}, "scope": "Cluster"}
    crd = {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition"}
    actual = violations({**crd, "spec": {**spec, "versions": versions}})
    assert actual == ()


def test_one_object_needs_no_schema_library() -> None:
    """Each costs more than all the rest of judging one object."""
    code = (
        "import json, sys; from gpulint.validation.kubernetes import violations;"
        f"violations(json.loads({json.dumps(json.dumps(BASES[1]))}));"
        "print([m for m in ('jsonschema', 'jsonschema_rs', 'kubernetes_validate', 'difflib')"
        " if m in sys.modules])"
    )
    actual = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout
    assert actual == b"[]\n"
