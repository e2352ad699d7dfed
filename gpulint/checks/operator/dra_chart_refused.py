"""Values that the chart of NVIDIA's DRA driver refuses."""

from collections.abc import Iterator

from gpulint.authoring import Charts, ChartValues, Context, Problem, charts, check, problem

_GPUS = ("resources", "gpus", "enabled")


@check(each=ChartValues)
def dra_chart_refused(values: ChartValues, context: Context) -> Iterator[Problem]:
    """Go through the conditions of the chart's validation template."""
    if values.chart not in charts.DRA_DRIVERS:
        return
    if values.get("nvidiaCtkPath"):
        what = "nvidiaCtkPath is no longer taken; remove it"
        yield problem(values.at("nvidiaCtkPath"), part="key", what=what)
    if values.namespace == "default" and values.enabled("allowDefaultNamespace") is not True:
        what = "it is not installed into the namespace default unless allowDefaultNamespace is true"
        yield problem(values.at("allowDefaultNamespace"), what=what)
    if context.manifests.index(Charts).is_partial(values):
        return
    override = values.get("gpuResourcesEnabledOverride")
    if values.enabled(*_GPUS) is not False and not override:
        state = "" if values.has(*_GPUS) else " by default"
        what = (
            f"resources.gpus.enabled is true{state}, which must be confirmed by "
            "gpuResourcesEnabledOverride where no device plugin runs"
        )
        yield problem(values.at(*_GPUS), what=what)
