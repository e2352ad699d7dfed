"""Labels and annotations that keep autoscalers from taking a pod's node away."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from gpulint.core.location import Place
from gpulint.core.pointer import Pointer
from gpulint.model.pod import PodTemplate
from gpulint.model.resource import Resource, mapping

SAFE_TO_EVICT = "cluster-autoscaler.kubernetes.io/safe-to-evict"
DO_NOT_DISRUPT = "karpenter.sh/do-not-disrupt"
DO_NOT_EVICT = "karpenter.sh/do-not-evict"
KEYS = (SAFE_TO_EVICT, DO_NOT_DISRUPT, DO_NOT_EVICT)
# Go's time.ParseDuration: signed decimals, each with a unit; there is none above hours.
_DURATION = re.compile(r"[-+]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+\Z", re.ASCII)

_PART = re.compile(r"([\d.]+)([a-zµμ]+)")
_LONGEST = 40


class DisruptionKey(NamedTuple):
    """One such key as it is written.

    carrier: `annotations`, where it is read, or `labels`. on_pods: whether the pods carry it, or only
    the object (or the part of it) that makes them. repeated: some template carries it as annotation.
    """

    key: str
    value: object
    carrier: str
    resource: Resource
    on_pods: bool
    repeated: bool
    place: Place

    @property
    def reader(self) -> str:
        """The program that reads it."""
        return "Cluster Autoscaler" if self.key == SAFE_TO_EVICT else "Karpenter"

    @property
    def is_understood(self) -> bool:
        """Whether the reader makes anything of the value."""
        if self.value in ("true", "false"):
            return True
        if self.key == SAFE_TO_EVICT:
            return self.value == "on-completion"
        return isinstance(self.value, str) and is_duration(self.value)

    @classmethod
    def from_resource(cls, resource: Resource) -> Iterator["DisruptionKey"]:
        """Keys of an object whose pods ask for devices: of what makes them, and of the templates."""
        pods = [pod for pod in PodTemplate.from_resource(resource) if pod.accelerators]
        repeated = {key for pod in pods for key in KEYS if key in pod.annotations}
        for metadata in _metadata(resource, pods):
            below = metadata[len(resource.pointer) :]
            on_pods = any(metadata == pod.metadata_pointer for pod in pods)
            for carrier in ("annotations", "labels"):
                entries = mapping(resource.get(*below, carrier))
                for key in filter(entries.__contains__, KEYS):
                    at = resource.at(*below, carrier, key)._replace(part="key")
                    yield cls(key, entries[key], carrier, resource, on_pods, key in repeated, at)


def _metadata(resource: Resource, pods: Iterable[PodTemplate]) -> Iterable[Pointer]:
    """Metadata of the pods, of the object, and of the jobs that stand between them."""
    found: dict[Pointer, None] = {}
    for pod in pods:
        found[resource.pointer.child("metadata")] = None
        if pod.pointer[-2:] == ("spec", "template"):
            found[Pointer(pod.pointer[:-2]).child("metadata")] = None
        if pod.metadata_pointer is not None:
            found[pod.metadata_pointer] = None
    return found


def is_duration(value: str) -> bool:
    """Whether Go's time.ParseDuration takes a text, as in `90m` or `1h30m`; it knows no days."""
    return value == "0" or _DURATION.match(value) is not None


def duration_seconds(value: str) -> float | None:
    """Seconds of a Go duration of hours, minutes and seconds; None for any other text."""
    if not is_duration(value) or len(value) > _LONGEST:
        return None
    factors = {"h": 3600, "m": 60, "s": 1}
    parts = _PART.findall(value)
    if any(unit not in factors for _, unit in parts):
        return None
    return float(sum(float(number) * factors[unit] for number, unit in parts))
