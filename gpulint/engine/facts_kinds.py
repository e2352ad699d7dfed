"""Which objects of a cluster are facts, and which parts of them."""

from collections.abc import Mapping
from typing import NamedTuple

from gpulint.model.resource import mapping

CLUSTER_POLICY = ("nvidia.com", "ClusterPolicy")
# Stands for what an environment variable of the operator holds, which may be a secret; rules take
# it for a value that is not there yet.
HIDDEN = "<hidden>"
_NEVER = frozenset({"apiVersion", "kind", "metadata", "status", "description"})


class FactKind(NamedTuple):
    """A kind that is recorded. plural: how kubectl is asked for it, empty group for the core's."""

    plural: str
    group: str
    kind: str

    @property
    def name(self) -> str:
        """`Node`, `Queue.scheduling.volcano.sh`: as the facts file lists what it covers."""
        return f"{self.kind}.{self.group}" if self.group else self.kind

    @property
    def argument(self) -> str:
        """`nodes`, `queues.scheduling.volcano.sh`: what kubectl understands without doubt."""
        return f"{self.plural}.{self.group}" if self.group else self.plural


NODE = FactKind("nodes", "", "Node")
POD = FactKind("pods", "", "Pod")
KINDS = (
    NODE,
    FactKind("priorityclasses", "scheduling.k8s.io", "PriorityClass"),
    FactKind("runtimeclasses", "node.k8s.io", "RuntimeClass"),
    FactKind("resourcequotas", "", "ResourceQuota"),
    FactKind("limitranges", "", "LimitRange"),
    FactKind("deviceclasses", "resource.k8s.io", "DeviceClass"),
    FactKind("resourceslices", "resource.k8s.io", "ResourceSlice"),
    FactKind("queues", "scheduling.volcano.sh", "Queue"),
    FactKind("queues", "scheduling.run.ai", "Queue"),
    FactKind("clusterqueues", "kueue.x-k8s.io", "ClusterQueue"),
    FactKind("localqueues", "kueue.x-k8s.io", "LocalQueue"),
    FactKind("resourceflavors", "kueue.x-k8s.io", "ResourceFlavor"),
    FactKind("cohorts", "kueue.x-k8s.io", "Cohort"),
    FactKind("topologies", "kueue.x-k8s.io", "Topology"),
    FactKind("workloadpriorityclasses", "kueue.x-k8s.io", "WorkloadPriorityClass"),
    FactKind("nodepools", "karpenter.sh", "NodePool"),
    FactKind("clusterpolicies", "nvidia.com", "ClusterPolicy"),
)
BY_KIND: Mapping[tuple[str, str], FactKind] = {(each.group, each.kind): each for each in KINDS}


def projected(value: Mapping[str, object]) -> dict[str, object]:
    """The parts of an object that rules may read: no annotations, no status, nothing of the server's."""
    api_version = str(value.get("apiVersion") or "")
    metadata = mapping(value.get("metadata"))
    kept: dict[str, object] = {
        "apiVersion": api_version,
        "kind": value.get("kind"),
        "metadata": {
            key: metadata[key] for key in ("name", "namespace", "labels") if metadata.get(key)
        },
    }
    if (api_version.rpartition("/")[0], value.get("kind")) == CLUSTER_POLICY:
        return {**kept, "spec": _without_secrets(value.get("spec"))}
    return {**kept, **{key: each for key, each in value.items() if key not in _NEVER}}


def _without_secrets(value: object) -> object:
    """The operator's settings whole, as a field that was left out would read as one that is absent."""
    if isinstance(value, list):
        return [_without_secrets(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {
        key: HIDDEN if key == "value" and "name" in value else _without_secrets(below)
        for key, below in value.items()
    }
