"""What a container says about the GPUs that it wants to see, behind the scheduler's back."""

import re
from typing import NamedTuple

from gpulint.catalog.keys import keys_meaning
from gpulint.catalog.kinds import workload_kind
from gpulint.catalog.resources import looks_like_accelerator
from gpulint.core.location import Place
from gpulint.model.container import Container
from gpulint.model.pod import PodTemplate
from gpulint.model.quantity import is_placeholder
from gpulint.model.resource import Resource

VISIBLE = "NVIDIA_VISIBLE_DEVICES"
CUDA_VISIBLE = "CUDA_VISIBLE_DEVICES"
# Values of the two that leave a program without a GPU.
HIDING = {VISIBLE: ("none", "void"), CUDA_VISIBLE: ("", "-1", "none", "NoDevFiles")}
# Source: NVIDIA container toolkit, internal/config/image/capabilities.go.
DRIVER_CAPABILITIES = (
    *("all", "compute", "compat32", "display", "graphics", "ngx", "utility", "video"),
)
# What makes the runtime add no GPU.
_NOTHING = frozenset({"", "none", "void"})
_DEVICES = re.compile(
    r"all|(?:\d+|\d+:\d+|GPU-[0-9a-f-]+|MIG-[0-9A-Za-z/-]+)(?:\s*,\s*[\w:/-]+)*\Z"
)


class Wish(NamedTuple):
    """An environment variable that names devices. value: as text. place: of the value."""

    value: str
    place: Place

    @property
    def takes_devices(self) -> bool:
        """Whether the runtime adds GPUs for it: `all`, indexes or identities."""
        return self.value not in _NOTHING and _DEVICES.match(self.value) is not None

    @property
    def indexes(self) -> tuple[int, ...] | None:
        """The indexes that it lists; None when it is anything else."""
        parts = [part.strip() for part in self.value.split(",")]
        if not all(part.isascii() and part.isdecimal() and len(part) < 4 for part in parts):
            return None
        return tuple(map(int, parts))


def wish(container: Container, name: str = VISIBLE) -> Wish | None:
    """The variable of a container; None when it is absent, filled from elsewhere or a placeholder.

    The last of several entries counts, as in Kubernetes.
    """
    found = [env for env in container.env if env.name == name]
    if not found or not isinstance(found[-1].value, (str, int)) or is_placeholder(found[-1].value):
        return None
    return Wish(str(found[-1].value), found[-1].place)


def may_ask_otherwise(pod: PodTemplate) -> bool:
    """Whether a pod may get devices by other means: a claim, an annotation, an unknown resource,
    or a field in which its kind counts them without a name.
    """
    if any(map(pod.spec.get, ("resourceClaims", "draResources"))) or _counts_elsewhere(
        pod.resource
    ):
        return True
    meanings = ("gpu-fraction", "gpu-memory", "gpu-devices")
    if any(fact.key in pod.annotations for each in meanings for fact in keys_meaning(each)):
        return True
    names = (
        name
        for c in pod.all_containers
        for side in (c.resources.limits, c.resources.requests)
        for name in side
    )
    return any(looks_like_accelerator(name) or name.startswith("nvidia.com/") for name in names)


def _counts_elsewhere(resource: Resource) -> bool:
    row = workload_kind(resource.group, resource.kind, resource.version)
    return row is not None and any(each.form != "requirements" for each in row.resource_blocks)
