"""The requirements of a node pool must be such as Karpenter's own validation takes."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    NodePool,
    Place,
    Problem,
    Requirement,
    check,
    dig,
    integer,
    is_placeholder,
    problem,
)

_COMPARE = ("Gt", "Lt", "Gte", "Lte")
_RESTRICTED = ("karpenter.sh/nodepool", "kubernetes.io/hostname")


@check(each=NodePool, words=("karpenter.sh/",))
def node_pool_requirement_is_legal(pool: NodePool, context: Context) -> Iterator[Problem]:
    """Check operators against their values, minValues against both, and the restricted keys."""
    for index, each in enumerate(pool.requirements):
        if any(map(is_placeholder, (each.key, each.operator, *each.values))):
            context.cannot_check(each.key_place)
            continue
        minimum = integer(dig(pool.resource.get(*pool.base), ("requirements", index, "minValues")))
        for place, fault in _faults(each, minimum):
            yield problem(place, pool=pool.name, key=each.key, fault=fault)


def _faults(each: Requirement, minimum: int | None) -> Iterator[tuple[Place, str]]:
    at = each.key_place._replace(pointer=each.key_place.pointer.parent)
    values = at.child("values")
    if each.key in _RESTRICTED:
        yield each.key_place, "is a key that Karpenter keeps for itself"
    if each.operator == "In" and not each.values:
        yield at.child("operator"), "says In without values"
    if each.operator in _COMPARE and not _is_one_number(each.values):
        yield values, f"says {each.operator}, which takes exactly one whole number, not negative"
    if each.operator == "In" and minimum is not None and minimum > len(each.values):
        yield (
            at.child("minValues"),
            f"asks for {minimum} different values and lists {len(each.values)}",
        )


def _is_one_number(values: tuple[object, ...]) -> bool:
    return len(values) == 1 and str(values[0]).isascii() and str(values[0]).isdecimal()
