"""The GPU names that a namespace uses against those that its quotas count."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    PodTemplate,
    Problem,
    check,
    problem,
    queue_need,
    quota,
    resources,
)


@check(each=quota.ResourceQuota)
def quota_blind_to_resource(rule: quota.ResourceQuota, context: Context) -> Iterator[Problem]:
    """Look for pods that ask for devices under a name that no quota of their namespace has."""
    index = context.cluster.index(quota.NamespaceRules)
    capped = [each for each in rule.hard.values() if _device(each.key)]
    if not capped or rule.scoped or rule.carried:
        return
    counted = {each.key for other in index.quotas(rule.resource) for each in other.hard.values()}
    users: dict[str, PodTemplate] = {}
    for pod in index.pods(rule):
        for name in pod.accelerators:
            if _device(quota.REQUESTS + name) and quota.REQUESTS + name not in counted:
                users.setdefault(name, pod)
    for name, pod in users.items():
        yield problem(
            capped[0].place,
            part="key",
            related=[
                (queue_need.amount_place(pod, name), f"{pod.resource.label} asks for it here")
            ],
            key=capped[0].key,
            resource=name,
            user=pod.resource.label,
            right=quota.REQUESTS + name,
        )


def _device(key: str) -> bool:
    """Whether a key counts devices, and so whole cards or parts of them."""
    accelerator = resources.accelerator(key.removeprefix(quota.REQUESTS))
    return key.startswith(quota.REQUESTS) and accelerator is not None and accelerator.countable
