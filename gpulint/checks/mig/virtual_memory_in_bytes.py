"""Memory of a virtual GPU that is written with a unit."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, ResourceRequirements, check, problem, resources

# Others take units, or nobody looked: MetaX reads 4Gi as people mean it.
_SYSTEMS = ("HAMi", "Volcano", "Alibaba")
# By unit: more than ten times what any card has, and how many bytes make one.
_MOST = {"MiB": (4 * 1024**2, 1024**2), "GiB": (4 * 1024, 1024**3)}


@check(each=ResourceRequirements, words=("gpumem", "vgpu-memory", "gpu-memory"))
def virtual_memory_in_bytes(block: ResourceRequirements, context: Context) -> Iterator[Problem]:
    """Find sizes that exceed every card by far: 4Gi is more than four thousand million MiB."""
    for _, amount in block.lines:
        fact = resources.accelerator(amount.name)
        if fact is None or fact.vendor not in _SYSTEMS or fact.unit not in _MOST:
            continue
        if amount.devices is None:
            continue
        most, size = _MOST[fact.unit]
        if amount.devices >= most:
            yield problem(
                amount.place,
                owner=block.owner,
                resource=amount.name,
                value=str(amount.value),
                unit=fact.unit,
                right=max(amount.devices // size, 1),
            )
