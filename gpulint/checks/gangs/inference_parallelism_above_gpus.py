"""Parallelism of an LLMInferenceService against the GPUs of its pods."""

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
)

_KIND = ("serving.kserve.io", "LLMInferenceService")
_ENGINE = "main"  # the container that KServe gives its engine's command


@check(each=PodTemplate, words=("LLMInferenceService",))
def inference_parallelism_above_gpus(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Compare tensor parallelism, times the replicas inside a pod, with the engine's GPUs."""
    resource = pod.resource
    if (resource.group, resource.kind) != _KIND or pod.spec.get("resourceClaims"):
        return
    above = ("spec", "prefill") if "prefill" in pod.spec_pointer else ("spec",)
    wanted = mapping(resource.get(*above, "parallelism"))
    tensor = integer(wanted.get("tensor"))
    here = integer(wanted.get("dataLocal", 1))
    for container in pod.containers:
        gpus = gpus_of(container)
        if container.name != _ENGINE or not gpus or tensor is None or here is None:
            continue
        if tensor * here <= gpus:
            continue
        name, amount = next(iter(container.resources.accelerators().items()))
        yield problem(
            amount.place,
            related=[(resource.at(*above, "parallelism", "tensor"), f"tensor is {tensor}")],
            ranks=str(tensor) if here == 1 else f"{tensor} x {here} = {tensor * here}",
            fields="tensor" if here == 1 else "tensor times dataLocal",
            gpus=gpus,
            name=name,
        )
