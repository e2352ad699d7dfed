"""Pipeline parallelism of an LLMInferenceService that has no second node to put a stage on."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    PodTemplate,
    Problem,
    check,
    gpus_of,
    integer,
    mapping,
    problem,
    sequence,
)

_KIND = ("serving.kserve.io", "LLMInferenceService")
_ENGINE = "main"  # the container that KServe gives its engine's command


@check(each=PodTemplate, words=("pipeline",))
def pipeline_without_workers(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find stages that nobody runs, while the pod asks for the GPUs of all of them.

    Silent where other configurations may add the workers, or the engine gets its own command.
    """
    resource = pod.resource
    if (resource.group, resource.kind) != _KIND or resource.fragment:
        return
    above = ("spec", "prefill") if "prefill" in pod.spec_pointer else ("spec",)
    if "worker" in pod.spec_pointer or mapping(resource.get(*above)).get("worker") is not None:
        return
    wanted = mapping(resource.get(*above, "parallelism"))
    stages = integer(wanted.get("pipeline")) or 1
    ranks = (integer(wanted.get("tensor", 1)) or 0) * (integer(wanted.get("dataLocal", 1)) or 0)
    if stages < 2 or not ranks or sequence(resource.spec.get("baseRefs")):
        return
    for container in pod.containers:
        gpus = gpus_of(container)
        if container.name != _ENGINE or not gpus or gpus <= ranks:
            continue
        if container.value.get("command") or container.value.get("args"):
            continue
        yield problem(
            resource.at(*above, "parallelism", "pipeline"),
            related=[(container.at("resources"), f"the pod asks for {gpus} GPUs")],
            stages=stages,
            ranks=ranks,
            gpus=gpus,
        )
