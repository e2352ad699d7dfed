"""Fixed numbers and names of priorities."""

from gpulint.catalog import priority
from gpulint.catalog.priority import PriorityLimits


def test_limits_are_those_of_their_sources() -> None:
    """Values above the first are refused; below the fourth nothing calls for nodes."""
    expected = PriorityLimits(1_000_000_000, -(2**31), 0, -10, 100)
    assert expected == priority.limits()


def test_kubernetes_brings_two_classes() -> None:
    """They need no object in the input."""
    expected = {"system-cluster-critical": 2_000_000_000, "system-node-critical": 2_000_001_000}
    assert expected == priority.built_in_classes()


def test_kai_brings_four_classes() -> None:
    """Its chart installs them."""
    expected = {"train": 50, "build-preemptible": 75, "build": 100, "inference": 125}
    assert expected == priority.built_in_classes("kai")


def test_policies_begin_with_the_default() -> None:
    """An absent policy means the first."""
    expected = ("PreemptLowerPriority", "Never")
    actual = priority.preemption_policies()
    assert expected == actual


def test_names_of_built_in_classes_carry_the_reserved_prefix() -> None:
    """No other class may begin so."""
    prefix = priority.reserved_prefix()
    expected = []
    actual = [name for name in priority.built_in_classes() if not name.startswith(prefix)]
    assert expected == actual
