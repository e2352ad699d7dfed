"""The GPU quotas of the queues below another, against that other's own."""

from collections.abc import Iterator

from gpulint.authoring import ZERO, Context, Problem, check, kai, problem


@check(each=kai.KaiQueue)
def kai_children_above_parent(queue: kai.KaiQueue, context: Context) -> Iterator[Problem]:
    """Compare the sum of the children's quotas with the parent's; -1 is no bound."""
    own = queue.amount("gpu", "quota")
    children = context.cluster.index(kai.KaiQueues).children(queue)
    if own.quantity is None or own.unlimited or not children:
        return
    parts = [each.amount("gpu", "quota") for each in children]
    known = [p.quantity for p in parts if p.quantity is not None and not p.unlimited]
    total = ZERO
    for quantity in known:
        total = total + quantity
    if total > own.quantity:
        summands = " + ".join(quantity.text for quantity in known)
        yield problem(
            own.place,
            related=[(part.place, "one of the summands") for part in parts if part.stated],
            queue=queue.name,
            sum=f"{summands} = {total.text}" if len(known) > 1 else summands,
            most=own.quantity,
        )
