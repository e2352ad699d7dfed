"""Machine types and card names of a node pool must be spelled as the provider labels them."""

import re
from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    NodePool,
    Problem,
    check,
    is_placeholder,
    known_instances,
    labels,
    near_names,
    problem,
)

_LETTERS = re.compile(r"[^0-9]+")
_TYPE = "node.kubernetes.io/instance-type"
_CAPACITY = "karpenter.sh/capacity-type"
_CARDS = ("/instance-gpu-name", "/instance-accelerator-name", "/instance-gpu-manufacturer")


@check(each=NodePool, words=("karpenter.sh/",))
def node_pool_value_is_known(pool: NodePool, context: Context) -> Iterator[Problem]:
    """Find values that are no known one but much like one, as `A10G` for `a10g`."""
    for each in pool.requirements:
        if each.operator not in ("In", "NotIn"):
            continue
        for value, place in zip(each.values, each.places, strict=False):
            if not isinstance(value, str) or is_placeholder(value):
                continue
            near: tuple[str, ...] = ()
            if each.key == _TYPE:
                near = _near_types(value)
            elif each.key.endswith(_CARDS) and value not in labels.known_values(each.key):
                near = labels.near_values(each.key, value)
            elif each.key == _CAPACITY and value not in labels.known_values(each.key):
                near = labels.near_values(each.key, value) or labels.known_values(each.key)
            if near:
                yield problem(place, pool=pool.name, key=each.key, value=value, near=near)


def _near_types(value: str) -> tuple[str, ...]:
    """Machine types that `value` misspells: in another case, or a size with the same digits.

    m5.4xlarge is no g5.4xlarge misspelt: only sizes of one family are compared.
    """
    known = known_instances()
    if value in known:
        return ()
    family, dot, _ = value.partition(".")
    digits = _LETTERS.sub(" ", value).split()
    near = (n for n in known if dot and n.startswith(family + dot))
    near = (n for n in near if _LETTERS.sub(" ", n).split() == digits)
    same = tuple(n for n in known if n.lower() == value.lower())
    return same or near_names(value, near, cutoff=0.85, by_start=False)
