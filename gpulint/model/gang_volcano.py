"""Volcano Jobs with their tasks, wherever a Job's spec stands: Job, CronJob, JobTemplate."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gpulint.core.location import Place
from gpulint.model.resource import Resource, dig, integer, mapping, sequence, text

_SPECS: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("batch.volcano.sh", "Job"): ("spec",),
    ("batch.volcano.sh", "CronJob"): ("spec", "jobTemplate", "spec"),
    ("flow.volcano.sh", "JobTemplate"): ("spec",),
}
_PARTITION = "partitionPolicy"


@dataclass(frozen=True, slots=True)
class VolcanoTask:
    """One task of a Volcano Job. path: of the task below its object."""

    resource: Resource
    value: Mapping[str, object]
    path: tuple[str | int, ...]

    WORDS = ("volcano.sh",)

    @classmethod
    def from_resource(cls, resource: Resource) -> Iterator["VolcanoTask"]:
        """All tasks of an object."""
        for job in VolcanoJob.from_resource(resource):
            yield from job.tasks

    @property
    def name(self) -> str:
        """As written; empty when Volcano is left to number it."""
        return text(self.value.get("name"))

    def at(self, *path: str | int) -> Place:
        """The place at `path` below the task."""
        return self.resource.at(*self.path, *path)

    def number(self, *path: str) -> int | None:
        """The whole number at `path`; None when absent or not known."""
        return integer(dig(self.value, path))

    @property
    def partition(self) -> tuple[int | None, int | None, int | None]:
        """totalPartitions, partitionSize and minPartitions; None for each that is not known."""
        total, size = (
            self.number(_PARTITION, "totalPartitions"),
            self.number(_PARTITION, "partitionSize"),
        )
        return total, size, self.number(_PARTITION, "minPartitions")

    @property
    def depends_on(self) -> tuple[str, ...]:
        """Names of the tasks that have to run before this one is made."""
        return tuple(map(text, sequence(mapping(self.value.get("dependsOn")).get("name"))))


@dataclass(frozen=True, slots=True)
class VolcanoJob:
    """The spec of a Volcano Job. path: of the spec below its object."""

    resource: Resource
    spec: Mapping[str, object]
    path: tuple[str | int, ...]

    WORDS = ("volcano.sh",)
    # Forms of the variables that its plugins env and svc give to pods. Source: volcano
    # pkg/controllers/job/plugins/{env,svc}.
    INDEX_VARIABLE = r"V[CK]_TASK_INDEX"
    HOSTS_VARIABLE = r"VC_([A-Z0-9_]+?)_(?:HOSTS|NUM)"

    @classmethod
    def from_resource(cls, resource: Resource) -> Iterator["VolcanoJob"]:
        """The Job's spec that an object holds, if it holds one."""
        path = _SPECS.get((resource.group, resource.kind))
        spec = None if path is None else dig(resource.value, path)
        if path is not None and isinstance(spec, dict):
            yield cls(resource, spec, path)

    @property
    def tasks(self) -> tuple[VolcanoTask, ...]:
        """The tasks in their order; entries of another shape are left out."""
        return tuple(
            VolcanoTask(self.resource, each, (*self.path, "tasks", index))
            for index, each in enumerate(sequence(self.spec.get("tasks")))
            if isinstance(each, dict)
        )

    def at(self, *path: str | int) -> Place:
        """The place at `path` below the spec."""
        return self.resource.at(*self.path, *path)

    @property
    def policy_lists(self) -> tuple[tuple[list[object], Place], ...]:
        """Each list of lifecycle policies with its place: the Job's, then those of the tasks."""
        lists = [(sequence(self.spec.get("policies")), self.at("policies"))]
        lists += [(sequence(t.value.get("policies")), t.at("policies")) for t in self.tasks]
        return tuple(each for each in lists if each[0])

    @property
    def plugins(self) -> Mapping[str, object]:
        """Job plugins by name, each with its arguments."""
        return mapping(self.spec.get("plugins"))

    def argument(self, plugin: str, name: str, default: str) -> str:
        """An argument of a plugin, `--master=trainer` or `--master trainer`; the default when absent."""
        words = [text(word) for word in sequence(self.plugins.get(plugin))]
        for index, word in enumerate(words):
            key, equals, value = word.lstrip("-").partition("=")
            if key == name:
                return (
                    value if equals else (words[index + 1] if index + 1 < len(words) else default)
                )
        return default
