"""More than one share, as the device plugin's configuration tells of them."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    PodTemplate,
    Problem,
    check,
    plugin_configs,
    problem,
    sharing,
    slices,
)


@check(each=PodTemplate, words=("GreaterThanOne", "mps"))
def several_shares_of_config(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find counts above 1 where every configuration of the run refuses them.

    Nodes that a configuration leaves alone may offer whole cards: then nothing is said.
    """
    for container in pod.all_containers:
        for name, amount in container.resources.accelerators().items():
            count = amount.devices
            if not name.startswith("nvidia.com/") or count is None or count < 2:
                continue
            plain = name.removesuffix(slices.SHARED)
            shares = context.cluster.index(plugin_configs.PluginConfigs).shares(plain)
            if shares and all(s.fails and s.renamed == (plain != name) for s in shares):
                yield problem(
                    amount.place,
                    related=[(shares[0].place, "the resource is shared here")],
                    confidence=sharing.confidence_of(pod.resource, shares[0].place),
                    resource=name,
                    count=count,
                    strategy="MPS" if shares[0].strategy == plugin_configs.MPS else "time-slicing",
                )
