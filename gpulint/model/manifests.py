"""All resources of a run, indexed once so that no rule ever searches."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol, TypeVar

from gpulint.model.quantity import is_placeholder
from gpulint.model.resource import Resource

V_co = TypeVar("V_co", covariant=True)
V = TypeVar("V")


class View(Protocol[V_co]):
    """What a check can be bound to: a class that reads itself out of a resource."""

    @classmethod
    def from_resource(cls, resource: Resource) -> Iterator[V_co]:
        """All views of this class in an object."""


class Manifests:
    """Resources in the order of the input, with indexes by view, by kind and by name."""

    __slots__ = ("_indexes", "_kinds", "_names", "_parts", "_views", "resources")

    def __init__(self, resources: Iterable[Resource], parts: "Sequence[Manifests]" = ()) -> None:
        self.resources = tuple(resources)
        self._parts = parts
        self._views: dict[object, tuple[object, ...]] = {}
        self._indexes: dict[object, object] = {}
        self._kinds: dict[tuple[str, str], list[Resource]] = {}
        self._names: dict[tuple[str, str, str], list[Resource]] = {}
        for resource in () if parts else self.resources:
            key = (resource.group, resource.kind)
            self._kinds.setdefault(key, []).append(resource)
            self._names.setdefault((*key, resource.name), []).append(resource)

    def joined(self, other: "Manifests") -> "Manifests":
        """These and then the others as one. What either has read of its resources serves here too."""
        if not other.resources:
            return self
        return Manifests(self.resources + other.resources, (self, other))

    def of(self, view: type[V]) -> Sequence[V]:
        """All views of one class, made once: `manifests.of(PodTemplate)`."""
        if view is Resource:
            return self.resources  # type: ignore[return-value]  # V is Resource here
        found = self._views.get(view)
        if found is None:
            found = self._views[view] = tuple(self._read(view))
        return found  # type: ignore[return-value]  # kept under its own class

    def _read(self, view: type[V]) -> Iterator[object]:
        for part in self._parts:
            yield from part.of(view)
        maker: View[V] = view  # type: ignore[assignment]  # every view has from_resource
        for resource in () if self._parts else self.resources:
            yield from maker.from_resource(resource)

    def index(self, maker: Callable[["Manifests"], V]) -> V:
        """An index over the whole run, made once: `manifests.index(PodGroupMembers)`."""
        found = self._indexes.get(maker)
        if found is None:
            found = self._indexes[maker] = maker(self)
        return found  # type: ignore[return-value]  # kept under its own maker

    def by_kind(self, group: str, kind: str) -> Sequence[Resource]:
        """All objects of a kind, whatever their API version; the empty group is the core's."""
        if not self._parts:
            return self._kinds.get((group, kind), ())
        key = (group, kind)
        if key not in self._kinds:
            self._kinds[key] = [r for part in self._parts for r in part.by_kind(group, kind)]
        return self._kinds[key]

    def named(
        self, group: str, kind: str, name: str, namespace: str | None = None
    ) -> Resource | None:
        """The object of that name. namespace: of the one who refers to it; None for cluster scope.

        An absent namespace may be any one namespace, so it matches each.
        """
        for resource in self._names.get((group, kind, name), ()):
            if namespace is None or same_namespace(resource.namespace, namespace):
                return resource
        in_parts = (part.named(group, kind, name, namespace) for part in self._parts)
        return next((each for each in in_parts if each is not None), None)


def same_namespace(one: str, other: str) -> bool:
    """Whether two objects can be in one namespace: equal, or one does not say, or not yet."""
    if one == other or not one or not other:
        return True
    return is_placeholder(one) or is_placeholder(other)
