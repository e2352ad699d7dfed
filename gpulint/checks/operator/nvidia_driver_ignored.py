"""NVIDIADriver objects that the operator does not look at."""

from collections.abc import Iterator

from gpulint.authoring import (
    Charts,
    ChartValues,
    Context,
    Problem,
    applied_together,
    check,
    problem,
)


@check(each=ChartValues)
def nvidia_driver_ignored(values: ChartValues, context: Context) -> Iterator[Problem]:
    """Look for the ClusterPolicy or the values that have the driver CRD off."""
    if values.carrier != "NVIDIADriver":
        return
    off: ChartValues | None = None
    charts = context.manifests.index(Charts)
    for other in context.cluster.of(ChartValues):
        if other.chart != "gpu-operator" or other.carrier == "NVIDIADriver":
            continue
        if (
            charts.is_partial(other)
            or other.enabled(*_switch(other)) is True
            or _is_for_clusters(other)
        ):
            return  # with several clusters in one input, the object may be for this one
        if applied_together(values.resource, other.resource, context):
            off = off or other
    if off is not None:
        yield problem(
            values.resource.at("kind"),
            related=[(off.at(*_switch(off)), "the driver CRD is off here")],
            name=values.resource.name,
            switch=".".join(_switch(off)),
        )


def _is_for_clusters(values: ChartValues) -> bool:
    """Whether a GPUCluster takes the place of the ClusterPolicy."""
    return values.enabled("gpuCluster", "deployCR") is True


def _switch(values: ChartValues) -> tuple[str, ...]:
    if values.carrier == "ClusterPolicy":
        return ("driver", "useNvidiaDriverCRD")
    return ("driver", "nvidiaDriverCRD", "enabled")
