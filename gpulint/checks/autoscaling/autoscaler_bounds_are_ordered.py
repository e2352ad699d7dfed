"""The fewest replicas of an autoscaler may not exceed its most."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, Resource, check, dig, integer, problem

_COMPONENTS = ("predictor", "transformer", "explainer")


@check(each=Resource, words=("maxReplicas", "maxReplicaCount"))
def autoscaler_bounds_are_ordered(found: Resource, context: Context) -> Iterator[Problem]:
    """Compare both bounds where both are written; in KServe no upper bound is 0, and 1 the lower."""
    for path, lower, upper in _bounds(found):
        block = dig(found.value, path)
        most = integer(dig(block, (upper,)))
        least = integer(dig(block, (lower,)))
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
