"""What the pods of a run ask of each node pool that alone can take them."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from gpulint.core.problem import Related
from gpulint.model.context import Context
from gpulint.model.node_pool import NodePool
from gpulint.model.pod import PodTemplate
from gpulint.model.queue_need import amount_place
from gpulint.placement.pools import Choice, Pools, barrier, has_room_today

# Their pods run at the same time for as long as the object stands; those of others may take turns.
_STANDING = frozenset(
    {"Deployment", "StatefulSet", "ReplicaSet", "ReplicationController", "Pod", "LeaderWorkerSet"}
)


class Demand(NamedTuple):
    """Devices that pods ask of one pool at the same time, and the pods behind the number."""

    devices: int
    pods: tuple[PodTemplate, ...]
    confidence: str

    def related(self, name: str) -> tuple[Related, ...]:
        """The lines that add up to the devices of a resource."""
        return tuple(
            Related(
                amount_place(pod, name),
                f"{pod.resource.label}: {pod.count} × {pod.accelerators[name].text}",
            )
            for pod in self.pods
        )


def demand(pool: NodePool, name: str, context: Context) -> Demand | None:
    """What pods that no other pool takes ask of a resource; None when there are none of known count.

    Standing objects count together, as does each other object by itself; the larger sum is taken.
    """
    standing: list[PodTemplate] = []
    groups: dict[int, list[PodTemplate]] = {}
    sure = "high"
    for pod, choice in _bound(pool, name, context):
        if pod.resource.kind in _STANDING:
            standing.append(pod)
        else:
            groups.setdefault(id(pod.resource), []).append(pod)
        if choice.confidence != "high":
            sure = "medium"
    sums = [(_sum(pods, name), pods) for pods in (standing, *groups.values()) if pods]
    if not sums:
        return None
    devices, pods = max(sums, key=lambda each: each[0])
    return Demand(devices, tuple(pods), sure)


def _sum(pods: Sequence[PodTemplate], name: str) -> int:
    return sum((pod.count or 0) * (pod.accelerators[name].whole or 0) for pod in pods)


def _bound(pool: NodePool, name: str, context: Context) -> Iterable[tuple[PodTemplate, Choice]]:
    index = context.cluster.index(Pools)
    for pod in context.manifests.of(PodTemplate):
        if name not in pod.accelerators or pod.count is None or has_room_today(pod, context):
            continue
        choice = index.choose(pod)
        fitting = [
            each
            for each in choice.pools
            if barrier(pod, each) is None and each.offers(name) is not False
        ]
        if choice.link and len(fitting) == 1 and fitting[0].resource is pool.resource:
            yield pod, choice
