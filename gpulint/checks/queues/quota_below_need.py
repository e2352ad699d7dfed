"""A workload's whole need against the quota of its namespace."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Gangs,
    Problem,
    Resource,
    check,
    problem,
    queue_need,
    quota,
    resources,
)


@check(each=Resource, words=("ResourceQuota",))
def quota_below_need(resource: Resource, context: Context) -> Iterator[Problem]:
    """Compare the sum of each accelerator over all pods of an object with `requests.` keys."""
    rules = context.cluster.index(quota.NamespaceRules).quotas(resource)
    caps = [
        (rule, hard)
        for rule in rules
        if not rule.scoped
        for hard in rule.hard.values()
        if hard.quantity is not None and hard.key.startswith(quota.REQUESTS)
    ]
    if not caps:
        return
    members = context.manifests.index(Gangs).members_of(resource)
    needs = queue_need.needs((member, member.count) for member in members)
    for rule, hard in caps:
        name = hard.key.removeprefix(quota.REQUESTS)
        need = needs.get(name)
        if need is None or not resources.accelerator(name) or hard.quantity is None:
            continue
        if need.total > hard.quantity:
            yield problem(
                need.place,
                related=[(hard.place, f"quota {rule.resource.name} ends here"), *need.related],
                need=need.text,
                resource=name,
                most=hard.quantity.text,
                quota=rule.resource.name,
            )
