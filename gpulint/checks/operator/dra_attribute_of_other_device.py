"""Attributes in CEL selectors that devices of the request's class do not carry."""

from collections.abc import Iterator

from gpulint.authoring import CelSelector, Context, Problem, check, dra, problem


@check(each=CelSelector, words=("resource.k8s.io",))
def dra_attribute_of_other_device(selector: CelSelector, context: Context) -> Iterator[Problem]:
    """Compare each attribute's devices with the one that NVIDIA's class selects."""
    if selector.device not in ("gpu", "mig", "vfio") or selector.guarded:
        return
    if ".type" in selector.expression:
        return  # it sorts the devices itself before it looks further
    told: set[str] = set()
    for access in selector.accesses():
        devices = dra.attribute_devices(access.name)
        if access.capacity or access.domain != dra.GPU_DOMAIN or access.name in told:
            continue
        if devices and selector.device not in devices:
            told.add(access.name)
            yield problem(selector.place, name=access.name, device=selector.device, devices=devices)
