"""The chain of Kueue's queues: from a workload's label to the nodes behind a quota."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from gpulint.model.manifests import Manifests, same_namespace
from gpulint.model.quantity import Quantity
from gpulint.model.queue import KUEUE, N, QueueReference, sole
from gpulint.model.queue_kueue import GROUP, LocalQueue, QuotaHolder, ResourceFlavor
from gpulint.model.resource import Resource, mapping, sequence, text

_MARKS = ("config.kueue.x-k8s.io", "excludeResourcePrefixes", "transformations:")
# as a line of its own: the default configuration has it as a comment
_MANAGES_ALL = re.compile(r"^[ ]*manageJobsWithoutQueueName:[ ]*true", re.MULTILINE)


class Kueue:
    """Kueue's objects of a run by name: `context.cluster.index(Kueue)`."""

    __slots__ = (
        "_behind",
        "_cluster_queues",
        "_cohorts",
        "_configured",
        "_files",
        "_flavors",
        "_homes",
        "_lent",
        "_local_queues",
        "_topologies",
    )

    def __init__(self, manifests: Manifests) -> None:
        self._cluster_queues = _by_name(
            q for q in manifests.of(QuotaHolder) if q.resource.kind == "ClusterQueue"
        )
        self._flavors = _by_name(manifests.of(ResourceFlavor))
        self._local_queues = _by_name(manifests.of(LocalQueue))
        self._behind: dict[str, list[LocalQueue]] = {}
        self._homes: dict[tuple[str, str], list[LocalQueue]] = {}
        for queue in manifests.of(LocalQueue):
            self._homes.setdefault(_home(queue.resource), []).append(queue)
            self._behind.setdefault(queue.cluster_queue, []).append(queue)
        self._lent: dict[tuple[str, str, str], Quantity | None] = {}
        self._files: dict[str, bool] = {}
        self._cohorts: dict[str, list[QuotaHolder]] = {}
        for holder in manifests.of(QuotaHolder):
            self._cohorts.setdefault(holder.cohort, []).append(holder)
            if holder.resource.kind == "Cohort":
                self._cohorts.setdefault(holder.name, []).append(holder)
        self._topologies = {each.name: each for each in manifests.by_kind(GROUP, "Topology")}
        self._configured = _configurations(manifests)

    def of_namespace(self, beside: Resource) -> tuple[LocalQueue, ...]:
        """LocalQueues that certainly lie in an object's namespace: it is named, or both in one file."""
        return tuple(self._homes.get(_home(beside), ()))

    def topology_levels(self, queue: QuotaHolder) -> tuple[str, ...] | None:
        """Labels of all topologies behind a queue; None when a flavor or topology is not known.

        Source: kueue apis/kueue/v1beta2/topology_types.go, spec.levels[].nodeLabel.
        """
        levels: dict[str, None] = {}
        for name in dict.fromkeys(f.name for group in queue.groups for f in group.flavors):
            flavor = self.flavor(name, queue.resource)
            if flavor is None:
                return None
            if not flavor.topology:
                continue
            topology = self._topologies.get(flavor.topology)
            if topology is None:
                return None
            for level in map(mapping, sequence(topology.spec.get("levels"))):
                levels[text(level.get("nodeLabel"))] = None
        return tuple(levels)

    def local_queues(self, name: str) -> Sequence[LocalQueue]:
        """The LocalQueues of a name in all namespaces."""
        return self._local_queues.get(name, ())

    def names_behind(self, cluster_queue: str, namespace: str) -> Iterator[str]:
        """Names of the LocalQueues of a namespace that lead to a ClusterQueue."""
        for queue in self._behind.get(cluster_queue, ()):
            if same_namespace(queue.resource.namespace, namespace):
                yield queue.resource.name

    def is_used(self, cluster_queue: str) -> bool:
        """Whether any LocalQueue leads to a ClusterQueue."""
        return cluster_queue in self._behind

    @property
    def manages_all(self) -> bool:
        """Whether a known configuration suspends workloads that name no queue."""
        return _MANAGES_ALL.search(self._configured) is not None

    def lent(
        self,
        cohort: str,
        flavor: str,
        resource: str,
        lendable: Callable[[QuotaHolder, str, str], Quantity | None],
    ) -> Quantity | None:
        """What all members of a cohort may lend together, summed once; None when one is not known.

        A cohort of a single member is not known either: the others must lie elsewhere.
        """
        key = (cohort, flavor, resource)
        if key not in self._lent:
            members = self._cohorts.get(cohort, ())
            amounts = [lendable(each, flavor, resource) for each in members]
            known = [amount for amount in amounts if amount is not None]
            whole = len(members) > 1 and len(known) == len(members)
            self._lent[key] = Quantity(sum(each.nano for each in known)) if whole else None
        return self._lent[key]

    def has_cohort_in_file(self, queue: QuotaHolder) -> bool:
        """Whether a queue's cohort has other queues, and all its known members are in one file."""
        if queue.cohort not in self._files:
            members = self._cohorts.get(queue.cohort, ())
            queues = [each for each in members if each.resource.kind == "ClusterQueue"]
            files = {each.resource.document.file for each in members}
            self._files[queue.cohort] = len(queues) > 1 and len(files) == 1
        return self._files[queue.cohort]

    def is_mapped(self, resource: str) -> bool:
        """Whether a configuration of Kueue excludes or transforms a resource, as far as one is known."""
        section = self._configured.partition("\nresources:")[2]
        return any(word in section for word in (resource, resource.partition("/")[0]))

    def local_queue(self, name: str, beside: Resource) -> LocalQueue | None:
        """The LocalQueue that an object means by a name; None when there is none, or several."""
        found = [
            queue
            for queue in self._local_queues.get(name, ())
            if same_namespace(queue.resource.namespace, beside.namespace)
        ]
        return sole(found, beside)

    def cluster_queue(self, local: LocalQueue) -> QuotaHolder | None:
        """The ClusterQueue behind a LocalQueue; None when there is none, or several."""
        return sole(self._cluster_queues.get(local.cluster_queue, ()), local.resource)

    def behind(self, reference: QueueReference) -> QuotaHolder | None:
        """The ClusterQueue that a workload ends up in; None when a link of the chain is not known."""
        if reference.system != KUEUE:
            return None
        local = self.local_queue(reference.name, reference.resource)
        return None if local is None else self.cluster_queue(local)

    def flavor(self, name: str, beside: Resource) -> ResourceFlavor | None:
        """The ResourceFlavor that a ClusterQueue names; None when there is none, or several."""
        return sole(self._flavors.get(name, ()), beside)


def _by_name(views: Iterable[N]) -> Mapping[str, Sequence[N]]:
    found: dict[str, list[N]] = {}
    for each in views:
        found.setdefault(each.resource.name, []).append(each)
    return found


def _home(resource: Resource) -> tuple[str, str]:
    return resource.namespace, "" if resource.namespace else resource.document.file


def _configurations(manifests: Manifests) -> str:
    """All texts in which Kueue is configured; empty when the input shows none."""
    values = (
        text(value)
        for resource in manifests.by_kind("", "ConfigMap")
        for value in mapping(resource.value.get("data")).values()
    )
    return "\n".join(value for value in values if any(word in value for word in _MARKS))
