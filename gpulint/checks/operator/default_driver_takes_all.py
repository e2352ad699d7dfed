"""The default NVIDIADriver of older charts beside NVIDIADriver objects of one's own."""

from collections.abc import Iterator

from gpulint.authoring import (
    Charts,
    ChartValues,
    Context,
    Problem,
    applied_together,
    charts,
    check,
    problem,
)

_CRD = ("driver", "nvidiaDriverCRD")
_TOGETHER = charts.Release(26, 7)  # from here on the default is what is left over


@check(each=ChartValues)
def default_driver_takes_all(values: ChartValues, context: Context) -> Iterator[Problem]:
    """Find values that let the chart make its default object, which selects every node."""
    if not values.for_operator or values.enabled(*_CRD, "enabled") is not True:
        return
    index = context.manifests.index(Charts)
    release = index.release(values)
    if release is None or release >= _TOGETHER or index.is_partial(values):
        return
    made = values.get(*_CRD, "deployDefaultCR")
    if made not in (None, True) or values.get(*_CRD, "nodeSelector"):
        return
    for other in context.cluster.of(ChartValues):
        if other.carrier != "NVIDIADriver" or other.resource.fragment:
            continue
        if other.resource.name in ("", "default"):
            continue
        if applied_together(values.resource, other.resource, context):
            yield problem(
                values.at(*_CRD, "deployDefaultCR"),
                part="value" if made else "key",
                related=[(other.resource.at("metadata", "name"), "the object of your own")],
                other=other.resource.name,
            )
            return
