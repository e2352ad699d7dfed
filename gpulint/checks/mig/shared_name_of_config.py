"""The name of shared devices, as the device plugin's configuration gives it."""

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


@check(each=PodTemplate, words=(".shared",))
def shared_name_of_config(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find `.shared` names that no configuration of the run brings about, though it shares cards."""
    for container in pod.all_containers:
        for name, amount in container.resources.accelerators().items():
            plain = name.removesuffix(slices.SHARED)
            if plain == name or slices.is_declared(name, context):
                continue
            shares = context.cluster.index(plugin_configs.PluginConfigs).shares(plain)
            if shares and not any(share.renamed for share in shares):
                yield problem(
                    amount.place,
                    part="key",
                    related=[(shares[0].place, "the resource is shared under its own name here")],
                    confidence=sharing.confidence_of(pod.resource, shares[0].place),
                    resource=name,
                    plain=plain,
                )
