"""Layouts that a node is told to use, against the layouts that exist."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Problem,
    check,
    is_placeholder,
    layouts,
    mig,
    near_names,
    node_wishes,
    problem,
)


@check(each=node_wishes.NodeWish, words=("nvidia.com/mig.config",))
def node_layout_is_known(wish: node_wishes.NodeWish, context: Context) -> Iterator[Problem]:
    """Find names that neither NVIDIA ships nor a layout file of the run defines.

    Without such a file any name may be right, unless it resembles one that is shipped.
    """
    if wish.key != node_wishes.LAYOUT_LABEL:
        return
    if is_placeholder(wish.value):
        context.cannot_check(wish.place)
        return
    own = context.cluster.index(layouts.LayoutNames)
    shipped = layouts.shipped_layouts()
    old = mig.superseded(wish.value.removeprefix("all-"))
    if wish.value in own.names or wish.value in shipped or old:
        return
    near = near_names(wish.value, (*sorted(own.names), *shipped), cutoff=0.85, by_start=False)
    if own.files or near:
        known = tuple(sorted(own.names)) or shipped
        yield problem(
            wish.place,
            owner=wish.owner,
            layout=wish.value,
            known=known,
            near=near,
        )
