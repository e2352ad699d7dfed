"""What the schemas of a run's kinds say of its objects, each judged once however many rules ask."""

from collections.abc import Callable, Mapping
from functools import cache

from gpulint.model.context import Context
from gpulint.model.pod import PodTemplate
from gpulint.model.resource import Resource, mapping, sequence
from gpulint.validation.kubernetes import violations
from gpulint.validation.violation import Violation


def schema_violations(resource: Resource, context: Context) -> tuple[Violation, ...]:
    """All violations of an object; see validation.kubernetes.violations."""
    return resource.once(_reader(context.kubernetes))


@cache
def _reader(kubernetes: int | None) -> Callable[[Resource], tuple[Violation, ...]]:
    """The reader for one release: always the same one, as what it reads is kept by it."""

    def read(resource: Resource) -> tuple[Violation, ...]:
        if "sops" in resource.value:
            return ()  # encrypted: what is applied is not what stands there
        value = {"apiVersion": resource.api_version, "kind": resource.kind, **resource.value}
        is_part = resource.fragment or _looks_like_a_part(resource)
        found = violations(value, kubernetes=kubernetes, fragment=is_part)
        return () if found and _holds_expressions(resource.value) else found

    return read


def _looks_like_a_part(resource: Resource) -> bool:
    """A patch, an assertion or Spark's template of a pod: something that every object has is absent.

    That is the spec, the containers of a Pod, the image of one of them, or the uid of an owner, which
    a controller knows and the author of a test does not.
    """
    if "spec" not in resource.value:
        return True
    owners = sequence(resource.metadata.get("ownerReferences"))
    if any("uid" not in mapping(owner) for owner in owners):
        return True
    if resource.kind == "Pod" and not resource.group and "containers" not in resource.spec:
        return True
    pods = PodTemplate.from_resource(resource)
    return any("image" not in each.value for pod in pods for each in pod.all_containers)


def _holds_expressions(value: object) -> bool:
    """Whether a key is an expression in parentheses: an assertion of Chainsaw, which nobody applies."""
    rest = [value]
    while rest:
        each = rest.pop()
        if isinstance(each, Mapping):
            if any(key[:1] == "(" and ")" in key for key in each if isinstance(key, str)):
                return True
            rest += each.values()
        elif isinstance(each, list):
            rest += each
    return False
