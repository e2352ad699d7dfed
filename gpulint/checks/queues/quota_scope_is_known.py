"""Scopes of a ResourceQuota that the API server does not know."""

import difflib
from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Place,
    Problem,
    Resource,
    check,
    is_placeholder,
    mapping,
    problem,
    sequence,
)

# Source: kubernetes pkg/apis/core/helper/helpers.go, standardResourceQuotaScopes.
_KNOWN = (
    "Terminating", "NotTerminating", "BestEffort", "NotBestEffort", "PriorityClass",
    "CrossNamespacePodAffinity", "VolumeAttributesClass",
)  # fmt: skip


@check(each=Resource, words=("ResourceQuota",))
def quota_scope_is_known(resource: Resource, context: Context) -> Iterator[Problem]:
    """Look the names under scopes and scopeSelector up."""
    if (resource.group, resource.kind) != ("", "ResourceQuota"):
        return
    for name, place in _scopes(resource):
        if isinstance(name, str) and name not in _KNOWN and not is_placeholder(name):
            near = tuple(difflib.get_close_matches(name, _KNOWN, 1, 0.6))
            yield problem(place, scope=name, known=_KNOWN, near=near)


def _scopes(resource: Resource) -> Iterator[tuple[object, Place]]:
    for index, name in enumerate(sequence(resource.spec.get("scopes"))):
        yield name, resource.at("spec", "scopes", index)
    path = ("spec", "scopeSelector", "matchExpressions")
    for index, row in enumerate(map(mapping, sequence(resource.get(*path)))):
        yield row.get("scopeName"), resource.at(*path, index, "scopeName")
