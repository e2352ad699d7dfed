"""Workloads of several ranks that nothing holds back until all of them fit."""

from typing import NamedTuple

from gpulint.model.gang_index import Gangs
from gpulint.model.gang_launch import world_signal
from gpulint.model.gang_member import Member
from gpulint.model.gang_reference import references
from gpulint.model.manifests import Manifests
from gpulint.model.quantity import ZERO, Quantity
from gpulint.model.resource import Resource

_HELD = ("kueue.x-k8s.io/queue-name", "kai.scheduler/queue")


class Need(NamedTuple):
    """What one workload asks for of one resource: all its pods together, and the smallest of them."""

    resource: Resource
    amount: Quantity
    pod: Quantity


class Worlds:
    """Workloads of several ranks that no gang holds, by the resource that they ask for."""

    def __init__(self, manifests: Manifests) -> None:
        self.needs: dict[str, list[Need]] = {}
        gangs = manifests.index(Gangs)
        for resource in manifests.resources:
            need: dict[str, tuple[Quantity, Quantity]] = {}
            members = gangs.members_of(resource) if resource.group in ("batch", "apps") else ()
            for member in members:
                if _is_loose_world(resource, member):
                    for name, amount in member.pod.accelerators.items():
                        whole, least = need.get(name, (ZERO, amount))
                        whole += amount.times(member.count or 0)
                        need[name] = (whole, min(least, amount))
            for name, (whole, least) in need.items():
                self.needs.setdefault(name, []).append(Need(resource, whole, least))


def _is_loose_world(resource: Resource, member: Member) -> bool:
    held = any(key in {**resource.labels, **member.pod.labels} for key in _HELD)
    loose = member.scheduler in ("", "default-scheduler") and not any(references(member.pod))
    several = member.count is not None and member.count > 1
    return loose and several and not held and world_signal(member.pod) is not None
