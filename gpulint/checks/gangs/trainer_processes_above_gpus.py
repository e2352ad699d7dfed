"""Processes of a TrainJob's node against the GPUs that the job gives it."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Problem,
    ResourceRequirements,
    check,
    integer,
    problem,
    resources,
)

_DEALT = ("NVIDIA", "AMD")


@check(each=ResourceRequirements, words=("numProcPerNode",))
def trainer_processes_above_gpus(
    block: ResourceRequirements, context: Context
) -> Iterator[Problem]:
    """Compare numProcPerNode with the GPUs of resourcesPerNode; a word such as `auto` is fine."""
    job = block.resource
    if (job.group, job.kind) != ("trainer.kubeflow.org", "TrainJob"):
        return
    count = integer(job.get("spec", "trainer", "numProcPerNode"))
    found = block.accelerators()
    if count is None or len(found) != 1:
        return
    name, amount = next(iter(found.items()))
    fact = resources.accelerator(name)
    if fact is None or fact.kind not in ("gpu", "mig") or fact.vendor not in _DEALT:
        return
    if amount.devices and count > amount.devices:
        yield problem(
            amount.place,
            related=[(job.at("spec", "trainer", "numProcPerNode"), f"{count} processes")],
            processes=count,
            gpus=amount.devices,
            name=name,
        )
