"""Requests that a claim's configuration or constraint names and the claim does not have."""

import difflib
from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    DeviceRequest,
    Problem,
    Resource,
    check,
    is_placeholder,
    mapping,
    problem,
    sequence,
)
from gpulint.authoring import device_claims as claims


@check(each=Resource, words=("resource.k8s.io",))
def dra_names_of_claim(resource: Resource, context: Context) -> Iterator[Problem]:
    """Compare the lists `requests` below config and constraints with the claim's own requests."""
    base = claims.devices_path(resource)
    if base is None or resource.fragment:
        return
    requests = list(DeviceRequest.from_resource(resource))
    names = [each.name for each in requests if not each.outer]
    names += [f"{each.outer}/{each.name}" for each in requests if each.outer]
    for part in ("config", "constraints"):
        for index, row in enumerate(map(mapping, sequence(resource.get(*base, part)))):
            for number, name in enumerate(sequence(row.get("requests"))):
                if not isinstance(name, str) or is_placeholder(name) or name in names:
                    continue
                yield problem(
                    resource.at(*base, part, index, "requests", number),
                    request=name,
                    part_name=part,
                    names=names or ["none"],
                    near=tuple(difflib.get_close_matches(name, names, 1, 0.5)),
                )
