"""Memory of a virtual GPU that is given in two ways."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, ResourceRequirements, check, problem, virtual_gpus


@check(each=ResourceRequirements, words=("memory-percentage", "gpumem-percentage"))
def virtual_memory_once(block: ResourceRequirements, context: Context) -> Iterator[Problem]:
    """Find a size beside a percentage of the same card's memory."""
    for size, share in virtual_gpus.MEMORY_PAIRS:
        found = block.accelerators()
        if size in found and share in found:
            yield problem(
                found[share].place,
                part="key",
                related=[(found[size].place._replace(part="key"), "the size counts")],
                owner=block.owner,
                size=size,
                share=share,
            )
