"""A training runtime whose gang counts pods that must end before the others are made."""

from collections.abc import Iterator, Mapping

from gpulint.authoring import Context, Problem, Resource, check, dig, mapping, problem, sequence

_KINDS = ("TrainingRuntime", "ClusterTrainingRuntime")
_JOBS = ("spec", "template", "spec", "replicatedJobs")
_STEP = "trainer.kubeflow.org/trainjob-ancestor-step"
_BEFORE = ("dataset-initializer", "model-initializer")


@check(each=Resource, words=("podGroupPolicy",))
def initializer_in_gang(resource: Resource, context: Context) -> Iterator[Problem]:
    """Find a podGroupPolicy beside initializers that the trainer step waits for.

    The PodGroup counts every pod of the TrainJob, so it is never complete.
    """
    if resource.group != "trainer.kubeflow.org" or resource.kind not in _KINDS:
        return
    policy = mapping(resource.get("spec", "podGroupPolicy"))
    chosen = next(
        (key for key in ("coscheduling", "volcano") if isinstance(policy.get(key), dict)), ""
    )
    jobs = [mapping(job) for job in sequence(resource.get(*_JOBS))]
    first = [index for index, job in enumerate(jobs) if _step(job) in _BEFORE]
    waits = any(sequence(job.get("dependsOn")) for job in jobs if _step(job) == "trainer")
    if chosen and first and waits:
        names = ", ".join(str(jobs[index].get("name")) for index in first)
        yield problem(
            resource.at("spec", "podGroupPolicy"),
            part="key",
            related=[
                (resource.at(*_JOBS, index, "name"), "ends before the training") for index in first
            ],
            policy=chosen,
            initializers=names,
        )


def _step(job: Mapping[str, object]) -> object:
    return dig(job, ("template", "metadata", "labels", _STEP))
