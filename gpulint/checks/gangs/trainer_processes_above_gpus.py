"""Processes of a TrainJob's node against the GPUs that the job gives it."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Problem,
    Resource,
    ResourceRequirements,
    check,
    integer,
    problem,
    resources,
)

_DEALT = ("NVIDIA", "AMD")


@check(each=Resource, words=("numProcPerNode",))
def trainer_processes_above_gpus(resource: Resource, context: Context) -> Iterator[Problem]:
    """Compare numProcPerNode with the GPUs of resourcesPerNode; a word such as `auto` is fine."""
    if (resource.group, resource.kind) != ("trainer.kubeflow.org", "TrainJob"):
        return
    path = ("spec", "trainer", "numProcPerNode")
    count = integer(resource.get(*path))
    for block in ResourceRequirements.from_resource(resource):
        found = block.accelerators()
        if count is None or len(found) != 1:
            continue
        name, amount = next(iter(found.items()))
        fact = resources.accelerator(name)
        if fact is None or fact.kind not in ("gpu", "mig") or fact.vendor not in _DEALT:
            continue
        if amount.devices and count > amount.devices:
            yield problem(
                resource.at(*path),
                related=[(amount.place, f"{amount.devices} of {name}")],
                processes=count,
                gpus=amount.devices,
                name=name,
            )
