"""Percentages of HAMi's virtual GPUs."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, problem, resources, virtual_gpus

_HUNDRED = 100


@check(each=PodTemplate, words=("gpumem", "gpucores"))
def hami_percentages(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find shares of memory or compute above 100 percent."""
    for container, amount in virtual_gpus.hami_amounts(pod):
        fact = resources.accelerator(amount.name)
        count = amount.devices
        if fact is not None and fact.unit == "percent" and count is not None and count > _HUNDRED:
            owner = container.resources.owner
            yield problem(amount.place, owner=owner, resource=amount.name, count=count)
