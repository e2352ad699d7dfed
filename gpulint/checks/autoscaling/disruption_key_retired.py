"""Karpenter has renamed the annotation that holds a pod's node."""

from collections.abc import Iterator

from gpulint.authoring import Context, DisruptionKey, Problem, check, problem

_OLD, _NEW = "karpenter.sh/do-not-evict", "karpenter.sh/do-not-disrupt"


@check(each=DisruptionKey, words=("safe-to-evict", "do-not-disrupt", "do-not-evict"))
def disruption_key_retired(found: DisruptionKey, context: Context) -> Iterator[Problem]:
    """Find the old name on pods that lack the new one; silent beside Provisioners of that time."""
    if found.key != _OLD or found.carrier != "annotations" or not found.on_pods:
        return
    if context.cluster.by_kind("karpenter.sh", "Provisioner"):
        return
    carrier = found.resource.get(*found.place.pointer[len(found.resource.pointer) : -1])
    if not isinstance(carrier, dict) or _NEW not in carrier:
        yield problem(found.place, key=_OLD, wanted=_NEW)
