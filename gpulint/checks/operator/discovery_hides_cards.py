"""Node Feature Discovery set so that the GPU Operator does not know its labels."""

from collections.abc import Iterator

from gpulint.authoring import (
    ChartValues,
    Context,
    FeatureDiscovery,
    Problem,
    Resource,
    applied_together,
    charts,
    check,
    problem,
)

# Source: gpu-operator controllers/state_manager.go, gpuNodeLabels.
_KNOWN = (("class", "vendor"), ("vendor",))
_CLASSES = ("0300", "0302")
_SHOWN = {"class": "0302", "vendor": "10de"}
_NVIDIA = "10de"


@check(each=FeatureDiscovery, words=("deviceLabelFields", "deviceClassWhitelist"))
def discovery_hides_cards(found: FeatureDiscovery, context: Context) -> Iterator[Problem]:
    """Make the label of an NVIDIA card and hold it against the operator's three."""
    if not _has_operator(found, context) or _labels_otherwise(found, context):
        return
    fields = found.label_fields
    if fields not in _KNOWN:
        label = "_".join(_SHOWN.get(field, f"<{field}>") for field in fields)
        what = f"these fields make the label pci-{label}.present of an NVIDIA card"
        yield problem(found.base.child("deviceLabelFields"), part="key", what=what)
    if not found.shows_class(*_CLASSES):
        what = f"no class here is that of NVIDIA's cards, {_CLASSES[0]} or {_CLASSES[1]}"
        yield problem(found.base.child("deviceClassWhitelist"), part="key", what=what)


def _has_operator(found: FeatureDiscovery, context: Context) -> bool:
    if found.operator is not None:
        return True
    return any(
        values.chart == charts.GPU_OPERATOR
        and values.carrier != "NVIDIADriver"
        and applied_together(found.resource, values.resource, context)
        for values in context.cluster.of(ChartValues)
    )


def _labels_otherwise(found: FeatureDiscovery, context: Context) -> bool:
    """Whether a rule of one's own names NVIDIA's vendor, and may make the label after all."""
    return _NVIDIA in found.text or any(
        each.kind in ("NodeFeatureRule", "NodeFeatureGroup") and _NVIDIA in str(each.value)
        for each in context.cluster.of(Resource)
    )
