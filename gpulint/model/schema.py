"""What the schemas of a run's kinds say of its objects, each judged once however many rules ask."""

from collections.abc import Callable
from functools import cache

from gpulint.model.context import Context
from gpulint.model.manifests import Manifests
from gpulint.model.pod import PodTemplate
from gpulint.model.resource import Resource
from gpulint.validation.kubernetes import violations
from gpulint.validation.violation import Violation


def schema_violations(resource: Resource, context: Context) -> tuple[Violation, ...]:
    """All violations of an object; see validation.kubernetes.violations."""
    return context.manifests.index(_maker(context.kubernetes)).of(resource)


class _Verdicts:
    """The violations of the objects that were asked for, under one release of Kubernetes."""

    __slots__ = ("_found", "_kubernetes")

    def __init__(self, kubernetes: int | None) -> None:
        self._kubernetes = kubernetes
        self._found: dict[int, tuple[Violation, ...]] = {}

    def of(self, resource: Resource) -> tuple[Violation, ...]:
        # the run holds its resources for as long as this index, so an id names one of them
        known = self._found.get(id(resource))
        if known is None:
            value = {"apiVersion": resource.api_version, "kind": resource.kind, **resource.value}
            is_part = resource.fragment or _looks_like_a_part(resource)
            known = violations(value, kubernetes=self._kubernetes, fragment=is_part)
            self._found[id(resource)] = known
        return known


@cache
def _maker(kubernetes: int | None) -> Callable[[Manifests], _Verdicts]:
    """The maker of the index for one release: always the same one, as indexes are kept by it."""
    return lambda manifests: _Verdicts(kubernetes)


def _looks_like_a_part(resource: Resource) -> bool:
    """A patch or an assertion: it has no spec, or a container without an image."""
    if "spec" not in resource.value:
        return True
    pods = PodTemplate.from_resource(resource)
    return any("image" not in each.value for pod in pods for each in pod.all_containers)
