"""What the queues below another may hold, or are promised, against that other one."""

from collections.abc import Iterator

from gpulint.authoring import ZERO, Context, Problem, check, problem, queue_need, volcano

_SUMMED = ("guarantee", "deserved")


@check(each=volcano.VolcanoQueue)
def volcano_children_above_parent(
    queue: volcano.VolcanoQueue, context: Context
) -> Iterator[Problem]:
    """Compare the sum of the children's guarantee and deserved with the parent's own.

    The queue in hand is the parent; a list that it leaves out binds nothing.
    """
    children = context.cluster.index(volcano.VolcanoQueues).children(queue)
    for bound in _SUMMED if children else ():
        for name, own in queue.amounts[bound].items():
            parts = [c.amounts[bound][name] for c in children if name in c.amounts[bound]]
            known = [each.quantity for each in parts if each.quantity is not None]
            total = ZERO
            for quantity in known:
                total = total + quantity
            if own.quantity is None or len(known) < len(parts) or total <= own.quantity:
                continue
            summands = " + ".join(queue_need.shown(name, quantity) for quantity in known)
            yield problem(
                own.place,
                related=[(each.place, "one of the summands") for each in parts],
                bound=bound,
                resource=name,
                sum=f"{summands} = {queue_need.shown(name, total)}" if len(known) > 1 else summands,
                most=queue_need.shown(name, own.quantity),
                queue=queue.name,
            )
