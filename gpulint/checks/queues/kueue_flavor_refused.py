"""What the webhook of ResourceFlavors does not take."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, kueue, problem

_EFFECTS = ("NoSchedule", "PreferNoSchedule", "NoExecute")
_MOST = 8


@check(each=kueue.ResourceFlavor)
def kueue_flavor_refused(flavor: kueue.ResourceFlavor, context: Context) -> Iterator[Problem]:
    """Look for a topology without node labels, too many entries and unknown taint effects."""
    at = flavor.resource.at
    if flavor.resource.fragment:
        return
    if flavor.topology and not flavor.labels:
        yield problem(at("spec", "topologyName"), wrong="topologyName needs a label in nodeLabels")
    for key, entries in (("nodeLabels", flavor.labels), ("nodeTaints", flavor.taints)):
        if len(entries) > _MOST:
            yield problem(at("spec", key), part="key", wrong=f"{key} has more than {_MOST} entries")
    for taint in flavor.taints:
        if taint.effect not in _EFFECTS:
            shown = taint.effect or "missing"
            yield problem(taint.place, wrong=f"the effect of taint {taint.key} is {shown}")
