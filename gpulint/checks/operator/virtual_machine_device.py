"""Devices of virtual machines must be on KubeVirt's list."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Manifests,
    Problem,
    Resource,
    check,
    dig,
    is_placeholder,
    mapping,
    near_names,
    problem,
    sequence,
    text,
)

_TEMPLATES = {
    "VirtualMachine": ("spec", "template", "spec"),
    "VirtualMachineInstance": ("spec",),
    "VirtualMachineInstanceReplicaSet": ("spec", "template", "spec"),
    "VirtualMachinePool": ("spec", "virtualMachineTemplate", "spec", "template", "spec"),
}
_SETTINGS = (
    ("kubevirt.io", "KubeVirt", ("spec", "configuration", "permittedHostDevices")),
    ("hco.kubevirt.io", "HyperConverged", ("spec", "permittedHostDevices")),
)
_LISTS = ("pciHostDevices", "mediatedDevices", "usb")


@check(each=Resource, words=("deviceName",))
def virtual_machine_device(resource: Resource, context: Context) -> Iterator[Problem]:
    """Look each device up among those that the KubeVirt object of the run permits."""
    base = _TEMPLATES.get(resource.kind)
    if base is None or not resource.group.endswith("kubevirt.io"):
        return
    permitted = context.cluster.index(_permitted)
    for field in ("gpus", "hostDevices") if permitted else ():
        path = (*base, "domain", "devices", field)
        for index, device in enumerate(map(mapping, sequence(resource.get(*path)))):
            name = text(device.get("deviceName"))
            if not name or is_placeholder(name) or name in permitted:
                continue
            near = near_names(name, permitted, cutoff=0.6)
            sure = "high" if near else "medium"
            place = resource.at(*path, index, "deviceName")
            yield problem(place, name=name, permitted=permitted, near=near, confidence=sure)


def _permitted(manifests: Manifests) -> tuple[str, ...]:
    """Names on all lists; empty when there is none."""
    names: dict[str, None] = {}
    for group, kind, path in _SETTINGS:
        for settings in manifests.by_kind(group, kind):
            lists = mapping(dig(settings.value, path))
            for each in (row for key in _LISTS for row in sequence(lists.get(key))):
                names[text(mapping(each).get("resourceName"))] = None
    return tuple(filter(None, names))
