"""More devices than the selected machine type has."""

from collections.abc import Iterator, Sequence

from gpulint.authoring import (
    Amount,
    Context,
    NodePool,
    PodTemplate,
    Problem,
    check,
    instance,
    plugin_configs,
    problem,
    whole_number,
)

_TYPES = ("node.kubernetes.io/instance-type", "beta.kubernetes.io/instance-type")
_COUNTS = (
    "karpenter.k8s.aws/instance-gpu-count",
    "eks.amazonaws.com/instance-gpu-count",
    "cloud.google.com/gke-accelerator-count",
)
_PARTS = ("cloud.google.com/gke-gpu-partition-size", "cloud.google.com/gke-gpu-sharing-strategy")
_GPU = "nvidia.com/gpu"
_DEVICES = (_GPU, "amd.com/gpu", "habana.ai/gaudi", "aws.amazon.com/neuron")


@check(each=PodTemplate, words=("instance-type", *_COUNTS))
def devices_fit_machine(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Compare what one pod takes with the machine types, or the device counts, that it selects.

    Silent where nodes or node pools of the run tell more, where cards are shared or cut, and for
    machines that the catalogue does not know.
    """
    wanted = {name: pod.accelerators[name].whole for name in _DEVICES if name in pod.accelerators}
    if not wanted or context.knows_nodes or any(map(pod.allowed, _PARTS)):
        return
    if any(True for _ in context.cluster.of(NodePool)):
        return
    configs = context.cluster.index(plugin_configs.PluginConfigs).configs
    for name, count in wanted.items():
        if count is None or any(config.share(name) is not None for config in configs):
            continue
        for key in (*_TYPES, *_COUNTS):
            chosen = pod.allowed(key)
            most = _most(key, chosen, name) if chosen else None
            if chosen and most is not None and most < count:
                place = next(r.places[0] for r in pod.requirements if r.key == key and r.places)
                yield problem(
                    _largest(pod, name).place,
                    related=[(place, "the machine is selected here")],
                    wanted=count,
                    resource=name,
                    machine=f"{key}={' or '.join(chosen)}",
                    most=most or "none",
                )
                break


def _most(key: str, chosen: Sequence[str], name: str) -> int | None:
    """Devices of the largest selected machine; None when one of them is not known."""
    counts = [_count(key, value, name) for value in chosen]
    known = [count for count in counts if count is not None]
    return max(known) if len(known) == len(counts) else None


def _count(key: str, value: str, name: str) -> int | None:
    if key in _COUNTS:
        return whole_number(value) if name == _GPU else None
    machine = instance(value)
    if machine is None or machine.fractional:
        return None
    return machine.count if machine.resource == name else 0


def _largest(pod: PodTemplate, name: str) -> Amount:
    """The line that asks for most of a resource."""
    lines = [c.resources.named[name] for c in pod.all_containers if name in c.resources.named]
    return max(lines, key=lambda line: line.devices or 0)
