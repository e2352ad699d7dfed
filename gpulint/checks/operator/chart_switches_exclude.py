"""Switches of the chart that its templates refuse together."""

from collections.abc import Iterator

from gpulint.authoring import Charts, ChartValues, Context, Problem, check, problem

_NRI = ("cdi", "nriPluginEnabled")
_GPU_CLUSTER = ("gpuCluster", "deployCR")


@check(each=ChartValues)
def chart_switches_exclude(values: ChartValues, context: Context) -> Iterator[Problem]:
    """Go through the pairs for which the chart's validation template fails the release."""
    if not values.for_operator:
        return
    on = values.enabled(*_NRI) is True
    if on and values.enabled("cdi", "enabled") is False:
        yield _pair(values, _NRI, ("cdi", "enabled"), "the NRI plugin hands devices out by CDI")
    if on and values.enabled("toolkit", "enabled") is False:
        yield _pair(values, _NRI, ("toolkit", "enabled"), "the toolkit runs the NRI plugin")
    if values.enabled(*_GPU_CLUSTER) is not True or context.manifests.index(Charts).is_partial(
        values
    ):
        return
    if values.enabled("clusterPolicy", "deployCR") is not False:  # true by default
        other = ("clusterPolicy", "deployCR")
        yield _pair(values, _GPU_CLUSTER, other, "only one of the two objects may exist", "true")
    crd = ("driver", "nvidiaDriverCRD", "enabled")
    if values.enabled("driver", "enabled") is not False and values.enabled(*crd) is not True:
        yield _pair(values, _GPU_CLUSTER, crd, "a GPUCluster takes its driver from NVIDIADriver")


def _pair(
    values: ChartValues,
    one: tuple[str, ...],
    other: tuple[str, ...],
    reason: str,
    state: str = "false",
) -> Problem:
    written = values.has(*other)
    return problem(
        values.at(*one),
        related=[(values.at(*other), "the other switch")] if written else (),
        key=".".join(one),
        other=".".join(other),
        state=state if written else f"{state} by default",
        reason=reason,
    )
