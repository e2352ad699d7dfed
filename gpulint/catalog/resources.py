"""Resource names: which stand for accelerators, which did once, and which only look so."""

import re
from functools import cache, lru_cache
from typing import Any, NamedTuple

from gpulint.catalog.near import near_names
from gpulint.catalog.tables import table

_WORDS = re.compile(r"[^a-z]+")
_TELLING = frozenset(
    {"gpu", "gpus", "vgpu", "sgpu", "cgpu", "qgpu", "pgpu", "gpumem", "gpucores", "mig", "tpu"}
    | {"npu", "xpu", "vxpu", "dcu", "gcu", "mlu", "vmlu", "neuron", "gaudi"}
)


# Names come from users, so only so many answers are kept; a server is asked for the same ones.
_KEPT = 4096


# What stands without a domain in a container's resources, hugepages apart.
# Source: kubernetes pkg/apis/core/helper/helpers.go, standardContainerResources.
STANDARD = frozenset({"cpu", "memory", "ephemeral-storage"})


class Accelerator(NamedTuple):
    """What a resource name stands for.

    vendor: who defines the name (HAMi for its names under nvidia.com).
    kind: gpu, mig, shared, vgpu, npu, tpu, partition, passthrough, memory, memory-percentage,
    cores, priority or monitoring.
    unit: device, MiB, GiB, byte, percent or level.
    """

    name: str
    vendor: str
    kind: str
    unit: str
    meaning: str

    @property
    def countable(self) -> bool:
        """Whether one unit is one device, whole, shared or virtual."""
        return self.unit == "device"


@lru_cache(_KEPT)
def accelerator(name: str) -> Accelerator | None:
    """What a name stands for; None for a name that the catalogue does not know as an accelerator's.

    A MIG name is known by its form, whether or not a card offers the profile.
    """
    rows = table("resources")
    fact = rows["names"].get(name)
    if fact is None and "/" in name:
        fact = next((fact for pattern, fact in _patterns() if pattern.fullmatch(name)), None)
    return None if fact is None else Accelerator(name, *fact)


def is_companion(name: str) -> bool:
    """Whether a name is known to be no accelerator though it stands beside one, as rdma/* does."""
    return name in table("resources")["companions"] or any(
        pattern.fullmatch(name) for pattern in _companion_patterns()
    )


def retired(name: str) -> str | None:
    """Successor of a name that nobody offers any more, empty without one; None if not retired."""
    successors: dict[str, str] = table("resources")["retired"]
    return successors.get(name)


@lru_cache(_KEPT)
def looks_like_accelerator(name: str) -> bool:
    """Whether an unknown name seems meant for an accelerator: a vendor's domain, a telling word."""
    if accelerator(name) is not None or is_companion(name):
        return False
    folded = name.lower()
    domain, slash, local = folded.rpartition("/")
    if slash and domain in vendor_domains() and domain not in table("resources")["broad"]:
        return True
    return not _TELLING.isdisjoint(_WORDS.split(local)) or "mig-" in local


def is_mig_like(name: str) -> bool:
    """Whether a name is meant for a MIG slice, right or wrong: `nvidia.com/mig1g.5gb`, `x/MIG-1g`."""
    domain, slash, local = name.lower().rpartition("/")
    if not slash or domain.startswith(("requests.", "limits.")):
        return False
    return re.match(r"mig(?:-|[._]?\d)", local) is not None


@lru_cache(_KEPT)
def near_resources(name: str) -> tuple[str, ...]:
    """Names that may have been meant by `name`, likeliest first; empty for one that is right."""
    rows = table("resources")
    if accelerator(name) is not None:
        return ()
    right = rows["wrong"].get(name) or rows["wrong"].get(name.lower())
    if right is not None:
        return (right,)
    if (successor := rows["retired"].get(name)) is not None:
        return (successor,) if successor else ()
    mig = _near_mig(name)
    if mig:
        return mig
    return near_names(name, known_names())


@lru_cache(_KEPT)
def is_extended(name: str) -> bool:
    """Whether a name is an extended resource: whole numbers only, request equal to limit.

    Source: kubernetes pkg/apis/core/v1/helper/helpers.go, IsExtendedResourceName.
    """
    if "/" not in name or "kubernetes.io/" in name or name.startswith("requests."):
        return False
    domain, _, local = name.partition("/")
    return _qualified(f"requests.{domain}", local)


@cache
def vendor_domains() -> tuple[str, ...]:
    """Domains under which accelerators are named, sorted."""
    rows = table("resources")
    names = [*rows["names"], *(pattern.replace("\\", "") for pattern, _ in rows["patterns"])]
    domains = {name.partition("/")[0] for name in names}
    return tuple(sorted(domain for domain in domains if _DOMAIN.fullmatch(domain)))


@cache
def known_names() -> tuple[str, ...]:
    """Every accelerator name that is listed by itself, in the order of the data."""
    return tuple(table("resources")["names"])


def broad_domains() -> tuple[str, ...]:
    """Vendors' domains under which much else is named, so that a domain alone tells nothing."""
    return tuple(sorted(table("resources")["broad"]))


def known_patterns() -> tuple[str, ...]:
    """Regular expressions of accelerator names that are known by their form."""
    return tuple(pattern for pattern, _ in table("resources")["patterns"])


def telling_words() -> tuple[str, ...]:
    """Words that make an unknown name look like an accelerator's, sorted."""
    return tuple(sorted(_TELLING))


_DOMAIN = re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*")
_LOCAL = re.compile(r"[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?")


def _qualified(domain: str, local: str) -> bool:
    """Kubernetes' rule for prefixed names: a DNS subdomain, then at most 63 characters."""
    fits = len(domain) <= 253 and len(local) <= 63
    return bool(fits and _DOMAIN.fullmatch(domain) and _LOCAL.fullmatch(local))


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], list[Any]], ...]:
    rows = table("resources")["patterns"]
    return tuple((re.compile(pattern), fact) for pattern, fact in rows)


@cache
def _companion_patterns() -> tuple[re.Pattern[str], ...]:
    return tuple(map(re.compile, table("resources")["companion_patterns"]))


def _near_mig(name: str) -> tuple[str, ...]:
    """Answers for a name that seems to mean a MIG resource."""
    local = name.lower().rpartition("/")[2]
    if "mig" not in local and not re.match(r"[1-8]g\.?\d", local):
        return ()
    from gpulint.catalog import mig  # only for hints

    shared = ".shared" if local.endswith(".shared") else ""
    names = (mig.resource_name(each) + shared for each in mig.near_profiles(local))
    return tuple(each for each in names if each != name)
