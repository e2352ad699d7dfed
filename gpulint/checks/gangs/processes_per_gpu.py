"""Processes that a pod of a job starts against the GPUs that it has."""

from collections.abc import Iterator

from gpulint.authoring import (
    Container,
    Context,
    Option,
    PodTemplate,
    Problem,
    Resource,
    check,
    gpus_of,
    integer,
    launch,
    problem,
    text,
)

_OPTIONS = {"torchrun": ("--nproc_per_node",), "deepspeed": ("--num_gpus",)}


@check(
    each=PodTemplate,
    words=("torchrun", "torch.distributed", "deepspeed", "nprocPerNode", "slotsPerWorker"),
)
def processes_per_gpu(pod: PodTemplate, context: Context, *, more: bool) -> Iterator[Problem]:
    """Compare processes per pod, from the job's field or the launcher's option, with GPUs per pod.

    more: judge pods with more processes than GPUs, or with fewer. Words such as `auto` are fine.
    """
    if pod.spec.get("resourceClaims"):
        return
    for container in pod.containers:
        gpus = gpus_of(container)
        stated = _of_launcher(container) or _of_job(pod.resource, pod, more)
        count = None if stated is None else stated.number
        if not gpus or stated is None or not count or count == gpus or (count > gpus) != more:
            continue
        name, amount = next(iter(container.resources.accelerators().items()))
        yield problem(
            stated.place,
            related=[(amount.place, f"{gpus} of {name}")],
            option=stated.name,
            processes=count,
            gpus=gpus,
            name=name,
        )


def _of_launcher(container: Container) -> Option | None:
    found = launch(container)
    return None if found is None else found.option(*_OPTIONS.get(found.program, ()))


def _of_job(resource: Resource, pod: PodTemplate, more: bool) -> Option | None:
    """nprocPerNode of a PyTorchJob, slotsPerWorker of an MPIJob, for the pods that they speak of."""
    if resource.group != "kubeflow.org":
        return None
    if resource.kind == "PyTorchJob":
        words = text(resource.spec.get("nprocPerNode"))
        number = int(words) if words.isascii() and words.isdigit() and len(words) < 7 else None
        return Option("nprocPerNode", words, number, resource.at("spec", "nprocPerNode"))
    # fewer slots than GPUs are no waste where one rank drives several of them
    if resource.kind == "MPIJob" and pod.role == "worker" and more:
        number = integer(resource.spec.get("slotsPerWorker"))
        return Option("slotsPerWorker", "", number, resource.at("spec", "slotsPerWorker"))
    return None
