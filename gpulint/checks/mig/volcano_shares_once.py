"""Names of Volcano's two ways to share a card, in one container."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, ResourceRequirements, check, problem

_SHARES = ("volcano.sh/gpu-memory", "volcano.sh/gpu-number")
_VIRTUAL = "volcano.sh/vgpu-"


@check(each=ResourceRequirements, words=("volcano.sh/gpu-",))
def volcano_shares_once(block: ResourceRequirements, context: Context) -> Iterator[Problem]:
    """Find the names of the older way beside those of virtual GPUs."""
    virtual = [amount for name, amount in block.named.items() if name.startswith(_VIRTUAL)]
    for name in _SHARES if virtual else ():
        if name in block.named:
            yield problem(
                block.named[name].place,
                part="key",
                related=[(virtual[0].place, "a name of virtual GPUs")],
                name=name,
                other=virtual[0].name,
                owner=block.owner,
            )
