"""Attributes that devices of one claim must share, or must not."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Problem,
    Resource,
    check,
    dra,
    is_placeholder,
    mapping,
    problem,
    sequence,
    text,
)
from gpulint.authoring import device_claims as claims

_FIELDS = ("matchAttribute", "distinctAttribute")


@check(each=Resource, words=("Attribute",))
def dra_constraint_attribute(
    resource: Resource, context: Context, *, fault: str
) -> Iterator[Problem]:
    """Look at the constraints of a claim.

    fault: `domain` (a name without one) or `unknown` (one that NVIDIA's driver does not publish).
    """
    base = claims.devices_path(resource)
    if base is None:
        return
    for index, row in enumerate(map(mapping, sequence(resource.get(*base, "constraints")))):
        for field in _FIELDS:
            name = text(row.get(field))
            domain, slash, short = name.rpartition("/")
            if not name or is_placeholder(name):
                continue
            place = resource.at(*base, "constraints", index, field)
            if fault == "domain" and not slash:
                known = bool(dra.attribute_devices(short))
                right = f"{dra.GPU_DOMAIN}/{short}" if known else f"<domain>/{short}"
                yield problem(place, field=field, name=name, right=right)
            elif fault == "unknown" and domain == dra.GPU_DOMAIN:
                near = dra.near_attributes(short)
                if not dra.attribute_devices(short) and near:
                    yield problem(place, field=field, name=name, near=near)
