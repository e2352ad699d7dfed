"""MIG resources where the strategy offers none by name."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, problem, sharing, slices

_LABEL = "nvidia.com/mig.strategy"


@check(each=PodTemplate, words=("nvidia.com/mig-",))
def mig_under_strategy(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find MIG resources in a run whose chart values, configurations and plugins never say mixed.

    Silent when one of them says mixed or holds a placeholder, and when a node offers the resource.
    """
    wanted = list(slices.slices(pod))
    if not wanted:
        return
    chosen = pod.allowed(_LABEL)
    if chosen and "mixed" not in chosen and all(map(sharing.STRATEGIES.__contains__, chosen)):
        place = next(r.places[0] for r in pod.requirements if r.key == _LABEL and r.places)
        for each in wanted:
            related = [(place, "nodes with that strategy are selected here")]
            yield problem(
                each.amount.place,
                part="key",
                related=related,
                confidence="high",
                resource=each.amount.name,
                strategy=" or ".join(chosen),
            )
        return
    strategies = context.cluster.index(sharing.MigStrategies)
    if strategies.unclear or not strategies.stated:
        return
    if any(each.value == "mixed" for each in strategies.stated):
        return
    said = next((each for each in strategies.stated if each.shown), strategies.stated[0])
    sure = None if said.shown else sharing.confidence_of(pod.resource, said.place)
    for each in wanted:
        if not slices.is_declared(each.amount.name, context):
            yield problem(
                each.amount.place,
                part="key",
                related=[(said.place, said.words)],
                confidence=sure,
                resource=each.amount.name,
                strategy=said.value,
            )
