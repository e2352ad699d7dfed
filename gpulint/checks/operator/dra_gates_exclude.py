"""Feature gates of NVIDIA's DRA driver that do not go together."""

from collections.abc import Iterator

from gpulint.authoring import ChartValues, Context, Problem, charts, check, problem

# Source: pkg/featuregates/featuregates.go, validation of dependencies.
_EXCLUSIVE = (
    ("DynamicMIG", "PassthroughSupport"),
    ("DynamicMIG", "NVMLDeviceHealthCheck"),
    ("DynamicMIG", "MPSSupport"),
    ("PassthroughSupport", "NVMLDeviceHealthCheck"),
)


@check(each=ChartValues)
def dra_gates_exclude(values: ChartValues, context: Context) -> Iterator[Problem]:
    """Compare the gates that are switched on with the pairs that the driver refuses."""
    if values.chart in charts.DRA_DRIVERS:
        path: tuple[str, ...] = ("featureGates",)
    elif values.chart == charts.GPU_OPERATOR and not values.is_object:
        path = ("draDriver", "featureGates")
    else:
        return
    for one, other in _EXCLUSIVE:
        if values.enabled(*path, one) is True and values.enabled(*path, other) is True:
            yield problem(
                values.at(*path, other),
                part="key",
                related=[(values.at(*path, one), "the other gate")],
                one=one,
                other=other,
            )
