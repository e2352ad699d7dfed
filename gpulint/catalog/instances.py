"""Cloud machine types with accelerators, as node.kubernetes.io/instance-type names them."""

from dataclasses import dataclass

from gpulint.catalog.near import near_names
from gpulint.catalog.tables import table


@dataclass(frozen=True, slots=True)
class Instance:
    """What one machine type carries.

    gpu: the provider's own word for it, as in karpenter.k8s.aws/instance-gpu-name.
    product: value of nvidia.com/gpu.product on the node; None for other vendors or where unknown.
    resource: extended resource that counts its devices. count: of devices, 0 for a machine with a
    part of a card, None where the size is not listed. memory_mib: of one device, None where unknown.
    cpus, memory_gib: of the machine, of which the system keeps a part; None where unknown.
    """

    name: str
    provider: str
    family: str
    gpu: str
    product: str | None
    resource: str
    count: int | None
    memory_mib: int | None
    fractional: bool
    cpus: int | None = None
    memory_gib: int | None = None


def instance(name: str) -> Instance | None:
    """What a machine type carries; None for one that is not known to carry accelerators.

    A size that is not listed is known by its family (`g7.4xlarge` by `g7`), without a count.
    """
    rows = table("instances")
    unlisted = (name.partition(".")[0], None, None, None)
    family, count, cpus, memory_gib = rows["types"].get(name, unlisted)
    row = rows["families"].get(family)
    if row is None or (row[0] != "aws" and count is None):
        return None
    provider, gpu, product, resource, memory_mib, fractional = row
    if fractional:
        count = 0
    return Instance(
        name,
        provider,
        family,
        gpu,
        product,
        resource,
        count,
        memory_mib,
        fractional,
        cpus,
        memory_gib,
    )


def known_instances() -> tuple[str, ...]:
    """Every machine type that is listed by itself, in the order of the data."""
    return tuple(table("instances")["types"])


def near_instances(name: str) -> tuple[str, ...]:
    """Machine types that may have been meant by `name`, likeliest first; empty for a known one."""
    return () if instance(name) else near_names(name, known_instances(), cutoff=0.93)
