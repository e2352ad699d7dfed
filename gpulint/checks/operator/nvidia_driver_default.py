"""Default NVIDIADriver objects: at most one, and without a selector."""

from collections.abc import Iterator

from gpulint.authoring import ChartValues, Context, Problem, applied_together, check, problem


@check(each=ChartValues)
def nvidia_driver_default(
    values: ChartValues, context: Context, *, fault: str
) -> Iterator[Problem]:
    """Look at the objects with `default: true`.

    fault: `selector` (a default with a nodeSelector) or `second` (an earlier default exists).
    """
    spec = values.resource.spec
    if values.carrier != "NVIDIADriver" or spec.get("default") is not True:
        return
    if fault == "selector" and spec.get("nodeSelector"):
        yield problem(values.resource.at("spec", "nodeSelector"), part="key")
    if fault != "second":
        return
    for other in context.cluster.of(ChartValues):
        if other.carrier != "NVIDIADriver" or other.resource.spec.get("default") is not True:
            continue
        if other is values or other.resource.name == values.resource.name:
            return  # the first of its kind, or the same object once more
        if not applied_together(values.resource, other.resource, context):
            continue
        yield problem(
            values.resource.at("spec", "default"),
            related=[(other.resource.at("spec", "default"), "the other default")],
            name=values.resource.name,
            other=other.resource.name,
        )
        return
