"""Volcano's queues: what they may hold, what they are due, and the tree that they form."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from gpulint.core.location import Place
from gpulint.core.pointer import Pointer
from gpulint.model.manifests import Manifests
from gpulint.model.quantity import Quantity, is_placeholder, parse_quantity
from gpulint.model.queue import sole
from gpulint.model.queue_lookup import together
from gpulint.model.resource import Resource, dig, mapping, sequence, text
from gpulint.source.document import Document

GROUP = "scheduling.volcano.sh"
ROOT_QUEUE = "root"
DEFAULT_QUEUE = "default"
# From the tightest to the loosest; each bounds the one before it.
BOUNDS: Mapping[str, tuple[str, ...]] = {
    "guarantee": ("guarantee", "resource"),
    "deserved": ("deserved",),
    "capability": ("capability",),
}

WORKLOAD_GROUPS = frozenset({"batch.volcano.sh", "flow.volcano.sh", GROUP})
_CONFIGURATION = ".conf"
_AGENT = "agent-scheduler"  # Volcano's scheduler of single pods, which holds no gangs


class QueueAmount(NamedTuple):
    """One resource of one list of a queue. quantity: None when it is unknown or no quantity."""

    resource: str
    quantity: Quantity | None
    place: Place


class VolcanoQueue:
    """A Queue of Volcano."""

    __slots__ = ("__dict__", "resource")

    def __init__(self, resource: Resource) -> None:
        self.resource = resource

    WORDS = ("volcano.sh",)

    @classmethod
    def from_resource(cls, resource: Resource) -> Iterator["VolcanoQueue"]:
        """The queue that the object is, if it is one."""
        if (resource.group, resource.kind) == (GROUP, "Queue"):
            yield cls(resource)

    @property
    def name(self) -> str:
        """metadata.name."""
        return self.resource.name

    @property
    def parent(self) -> str:
        """spec.parent; the root where it is absent."""
        return text(self.resource.spec.get("parent")) or ROOT_QUEUE

    @property
    def state(self) -> str:
        """status.state, as a cluster reports it; empty in a manifest."""
        return text(dig(self.resource.value, ("status", "state")))

    @cached_property
    def amounts(self) -> Mapping[str, Mapping[str, QueueAmount]]:
        """guarantee, deserved and capability, each by resource name."""
        return {bound: self._amounts(path) for bound, path in BOUNDS.items()}

    def _amounts(self, path: tuple[str, ...]) -> Mapping[str, QueueAmount]:
        stated = mapping(dig(self.resource.spec, path))
        return {
            name: QueueAmount(
                name,
                None if is_placeholder(value) else parse_quantity(value),
                self.resource.at("spec", *path, name),
            )
            for name, value in stated.items()
        }


class VolcanoQueues:
    """Volcano's queues of a run: `context.cluster.index(VolcanoQueues)`."""

    __slots__ = ("_by_name", "_children")

    def __init__(self, manifests: Manifests) -> None:
        self._by_name: dict[str, list[VolcanoQueue]] = {}
        self._children: dict[str, list[VolcanoQueue]] = {}
        for queue in manifests.of(VolcanoQueue):
            self._by_name.setdefault(queue.name, []).append(queue)
            self._children.setdefault(queue.parent, []).append(queue)

    def get(self, name: str, beside: Resource) -> VolcanoQueue | None:
        """The queue that an object means by a name; None when there is none, or several."""
        found = sole(self._by_name.get(name, ()), beside)
        # every cluster has a queue of this name, and its own capability
        if found is not None and name == DEFAULT_QUEUE and not together(found.resource, beside):
            return None
        return found

    def children(self, queue: VolcanoQueue) -> Sequence[VolcanoQueue]:
        """Queues that name it as their parent; empty for a name that several queues share."""
        if len(self._by_name.get(queue.name, ())) != 1:
            return ()
        return self._children.get(queue.name, ())

    def ancestors(self, queue: VolcanoQueue) -> Iterator[VolcanoQueue]:
        """Parent, grandparent and so on, as far as they are known."""
        seen = {queue.name}
        parent = self.get(queue.parent, queue.resource)
        while parent is not None and parent.name not in seen:
            yield parent
            seen.add(parent.name)
            parent = self.get(parent.parent, queue.resource)

    def bound(self, queue: VolcanoQueue, resource: str) -> QueueAmount | None:
        """The tightest capability for a resource on the way to the root; None when none is known."""
        found = [
            each.amounts["capability"][resource]
            for each in (queue, *self.ancestors(queue))
            if resource in each.amounts["capability"]
        ]
        known = [each for each in found if each.quantity is not None]
        return min(known, key=lambda each: each.quantity or Quantity(0), default=None)


class SchedulerConfiguration:
    """The configuration of Volcano's scheduler: YAML text inside a ConfigMap.

    resource: the ConfigMap. actions: as written. actions_place: None when there is no such key.
    plugins: of all tiers by name, with the place of the name.
    """

    __slots__ = ("actions", "actions_place", "plugins", "resource", "tiers_place")

    def __init__(self, resource: Resource, inner: Document) -> None:
        self.resource = resource
        value = mapping(inner.value)
        self.actions = text(value.get("actions"))
        self.actions_place: Place | None = None
        if self.actions:
            self.actions_place = Place(inner, Pointer(("actions",)))
        self.tiers_place = Place(inner, Pointer(("tiers",)), "key")
        self.plugins: dict[str, Place] = {}
        for index, tier in enumerate(map(mapping, sequence(value.get("tiers")))):
            for number, plugin in enumerate(map(mapping, sequence(tier.get("plugins")))):
                pointer = Pointer(("tiers", index, "plugins", number, "name"))
                self.plugins.setdefault(text(plugin.get("name")), Place(inner, pointer))

    WORDS = ("ConfigMap",)

    @classmethod
    def from_resource(cls, resource: Resource) -> Iterator["SchedulerConfiguration"]:
        """The configurations in the object, if it is Volcano's ConfigMap."""
        if (resource.group, resource.kind) != ("", "ConfigMap"):
            return
        document = resource.document
        for key, value in mapping(resource.value.get("data")).items():
            if not key.endswith(_CONFIGURATION) or key.startswith(_AGENT):
                continue
            if "actions" not in text(value):
                continue
            pointer = resource.pointer.child("data", key)
            inner = document.embedded(pointer) if isinstance(document, Document) else None
            if isinstance(inner, Document) and "tiers" in mapping(inner.value):
                yield cls(resource, inner)
