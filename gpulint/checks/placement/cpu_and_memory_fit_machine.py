"""More cpu or memory than the selected machine type has."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    NodePool,
    PodTemplate,
    Problem,
    check,
    instance,
    machine_room,
    problem,
)

_TYPES = ("node.kubernetes.io/instance-type", "beta.kubernetes.io/instance-type")


@check(each=PodTemplate, words=("instance-type",))
def cpu_and_memory_fit_machine(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Compare what one pod with devices asks for with the machine types that it selects.

    Silent where nodes or node pools of the run tell more, and for machines that nobody listed.
    """
    if not pod.accelerators or context.knows_nodes:
        return
    if any(True for _ in context.cluster.of(NodePool)):
        return
    for key in _TYPES:
        machines = [instance(name) for name in pod.allowed(key) or ()]
        known = [each for each in machines if each is not None]
        found = machine_room.lack(pod, known) if len(known) == len(machines) else None
        if found is None:
            continue
        place = next((r.places[0] for r in pod.requirements if r.key == key and r.places), None)
        yield problem(
            found.place,
            related=[(place, "the machine is selected here")] if place else [],
            confidence="medium" if found.exact else "high",
            resource=found.resource,
            need=found.need,
            most=found.most,
            machine=found.machine,
        )
        return
