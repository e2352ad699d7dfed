"""A horizontal autoscaler's Resource metrics are cpu and memory alone."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Problem,
    Resource,
    check,
    mapping,
    problem,
    resources,
    sequence,
    text,
)

_FIELDS = {"Resource": "resource", "ContainerResource": "containerResource"}
_SERVED = ("cpu", "memory")


@check(each=Resource, words=("HorizontalPodAutoscaler",))
def autoscaler_metric_is_served(found: Resource, context: Context) -> Iterator[Problem]:
    """Find Resource metrics of devices: the resource metrics API has no number for them."""
    if (found.group, found.kind) != ("autoscaling", "HorizontalPodAutoscaler"):
        return
    for index, metric in enumerate(map(mapping, sequence(found.spec.get("metrics")))):
        field = _FIELDS.get(text(metric.get("type")))
        if field is None:
            continue
        name = text(mapping(metric.get(field)).get("name"))
        if name in _SERVED or not name:
            continue
        if resources.accelerator(name) or resources.looks_like_accelerator(name):
            yield problem(found.at("spec", "metrics", index, field, "name"), name=name)
