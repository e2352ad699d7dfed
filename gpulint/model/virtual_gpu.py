"""Parts of a card without MIG: HAMi's and Volcano's virtual GPUs, and KAI's fractions.

Sources: Project-HAMi/HAMi pkg/device/nvidia/device.go and pkg/scheduler/webhook.go;
kai-scheduler/KAI-Scheduler pkg/binder/plugins/gpusharing/gpu-request/gpu_request_validator.go.
"""

from collections.abc import Iterator
from typing import NamedTuple

from gpulint.catalog import resources as catalog_resources
from gpulint.core.location import Place
from gpulint.model.container import Amount, Container
from gpulint.model.pod import PodTemplate

KAI_FRACTION = "gpu-fraction"
KAI_MEMORY = "gpu-memory"
KAI_DEVICES = "gpu-fraction-num-devices"
KAI_MPS = "mps"
KAI_SCHEDULERS = ("kai-scheduler", "runai-scheduler")
_KAI_LABELS = ("kai.scheduler/queue", "runai/queue")
_LIMITS = ("memory", "memory-percentage", "cores")
# Names of HAMi's scheduler differ by installation; these are certainly somebody else's.
OTHER_SCHEDULERS = (
    "volcano", "kai-scheduler", "runai-scheduler", "yunikorn", "koord-scheduler",
    "godel-scheduler", "scheduler-plugins-scheduler",
)  # fmt: skip
# Memory of a virtual GPU in two ways: the size, and the share of the card.
MEMORY_PAIRS = (
    ("nvidia.com/gpumem", "nvidia.com/gpumem-percentage"),
    ("volcano.sh/vgpu-memory", "volcano.sh/vgpu-memory-percentage"),
)


class KaiAnnotation(NamedTuple):
    """One annotation by which KAI and Run:ai share cards. value: as text."""

    name: str
    value: str
    place: Place


def hami_amounts(pod: PodTemplate) -> Iterator[tuple[Container, Amount]]:
    """Lines that only HAMi understands: memory, its percentage, and cores of a virtual GPU."""
    for container in pod.all_containers:
        for _, amount in container.resources.lines:
            fact = catalog_resources.accelerator(amount.name)
            if fact is not None and fact.vendor == "HAMi" and fact.kind in _LIMITS:
                yield container, amount


def kai_annotations(pod: PodTemplate) -> dict[str, KaiAnnotation]:
    """KAI's annotations on the pods by name; `gpu-memory` and `mps` only where KAI is in sight."""
    found = {
        name: KaiAnnotation(name, str(pod.annotations[name]), pod.at_metadata("annotations", name))
        for name in (KAI_FRACTION, KAI_MEMORY, KAI_DEVICES, KAI_MPS)
        if pod.annotations.get(name) is not None
    }
    if is_for_kai(pod) or KAI_FRACTION in found or KAI_DEVICES in found:
        return found
    return {}


def is_for_kai(pod: PodTemplate) -> bool:
    """Whether a pod is meant for KAI or Run:ai: by its scheduler or its queue label."""
    if pod.get("schedulerName") in KAI_SCHEDULERS:
        return True
    return any(key in pod.labels or key in pod.resource.labels for key in _KAI_LABELS)
