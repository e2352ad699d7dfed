"""Huge pages beside devices, in a form that the API server refuses."""

from collections.abc import Iterator

from gpulint.authoring import (
    Amount,
    Context,
    PodTemplate,
    Problem,
    ResourceRequirements,
    check,
    parse_quantity,
    problem,
)

_PREFIX = "hugepages-"
_BESIDE = ("cpu", "memory")


@check(each=PodTemplate, words=(_PREFIX,))
def huge_pages_are_taken(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Judge the huge pages of each container with an accelerator, as the API server does.

    Source: kubernetes pkg/apis/core/validation, ValidateContainerResourceRequirements. A LimitRange
    may add cpu and memory before that, and the resources of the whole pod count as well.
    """
    for container in pod.all_containers:
        block = container.resources
        if not block.accelerators():
            continue
        pages = [amount for name, amount in block.named.items() if name.startswith(_PREFIX)]
        for amount in pages:
            for line, what in _faults(amount, block):
                yield problem(line.place, owner=block.owner, resource=amount.name, what=what)
        alone = not any(name in block.named for name in _BESIDE)
        if pages and alone and not pod.get("resources") and not _has_limit_range(context):
            what = "without cpu or memory beside it"
            yield problem(pages[0].place, owner=block.owner, resource=pages[0].name, what=what)


def _faults(amount: Amount, block: ResourceRequirements) -> Iterator[tuple[Amount, str]]:
    limit, request = block.limits.get(amount.name), block.requests.get(amount.name)
    if limit is None:
        yield amount, "under requests alone, and they belong under limits"
        return
    if limit.quantity is None:
        return
    pages, size = limit.quantity.milli, parse_quantity(amount.name.removeprefix(_PREFIX))
    if request is not None and request.quantity is not None and request.quantity.milli != pages:
        yield request, f"as {request.value} under requests and as {limit.value} under limits"
    elif size is not None and size.milli and pages % size.milli:
        yield limit, f"with {limit.value}, which is no whole number of pages"


def _has_limit_range(context: Context) -> bool:
    return bool(context.cluster.by_kind("", "LimitRange"))
