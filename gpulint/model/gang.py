"""Gangs as they are declared: which object sizes one, how large it must be, whose scheduler holds it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from gpulint.catalog.kinds import EACH_ITEM, Path, WorkloadKind, workload_kind
from gpulint.core.location import Place
from gpulint.model.gang_member import Choices
from gpulint.model.gang_reference import BY_GROUP, KEYS, ReferenceKey
from gpulint.model.gang_task_groups import task_groups
from gpulint.model.pod import PodTemplate
from gpulint.model.resource import Resource, integer, text
from gpulint.model.workload import Found, expand

# What an object of these groups means when it states no minimum: all of its pods.
_WHOLE_BY_DEFAULT = frozenset(
    {"batch.volcano.sh", "flow.volcano.sh", "kubeflow.org", "leaderworkerset.x-k8s.io"}
)
_KUBEFLOW = "kubeflow.org"
_WORKLOAD_MINIMUM: Path = ("spec", "podGroups", EACH_ITEM, "policy", "gang", "minCount")


@dataclass(frozen=True, slots=True)
class RoleMinimum:
    """The least number of pods of one role.

    role: name of the role where it is known by name (keys of a map). choices: where it is known by
    its place in the object. count: None when the value is no whole number.
    """

    role: str
    count: int | None
    place: Place
    choices: Choices = ()


@dataclass(frozen=True, slots=True)
class Gang:
    """One declared gang.

    carrier: `object` when the object makes the pods itself, `group` when pods name it, `pods` when
    the size stands on the pods. key: the key by which pods join; None for an object's own gang.
    minimum: pods that must fit at once; None when not stated or not known. place: of the minimum, of
    the object when it states none. field: the words for the minimum. choices: the part of the object
    that the gang spans, empty for all of it. roles: minimums of single roles.
    """

    resource: Resource
    system: str
    carrier: Literal["object", "group", "pods"]
    key: ReferenceKey | None
    name: str
    minimum: int | None
    place: Place
    field: str
    stated: bool
    choices: Choices = ()
    roles: tuple[RoleMinimum, ...] = ()

    @property
    def namespace(self) -> str:
        """Of the gang and all its pods; empty when the text does not say."""
        return self.resource.namespace

    WORDS = (
        "volcano",
        "kubeflow",
        "x-k8s.io",
        "scheduling",
        "kai",
        "run.ai",
        "runai",
        "yunikorn",
        "koordinator",
        "godel",
        "gang",
        "group",
        "ray.io",
        "minAvailable",
        "minMember",
        "nvidia.com/v1",
        "aibrix",
        "serving.",
    )

    @classmethod
    def from_resource(cls, resource: Resource) -> Iterator["Gang"]:
        """Every gang that an object declares."""
        row = workload_kind(resource.group, resource.kind, resource.version)
        key = BY_GROUP.get((resource.group, resource.kind))
        if row is None:
            return
        if key is not None:
            yield from _groups(resource, row, key)
        elif row.templates:
            yield from _own(resource, row)
            yield from _carried(resource)


def _own(resource: Resource, row: WorkloadKind) -> Iterator[Gang]:
    """Gangs of an object that makes its pods itself: by the sizing fields of its kind."""
    roles = _roles(resource, row)
    stated = False
    for field in row.gang_fields:
        if field.meaning != "gang-minimum":
            continue
        system = field.system or ("kubeflow" if row.group == _KUBEFLOW else "")
        for found in expand(resource.value, field.path):
            if found.value is None or (system == "volcano" and found.value == 0):
                continue  # Volcano reads 0 as "the sum of the tasks"
            stated = True
            yield _gang(resource, system, "object", None, found, roles)
    if not stated and (roles or row.group in _WHOLE_BY_DEFAULT):
        system = next((f.system for f in row.gang_fields if f.system), row.group.split(".")[0])
        place = resource.at()._replace(part="key")
        yield Gang(
            resource, system, "object", None, resource.name, None, place, "", False, (), roles
        )


def _roles(resource: Resource, row: WorkloadKind) -> tuple[RoleMinimum, ...]:
    return tuple(
        RoleMinimum(
            found.choices[-1] if found.choices and isinstance(found.choices[-1], str) else "",
            _whole(found.value, field.path),
            resource.at(*found.path),
            found.choices,
        )
        for field in row.gang_fields
        if field.meaning in ("task-minimum", "subgroup-minimum")
        for found in expand(resource.value, field.path)
        if found.value is not None
    )


def _groups(resource: Resource, row: WorkloadKind, key: ReferenceKey) -> Iterator[Gang]:
    """The gangs of a PodGroup, or of a Workload that lists several."""
    roles = _roles(resource, row)
    fields = [field.path for field in row.gang_fields if field.meaning == "gang-minimum"]
    if (
        resource.kind == "Workload"
    ):  # the shape of 1.35: pods name the Workload and one of its groups
        for found in expand(resource.value, _WORKLOAD_MINIMUM):
            group = resource.get("spec", "podGroups", *found.choices, "name")
            named = _gang(resource, "native", "group", key, found, ())
            yield replace(named, name=f"{resource.name}/{text(group)}/")
        return
    for path in fields:
        for found in expand(resource.value, path):
            yield _gang(resource, _system(key), "group", key, found, roles)
            return
    place = resource.at()._replace(part="key")
    yield Gang(
        resource, _system(key), "group", key, resource.name, None, place, "", False, (), roles
    )


def _carried(resource: Resource) -> Iterator[Gang]:
    """Gangs whose size stands on the pods, beside the name."""
    for pod in PodTemplate.from_resource(resource):
        for key in KEYS:
            name = text(pod.labels.get(key.key) or pod.annotations.get(key.key)) if key.size else ""
            if name and key.size in pod.annotations:
                size = pod.annotations[key.size]
                place = pod.at_metadata("annotations", key.size)
                yield Gang(
                    resource,
                    _system(key),
                    "pods",
                    key,
                    name,
                    _from_text(size),
                    place,
                    key.size,
                    True,
                )
        for group in task_groups(pod):
            yield Gang(
                resource,
                "yunikorn",
                "pods",
                _YUNIKORN,
                group.reference,
                group.minimum,
                group.place,
                f"minMember of task group {group.name}",
                True,
            )


def _gang(
    resource: Resource,
    system: str,
    carrier: Literal["object", "group", "pods"],
    key: ReferenceKey | None,
    found: Found,
    roles: tuple[RoleMinimum, ...],
) -> Gang:
    place = resource.at(*found.path)
    last = str(found.path[-1])
    return Gang(
        resource,
        system,
        carrier,
        key,
        resource.name,
        _whole(found.value, found.path),
        place,
        last,
        True,
        found.choices,
        roles,
    )


def _system(key: ReferenceKey) -> str:
    return key.system.partition("-")[0]


def _whole(value: object, path: Path | tuple[str | int, ...]) -> int | None:
    return _from_text(value) if "annotations" in path else integer(value)


def _from_text(value: object) -> int | None:
    """The number in an annotation; None for text that is none."""
    word = text(value).strip()
    return int(word) if word.isascii() and word.isdigit() and len(word) < 10 else None


_YUNIKORN = next(key for key in KEYS if key.system == "yunikorn")
