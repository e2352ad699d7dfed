"""Which objects of a cluster are facts, and which parts of them."""

from collections.abc import Mapping
from typing import NamedTuple

from gpulint.model.resource import mapping

CLUSTER_POLICY = ("nvidia.com", "ClusterPolicy")
# Settings of the operator that decide what nodes offer; its other fields may hold secrets.
_OPERATOR = (
    ("mig", "strategy"),
    ("migManager", "config"),
    ("devicePlugin", "config"),
    ("driver", "enabled"),
    ("driver", "version"),
)
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
        return {**kept, "spec": _operator(mapping(value.get("spec")))}
    return {**kept, **{key: each for key, each in value.items() if key not in _NEVER}}


def _operator(spec: Mapping[str, object]) -> dict[str, object]:
    found: dict[str, dict[str, object]] = {}
    for part, key in _OPERATOR:
        settings = mapping(spec.get(part))
        if key in settings:
            found.setdefault(part, {})[key] = settings[key]
    return dict(found)
