"""Fields of a RayJob that do not go together."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, Resource, check, integer, kueue, mapping, problem


@check(each=Resource, words=("RayJob",))
def ray_job_refused(resource: Resource, context: Context) -> Iterator[Problem]:
    """Find demands on a cluster that the job keeps, or that is not its own.

    Silent about jobs of Kueue, which refuses more than the operator does.
    """
    if (resource.group, resource.kind) != ("ray.io", "RayJob") or resource.fragment:
        return
    spec, at = resource.spec, resource.at
    foreign = bool(mapping(spec.get("clusterSelector")))
    if kueue.QUEUE_LABEL in resource.labels:
        return
    keeps = spec.get("shutdownAfterJobFinishes") in (None, False)
    if spec.get("suspend") is True and (keeps or foreign):
        wrong = "suspend is true for a cluster that is not its own"
        if not foreign:
            wrong = "suspend is true for a job that keeps its cluster"
        right = "drop suspend" if foreign else "set shutdownAfterJobFinishes to true"
        yield problem(at("spec", "suspend"), wrong=wrong, right=right)
    seconds = integer(spec.get("ttlSecondsAfterFinished"))
    if seconds is not None and seconds < 0:
        place = at("spec", "ttlSecondsAfterFinished")
        yield problem(place, wrong=f"ttlSecondsAfterFinished is {seconds}", right="write 0 or more")
    elif seconds and keeps:
        yield problem(
            at("spec", "ttlSecondsAfterFinished"),
            wrong="ttlSecondsAfterFinished is set for a job that keeps its cluster",
            right="set shutdownAfterJobFinishes to true",
        )
