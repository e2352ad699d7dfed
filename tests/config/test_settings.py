import pytest

from gpulint.config.settings import Settings
from gpulint.core.severity import Severity


@pytest.mark.parametrize(
    ("fail_on", "expected"),
    [
        (Severity.ERROR, [False, False, True]),
        (Severity.WARNING, [False, True, True]),
        (Severity.INFO, [True, True, True]),
        (None, [False, False, False]),
    ],
)
def test_run_fails_from_a_severity_upwards(fail_on: Severity | None, expected: list[bool]) -> None:
    """The exit code is all that a pipeline looks at."""
    settings = Settings(fail_on=fail_on)
    actual = [settings.fails_on(severity) for severity in Severity]
    assert expected == actual
