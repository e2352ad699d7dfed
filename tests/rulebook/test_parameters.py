import pytest

from gpulint.core.errors import UsageError
from gpulint.core.rule import Rule
from gpulint.core.severity import Confidence, Severity
from gpulint.rulebook import parameters
from gpulint.rulebook.parameters import checked_params

RULE = Rule(
    "GPU203",
    "profile-odd",
    "mig",
    "profile_odd",
    "gpulint.checks.mig.profile_odd",
    Severity.ERROR,
    Confidence.HIGH,
    "message",
    "why",
    "fix",
)
SCHEMAS = (
    "params: {most: {type: integer, minimum: 1, default: 3, description: x}, kind: {const: odd}, "
    "names: {type: array, items: {type: string}, default: []}, word: {enum: [a, b], default: a}}"
)


@pytest.fixture
def written(desk, monkeypatch: pytest.MonkeyPatch):
    """The sample rule with two parameters, as if it were installed."""
    desk.write_rule(("params: {}", SCHEMAS))
    monkeypatch.setattr(parameters, "installed_home", lambda: desk.home)


def test_a_value_that_fits_is_taken(written) -> None:
    """Users set limits that suit their clusters."""
    expected = {"most": 5}
    actual = checked_params(RULE, {"most": 5})
    assert expected == actual


REFUSALS = {
    "unknown": ({"last": 1}, "there is no parameter 'last'; it has most, names, word"),
    "fixed": ({"kind": "even"}, "the parameter 'kind' is fixed"),
    "of another type": (
        {"most": "five"},
        'most must be a whole number of at least 1, not "five"',
    ),
    "out of bounds": ({"most": 0}, "most must be a whole number of at least 1, not 0"),
    "a list that is none": ({"names": "a"}, 'names must be a list of texts, not "a"'),
    "another choice": ({"word": "c"}, 'word must be one of a, b, not "c"'),
}


@pytest.mark.parametrize("case", REFUSALS)
def test_a_value_that_does_not_fit_is_the_users_mistake(written, case: str) -> None:
    """Else the check would raise on it, and gpulint take the blame."""
    given, text = REFUSALS[case]
    with pytest.raises(UsageError) as error:
        checked_params(RULE, given)
    expected = f"GPU203 profile-odd: {text}"
    actual = str(error.value)
    assert expected == actual
