"""A JobSet that ends for good with the first lost pod."""

from collections.abc import Iterator

from gpulint.authoring import Context, Gangs, Problem, Resource, check, integer, problem


@check(each=Resource, words=("JobSet",))
def gang_retries_none(resource: Resource, context: Context) -> Iterator[Problem]:
    """Find JobSets of several GPU pods without maxRestarts, whose Jobs may not fail a single pod."""
    if (resource.group, resource.kind) != ("jobset.x-k8s.io", "JobSet") or resource.fragment:
        return
    restarts = resource.field("spec", "failurePolicy", "maxRestarts")
    if restarts.present and integer(restarts.value) != 0:
        return
    members = context.manifests.index(Gangs).members_of(resource)
    ranks = [m for m in members if m.pod.accelerators and m.count is not None]
    strict = [m for m in ranks if _backoff(resource, m.choices) == 0]
    if sum(m.count or 0 for m in ranks) > 1 and strict:
        yield problem(restarts.place, part="value" if restarts.present else "key",
                      pods=sum(m.count or 0 for m in ranks))  # fmt: skip


def _backoff(resource: Resource, choices: tuple[str | int, ...]) -> int | None:
    path = ("spec", "replicatedJobs", *choices, "template", "spec", "backoffLimit")
    return integer(resource.get(*path))
