import pytest

from gpulint.config.settings import RuleSetting, Settings
from gpulint.core.errors import UsageError
from gpulint.core.rule import Rule
from gpulint.core.severity import Confidence, Severity
from gpulint.engine.plan import plan


def rule(
    id: str, name: str, category: str = "resources", status: str = "stable", **params: object
) -> Rule:
    return Rule(
        id=id,
        name=name,
        category=category,
        check="a_check",
        module="gpulint.checks.resources.a_check",
        severity=Severity.ERROR,
        confidence=Confidence.HIGH,
        message="m",
        why="w",
        fix="f",
        params=params,
        status=status,
    )


RULES = (
    rule("GPU305", "gpu-memory-unit", "placement", least_mib=1024),
    rule("GPU201", "mig-profile-unknown", "mig"),
    rule("GPU202", "mig-profile-on-other-card", "mig"),
    rule("GPU301", "product-label-unknown", "placement", "preview"),
)


def ids(settings: Settings) -> list[str]:
    return [planned.rule.id for planned in plan(RULES, settings).rules]


def test_all_stable_rules_run_by_default() -> None:
    """A preview rule waits until it has proved itself."""
    assert ids(Settings()) == ["GPU305", "GPU201", "GPU202"]


@pytest.mark.parametrize("selector", ["mig", "GPU2", "GPU201,GPU202"])
def test_select_takes_categories_prefixes_and_ids(selector: str) -> None:
    """People select what they think in."""
    assert ids(Settings(select=tuple(selector.split(",")))) == ["GPU201", "GPU202"]


def test_preview_rule_runs_when_it_is_selected() -> None:
    """Asking for it is consent."""
    assert ids(Settings(select=("product-label-unknown",))) == ["GPU301"]


def test_ignore_beats_select() -> None:
    """An exception within a family is common."""
    assert ids(Settings(select=("mig",), ignore=("mig-profile-unknown",))) == ["GPU202"]


def test_rule_can_be_turned_off_by_name() -> None:
    """Configuration files read better with names."""
    off = {"mig-profile-unknown": RuleSetting(off=True)}
    assert ids(Settings(rules=off)) == ["GPU305", "GPU202"]


def test_severity_and_params_of_the_user_win() -> None:
    """That is what settings are for."""
    change = {"GPU305": RuleSetting(severity=Severity.WARNING, params={"least_mib": 4})}
    planned = plan(RULES, Settings(rules=change)).rules[0]
    assert (planned.severity, planned.params) == (Severity.WARNING, {"least_mib": 4})


def test_unknown_rule_is_a_usage_error_with_the_near_name() -> None:
    """A typo must not silently select nothing."""
    with pytest.raises(UsageError, match="did you mean mig-profile-unknown"):
        plan(RULES, Settings(ignore=("mig-profile-unknwon",)))


def test_unknown_parameter_is_a_usage_error_that_lists_the_known_ones() -> None:
    """A parameter that does nothing would lie."""
    with pytest.raises(UsageError, match="it has least_mib"):
        plan(RULES, Settings(rules={"GPU305": RuleSetting(params={"least": 1})}))
