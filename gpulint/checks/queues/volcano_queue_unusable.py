"""Queues of Volcano that exist and take no work."""

from collections.abc import Iterator

from gpulint.authoring import Context, Place, Problem, check, problem, queues, volcano

_CLOSED = ("Closed", "Closing")


@check(each=queues.QueueReference)
def volcano_queue_unusable(reference: queues.QueueReference, context: Context) -> Iterator[Problem]:
    """Look for the root queue, for one with queues below it, and for a closed one."""
    if reference.system != queues.VOLCANO:
        return
    if reference.name == volcano.ROOT_QUEUE:
        yield _problem(reference, "is the root of the tree", ())
        return
    index = context.cluster.index(volcano.VolcanoQueues)
    queue = index.get(reference.name, reference.resource)
    if queue is None:
        return
    children = index.children(queue)
    if children:
        places = tuple(each.resource.at("spec", "parent") for each in children)
        names = ", ".join(sorted(each.name for each in children))
        yield _problem(reference, f"has queues below it ({names})", places)
    elif queue.state in _CLOSED:
        place = queue.resource.at("status", "state")
        yield _problem(reference, f"is {queue.state.lower()}", (place,))


def _problem(reference: queues.QueueReference, reason: str, places: tuple[Place, ...]) -> Problem:
    related = [(place, "this is why") for place in places]
    return problem(reference.place, related=related, queue=reference.name, reason=reason)
