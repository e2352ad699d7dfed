"""nvidia.com/gpu.memory counts MiB and has the values that cards report."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Node,
    PodTemplate,
    Problem,
    Requirement,
    check,
    is_placeholder,
    problem,
    products,
    whole_number,
)

_MEMORY = "nvidia.com/gpu.memory"
# Karpenter counts in the same unit, but by the provider's own figures.
_OTHERS = ("karpenter.k8s.aws/instance-gpu-memory", "eks.amazonaws.com/instance-gpu-memory")
_MOST = 4 * 1024**2  # MiB: more than ten times what any card has


@check(each=PodTemplate, words=("gpu.memory", "instance-gpu-memory"))
def gpu_memory_is_mebibytes(
    pod: PodTemplate, context: Context, *, least_mib: int
) -> Iterator[Problem]:
    """Find comparisons that mean GiB, and equalities with a value that no card reports.

    least_mib: below this every card is larger, so the comparison says nothing.
    """
    for each in pod.requirements:
        if each.key != _MEMORY and each.key not in _OTHERS:
            continue
        for value, place in zip(each.values, each.places, strict=True):
            if not isinstance(value, str) or is_placeholder(value):
                continue
            fault = _fault(each, value, least_mib, context)
            if fault:
                yield problem(place, key=each.key, value=value, operator=each.operator, fault=fault)


def _fault(each: Requirement, value: str, least: int, context: Context) -> str:
    if each.operator in ("Gt", "Lt"):
        limit = whole_number(value)
        if limit and limit < least:
            mib = limit * 1024
            return f"{value} MiB is less than any card has; {value} GiB would be {mib}"
        if limit and limit > _MOST:
            return f"{value} is more than any card has; as bytes it is {limit // 1024**2} MiB"
        return ""
    if each.operator != "In" or not each.required:
        return ""
    number = whole_number(value)
    if number is None:
        return f"{value} is no number, and the label holds MiB as a plain number"
    if number < least:
        return f"no card has {value} MiB; {value} GiB would be {number * 1024}"
    if each.key != _MEMORY:
        return ""
    carried = {node.labels.get(_MEMORY) for node in context.cluster.of(Node)}
    real = {p.memory_mib for p in products.all_products() if p.memory_mib}
    if number % 1024 == 0 and number not in real and value not in carried and number >= 65536:
        near = min(real, key=lambda each: abs(each - number))
        if abs(near - number) < 0.05 * number:
            return f"no card reports {value}; the nearest value that one reports is {near}"
    return ""
