"""KAI's queues: quota and limit of each, and the tree that they form."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gpulint.core.location import Place
from gpulint.model.manifests import Manifests
from gpulint.model.quantity import Quantity, is_placeholder, parse_quantity
from gpulint.model.queue import KAI, QueueReference, sole
from gpulint.model.resource import Resource, mapping, text

GROUP = "scheduling.run.ai"
SCHEDULER = "kai-scheduler"
QUEUE_LABEL = "kai.scheduler/queue"
NODE_POOL_LABEL = "kai.scheduler/node-pool"
# A number that stands for "no bound".
UNLIMITED = Quantity(-(10**9))


class KaiAmount(NamedTuple):
    """quota or limit of one resource. quantity: None when it is absent, unknown or no quantity."""

    quantity: Quantity | None
    stated: bool
    place: Place

    @property
    def unlimited(self) -> bool:
        """Whether it says -1."""
        return self.quantity == UNLIMITED


class KaiQueue:
    """A Queue of KAI (or Run:ai)."""

    __slots__ = ("resource",)

    def __init__(self, resource: Resource) -> None:
        self.resource = resource

    WORDS = ("run.ai",)

    @classmethod
    def from_resource(cls, resource: Resource) -> Iterator["KaiQueue"]:
        """The queue that the object is, if it is one."""
        if (resource.group, resource.kind) == (GROUP, "Queue"):
            yield cls(resource)

    @property
    def name(self) -> str:
        """metadata.name."""
        return self.resource.name

    @property
    def parent(self) -> str:
        """spec.parentQueue; empty for a queue at the top."""
        return text(self.resource.spec.get("parentQueue"))

    @property
    def states_resources(self) -> bool:
        """Whether it has a resources block, which only then can lack something."""
        return bool(mapping(self.resource.spec.get("resources")))

    def states(self, kind: str) -> bool:
        """Whether it says anything about cpu, memory or gpu."""
        return self.resource.get("spec", "resources", kind) is not None

    def amount(self, kind: str, key: str) -> KaiAmount:
        """kind: cpu, memory or gpu. key: quota or limit."""
        field = self.resource.field("spec", "resources", kind, key)
        unknown = not field.present or is_placeholder(field.value)
        quantity = None if unknown else parse_quantity(field.value)
        return KaiAmount(quantity, field.present, field.place)


class KaiQueues:
    """KAI's queues of a run: `context.cluster.index(KaiQueues)`."""

    __slots__ = ("_by_name", "_children", "_named")

    def __init__(self, manifests: Manifests) -> None:
        self._by_name: dict[str, list[KaiQueue]] = {}
        self._children: dict[str, list[KaiQueue]] = {}
        for queue in manifests.of(KaiQueue):
            self._by_name.setdefault(queue.name, []).append(queue)
            if queue.parent:
                self._children.setdefault(queue.parent, []).append(queue)

        self._named = {
            each.name for resource in manifests.resources for each in references(resource)
        }

    @property
    def tops(self) -> tuple[KaiQueue, ...]:
        """Queues without a parent."""
        return tuple(q for queues in self._by_name.values() for q in queues if not q.parent)

    def is_known(self, name: str) -> bool:
        """Whether a queue of that name is defined or named by anybody."""
        return name in self._by_name or name in self._named

    def get(self, name: str, beside: Resource) -> KaiQueue | None:
        """The queue that an object means by a name; None when there is none, or several."""
        return sole(self._by_name.get(name, ()), beside)

    def children(self, queue: KaiQueue) -> Sequence[KaiQueue]:
        """Queues that name it as their parent; empty for a name that several queues share."""
        if len(self._by_name.get(queue.name, ())) != 1:
            return ()
        return self._children.get(queue.name, ())

    def line(self, queue: KaiQueue) -> Iterator[KaiQueue]:
        """The queue itself, then its ancestors as far as they are known."""
        seen: set[str] = set()
        current: KaiQueue | None = queue
        while current is not None and current.name not in seen:
            yield current
            seen.add(current.name)
            current = self.get(current.parent, queue.resource) if current.parent else None


def node_pool(resource: Resource) -> str:
    """The node pool that an object's label names; empty without one."""
    return text(resource.labels.get(NODE_POOL_LABEL))


def references(resource: Resource) -> Iterator[QueueReference]:
    """The places where an object names a queue of KAI."""
    return (each for each in QueueReference.from_resource(resource) if each.system == KAI)
