"""JobSets that place each Job alone in a domain, with Jobs whose pods carry no index."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, Resource, check, dig, mapping, problem, sequence

_EXCLUSIVE = "alpha.jobset.sigs.k8s.io/exclusive-topology"
_BY_LABELS = "alpha.jobset.sigs.k8s.io/node-selector"


@check(each=Resource, words=(_EXCLUSIVE,))
def exclusive_job_without_index(resource: Resource, context: Context) -> Iterator[Problem]:
    """Find NonIndexed Jobs below the annotation; nodes that were labelled by hand need no index."""
    if (resource.group, resource.kind) != ("jobset.x-k8s.io", "JobSet"):
        return
    for number, job in enumerate(sequence(resource.spec.get("replicatedJobs"))):
        own = mapping(dig(job, ("template", "metadata", "annotations")))
        asked = {field for field in (_EXCLUSIVE, _BY_LABELS) if field in resource.annotations}
        asked |= {field for field in (_EXCLUSIVE, _BY_LABELS) if field in own}
        mode = ("template", "spec", "completionMode")
        if asked != {_EXCLUSIVE} or dig(job, mode) != "NonIndexed":
            continue
        owner = resource.at("metadata", "annotations", _EXCLUSIVE)
        if _EXCLUSIVE in own:
            metadata = ("template", "metadata", "annotations", _EXCLUSIVE)
            owner = resource.at("spec", "replicatedJobs", number, *metadata)
        yield problem(
            resource.at("spec", "replicatedJobs", number, *mode),
            related=[(owner._replace(part="key"), "the placement is asked for here")],
            job=str(mapping(job).get("name", number)),
        )
