"""The batch scheduler that a Spark application names."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Problem,
    Resource,
    check,
    dig,
    is_placeholder,
    near_names,
    problem,
    text,
)

# Operators can be given names of kube-schedulers too, so only a slip is sure to be one.
_BUILT_IN = ("volcano", "yunikorn")
_PATHS = {
    "SparkApplication": ("spec", "batchScheduler"),
    "ScheduledSparkApplication": ("spec", "template", "batchScheduler"),
}


@check(each=Resource, words=("batchScheduler",))
def spark_batch_scheduler(resource: Resource, context: Context) -> Iterator[Problem]:
    """Find names that differ from a built-in one by case or a letter; the operator compares them whole."""
    path = _PATHS.get(resource.kind)
    if path is None or resource.group != "sparkoperator.k8s.io":
        return
    name = text(dig(resource.value, path))
    if not name or name in _BUILT_IN or is_placeholder(name):
        return
    near = near_names(name, _BUILT_IN, cutoff=0.85, by_start=False)
    if near and name[:1].lower() == near[0][:1]:
        yield problem(resource.at(*path), name=name, right=near[0])
