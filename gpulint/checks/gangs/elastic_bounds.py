"""Bounds of an elastic job against each other and against its workers."""

from collections.abc import Iterator

from gpulint.authoring import Context, KubeflowJob, Problem, check, integer, mapping, problem


@check(each=KubeflowJob)
def elastic_bounds(job: KubeflowJob, context: Context) -> Iterator[Problem]:
    """Compare minReplicas and maxReplicas of elasticPolicy; replicas must lie between them."""
    policy = mapping(job.resource.spec.get("elasticPolicy"))
    least, most = integer(policy.get("minReplicas")), integer(policy.get("maxReplicas"))
    at = job.resource.at("spec", "elasticPolicy")
    if least is not None and most is not None and least > most:
        related = [(at.child("maxReplicas"), f"at most {most}")]
        wrong = f"minReplicas {least} is above maxReplicas {most}"
        yield problem(
            at.child("minReplicas"), related=related, wrong=wrong, write=f"at most {most}"
        )
        return
    worker = job.role("Worker")
    replicas = None if worker is None else worker.replicas
    if worker is None or replicas is None:
        return
    place = worker.at("replicas") if "replicas" in worker.value else worker.at()
    for bound, key in ((least, "minReplicas"), (most, "maxReplicas")):
        if bound is None:
            continue
        if (replicas < bound) if key == "minReplicas" else (replicas > bound):
            side = "below" if key == "minReplicas" else "above"
            yield problem(
                place,
                part="value" if "replicas" in worker.value else "key",
                related=[(at.child(key), f"{key} {bound}")],
                wrong=f"Worker has {replicas} replicas, {side} {key} {bound} of elasticPolicy",
                write=str(bound),
            )
