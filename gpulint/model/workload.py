"""Where each kind keeps its pod templates, how many pods they make, and GPUs outside containers."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from gpulint.catalog.kinds import (
    EACH_ITEM,
    EACH_VALUE,
    TemplatePath,
    workload_kind,
)
from gpulint.core.pointer import Pointer
from gpulint.model.container import ResourceRequirements
from gpulint.model.pod import PodTemplate
from gpulint.model.resource import Resource, dig, integer, mapping, sequence, text

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


class Found(NamedTuple):
    """A value that a path with wildcards led to, and the list indexes and map keys that it chose."""

    value: object
    path: tuple[str | int, ...]
    choices: tuple[str | int, ...]


def expand(value: object, path: Sequence[object]) -> Iterator[Found]:
    """All values that `path` leads to; wildcards go over list items or map values."""
    yield from _expand(value, tuple(path), (), ())


def _expand(
    value: object,
    rest: tuple[object, ...],
    path: tuple[str | int, ...],
    choices: tuple[str | int, ...],
) -> Iterator[Found]:
    if not rest:
        yield Found(value, path, choices)
        return
    step, rest = rest[0], rest[1:]
    if step is EACH_ITEM:
        for index, item in enumerate(sequence(value)):
            yield from _expand(item, rest, (*path, index), (*choices, index))
    elif step is EACH_VALUE:
        for key, item in mapping(value).items():
            yield from _expand(item, rest, (*path, key), (*choices, key))
    elif isinstance(value, dict) and isinstance(step, str) and step in value:
        yield from _expand(value[step], rest, (*path, step), choices)


def choose(path: Sequence[object], choices: tuple[str | int, ...]) -> tuple[str | int, ...] | None:
    """The path with its wildcards replaced by `choices`, in order; None when they do not suffice."""
    remaining = list(choices)
    out: list[str | int] = []
    for step in path:
        if step is EACH_ITEM or step is EACH_VALUE:
            if not remaining:
                return None
            out.append(remaining.pop(0))
        elif isinstance(step, (str, int)):
            out.append(step)
    return tuple(out)


def pod_templates(resource: Resource) -> Iterator[PodTemplate]:
    """All pod templates of an object: by its kind's row, or for an unknown kind by a walk."""
    row = workload_kind(resource.group, resource.kind)
    if row is not None:
        for template in row.templates:
            yield from _by_row(resource, template)
    elif (resource.group, resource.kind) not in _NO_PODS:
        yield from _by_walk(resource)


def _by_row(resource: Resource, template: TemplatePath) -> Iterator[PodTemplate]:
    if template.shape not in ("pod", "podtemplate", "podspec"):
        return
    for found in expand(resource.value, template.path):
        root = resource.pointer.child(*found.path)
        inner = template.shape != "podspec"
        spec = mapping(found.value).get("spec") if inner else found.value
        if not isinstance(spec, dict):
            continue
        metadata: Pointer | None = root.child("metadata") if inner else None
        if not inner and template.metadata is not None:
            chosen = choose(template.metadata, found.choices)
            metadata = None if chosen is None else resource.pointer.child(*chosen)
        yield PodTemplate(
            resource,
            root,
            spec,
            root.child("spec") if inner else root,
            metadata,
            _role(resource, template, found.choices),
            pod_count(resource, template, found.choices),
        )


def _role(resource: Resource, template: TemplatePath, choices: tuple[str | int, ...]) -> str:
    if template.role_path is not None:
        chosen = choose(template.role_path, choices)
        name = text(dig(resource.value, chosen)) if chosen is not None else ""
        if name:
            return name
    keys = [choice for choice in choices if isinstance(choice, str)]
    return keys[-1] if keys else template.role


def pod_count(
    resource: Resource, template: TemplatePath, choices: tuple[str | int, ...]
) -> int | None:
    """Pods that a template makes; None when a placeholder, an autoscaler or a formula decides."""
    count = _number(resource, template.replicas, template.replicas_default, choices)
    if count is None:
        return None
    if template.completions is not None:
        chosen = choose(template.completions, choices)
        field = None if chosen is None else dig(resource.value, chosen)
        if field is not None:
            completions = integer(field)
            if completions is None:
                return None
            count = min(count, completions)
    if template.multiplier is not None:
        factor = _number(resource, template.multiplier, template.multiplier_default, choices)
        return None if factor is None else count * factor
    return count


def _number(
    resource: Resource,
    path: Sequence[object] | None,
    default: object,
    choices: tuple[str | int, ...],
) -> int | None:
    chosen = None if path is None else choose(path, choices)
    value = None if chosen is None else dig(resource.value, chosen)
    if value is None:
        return integer(default)
    return integer(value)


def _by_walk(resource: Resource) -> Iterator[PodTemplate]:
    for path, spec in _pod_specs(resource.value, (), 0):
        pointer = resource.pointer.child(*path)
        inner = bool(path) and path[-1] == "spec"
        parent = dig(resource.value, path[:-1]) if inner else None
        in_template = inner and len(path) > 1 and "metadata" in mapping(parent)
        root = pointer.parent if inner else pointer
        metadata = root.child("metadata") if in_template else None
        role = ".".join(str(step) for step in path if step not in ("spec", "template"))
        yield PodTemplate(resource, root, spec, pointer, metadata, role, None)


def _pod_specs(
    value: object, path: tuple[str | int, ...], depth: int
) -> Iterator[tuple[tuple[str | int, ...], Mapping[str, object]]]:
    if depth > _MAX_DEPTH:
        return
    if isinstance(value, dict):
        containers = value.get("containers")
        if isinstance(containers, list) and any(isinstance(each, dict) for each in containers):
            yield path, value
        for key, item in value.items():
            if key not in ("containers", "metadata", "status"):
                yield from _pod_specs(item, (*path, key), depth + 1)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _pod_specs(item, (*path, index), depth + 1)


def resource_blocks(resource: Resource) -> Iterator[ResourceRequirements]:
    """All `resources` blocks of an object: of its containers, and of its kind's own fields."""
    seen: set[Pointer] = set()
    for template in pod_templates(resource):
        for container in template.all_containers:
            seen.add(container.resources.pointer)
            yield container.resources
    row = workload_kind(resource.group, resource.kind)
    if row is None:
        return
    for path in row.resource_blocks:
        for found in expand(resource.value, path):
            pointer = resource.pointer.child(*found.path)
            if pointer not in seen and isinstance(found.value, dict):
                seen.add(pointer)
                owner = pointer.parent[len(resource.pointer) :]
                words = Pointer(owner).field_path or resource.kind
                yield ResourceRequirements(resource, found.value, pointer, words, False)
