"""Where NVIDIA's DRA driver looks for a driver that the GPU Operator installs."""

from collections.abc import Iterator

from gpulint.authoring import Charts, ChartValues, Context, Problem, charts, check, problem


@check(each=ChartValues)
def dra_driver_root(values: ChartValues, context: Context) -> Iterator[Problem]:
    """Compare nvidiaDriverRoot with the driver of the GPU Operator in the same run."""
    if values.chart not in charts.DRA_DRIVERS or values.get("nvidiaDriverRoot") not in (None, "/"):
        return
    index = context.manifests.index(Charts)
    if index.is_partial(values) and not values.has("nvidiaDriverRoot"):
        return
    operators = [v for v in context.cluster.of(ChartValues) if v.chart == charts.GPU_OPERATOR]
    operators = [each for each in operators if each.carrier != "NVIDIADriver"]
    if len(operators) != 1 or index.is_partial(operators[0]):
        return
    operator = operators[0]
    if operator.enabled("driver", "enabled") is not True:
        return
    yield problem(
        values.at("nvidiaDriverRoot"),
        related=[(operator.at("driver", "enabled"), "the operator installs the driver")],
        root=operator.get("hostPaths", "driverInstallDir") or "/run/nvidia/driver",
    )
