"""The fewest replicas of an autoscaler may not exceed its most."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Problem,
    Resource,
    check,
    dig,
    integer,
    problem,
    whole_number,
)

_COMPONENTS = ("predictor", "transformer", "explainer")
_KNATIVE = ("autoscaling.knative.dev/min-scale", "autoscaling.knative.dev/max-scale")


@check(each=Resource, words=("maxReplicas", "maxReplicaCount", "autoscaling.knative.dev/"))
def autoscaler_bounds_are_ordered(found: Resource, context: Context) -> Iterator[Problem]:
    """Compare both bounds where both are written; for KServe and Knative 0 is no upper bound."""
    for path, lower, upper in _bounds(found):
        block = dig(found.value, path)
        most, least = _number(dig(block, (upper,))), _number(dig(block, (lower,)))
        if most is None or least is None or least <= most:
            continue
        if path != ("spec",) and most <= 0:
            continue
        related = [(found.at(*path, lower), "the lower bound stands here")]
        yield problem(
            found.at(*path, upper),
            related=related,
            lower=lower,
            upper=upper,
            least=least,
            most=most,
            kind=found.kind,
        )


def _number(value: object) -> int | None:
    """A count, in quotes where it is an annotation."""
    return whole_number(value) if isinstance(value, str) else integer(value)


def _bounds(found: Resource) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """Where the bounds stand, and their names."""
    key = (found.group, found.kind)
    if key == ("autoscaling", "HorizontalPodAutoscaler"):
        yield ("spec",), "minReplicas", "maxReplicas"
    elif key == ("keda.sh", "ScaledObject"):
        yield ("spec",), "minReplicaCount", "maxReplicaCount"
    elif key == ("serving.kserve.io", "InferenceService"):
        for component in _COMPONENTS:
            yield ("spec", component), "minReplicas", "maxReplicas"
            yield ("spec", component, "annotations"), *_KNATIVE
        yield ("metadata", "annotations"), *_KNATIVE
    elif key == ("serving.knative.dev", "Service"):
        yield ("spec", "template", "metadata", "annotations"), *_KNATIVE
