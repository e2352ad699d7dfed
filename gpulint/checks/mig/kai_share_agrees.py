"""Annotations by which KAI shares cards, beside each other and beside whole cards."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    PodTemplate,
    Problem,
    check,
    gpu_groups,
    problem,
    virtual_gpus,
)


@check(each=PodTemplate, words=("gpu-fraction", "gpu-memory", "mps"))
def kai_share_agrees(pod: PodTemplate, context: Context, *, fault: str) -> Iterator[Problem]:
    """Find pods that ask for a part of a card in two ways, or for its details alone.

    fault: twice (fraction, memory and whole cards exclude each other) or incomplete (a number of
    devices or MPS without fraction or memory).
    """
    found = virtual_gpus.kai_annotations(pod)
    shares = [
        found[name]
        for name in (virtual_gpus.KAI_FRACTION, virtual_gpus.KAI_MEMORY)
        if name in found
    ]
    if fault == "incomplete":
        for name in (virtual_gpus.KAI_DEVICES, virtual_gpus.KAI_MPS):
            each = found.get(name)
            if each is None or shares or (name == virtual_gpus.KAI_MPS and each.value != "true"):
                continue
            yield problem(each.place, part="key", name=name)
        return
    if len(shares) == 2:
        related = [(shares[0].place, "the fraction stands here")]
        yield problem(
            shares[1].place, part="key", related=related, name=shares[0].name, other=shares[1].name
        )
    for container in pod.all_containers if shares else ():
        amount = container.resources.limits.get(gpu_groups.GPU)
        if amount is not None:
            related = [(shares[0].place, "the part of a card is asked for here")]
            yield problem(
                amount.place, part="key", related=related, name=shares[0].name, other=amount.name
            )
