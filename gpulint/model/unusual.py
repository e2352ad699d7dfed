"""A view for checks that have nothing to say about what most manifests hold.

What is usual is told from names and values alone and remembered, so that a server, which meets the
same few again and again, need not ask twenty rules about each. A check may only be shown this
view if it is silent about all that it leaves out; a test holds every such check to that.
"""

from collections.abc import Iterator
from functools import lru_cache

from gpulint.catalog import resources
from gpulint.model.container import ResourceRequirements
from gpulint.model.quantity import WRAPS_FROM, is_placeholder, parse_quantity, read_amount
from gpulint.model.resource import Resource

_KEPT = 4096
_LONGEST = 64
_NANO = 10**9


class UnusualRequirements:
    """The ResourceRequirements that are not usual.

    Usual: known names of whole devices in whole numbers, each request equal to its limit, and
    readable amounts of cpu, memory and ephemeral storage.
    """

    @classmethod
    def from_resource(cls, resource: Resource) -> Iterator[ResourceRequirements]:
        """The blocks of an object in which something differs."""
        for block in ResourceRequirements.from_resource(resource):
            if not is_usual(block):
                yield block


def is_usual(block: ResourceRequirements) -> bool:
    """Whether nothing in the block differs from what most manifests hold."""
    limits = block.stated("limits")
    for name, limit in limits.items():
        if not _is_readable(limit) or not _is_usual_amount(name, limit):
            return False
    for name, request in block.stated("requests").items():
        if name in resources.STANDARD:
            if not _is_readable(request) or not _is_usual_amount(name, request):
                return False
        elif name not in limits or read_amount(request)[0] != read_amount(limits[name])[0]:
            return False
    return True


def _is_readable(value: object) -> bool:
    return type(value) is int or (type(value) is str and len(value) <= _LONGEST)


@lru_cache(_KEPT, typed=True)
def _is_usual_amount(name: str, value: object) -> bool:
    quantity = parse_quantity(value)
    if quantity is None or quantity.nano < 0 or is_placeholder(value):
        return False
    if name in resources.STANDARD:
        return True
    device = resources.accelerator(name)
    if device is None or device.kind == "mig" or not resources.is_extended(name):
        return False
    is_whole = quantity.nano % _NANO == 0 and quantity < WRAPS_FROM
    return is_whole and resources.retired(name) is None
