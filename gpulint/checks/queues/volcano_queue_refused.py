"""Single fields of a queue that Volcano's webhook does not take."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, integer, problem, volcano

_HEAVIEST = 65535


@check(each=volcano.VolcanoQueue)
def volcano_queue_refused(queue: volcano.VolcanoQueue, context: Context) -> Iterator[Problem]:
    """Look for a weight out of range, a queue that is its own parent, and devices in parts."""
    at = queue.resource.at
    weight = integer(queue.resource.spec.get("weight"))
    if weight is not None and not 1 <= weight <= _HEAVIEST:
        right = f"a number from 1 to {_HEAVIEST}"
        yield problem(at("spec", "weight"), wrong=f"weight is {weight}", right=right)
    if queue.name and queue.parent == queue.name and queue.name != volcano.ROOT_QUEUE:
        place = at("spec", "parent")
        yield problem(place, wrong=f"{queue.name} is its own parent", right="another queue")
    for amounts in queue.amounts.values():
        for name, amount in amounts.items():
            if amount.quantity is None:
                continue
            if amount.quantity.nano < 0:
                yield problem(amount.place, wrong=f"{name} is negative", right="0 or more")
            elif "/" in name and amount.quantity.whole is None:
                wrong = f"{name} is {amount.quantity.text}"
                yield problem(amount.place, wrong=wrong, right="a whole number of devices")
