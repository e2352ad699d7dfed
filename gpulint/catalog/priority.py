"""What Kubernetes and schedulers fix about priorities."""

from typing import NamedTuple

from gpulint.catalog.tables import table


class PriorityLimits(NamedTuple):
    """Numbers that decide what a priority value means.

    highest_user_value, lowest_value: what a PriorityClass may hold. default_value: of a pod without
    a class. expendable_below: pods under it neither call for nodes nor keep them (Cluster
    Autoscaler's default). kai_non_preemptible_from: KAI does not preempt workloads from it upward.
    """

    highest_user_value: int
    lowest_value: int
    default_value: int
    expendable_below: int
    kai_non_preemptible_from: int


def limits() -> PriorityLimits:
    """The numbers, as their sources state them."""
    known = table("priority")["limits"]
    return PriorityLimits(
        highest_user_value=known["highest-user-value"],
        lowest_value=known["lowest-value"],
        default_value=known["default-value"],
        expendable_below=known["autoscaler-expendable-below"],
        kai_non_preemptible_from=known["kai-non-preemptible-from"],
    )


def built_in_classes(system: str = "kubernetes") -> dict[str, int]:
    """Priority classes that a system brings along, name to value; `kai` has its own."""
    classes = table("priority")["classes"]
    return {name: value for name, (value, owner) in classes.items() if owner == system}


def reserved_prefix() -> str:
    """How names begin that only Kubernetes' own classes may carry."""
    text: str = table("priority")["names"]["reserved_prefix"]
    return text


def preemption_policies() -> tuple[str, ...]:
    """Values of preemptionPolicy, the default first."""
    policies = table("priority")["policies"]
    return (
        policies["default"],
        *(each for each in policies["known"] if each != policies["default"]),
    )
