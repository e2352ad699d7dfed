"""What alerts are built on."""

from gpulint.core.report import Failure
from gpulint.webhook.review import ALLOWED
from gpulint.webhook.serving.metrics import Metrics
from gpulint.webhook.verdict import Verdict

_FAULTS = ("gpulint_failures_total", "gpulint_refused_requests_total")


def _faults(metrics: Metrics) -> dict[str, str]:
    lines = metrics.text().decode().splitlines()
    found = (each.rpartition(" ") for each in lines if each.startswith(_FAULTS))
    return {name: value for name, _, value in found}


def test_faults_are_counted_from_zero() -> None:
    """A series that begins with its first fault shows no growth, and the alert is silent."""
    expected = {
        "gpulint_failures_total": "0.0",
        'gpulint_refused_requests_total{why="fault"}': "0.0",
    }
    assert expected == _faults(Metrics())


def test_every_check_that_raised_counts() -> None:
    """The rule stands in the log."""
    metrics = Metrics()
    failure = Failure("GPU101", "Pod/train", "<object>", "ZeroDivisionError: ")
    metrics.reviewed(
        "warn", "Pod", 9, 0.1, Verdict(ALLOWED, "allowed", failures=(failure, failure))
    )
    assert _faults(metrics)["gpulint_failures_total"] == "2.0"
