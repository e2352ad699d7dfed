"""Attributes and capacities in CEL selectors that NVIDIA's driver does not publish."""

from collections.abc import Iterator

from gpulint.authoring import CelSelector, Context, Problem, check, dra, problem


@check(each=CelSelector, words=("resource.k8s.io",))
def dra_attribute_unknown(selector: CelSelector, context: Context) -> Iterator[Problem]:
    """Look each name under gpu.nvidia.com up; an expression that asks for presence is safe."""
    if selector.guarded:
        return
    told: set[str] = set()
    for access in selector.accesses():
        name = access.name
        if access.domain != dra.GPU_DOMAIN or name in told:
            continue
        told.add(name)
        if access.capacity:
            if not dra.is_capacity(name):
                near = dra.near_capacities(name)
                yield problem(
                    selector.place,
                    what="capacity",
                    name=name,
                    gone="",
                    near=near,
                    confidence="high" if near else "medium",
                )
        elif not dra.attribute_devices(name):
            release = dra.vanished_after(name)
            near = () if release else dra.near_attributes(name)
            # drivers that still had the attribute know nothing of the newer versions of the API
            sure = bool(near) or (bool(release) and selector.resource.version in ("v1beta2", "v1"))
            yield problem(
                selector.place,
                what="attribute",
                name=name,
                gone=f" after release {release}" if release else "",
                near=near,
                confidence="high" if sure else "medium",
            )
