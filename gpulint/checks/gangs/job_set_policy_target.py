"""Names in a JobSet's policies."""

import difflib
from collections.abc import Iterator, Mapping

from gpulint.authoring import (
    Context,
    Place,
    Problem,
    Resource,
    check,
    is_placeholder,
    mapping,
    problem,
    sequence,
    text,
)


@check(each=Resource, words=("targetReplicatedJobs",))
def job_set_policy_target(resource: Resource, context: Context) -> Iterator[Problem]:
    """Look up the replicated Jobs that the policies of success, failure and start name."""
    if (resource.group, resource.kind) != ("jobset.x-k8s.io", "JobSet") or resource.fragment:
        return
    jobs = map(mapping, sequence(resource.spec.get("replicatedJobs")))
    names = [text(job.get("name")) for job in jobs]
    if not names or any(not name or is_placeholder(name) for name in names):
        return
    for policy, place in _policies(resource):
        for index, target in enumerate(sequence(policy.get("targetReplicatedJobs"))):
            if text(target) in names or is_placeholder(target):
                continue
            yield problem(
                place.child("targetReplicatedJobs", index),
                target=str(target),
                jobs=names,
                near=tuple(difflib.get_close_matches(text(target), names, 1)),
            )


def _policies(resource: Resource) -> Iterator[tuple[Mapping[str, object], Place]]:
    success = ("spec", "successPolicy")
    yield mapping(resource.get(*success)), resource.at(*success)
    rules = resource.get("spec", "failurePolicy", "rules")
    for index, rule in enumerate(map(mapping, sequence(rules))):
        yield rule, resource.at("spec", "failurePolicy", "rules", index)
