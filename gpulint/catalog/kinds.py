"""Kinds that make pods or govern gangs and queues, and where their fields stand."""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any, Literal, NamedTuple

from gpulint.catalog.paths import EACH_ITEM, EACH_VALUE, Each, Path, path_from_parts
from gpulint.catalog.tables import table

__all__ = [
    "EACH_ITEM",
    "EACH_VALUE",
    "Each",
    "Factor",
    "GangField",
    "Path",
    "ResourceBlock",
    "TemplatePath",
    "WorkloadKind",
    "all_kinds",
    "workload_kind",
]

# Groups and kinds come from users, so only so many answers are kept.
_KEPT = 1024

Shape = Literal[
    "podtemplate", "podspec", "pod", "step", "containers", "jobtemplate", "ref", "object"
]


class Factor(NamedTuple):
    """A factor of a pod count: the number at `path`, or `default` when absent, plus `add`."""

    path: Path
    default: int
    add: int = 0


class TemplatePath(NamedTuple):
    """Where one pod template of a kind stands, and what says how many pods it makes.

    path: to the template; empty for the object itself. shape: what stands there; `step` is a template
    of a workflow, `containers` a custom struct with container-like fields, `ref` names or embeds
    another object.
    role: what its pods do; role_path leads to the name that the author gave.
    metadata: the object that carries labels and annotations where the template has no metadata.
    replicas: None where no field counts. replicas_default: the count without it; None means that
    absent_means tells (`nodes`, `required`, `steps` or `elsewhere`).
    factors multiply the replicas; minimum and maximum clamp them; completions caps parallel pods.
    containers: container-like values that stand outside the lists of a pod spec.
    fallback: the template that is used when none stands at path.
    List steps that a path shares with the template's own path mean the same element.
    """

    path: Path
    shape: Shape
    role: str
    role_path: Path | None = None
    metadata: Path | None = None
    replicas: Path | None = None
    replicas_default: int | None = None
    absent_means: str = ""
    completions: Path | None = None
    factors: tuple[Factor, ...] = ()
    minimum: Path | None = None
    maximum: Path | None = None
    containers: tuple[Path, ...] = ()
    fallback: Path | None = None


class GangField(NamedTuple):
    """A field that sizes, names or limits a gang.

    meaning: such as `gang-minimum`, `task-minimum`, `group-size`, `gang-reference`.
    system: whose gang it is, empty where the kind itself says it. default: the number when absent.
    default_rule: how the controller computes an absent value; empty where it does not.
    """

    path: Path
    meaning: str
    system: str = ""
    default: int | None = None
    default_rule: str = ""


class ResourceBlock(NamedTuple):
    """Resources that stand outside the containers of a pod spec.

    form: requirements (limits and requests), short (the same, with `gpu` for the GPU resource),
    named (`name` and `quantity`) or list (a flat map of quantities).
    """

    path: Path
    form: Literal["requirements", "short", "named", "list"] = "requirements"


class WorkloadKind(NamedTuple):
    """One kind of a group, with every path that matters for GPUs and gangs.

    versions: newest first. old_api_versions: `group/version` that served the same shape before.
    kueue: where Kueue reads the queue label: object, template, pod or none.
    """

    group: str
    kind: str
    versions: tuple[str, ...]
    old_api_versions: tuple[str, ...]
    namespaced: bool
    deprecated: bool
    kueue: Literal["object", "template", "pod", "none"]
    templates: tuple[TemplatePath, ...]
    gang_fields: tuple[GangField, ...]
    scheduler_name_paths: tuple[Path, ...]
    queue_paths: tuple[Path, ...]
    priority_class_paths: tuple[Path, ...]
    resource_blocks: tuple[ResourceBlock, ...]


@lru_cache(_KEPT)
def workload_kind(group: str, kind: str, version: str = "") -> WorkloadKind | None:
    """The row for a kind; None when the catalogue has none.

    group: empty for the core group; a group that served the kind in the past finds it too.
    version: chooses where versions differ in shape; without it, or for an unknown one, the newest.
    """
    numbers = table("kinds")["index"].get(f"{group}/{kind}")
    if numbers is None:
        return None
    for number in numbers:
        found = _kind(number)
        if version in found.versions or f"{group}/{version}" in found.old_api_versions:
            return found
    newest = next((each for each in map(_kind, numbers) if not each.deprecated), None)
    return newest or _kind(numbers[0])


@lru_cache(_KEPT)
def wrapped_objects(group: str, kind: str) -> tuple[Path, ...]:
    """Where a kind holds whole objects that its controller creates; empty for most."""
    return tuple(map(path_from_parts, table("kinds")["wrappers"].get(f"{group}/{kind}", ())))


def all_kinds() -> tuple[WorkloadKind, ...]:
    """Every row, in the order of the data."""
    return tuple(_kind(number) for number in range(len(table("kinds")["kinds"])))


@cache
def _kind(number: int) -> WorkloadKind:
    row: Mapping[str, Any] = table("kinds")["kinds"][number]
    templates = tuple(_template(each) for each in row["templates"])
    return WorkloadKind(
        group=row["group"],
        kind=row["kind"],
        versions=tuple(row["versions"]),
        old_api_versions=tuple(row.get("old_api_versions", ())),
        namespaced=row["scope"] == "Namespaced",
        deprecated=row.get("deprecated", False),
        kueue=row["kueue"],
        templates=templates,
        gang_fields=tuple(_gang_field(each) for each in row["gang_fields"]),
        scheduler_name_paths=_paths(row, "scheduler_name_paths"),
        queue_paths=_paths(row, "queue_paths"),
        priority_class_paths=_paths(row, "priority_class_paths"),
        resource_blocks=_resource_blocks(row, templates),
    )


def _template(row: Mapping[str, Any]) -> TemplatePath:
    return TemplatePath(
        path=path_from_parts(row["path"]),
        shape=row["shape"],
        role=row["role"],
        role_path=_path(row, "role_path"),
        metadata=_path(row, "metadata_path"),
        replicas=_path(row, "replicas_path"),
        replicas_default=row["replicas_default"],
        absent_means=row.get("absent_means", ""),
        completions=_path(row, "completions_path"),
        factors=tuple(
            Factor(path_from_parts(each["path"]), each["default"], each.get("add", 0))
            for each in row.get("factors", ())
        ),
        minimum=_path(row, "minimum_path"),
        maximum=_path(row, "maximum_path"),
        containers=_paths(row, "containers"),
        fallback=_path(row, "fallback_path"),
    )


def _gang_field(row: Mapping[str, Any]) -> GangField:
    return GangField(
        path=path_from_parts(row["path"]),
        meaning=row["meaning"],
        system=row.get("system", ""),
        default=row.get("default"),
        default_rule=row.get("default_rule", ""),
    )


def _resource_blocks(
    row: Mapping[str, Any], templates: tuple[TemplatePath, ...]
) -> tuple[ResourceBlock, ...]:
    """What the row lists, after the resources of its container-like values."""
    of_containers = (
        ResourceBlock((*path, "resources")) for each in templates for path in each.containers
    )
    listed = (
        ResourceBlock(path_from_parts(each["path"]), each["form"])
        for each in row.get("resource_blocks", ())
    )
    return (*of_containers, *listed)


def _path(row: Mapping[str, Any], key: str) -> Path | None:
    return path_from_parts(row[key]) if key in row else None


def _paths(row: Mapping[str, Any], key: str) -> tuple[Path, ...]:
    return tuple(path_from_parts(parts) for parts in row.get(key, ()))
