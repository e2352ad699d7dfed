import pytest

from gpulint.core.errors import RuleError
from gpulint.core.rule import Rule
from gpulint.core.severity import Confidence, Severity
from gpulint.rulebook.bind import bind


def _rule(package: str, check: str = "profile_odd", **params: object) -> Rule:
    words = ("message", "why", "fix")
    module = f"{package}.mig.{check}"
    head = ("GPU203", "profile-odd", "queues", check, module, Severity.ERROR, Confidence.HIGH)
    return Rule(*head, *words, params=params)


def test_a_rule_is_bound_to_the_check_of_another_category(desk) -> None:
    """Rules share checks; the index, not the category, says where one lies."""
    desk.write_check(params=", *, most")
    expected = "profile_odd"
    actual = bind(_rule(desk.home.package, most=3)).name
    assert expected == actual


def test_a_parameter_with_a_default_may_be_left_out(desk) -> None:
    """A shared check may learn a new parameter without a change to every rule."""
    desk.write_check(params=", *, most, least=1")
    expected = "profile_odd"
    actual = bind(_rule(desk.home.package, most=3)).name
    assert expected == actual


REFUSALS = {
    "unknown": ({"most": 3, "last": 1}, "takes no keyword-only argument last"),
    "missing": ({}, "needs most"),
}


@pytest.mark.parametrize("case", REFUSALS)
def test_params_that_do_not_fit_are_refused(desk, case: str) -> None:
    """A misspelt parameter would otherwise fail on the first user's manifest."""
    params, text = REFUSALS[case]
    desk.write_check(params=", *, most")
    with pytest.raises(RuleError) as error:
        bind(_rule(desk.home.package, **params))
    expected = f"GPU203: params: profile_odd {text}"
    actual = str(error.value)
    assert expected == actual


def test_a_missing_check_is_refused(desk) -> None:
    """The index may be older than the checks."""
    (name, package) = ("profile_gone", desk.home.package)
    with pytest.raises(RuleError) as error:
        bind(_rule(package, check=name))
    expected = f"the check profile_gone cannot be imported: No module named '{package}.mig'"
    actual = str(error.value)
    assert expected == actual
