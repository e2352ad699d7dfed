"""Devices as NVIDIA's DRA driver publishes them, and pods for claims that no pod uses."""

from collections.abc import Iterator, Mapping

from gpulint.catalog.dra import product_name
from gpulint.catalog.products import product
from plane.manifest import MadePod, Manifest

Object = dict[str, object]
_DRIVER = "gpu.nvidia.com"
_CARD = "NVIDIA-H100-80GB-HBM3"
_NODE = "claims-1"
_IMAGE = "registry.example.com/claimant:1"


def claim_objects() -> Iterator[Object]:
    """A node with eight H100 and one slice of each profile, and the classes of the driver's chart."""
    yield {"apiVersion": "v1", "kind": "Node", "metadata": {"name": _NODE}}
    for name, kind in ((_DRIVER, "gpu"), ("mig.nvidia.com", "mig")):
        test = f"device.driver == '{_DRIVER}' && device.attributes['{_DRIVER}'].type == '{kind}'"
        yield {
            "apiVersion": "resource.k8s.io/v1",
            "kind": "DeviceClass",
            "metadata": {"name": name},
            "spec": {"selectors": [{"cel": {"expression": test}}]},
        }
    card = product(_CARD)
    assert card is not None
    devices = [_device(f"gpu-{index}", "gpu", f"{card.memory_mib}Mi") for index in range(8)]
    for each in card.profiles or ():
        size = f"{(card.memory_mib or 0) * each.memory_slices // 8}Mi"
        name = f"mig-{each.resource.removeprefix('nvidia.com/mig-').replace('.', '-')}"
        devices.append(_device(name, "mig", size, profile={"string": each.name}))
    yield {
        "apiVersion": "resource.k8s.io/v1",
        "kind": "ResourceSlice",
        "metadata": {"name": f"{_NODE}-cards"},
        "spec": {
            "driver": _DRIVER,
            "nodeName": _NODE,
            "pool": {"name": _NODE, "generation": 1, "resourceSliceCount": 1},
            "devices": devices,
        },
    }


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


def _device(name: str, kind: str, memory: str, **more: object) -> Object:
    attributes = {
        "type": {"string": kind},
        "uuid": {"string": f"GPU-{name}"},
        "productName": {"string": product_name(_CARD)},
        "brand": {"string": "Nvidia"},
        "architecture": {"string": "Hopper"},
        "cudaComputeCapability": {"version": "9.0.0"},
        "driverVersion": {"version": "580.65.6"},
        "cudaDriverVersion": {"version": "13.0.0"},
        **more,
    }
    return {"name": name, "attributes": attributes, "capacity": {"memory": {"value": memory}}}
