"""Where each kind keeps its pod templates, how many pods they make, and GPUs outside containers."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from gpulint.catalog.kinds import EACH_ITEM, EACH_VALUE, Path, TemplatePath, workload_kind
from gpulint.core.pointer import Pointer
from gpulint.model.resource import Resource, dig, integer, mapping, sequence, step_into, text

# What a template of a workflow takes from the workflow's spec unless it says the same itself.
_JUDGED = ("nodeSelector", "affinity")  # words that would be told twice, and away from their place
_INHERITED = (*_JUDGED, "tolerations", "schedulerName")


Choices = tuple[str | int, ...]


class Found(NamedTuple):
    """A value that a path led to, and the list indexes and map keys that its wildcards chose."""

    value: object
    path: tuple[str | int, ...]
    choices: Choices


class TemplatePlace(NamedTuple):
    """Where a pod template lies in an object; the fields are those of PodTemplate, pods is its count.

    beside: containers that the kind keeps outside the lists of the pod spec.
    """

    pointer: Pointer
    spec: Mapping[str, object]
    spec_pointer: Pointer
    metadata_pointer: Pointer | None
    role: str
    pods: int | None
    beside: tuple[Pointer, ...] = ()


class BlockPlace(NamedTuple):
    """A `resources` block outside containers; words are how messages call it; named: as Spark has it."""

    value: Mapping[str, object]
    pointer: Pointer
    words: str
    named: bool = False


def expand(value: object, path: Path) -> Iterator[Found]:
    """All values that `path` leads to; wildcards go over list items or map values."""
    steps = choose(path, ())
    if steps is not None:  # most paths have no wildcard and one end
        for step in steps:
            found, value = step_into(value, step)
            if not found:
                return
        yield Found(value, steps, ())
        return
    yield from _expand(value, path, (), ())


def _expand(
    value: object,
    rest: tuple[object, ...],
    path: tuple[str | int, ...],
    choices: Choices,
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


def choose(path: Path, choices: Choices) -> tuple[str | int, ...] | None:
    """The path with its wildcards replaced by `choices`; None when they do not suffice."""
    if not choices:
        return _plain(path)
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


@cache
def _plain(path: Path) -> tuple[str | int, ...] | None:
    """A path without wildcards as it is, else None; the paths are those of the catalogue."""
    steps = tuple(step for step in path if isinstance(step, (str, int)))
    return steps if len(steps) == len(path) else None


def template_places(resource: Resource) -> Iterator[TemplatePlace]:
    """Where all pod templates of an object lie: by its kind's row, or for an unknown kind by a walk."""
    row = workload_kind(resource.group, resource.kind, resource.version)
    if row is None:
        yield from _by_walk(resource)
        return
    for template in row.templates:
        if template.shape in ("pod", "podtemplate", "podspec"):
            yield from _by_row(resource, template)
        elif template.shape == "step":
            yield from _steps(resource, template)


def _by_row(resource: Resource, template: TemplatePath) -> Iterator[TemplatePlace]:
    found = list(expand(resource.value, template.path))
    if not found and template.fallback is not None:
        found = list(expand(resource.value, template.fallback))
    inner = template.shape != "podspec"
    for each in found:
        spec = mapping(each.value).get("spec") if inner else each.value
        if not isinstance(spec, dict):
            continue
        root = resource.pointer.child(*each.path)
        yield TemplatePlace(
            root,
            spec,
            root.child("spec") if inner else root,
            root.child("metadata") if inner else _metadata(resource, template, each.choices),
            _role(resource, template, each.choices),
            pod_count(resource, template, each.choices),
            tuple(_beside(resource, template, each.choices)),
        )


