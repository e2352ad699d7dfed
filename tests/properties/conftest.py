"""Hypothesis without chance: every run draws the same inputs, so that a failure can be replayed."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "house",
    derandomize=True,
    deadline=None,  # two cores that others use as well
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.load_profile("house")
