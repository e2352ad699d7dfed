"""What a walk finds in objects whose kind has no row: pod specs by their shape, and whole objects."""

from collections.abc import Iterator, Mapping

from gpulint.catalog.kinds import workload_kind
from gpulint.model.resource import Resource, text

# Objects that describe other objects, or hold them as data: what looks like a pod there is none.
_NO_PODS = frozenset(
    {
        ("apiextensions.k8s.io", "CustomResourceDefinition"),
        ("", "ConfigMap"),
        ("", "Secret"),
        ("kustomize.config.k8s.io", "Kustomization"),
        ("kustomize.config.k8s.io", "Component"),
        ("admissionregistration.k8s.io", "ValidatingAdmissionPolicy"),
        ("kyverno.io", "ClusterPolicy"),
        ("kyverno.io", "Policy"),
    }
)
_MAX_DEPTH = 40
_NOT_WALKED = ("containers", "metadata", "status")

Steps = tuple[str | int, ...]


def pod_specs(resource: Resource) -> Iterator[tuple[Steps, Mapping[str, object]]]:
    """Maps with a list of containers, and the way to each; not those of `inner_objects`."""
    if (resource.group, resource.kind) not in _NO_PODS:
        yield from _pod_specs(resource.value, ())


def inner_objects(resource: Resource) -> Iterator[tuple[Steps, Mapping[str, object]]]:
    """Whole objects of known kinds, as templates hold them, and the way to each."""
    if (resource.group, resource.kind) not in _NO_PODS:
        yield from _inner_objects(resource.value, ())


def _pod_specs(value: object, path: Steps) -> Iterator[tuple[Steps, Mapping[str, object]]]:
    if isinstance(value, dict):
        if path and _is_whole(value):
            return
        containers = value.get("containers")
        if isinstance(containers, list) and any(isinstance(each, dict) for each in containers):
            yield path, value
    for step, item in _below(value, path):
        yield from _pod_specs(item, (*path, step))


def _inner_objects(value: object, path: Steps) -> Iterator[tuple[Steps, Mapping[str, object]]]:
    if path and isinstance(value, dict) and _is_whole(value):
        yield path, value
        return
    for step, item in _below(value, path):
        yield from _inner_objects(item, (*path, step))


def _below(value: object, path: Steps) -> Iterator[tuple[str | int, object]]:
    """Keys or numbers of a collection with what stands there; none when it lies too deep."""
    if len(path) > _MAX_DEPTH:
        return
    if isinstance(value, dict):
        yield from (each for each in value.items() if each[0] not in _NOT_WALKED)
    elif isinstance(value, list):
        yield from enumerate(value)


def _is_whole(value: Mapping[str, object]) -> bool:
    """Whether a map is an object that makes pods, and no mere reference to one."""
    if not isinstance(value.get("spec"), dict):
        return False
    group, slash, _ = text(value.get("apiVersion")).rpartition("/")
    return workload_kind(group if slash else "", text(value.get("kind"))) is not None
