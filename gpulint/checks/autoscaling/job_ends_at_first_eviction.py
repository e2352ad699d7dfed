"""A Job without a second try must not lie where Karpenter may move its pods."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    NodePool,
    PodTemplate,
    Problem,
    check,
    integer,
    mapping,
    pools,
    problem,
    sequence,
)


@check(each=PodTemplate, words=("backoffLimit",))
def job_ends_at_first_eviction(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find Jobs of backoffLimit 0 on pools that consolidate nodes in use, with nothing to hold them.

    A failure policy that ignores DisruptionTarget, or the annotation do-not-disrupt, holds them.
    """
    job = pod.resource
    limit = integer(job.spec.get("backoffLimit"))
    if job.kind != "Job" or job.group != "batch" or limit != 0 or not pod.accelerators:
        return
    if "karpenter.sh/do-not-disrupt" in pod.annotations or _ignores_disruption(pod):
        return
    choice = context.cluster.index(pools.Pools).choose(pod)
    meant = [p for p in choice.pools if pools.barrier(pod, p) is None]
    if choice.link and meant and all(map(_consolidates, meant)):
        yield problem(
            job.at("spec", "backoffLimit"),
            related=[(meant[0].resource.at("metadata", "name"), "the node pool")],
            pool=meant[0].name,
        )


def _ignores_disruption(pod: PodTemplate) -> bool:
    rules = sequence(pod.resource.get("spec", "podFailurePolicy", "rules"))
    for rule in map(mapping, rules):
        for each in map(mapping, sequence(rule.get("onPodConditions"))):
            if rule.get("action") == "Ignore" and each.get("type") == "DisruptionTarget":
                return True
    return False


def _consolidates(pool: NodePool) -> bool:
    """Whether it may empty a node that works; budgets of 0 and consolidateAfter Never forbid it."""
    rules = mapping(pool.resource.get("spec", "disruption"))
    if rules.get("consolidateAfter") == "Never":
        return False
    budgets = map(mapping, sequence(rules.get("budgets")))
    if any(str(each.get("nodes")) in ("0", "0%") for each in budgets):
        return False
    policy = rules.get("consolidationPolicy", "WhenEmptyOrUnderutilized")
    return policy == "WhenEmptyOrUnderutilized" and pool.resource.kind == "NodePool"
