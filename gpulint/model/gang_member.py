"""Members of a gang: pod templates with the number of pods that they make, and where it is written."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from gpulint.catalog.kinds import EACH_ITEM, EACH_VALUE, Path, TemplatePath, workload_kind
from gpulint.core.location import Place
from gpulint.core.problem import Related
from gpulint.model.pod import PodTemplate
from gpulint.model.resource import Resource, dig, integer, text
from gpulint.model.workload import choose

Choices = tuple[str | int, ...]

# Orders workloads inside Kueue; the pods keep their own class.
_KUEUE_PRIORITY = "kueue.x-k8s.io/priority-class"


@dataclass(frozen=True, slots=True)
class Member:
    """One role of a gang.

    count: pods that will exist; None when a placeholder, a null or an autoscaler decides.
    lines: the fields that state the count, as far as they are written.
    choices: list indexes and map keys that lead to the role, such as the number of a task.
    scheduler, priority: the pod's own name, else the one that its object gives to all pods.
    factor: pods of each replica, where replicas are groups.
    """

    pod: PodTemplate
    count: int | None
    lines: tuple[Place, ...]
    choices: Choices = ()
    scheduler: str = ""
    priority: str = ""
    factor: int = 1

    @property
    def product(self) -> str:
        """The count as people reckon it: `2 x 4` for two replicas of four pods each, else `8`."""
        if self.count is None or self.factor < 2 or not 1 < self.count // self.factor < self.count:
            return str(self.count)
        return f"{self.count // self.factor} x {self.factor}"

    def uncounted(self) -> "Member":
        """The same role, its count left to what nobody here knows."""
        return replace(self, count=None)

    @property
    def resource(self) -> Resource:
        """The object that makes the pods."""
        return self.pod.resource

    @property
    def words(self) -> str:
        """Who makes the pods: `Job/train`, and the role where the object has several."""
        row = workload_kind(self.resource.group, self.resource.kind)
        several = row is not None and (len(row.templates) > 1 or row.templates[0].role_path)
        return f"{self.pod.role} of {self.resource.label}" if several else self.resource.label


class Members(NamedTuple):
    """The members of one gang, in the order of the input."""

    each: tuple[Member, ...]

    @property
    def total(self) -> int | None:
        """Pods of all members together; None when one count is not known or nobody is a member."""
        counts = [member.count for member in self.each]
        known = [count for count in counts if count is not None]
        return sum(known) if known and len(known) == len(counts) else None

    @property
    def words(self) -> str:
        """The sum as people write it: `1 + 3 = 4 pods`, `4 pods` for a single role."""
        total = self.total
        if total is None:
            return "an unknown number of pods"
        summed = " + ".join(member.product for member in self.each)
        return _pods(total) if summed == str(total) else f"{summed} = {_pods(total)}"

    @property
    def related(self) -> tuple[Related, ...]:
        """The lines that make up the sum."""
        found: dict[Place, list[str]] = {}
        for member in self.each:
            places = member.lines or (member.pod.at()._replace(part="key"),)
            for place in places:
                found.setdefault(place, []).append(f"{member.words} makes {_pods(member.count)}")
        return tuple(Related(place, ", ".join(words)) for place, words in found.items())


def _pods(count: int | None) -> str:
    if count is None:
        return "a number of pods that is not known"
    return "1 pod" if count == 1 else f"{count} pods"


def members_of(resource: Resource) -> tuple[Member, ...]:
    """The roles of one object, each with its count and the lines that state it."""
    row = workload_kind(resource.group, resource.kind, resource.version)
    if row is None:
        return tuple(Member(pod, None, (), (), pod.scheduler_name, pod.priority_class)
                     for pod in PodTemplate.from_resource(resource))  # fmt: skip
    scheduler = _shared(resource, row.scheduler_name_paths, row.templates)
    priority = _shared(resource, row.priority_class_paths, row.templates)
    elastic = _is_elastic(resource)
    found = []
    for pod in PodTemplate.from_resource(resource):
        template, choices = _origin(pod, row.templates)
        lines = tuple(resource.at(*path) for path in _count_lines(resource, template, choices))
        unknown = elastic or any(dig(resource.value, _below(resource, p)) is None for p in lines)
        found.append(
            Member(
                pod,
                None if unknown else pod.count,
                lines,
                choices,
                pod.scheduler_name or scheduler,
                pod.priority_class or priority,
                _factor(resource, template, choices),
            )
        )
    return tuple(found)


def _below(resource: Resource, place: Place) -> tuple[str | int, ...]:
    return tuple(place.pointer[len(resource.pointer) :])


def _origin(
    pod: PodTemplate, templates: Sequence[TemplatePath]
) -> tuple[TemplatePath | None, Choices]:
    """The row that a template was read by, and the choices that lead to it."""
    below = tuple(pod.pointer[len(pod.resource.pointer) :])
    for template in templates:
        named = template.role_path is not None or EACH_VALUE in template.path
        if not named and template.role != pod.role:  # a fallback stands at another role's path
            continue
        for path in (template.path, template.fallback):
            choices = None if path is None else _match(path, below)
            if choices is not None:
                return template, choices
    return None, ()


def _count_lines(
    resource: Resource, template: TemplatePath | None, choices: Choices
) -> Iterator[tuple[str | int, ...]]:
    """Every written field that takes part in a count."""
    for path in () if template is None else _count_paths(template):
        chosen = choose(path, choices)
        if chosen is not None and _is_written(resource, chosen):
            yield chosen


def _factor(resource: Resource, template: TemplatePath | None, choices: Choices) -> int:
    product = 1
    for factor in () if template is None else template.factors:
        chosen = choose(factor.path, choices)
        number = integer(None if chosen is None else dig(resource.value, chosen))
        product *= (factor.default if number is None else number) + factor.add
    return product


def _count_paths(template: TemplatePath) -> Iterator[Path]:
    for path in (template.replicas, template.completions, template.minimum, template.maximum):
        if path is not None:
            yield path
    for factor in template.factors:
        yield factor.path


def _is_written(resource: Resource, path: tuple[str | int, ...]) -> bool:
    parent = dig(resource.value, path[:-1])
    return isinstance(parent, dict) and path[-1] in parent


def _match(path: Path, below: tuple[str | int, ...]) -> Choices | None:
    if len(path) != len(below):
        return None
    choices: list[str | int] = []
    for step, part in zip(path, below, strict=True):
        if step is EACH_ITEM or step is EACH_VALUE:
            choices.append(part)
        elif step != part:
            return None
    return tuple(choices)


def _shared(resource: Resource, paths: Iterable[Path], templates: Iterable[TemplatePath]) -> str:
    """A name that the object gives to all its pods: the first written path outside any template."""
    roots = [template.path for template in templates]
    for path in paths:
        if path[-1:] == (_KUEUE_PRIORITY,) or any(path[: len(root)] == root for root in roots):
            continue
        chosen = choose(path, ())
        name = "" if chosen is None else text(dig(resource.value, chosen))
        if name:
            return name
    return ""


def _is_elastic(resource: Resource) -> bool:
    """Whether a field of the object itself lets the number of pods move while it runs."""
    row = workload_kind(resource.group, resource.kind, resource.version)
    for field in row.gang_fields if row is not None else ():
        if field.meaning == "autoscaling":
            chosen = choose(field.path, ())
            if chosen is not None and dig(resource.value, chosen) is True:
                return True
    spec = resource.spec
    if isinstance(spec.get("elasticPolicy"), dict):
        return True
    predictor = spec.get("predictor")  # KServe scales between two bounds unless they are one
    if isinstance(predictor, dict):
        low, high = integer(predictor.get("minReplicas")), integer(predictor.get("maxReplicas"))
        return low is None or low != high
    return False
