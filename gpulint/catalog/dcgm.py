"""What DCGM can measure, what its exporter exports as shipped, and how its services are called."""

from functools import cache
from typing import NamedTuple

from gpulint.catalog.tables import table


class ExporterService(NamedTuple):
    """The service in front of an exporter. by: who makes it. label, value: what selects it."""

    by: str
    port: str
    label: str
    value: str


@cache
def fields() -> frozenset[str]:
    """Names of all fields, the exporter's own counters among them."""
    rows = table("dcgm")
    return frozenset(rows["fields"]) | frozenset(rows["exporter"])


def shipped() -> frozenset[str]:
    """Counters of the list that the operator and the chart use unless told otherwise."""
    return frozenset(table("dcgm")["shipped"])


def metric_types() -> tuple[str, ...]:
    """Words that the second column of a counter list may hold."""
    return tuple(table("dcgm")["types"])


def holds_a_code(name: str) -> bool:
    """Whether a metric is the last code of something, so that its rate says nothing."""
    return name in table("dcgm")["codes"]


def instead_on_mig(name: str) -> str | None:
    """What tells on MIG instances what `name` tells of whole cards; None where name itself does.

    Empty where nothing does.
    """
    instead: str | None = table("dcgm")["not_on_mig"].get(name)
    return instead


def exporter_services() -> tuple[ExporterService, ...]:
    """The services of the operator and of the exporter's own chart."""
    return tuple(ExporterService(*row) for row in table("dcgm")["services"])


def near_fields(name: str) -> tuple[str, ...]:
    """Fields that may have been meant, likeliest first."""
    import difflib  # only for hints

    upper = name.upper()
    longest = max(filter(upper.startswith, fields()), key=len, default="")
    begun = (longest,) if len(longest) > len("DCGM_FI_DEV_") else ()  # GPU_UTILIZATION for GPU_UTIL
    near = difflib.get_close_matches(upper, fields(), 3, 0.8)
    return (*begun, *(each for each in near if each not in begun))[:3]
