"""A disruption budget must let at least one of its pods go, or no node is ever drained."""

import re
from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    PodLabels,
    Problem,
    Resource,
    check,
    integer,
    mapping,
    problem,
)

_PERCENT = re.compile(r"(\d{1,3})%\Z", re.ASCII)


@check(each=Resource, words=("PodDisruptionBudget",))
def disruption_budget_allows_one(found: Resource, context: Context) -> Iterator[Problem]:
    """Find budgets whose minAvailable is all the replicas of a GPU workload of several pods.

    A single replica, or maxUnavailable 0, is held on purpose more often than by mistake.
    """
    if (found.group, found.kind) != ("policy", "PodDisruptionBudget"):
        return
    minimum = found.spec.get("minAvailable")
    wanted = mapping(mapping(found.spec.get("selector")).get("matchLabels"))
    if minimum is None or mapping(found.spec.get("selector")).get("matchExpressions"):
        return
    pods = context.manifests.index(PodLabels).matching(wanted, found.namespace)
    counts = [pod.count for pod in pods]
    total = sum(count for count in counts if count is not None)
    if None in counts or total < 2 or not any(pod.accelerators for pod in pods):
        return
    needed = integer(minimum)
    percent = _PERCENT.match(minimum) if isinstance(minimum, str) else None
    if percent is not None:
        needed = -(-int(percent.group(1)) * total // 100)
    if needed is not None and needed >= total:
        related = [(pods[0].at()._replace(part="key"), "the pods that it protects")]
        place = found.at("spec", "minAvailable")
        yield problem(place, related=related, minimum=str(minimum), replicas=total)
