"""The GPUs of one container against the LimitRange of its namespace."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, problem, quota


@check(each=PodTemplate, words=("LimitRange",))
def limit_range_below_container(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Compare every container's accelerators with `max`, where the namespace is certain."""
    index = context.cluster.index(quota.NamespaceRules)
    items = index.certain_limits(pod.resource)
    for container in pod.all_containers if items else ():
        for name, amount in container.resources.accelerators().items():
            for item in items:
                most = item.quantity("max", name) if item.type == "Container" else None
                if most is not None and amount.quantity is not None and amount.quantity > most:
                    yield problem(
                        amount.place,
                        related=[(item.at("max", name), "no container may have more")],
                        resource=name,
                        value=amount.quantity,
                        most=most,
                        limit_range=item.resource.name,
                    )
