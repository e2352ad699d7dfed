"""Custom kinds with an open schema, so that the server takes examples that hold them."""

import json
from collections.abc import Mapping
from functools import cache

from gpulint.model.resource import mapping, sequence
from plane.client import Client, Kind, wait

_DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
_OPEN = {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": True}}
# Said of groups that look like Kubernetes' own; the server demands a word about them.
_UNAPPROVED = {"api-approved.kubernetes.io": "unapproved, for tests"}


def open_kind(client: Client, api_version: str, kind: str) -> Kind | None:
    """Make a custom kind known; None where its group is the server's own, which has no such kind."""
    group, slash, version = api_version.rpartition("/")
    if not slash or "." not in group or group in own_groups(client):
        return None
    plural = f"{kind.lower()}s"
    path = f"{_DEFINITIONS}/{plural}.{group}"
    present = client.request("GET", path)
    if present.accepted and not _is_open(present.value):
        return None  # the real kind is installed, and has no such version
    value = dict(present.value) if present.accepted else _definition(group, kind, plural)
    spec = dict(mapping(value["spec"]))
    versions = sequence(spec.get("versions"))
    spec["versions"] = [
        *versions,
        {"name": version, "served": True, "storage": not versions, "schema": _OPEN},
    ]
    body = json.dumps({**value, "spec": spec}).encode()
    if present.accepted:
        answer = client.request("PUT", path, body)
    else:
        answer = client.request("POST", _DEFINITIONS, body)
    assert answer.accepted, f"{kind} cannot be made known: {answer.message}"
    return wait(lambda: client.kind(api_version, kind), 20)


def _is_open(definition: Mapping[str, object]) -> bool:
    """Whether a definition was made here."""
    annotations = mapping(mapping(definition.get("metadata")).get("annotations"))
    return _UNAPPROVED.items() <= annotations.items()


def _definition(group: str, kind: str, plural: str) -> dict[str, object]:
    names = {"kind": kind, "plural": plural, "singular": kind.lower(), "listKind": f"{kind}List"}
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": f"{plural}.{group}", "annotations": _UNAPPROVED},
        "spec": {"group": group, "names": names, "scope": "Namespaced"},
    }


@cache
def own_groups(client: Client) -> frozenset[str]:
    """Groups that are built into the server, whether or not all their versions are served."""
    groups = sequence(client.request("GET", "/apis").value.get("groups"))
    served = {str(mapping(each).get("name")) for each in groups}
    custom = sequence(client.request("GET", _DEFINITIONS).value.get("items"))
    added = {str(mapping(mapping(each).get("spec")).get("group")) for each in custom}
    return frozenset(served - added)
