"""Custom kinds with an open schema, so that the server takes examples that hold them."""

import json
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from gpulint.model.resource import mapping, sequence
from gpulint.webhook.objects.matching import plural
from plane.client import Client, Kind, wait

_DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
_OPEN = {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": True}}
# Said of groups that look like Kubernetes' own; the server demands a word about them.
_UNAPPROVED = {"api-approved.kubernetes.io": "unapproved, for tests"}


class Wanted(NamedTuple):
    """A custom kind to be made known. versions: all that are served; the first one is stored."""

    group: str
    kind: str
    versions: tuple[str, ...]
    namespaced: bool = True

    @property
    def path(self) -> str:
        """URL of its definition."""
        return f"{_DEFINITIONS}/{plural(self.kind)}.{self.group}"


def open_kind(client: Client, api_version: str, kind: str) -> Kind | None:
    """Make a custom kind known; None where its group is the server's own, which has no such kind."""
    group, slash, version = api_version.rpartition("/")
    if not slash or not define(client, Wanted(group, kind, (version,))):
        return None
    return wait(lambda: client.kind(api_version, kind), 20)


def define(client: Client, wanted: Wanted) -> bool:
    """Send the definition of a custom kind, which the server takes up a moment later.

    False where the group is the server's own, or where the real kind is installed.
    """
    if "." not in wanted.group or wanted.group in own_groups(client):
        return False
    present = client.request("GET", wanted.path)
    if present.accepted and not _is_open(present.value):
        return False  # the real kind is installed, and has no such version
    value = dict(present.value) if present.accepted else _definition(wanted)
    spec = dict(mapping(value["spec"]))
    versions = [*sequence(spec.get("versions"))]
    for version in wanted.versions:
        served = {"name": version, "served": True, "storage": not versions, "schema": _OPEN}
        versions.append(served)
    body = json.dumps({**value, "spec": {**spec, "versions": versions}}).encode()
    if present.accepted:
        answer = client.request("PUT", wanted.path, body)
    else:
        answer = client.request("POST", _DEFINITIONS, body)
    assert answer.accepted, f"{wanted.kind} cannot be made known: {answer.message}"
    return True


def _is_open(definition: Mapping[str, object]) -> bool:
    """Whether a definition was made here."""
    annotations = mapping(mapping(definition.get("metadata")).get("annotations"))
    return _UNAPPROVED.items() <= annotations.items()


def _definition(wanted: Wanted) -> dict[str, object]:
    kind, name = wanted.kind, plural(wanted.kind)
    names = {"kind": kind, "plural": name, "singular": kind.lower(), "listKind": f"{kind}List"}
    scope = "Namespaced" if wanted.namespaced else "Cluster"
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": f"{name}.{wanted.group}", "annotations": _UNAPPROVED},
        "spec": {"group": wanted.group, "names": names, "scope": scope},
    }


@cache
def own_groups(client: Client) -> frozenset[str]:
    """Groups that are built into the server, whether or not all their versions are served."""
    groups = sequence(client.request("GET", "/apis").value.get("groups"))
    served = {str(mapping(each).get("name")) for each in groups}
    custom = sequence(client.request("GET", _DEFINITIONS).value.get("items"))
    added = {str(mapping(mapping(each).get("spec")).get("group")) for each in custom}
    return frozenset(served - added)
