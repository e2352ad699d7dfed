"""Pod templates: what pods will look like, how many there are and where they may run."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from gpulint.catalog import resources as catalog_resources
from gpulint.core.location import Place
from gpulint.core.pointer import Pointer
from gpulint.model.affinity import (
    Requirement,
    Toleration,
    allowed_values,
    node_requirements,
    tolerations,
)
from gpulint.model.container import Container, containers_at, containers_of
from gpulint.model.quantity import Quantity, parse_quantity
from gpulint.model.resource import Keeping, Resource, dig, mapping, text
from gpulint.model.workload import template_places

if TYPE_CHECKING:
    from gpulint.catalog.products import ProductLabel

PRODUCT_LABEL = "nvidia.com/gpu.product"


class PodTemplate(Keeping):
    """A template from which pods are made, or a Pod itself.

    pointer: its root inside the document. spec_pointer: of the pod spec below it. metadata_pointer: of
    the labels and annotations that its pods get, None where the kind has no place for them.
    role: task, worker group or the like. count: pods that it makes; None when that is not known.
    beside: containers that the kind keeps outside the lists of the pod spec.
    """

    __slots__ = (
        "__dict__", "beside", "count", "metadata", "metadata_pointer", "pointer", "resource", "role",
        "spec", "spec_pointer",
    )  # fmt: skip

    def __init__(
        self,
        resource: Resource,
        pointer: Pointer,
        spec: Mapping[str, object],
        spec_pointer: Pointer,
        metadata_pointer: Pointer | None,
        role: str,
        count: int | None,
        beside: tuple[Pointer, ...] = (),
    ) -> None:
        self.resource = resource
        self.pointer = pointer
        self.spec = spec
        self.spec_pointer = spec_pointer
        self.metadata_pointer = metadata_pointer
        self.role = role
        self.count = count
        self.beside = beside
        super().__init__()
        self.metadata: Mapping[str, object] = {}
        if metadata_pointer is not None:
            below = metadata_pointer[len(resource.pointer) :]
            self.metadata = mapping(dig(resource.value, below))

    def __repr__(self) -> str:
        return f"<PodTemplate {self.role} of {self.resource.label}>"

    @classmethod
    def from_resource(cls, resource: Resource) -> Iterator["PodTemplate"]:
        """All pod templates of an object, by its kind's row or, for an unknown kind, by a walk."""
        return iter(resource.once(_templates))

    def at(self, *path: str | int) -> Place:
        """The place at `path` below the pod spec."""
        document, root = self.resource.document, self.resource.pointer
        return Place(document, self.spec_pointer.child(*path), "value", root)

    def at_metadata(self, *path: str | int) -> Place:
        """The place at `path` below the pods' metadata; the pod spec's key when there is none."""
        if self.metadata_pointer is None:
            return self.at()._replace(part="key")
        document, root = self.resource.document, self.resource.pointer
        return Place(document, self.metadata_pointer.child(*path), "value", root)

    def get(self, *path: str | int) -> object:
        """The value at `path` below the pod spec; None when it is missing."""
        return dig(self.spec, path)

    @property
    def labels(self) -> Mapping[str, object]:
        """Labels that the pods get from the template."""
        return mapping(self.metadata.get("labels"))

    @property
    def annotations(self) -> Mapping[str, object]:
        """Annotations that the pods get from the template."""
        return mapping(self.metadata.get("annotations"))

    @property
    def scheduler_name(self) -> str:
        """spec.schedulerName; empty when it is left to the cluster."""
        return text(self.spec.get("schedulerName"))

    @property
    def priority_class(self) -> str:
        """spec.priorityClassName; empty when absent."""
        return text(self.spec.get("priorityClassName"))

    @cached_property
    def containers(self) -> tuple[Container, ...]:
        """The app containers, those that the kind keeps beside the list among them."""
        listed = containers_of(self.resource, self.spec, self.spec_pointer, "containers")
        return listed + containers_at(self.resource, self.beside) if self.beside else listed

    @cached_property
    def init_containers(self) -> tuple[Container, ...]:
        """The init containers, sidecars among them."""
        return containers_of(self.resource, self.spec, self.spec_pointer, "initContainers")

    @property
    def all_containers(self) -> tuple[Container, ...]:
        """Init containers, then app containers."""
        return self.init_containers + self.containers

    @cached_property
    def requests(self) -> Mapping[str, Quantity]:
        """What one pod takes on a node, per resource.

        The larger of the sum of app containers and sidecars and any single init step, plus overhead.
        Source: kubernetes/component-helpers resource/helpers.go.
        """
        steady: dict[str, int] = {}
        peak: dict[str, int] = {}
        for container in self.init_containers:
            if container.sidecar:
                _add(steady, container)
                continue
            step = dict(steady)
            _add(step, container)
            for name, nano in step.items():
                peak[name] = max(peak.get(name, 0), nano)
        for container in self.containers:
            _add(steady, container)
        for name, nano in peak.items():
            steady[name] = max(steady.get(name, 0), nano)
        for name, value in mapping(self.spec.get("overhead")).items():
            overhead = parse_quantity(value)
            if overhead is not None:
                steady[name] = steady.get(name, 0) + overhead.nano
        return {name: Quantity(nano) for name, nano in steady.items()}

    @cached_property
    def accelerators(self) -> Mapping[str, Quantity]:
        """The part of `requests` that asks for known accelerators, zero amounts left out."""
        return {
            name: amount
            for name, amount in self.requests.items()
            if not amount.is_zero and catalog_resources.accelerator(name) is not None
        }

    @cached_property
    def requirements(self) -> tuple[Requirement, ...]:
        """Demands on node labels: nodeSelector, then required, then preferred node affinity."""
        return node_requirements(self.spec, self.at())

    def allowed(self, key: str) -> tuple[str, ...] | None:
        """Values that the pod accepts for a node label; None when it does not constrain the key.

        Affinity terms are alternatives: they constrain the key only when every one of them does.
        """
        return allowed_values(self.requirements, key)

    @cached_property
    def products(self) -> "tuple[ProductLabel, ...]":
        """Product labels that the pod accepts; empty when it accepts any, or an unknown one."""
        from gpulint.catalog.products import parse_label  # few pods choose

        return tuple(map(parse_label, self.allowed(PRODUCT_LABEL) or ()))

    @cached_property
    def tolerations(self) -> tuple[Toleration, ...]:
        """The tolerations that are written out."""
        return tolerations(self.spec, self.at())


def _templates(resource: Resource) -> Iterator[PodTemplate]:
    for place in resource.once(template_places):
        yield PodTemplate(resource, *place)


def _add(total: dict[str, int], container: Container) -> None:
    """Add what the scheduler counts for a container: the request, else the limit, in billionths."""
    block = container.resources
    for name in block.names:
        total[name] = total.get(name, 0) + block.wanted(name).nano
