"""guarantee, deserved and capability of one queue."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, problem, queue_need, volcano

_PAIRS = (("guarantee", "deserved"), ("guarantee", "capability"), ("deserved", "capability"))


@check(each=volcano.VolcanoQueue)
def volcano_queue_bounds_reversed(
    queue: volcano.VolcanoQueue, context: Context
) -> Iterator[Problem]:
    """Compare the three lists: each may be no more than the next, where both name a resource."""
    reported: set[str] = set()
    for lower, upper in _PAIRS:
        for name, amount in queue.amounts[lower].items():
            most = queue.amounts[upper].get(name)
            if most is None or most.quantity is None or amount.quantity is None:
                continue
            if amount.quantity > most.quantity and name not in reported:
                reported.add(name)
                yield problem(
                    amount.place,
                    related=[(most.place, f"its {upper}")],
                    lower=lower,
                    upper=upper,
                    resource=name,
                    value=queue_need.shown(name, amount.quantity),
                    most=queue_need.shown(name, most.quantity),
                )
