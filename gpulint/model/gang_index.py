"""Who is a member of which gang, over a whole run: built once, in one pass over the pods."""

from collections.abc import Iterator
from typing import NamedTuple

from gpulint.model.gang import Gang
from gpulint.model.gang_member import Member, Members, members_of
from gpulint.model.gang_reference import BY_GROUP, Reference, references
from gpulint.model.manifests import Manifests, same_namespace
from gpulint.model.resource import Resource, mapping, text

# Controllers that give every pod of theirs a group of their own, whatever the template says.
OWN_GROUP = frozenset(
    {
        ("batch.volcano.sh", "Job"),
        ("batch.volcano.sh", "CronJob"),
        ("flow.volcano.sh", "JobTemplate"),
    }
)
_SCALERS = (("autoscaling", "HorizontalPodAutoscaler"), ("keda.sh", "ScaledObject"))


class Joined(NamedTuple):
    """A member together with the reference by which it joined."""

    reference: Reference
    member: Member


class Gangs:
    """Index of members by gang. Make it by `manifests.index(Gangs)`."""

    def __init__(self, manifests: Manifests) -> None:
        self._scaled: dict[tuple[str, str], list[str]] = {}
        for kind, name, namespace in _scaled(manifests):
            self._scaled.setdefault((kind, name), []).append(namespace)
        self._joined: dict[tuple[str, str], list[Joined]] = {}
        self._members: dict[int, tuple[Member, ...]] = {}
        self._groups: dict[tuple[str, str, str], list[str]] = {}
        for resource in manifests.resources:
            self._add(resource)

    def _add(self, resource: Resource) -> None:
        kind = (resource.group, resource.kind)
        if kind in BY_GROUP:
            self._groups.setdefault((*kind, resource.name), []).append(resource.namespace)
        if kind in OWN_GROUP:
            return
        for member in self.members_of(resource):
            # many objects can be made from a generateName: nobody knows how many join
            known = member if resource.name else member.uncounted()
            seen = set()
            for reference in references(member.pod):
                slot = (reference.key.system, reference.name)
                if slot not in seen:  # two keys may say the same
                    seen.add(slot)
                    self._joined.setdefault(slot, []).append(Joined(reference, known))

    def members_of(self, resource: Resource) -> tuple[Member, ...]:
        """The roles of one object, with unknown counts where an autoscaler of the input decides."""
        found = self._members.get(id(resource))
        if found is None:
            found = members_of(resource)
            if self._is_scaled(resource):
                found = tuple(member.uncounted() for member in found)
            self._members[id(resource)] = found
        return found

    def members(self, gang: Gang) -> Members:
        """All members of a gang that the input shows; empty when it shows none."""
        if gang.key is None:
            depth = len(gang.choices)
            own = self.members_of(gang.resource)
            return Members(tuple(m for m in own if m.choices[:depth] == gang.choices))
        return Members(tuple(each.member for each in self.joined(gang)))

    def joined(self, gang: Gang) -> tuple[Joined, ...]:
        """Members that name a gang, each with its reference; empty for an object's own gang."""
        if gang.key is None:
            return ()
        named = self._joined.get((gang.key.system, gang.name), ())
        found = [e for e in named if same_namespace(e.reference.namespace, gang.namespace)]
        if self._is_doubled(gang):  # several samples of one name: each is meant with its own file
            file = gang.resource.document.file
            found = [each for each in found if each.member.resource.document.file == file]
        return tuple(found)

    def named(self, system: str, name: str, namespace: str) -> tuple[Joined, ...]:
        """Pods that name a group by the key of a system, whether or not such a group is there."""
        named = self._joined.get((system, name), ())
        return tuple(e for e in named if same_namespace(e.reference.namespace, namespace))

    def _is_doubled(self, gang: Gang) -> bool:
        resource = gang.resource
        named = self._groups.get((resource.group, resource.kind, resource.name), ())
        return sum(same_namespace(space, resource.namespace) for space in named) > 1

    def _is_scaled(self, resource: Resource) -> bool:
        targets = self._scaled.get((resource.kind, resource.name), ())
        return any(same_namespace(space, resource.namespace) for space in targets)


def _scaled(manifests: Manifests) -> Iterator[tuple[str, str, str]]:
    """Kind, name and namespace of every object whose replicas an autoscaler sets."""
    for group, kind in _SCALERS:
        for resource in manifests.by_kind(group, kind):
            target = mapping(resource.spec.get("scaleTargetRef"))
            default = "Deployment" if kind == "ScaledObject" else ""
            yield text(target.get("kind")) or default, text(target.get("name")), resource.namespace
