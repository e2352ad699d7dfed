"""Fractions of cards for a scheduler that does not read them."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, problem, virtual_gpus

_KNOWN = (*virtual_gpus.OTHER_SCHEDULERS, "default-scheduler")


@check(each=PodTemplate, words=("gpu-fraction",))
def kai_share_scheduler(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find pods with a fraction whose schedulerName is certainly not KAI's or Run:ai's."""
    found = virtual_gpus.kai_annotations(pod).get(virtual_gpus.KAI_FRACTION)
    scheduler = pod.get("schedulerName")
    if found is None or scheduler in virtual_gpus.KAI_SCHEDULERS or scheduler not in _KNOWN:
        return
    related = [(pod.at("schedulerName"), "the scheduler is named here")]
    yield problem(found.place, part="key", related=related, name=found.name, scheduler=scheduler)
