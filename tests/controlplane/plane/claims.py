"""Devices as NVIDIA's DRA driver publishes them, and pods for claims that no pod uses."""

from collections.abc import Iterator, Mapping

from gpulint.catalog.dra import product_name
from gpulint.catalog.products import product
from plane.manifest import MadePod, Manifest

Object = dict[str, object]
_DRIVER = "gpu.nvidia.com"
_CARDS = {
    "NVIDIA-H100-80GB-HBM3": {"architecture": "Hopper", "brand": "Nvidia"},
    "NVIDIA-A100-SXM4-80GB": {"architecture": "Ampere", "brand": "Nvidia"},
}
_IMAGE = "registry.example.com/claimant:1"


def claim_objects() -> Iterator[Object]:
    """The classes of the driver's chart and, per card, a node with the slices of eight.

    A node offers its cards whole, and one MIG device of each profile beside them.
    """
    for name, kind in ((_DRIVER, "gpu"), ("mig.nvidia.com", "mig")):
        test = f"device.driver == '{_DRIVER}' && device.attributes['{_DRIVER}'].type == '{kind}'"
        yield {
            "apiVersion": "resource.k8s.io/v1",
            "kind": "DeviceClass",
            "metadata": {"name": name},
            "spec": {"selectors": [{"cel": {"expression": test}}]},
        }
    for number, label in enumerate(_CARDS, 1):
        node = f"claims-{number}"
        yield {"apiVersion": "v1", "kind": "Node", "metadata": {"name": node}}
        yield {
            "apiVersion": "resource.k8s.io/v1",
            "kind": "ResourceSlice",
            "metadata": {"name": f"{node}-cards"},
            "spec": {
                "driver": _DRIVER,
                "nodeName": node,
                "pool": {"name": node, "generation": 1, "resourceSliceCount": 1},
                "devices": list(_devices(label)),
            },
        }


def _devices(label: str) -> Iterator[Object]:
    card = product(label)
    assert card is not None
    memory = card.memory_mib or 0
    for index in range(8):
        yield _device(f"gpu-{index}", label, "gpu", f"{memory}Mi")
    for each in card.profiles or ():
        name = each.resource.removeprefix("nvidia.com/mig-").replace(".", "-")
        size = f"{memory * each.memory_slices // 8}Mi"
        yield _device(f"mig-{name}", label, "mig", size, profile={"string": each.name})


def claimants(manifests: tuple[Manifest, ...]) -> Iterator[MadePod]:
    """A pod for each claim or claim template, as examples often show the claim alone."""
    for manifest in manifests:
        key = {
            "ResourceClaim": "resourceClaimName",
            "ResourceClaimTemplate": "resourceClaimTemplateName",
        }.get(manifest.kind)
        if key and manifest.resource:
            yield MadePod(manifest, None, _claimant(key, manifest))


def _claimant(key: str, manifest: Manifest) -> Mapping[str, object]:
    assert manifest.resource is not None
    name = manifest.resource.name
    metadata = {"name": f"uses-{name}"}
    if manifest.namespace:
        metadata["namespace"] = manifest.namespace
    container = {"name": "main", "image": _IMAGE, "resources": {"claims": [{"name": "it"}]}}
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": metadata,
        "spec": {"resourceClaims": [{"name": "it", key: name}], "containers": [container]},
    }


def _device(name: str, label: str, kind: str, memory: str, **more: object) -> Object:
    card = product(label)
    assert card is not None
    attributes = {
        "type": {"string": kind},
        "uuid": {"string": f"GPU-{name}"},
        "productName": {"string": product_name(label)},
        "cudaComputeCapability": {"version": f"{card.compute_capability}.0"},
        "driverVersion": {"version": "580.65.6"},
        "cudaDriverVersion": {"version": "13.0.0"},
        **{key: {"string": value} for key, value in _CARDS[label].items()},
        **more,
    }
    return {"name": name, "attributes": attributes, "capacity": {"memory": {"value": memory}}}
