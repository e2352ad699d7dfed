"""A part of a card from Tencent's gpu-manager is cores and memory together."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, ResourceRequirements, check, problem

_CORES = "tencent.com/vcuda-core"
_MEMORY = "tencent.com/vcuda-memory"
_CARD = 100


@check(each=ResourceRequirements, words=(_CORES,))
def vcuda_share_has_memory(block: ResourceRequirements, context: Context) -> Iterator[Problem]:
    """Find less than a card's cores without memory: the manager does not count such a pod."""
    cores = block.accelerators().get(_CORES)
    if cores is None or cores.devices is None or not 0 < cores.devices < _CARD:
        return
    if _MEMORY not in block.limits and _MEMORY not in block.requests:
        yield problem(
            cores.place, part="key", owner=block.owner, cores=cores.devices, memory=_MEMORY
        )