def _steps(resource: Resource, template: TemplatePath) -> Iterator[TemplatePlace]:
    """Templates of a workflow that run containers, with what its spec gives where they are silent.

    A template that places its pods itself is the pod spec; for any other the spec around it is, so
    that findings stand where the words do. Defaults for templates would be a third source: silent.
    """
    for each in expand(resource.value, template.path):
        own, path = mapping(each.value), each.path
        around = mapping(dig(resource.value, path[:-2]))
        beside = tuple(_beside(resource, template, each.choices))
        if not beside or around.get("templateDefaults"):
            continue
        claims = map(mapping, sequence(around.get("volumeClaimTemplates")))
        volumes = [*sequence(own.get("volumes")), *sequence(around.get("volumes"))]
        volumes += [{"name": mapping(each.get("metadata")).get("name")} for each in claims]
        spec = {key: around[key] for key in _INHERITED if around.get(key)}
        if any(own.get(key) for key in (*_INHERITED, "volumes", "initContainers")):
            spec = {key: value for key, value in spec.items() if key not in _JUDGED}
            spec |= {key: value for key, value in own.items() if value}
        else:
            path = path[:-2]
        if volumes:
            spec["volumes"] = volumes
        root = resource.pointer.child(*path)
        metadata = _metadata(resource, template, each.choices)
        role = _role(resource, template, each.choices)
        yield TemplatePlace(root, spec, root, metadata, role, None, beside)


def _beside(resource: Resource, template: TemplatePath, choices: Choices) -> Iterator[Pointer]:
    for path in template.containers:
        chosen = choose(path, choices)
        if chosen is not None and isinstance(dig(resource.value, chosen), dict):
            yield resource.pointer.child(*chosen)


def _metadata(resource: Resource, template: TemplatePath, choices: Choices) -> Pointer | None:
    chosen = None if template.metadata is None else choose(template.metadata, choices)
    return None if chosen is None else resource.pointer.child(*chosen)


def _role(resource: Resource, template: TemplatePath, choices: Choices) -> str:
    if template.role_path is not None:
        chosen = choose(template.role_path, choices)
        name = text(dig(resource.value, chosen)) if chosen is not None else ""
        if name:
            return name
    keys = [choice for choice in choices if isinstance(choice, str)]
    return keys[-1] if keys else template.role


def pod_count(resource: Resource, template: TemplatePath, choices: Choices) -> int | None:
    """Pods that a template makes; None when a placeholder, an autoscaler or the nodes decide."""
    default = template.replicas_default
    count = default
    if template.replicas is not None:
        count = _number(resource, template.replicas, default, choices)
    if count is None:
        return None
    if not (template.minimum or template.maximum or template.completions or template.factors):
        return count
    bounds = ((max, template.minimum), (min, template.maximum), (min, template.completions))
    for bound, path in bounds:
        if path is not None and _value(resource, path, choices) is not None:
            limit = _number(resource, path, None, choices)
            if limit is None:
                return None
            count = bound(count, limit)
    for factor in template.factors:
        number = _number(resource, factor.path, factor.default, choices)
        if number is None:
            return None
        count *= number + factor.add
    return count


def _value(resource: Resource, path: Path, choices: Choices) -> object:
    chosen = choose(path, choices)
    return None if chosen is None else dig(resource.value, chosen)


def _number(resource: Resource, path: Path, default: int | None, choices: Choices) -> int | None:
    value = _value(resource, path, choices)
    return default if value is None else integer(value)


def _by_walk(resource: Resource) -> Iterator[TemplatePlace]:
    from gpulint.model.unknown_kind import pod_specs  # most kinds have a row

    for path, spec in pod_specs(resource):
        pointer = resource.pointer.child(*path)
        inner = bool(path) and path[-1] == "spec"
        parent = dig(resource.value, path[:-1]) if inner else None
        in_template = inner and len(path) > 1 and "metadata" in mapping(parent)
        root = pointer.parent if inner else pointer
        metadata = root.child("metadata") if in_template else None
        role = ".".join(str(step) for step in path if step not in ("spec", "template"))
        yield TemplatePlace(root, spec, pointer, metadata, role, None)


def block_places(resource: Resource) -> Iterator[BlockPlace]:
    """The `resources` blocks that the kind of an object has outside containers."""
    row = workload_kind(resource.group, resource.kind, resource.version)
    blocks = () if row is None else row.resource_blocks
    for block in blocks:
        for found in expand(resource.value, block.path):
            if block.form in ("requirements", "named") and isinstance(found.value, dict):
                pointer = resource.pointer.child(*found.path)
                words = Pointer(found.path[:-1]).field_path or resource.kind
                yield BlockPlace(found.value, pointer, words, block.form == "named")
