"""Settings for virtual machines while sandbox workloads are off."""

from collections.abc import Iterator

from gpulint.authoring import Charts, ChartValues, Context, Problem, check, problem

# What is off by default and makes no sense without the switch; the rest is on by default.
_NEEDING = (("vgpuManager", "enabled"), ("sandboxWorkloads", "defaultWorkload"))


@check(each=ChartValues)
def sandbox_without_switch(values: ChartValues, context: Context) -> Iterator[Problem]:
    """Find components of sandbox workloads that are asked for while the common switch is off."""
    if (
        values.chart != "gpu-operator"
        or context.manifests.index(Charts).is_partial(values)
        or values.carrier == "NVIDIADriver"
    ):
        return
    if values.enabled("sandboxWorkloads", "enabled") is True:
        return
    for path in _NEEDING:
        value = values.get(*path)
        if value is True or (isinstance(value, str) and value.startswith("vm-")):
            yield problem(values.at(*path), key=".".join(path), value=value)
