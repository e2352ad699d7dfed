"""More than one share of a card that GKE shares in time."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, problem

_STRATEGY = "cloud.google.com/gke-gpu-sharing-strategy"
_IN_TIME = {"time-sharing", "TIME_SHARING"}


@check(each=PodTemplate, words=(_STRATEGY,))
def one_time_share_on_gke(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find containers that ask for several GPUs on nodes that the pod selects as time-shared."""
    chosen = pod.allowed(_STRATEGY)
    if not chosen or not set(chosen) <= _IN_TIME:
        return
    place = next(r.places[0] for r in pod.requirements if r.key == _STRATEGY and r.places)
    for container in pod.all_containers:
        amount = container.resources.accelerators().get("nvidia.com/gpu")
        if amount is not None and (amount.devices or 0) > 1:
            yield problem(
                amount.place,
                related=[(place, "nodes with time-shared cards are selected here")],
                owner=container.resources.owner,
                count=amount.devices,
            )
