"""NVIDIADriver objects that select the same nodes."""

from collections.abc import Iterator, Mapping

from gpulint.authoring import (
    ChartValues,
    Context,
    Problem,
    applied_together,
    check,
    mapping,
    problem,
)


@check(each=ChartValues)
def nvidia_driver_overlap(values: ChartValues, context: Context) -> Iterator[Problem]:
    """Find an earlier object whose selector demands less, so that it takes the same nodes."""
    if values.carrier != "NVIDIADriver" or values.resource.fragment or _is_default(values):
        return
    own = _selector(values)
    for other in context.cluster.of(ChartValues):
        if other is values:
            return
        if other.carrier != "NVIDIADriver" or _is_default(other):
            continue
        if not applied_together(values.resource, other.resource, context):
            continue
        theirs = _selector(other)
        same_name = other.resource.name == values.resource.name
        if not same_name and (theirs.items() <= own.items() or own.items() <= theirs.items()):
            yield problem(
                values.resource.at("spec", "nodeSelector"),
                part="key",
                related=[(other.resource.at("metadata", "name"), "the other object")],
                name=values.resource.name,
                other=other.resource.name,
            )
            return


def _is_default(values: ChartValues) -> bool:
    return values.resource.spec.get("default") is True


def _selector(values: ChartValues) -> Mapping[str, str]:
    found = mapping(values.resource.spec.get("nodeSelector"))
    return {str(key): str(value) for key, value in found.items()}
