import pytest

from gpulint.config.settings import PathOverride, RuleSetting, Settings, Waiver
from gpulint.core.errors import RuleError, UsageError
from gpulint.core.rule import Rule
from gpulint.core.severity import Confidence, Severity
from gpulint.engine.plan import PathChange, PlannedRule, plan
from gpulint.rulebook.load import Retired


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


def test_no_rule_at_all_is_an_error() -> None:
    """A broken installation that finds nothing would pass every pipeline."""
    with pytest.raises(RuleError) as raised:
        plan((), Settings())
    expected = "the rulebook holds no rule; run `gpulint rules build` or install again"
    assert expected == str(raised.value)


def test_a_retired_rule_in_the_settings_gets_a_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    """An upgrade must not break a configuration for a rule that has gone."""
    gone = {"GPU199": Retired("GPU199", "the plugin is no more", "GPU101")}
    monkeypatch.setattr("gpulint.engine.plan.retired", lambda: gone)
    expected = ("GPU199 is retired: the plugin is no more; GPU101 takes its place",)
    actual = plan(RULES, Settings(ignore=("GPU199",))).notices
    assert expected == actual


def test_a_deprecated_rule_that_is_configured_gets_a_notice() -> None:
    """Whoever set it up should hear of its end before it comes."""
    old = rule("GPU102", "old-rule", status="deprecated")
    change = {"old-rule": RuleSetting(severity=Severity.WARNING)}
    expected = ("GPU102 old-rule is deprecated and will go in a later release",)
    actual = plan((old,), Settings(rules=change)).notices
    assert expected == actual


def test_unknown_selectors_are_refused_wherever_they_stand() -> None:
    """A waiver or override for no rule would be believed to work."""
    places = (
        Settings(select=("nix",)),
        Settings(ignore=("nix",)),
        Settings(rules={"nix": RuleSetting()}),
        Settings(paths=(PathOverride(("*",), ignore=("nix",)),)),
        Settings(paths=(PathOverride(("*",), rules={"nix": RuleSetting()}),)),
        Settings(suppress=(Waiver(rules=("nix",)),)),
    )
    expected = ["no rule is called 'nix'; `gpulint rules list` shows them all"] * len(places)
    actual = []
    for settings in places:
        with pytest.raises(UsageError) as raised:
            plan(RULES, settings)
        actual.append(str(raised.value))
    assert expected == actual


def test_a_mistake_of_the_configuration_names_its_line() -> None:
    """A configuration of a hundred lines is not searched for a number."""
    settings = Settings(ignore=("nix",), places={("ignore", 0): ".gpulint.yaml:7"})
    expected = ".gpulint.yaml:7: no rule is called 'nix'; `gpulint rules list` shows them all"
    with pytest.raises(UsageError) as raised:
        plan(RULES, settings)
    actual = str(raised.value)
    assert expected == actual


def test_a_wrong_parameter_names_the_line_of_its_rule() -> None:
    """The same rule may be set in several overrides."""
    setting = RuleSetting(params={"nix": 1})
    own = RULES[0]
    overrides = (PathOverride(("*",)), PathOverride(("*",), rules={own.name: setting}))
    places = {("rules", own.name): "a:1", ("paths", 1, "rules", own.name): "a:9"}
    expected = f"a:9: {own.id} {own.name}: there is no parameter 'nix'"
    with pytest.raises(UsageError) as raised:
        plan((own,), Settings(paths=overrides, places=places))
    actual = str(raised.value).partition(";")[0]
    assert expected == actual


@pytest.mark.parametrize("selector", ["gpu305", "gpu3", "Gpu305"])
def test_ids_may_be_written_in_small_letters(selector: str) -> None:
    """Terminals and habits; the meaning is never in doubt."""
    expected = ["GPU202"]
    actual = ids(Settings(ignore=(selector,), rules={"gpu201": RuleSetting(off=True)}))
    assert expected == actual


def test_params_hold_for_the_files_of_an_override() -> None:
    """One team's limit is not another's."""
    changes = (PathChange(("team/**",), RuleSetting(params={"most": 4})),)
    planned = PlannedRule(RULES[0], Severity.ERROR, {"most": 8}, changes)
    expected = [{"most": 4}, {"most": 8}]
    actual = [dict(at.params) for file in ("team/a.yaml", "a.yaml") if (at := planned.at(file))]
    assert expected == actual


def test_a_preview_rule_can_be_turned_on_for_some_files() -> None:
    """New rules are tried in one corner first."""
    paths = (PathOverride(("new/**",), rules={"GPU301": RuleSetting(off=False)}),)
    planned = next(p for p in plan(RULES, Settings(paths=paths)).rules if p.rule.id == "GPU301")
    expected = [True, False]
    actual = [planned.at(file) is not None for file in ("new/a.yaml", "old/a.yaml")]
    assert expected == actual
