"""num-gpus of rayStartParams against the GPUs of the pods."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, RayGroup, check, gpus_of, problem


@check(each=RayGroup)
def ray_num_gpus(group: RayGroup, context: Context) -> Iterator[Problem]:
    """Compare num-gpus with the limit of the first container, which Ray would use without it.

    0 is a usual way to keep work off the head, so it counts for worker groups only.
    """
    value, pod = group.start_parameters.get("num-gpus"), group.pod
    stated = str(value) if isinstance(value, (str, int)) and not isinstance(value, bool) else ""
    if pod is None or not pod.containers or not (stated.isascii() and stated.isdigit()):
        return
    gpus, count = gpus_of(pod.containers[0]), int(stated[:9])
    if gpus is None or gpus == count or (count == 0 and group.head):
        return
    amount = next(iter(pod.containers[0].resources.accelerators().values()))
    yield problem(
        group.at("rayStartParams", "num-gpus"),
        related=[(amount.place, f"{gpus} of {amount.name}")],
        group=group.name,
        stated=count,
        gpus=gpus,
        outcome="tasks fail on GPUs that are not there" if count > gpus else "the others stay idle",
    )
