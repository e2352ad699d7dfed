"""Roles that are made only after others: who waits for whom, in every kind that can say so."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from gpulint.core.location import Place
from gpulint.model.gang_volcano import VolcanoJob
from gpulint.model.resource import Resource, mapping, sequence, text


class Waiter(NamedTuple):
    """One role that may wait. on: names of the roles that it waits for, each with its place."""

    name: str
    on: tuple[tuple[str, Place], ...]


class Dependencies(NamedTuple):
    """All roles of an object in their order.

    controller: who refuses a graph that does not hold. ordered: whether a role may only wait for
    roles that stand before it.
    """

    controller: str
    ordered: bool
    roles: tuple[Waiter, ...]


def dependencies(resource: Resource) -> Dependencies | None:
    """The start order that an object describes role by role; None for kinds that cannot."""
    for job in VolcanoJob.from_resource(resource):
        tasks = tuple(
            Waiter(
                task.name or f"default{index}",
                tuple(
                    (name, task.at("dependsOn", "name", number))
                    for number, name in enumerate(task.depends_on)
                ),
            )
            for index, task in enumerate(job.tasks)
        )
        return Dependencies("Volcano", False, tasks)
    if (resource.group, resource.kind) == ("jobset.x-k8s.io", "JobSet"):
        return Dependencies("JobSet's webhook", True, tuple(_jobs(resource)))
    if (resource.group, resource.kind) == ("flow.volcano.sh", "JobFlow"):
        return Dependencies("Volcano", False, tuple(_flows(resource)))
    if (resource.group, resource.kind) == ("grove.io", "PodCliqueSet"):
        return Dependencies("Grove's webhook", False, tuple(_cliques(resource)))
    return None


def _flows(resource: Resource) -> Iterator[Waiter]:
    for index, flow in enumerate(map(mapping, sequence(resource.spec.get("flows")))):
        at = resource.at("spec", "flows", index, "dependsOn", "targets")
        targets = enumerate(sequence(mapping(flow.get("dependsOn")).get("targets")))
        on = tuple((text(name), at.child(number)) for number, name in targets)
        yield Waiter(text(flow.get("name")), on)


def _jobs(resource: Resource) -> Iterator[Waiter]:
    jobs = sequence(resource.spec.get("replicatedJobs"))
    for index, job in enumerate(map(mapping, jobs)):
        at = resource.at("spec", "replicatedJobs", index, "dependsOn")
        on = enumerate(map(mapping, sequence(job.get("dependsOn"))))
        yield Waiter(
            text(job.get("name")),
            tuple((text(each.get("name")), at.child(number, "name")) for number, each in on),
        )


def _cliques(resource: Resource) -> Iterator[Waiter]:
    path = ("spec", "template", "cliques")
    cliques: Sequence[object] = sequence(resource.get(*path))
    for index, clique in enumerate(map(mapping, cliques)):
        spec: Mapping[str, object] = mapping(clique.get("spec"))
        at = resource.at(*path, index, "spec", "startsAfter")
        on = enumerate(sequence(spec.get("startsAfter")))
        yield Waiter(
            text(clique.get("name")), tuple((text(each), at.child(number)) for number, each in on)
        )
