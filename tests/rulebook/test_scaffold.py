from pathlib import Path

import pytest

from gpulint.core.errors import UsageError
from gpulint.rulebook.bind import find_check
from gpulint.rulebook.book import read_book
from gpulint.rulebook.rule_file import read_rule_file
from gpulint.rulebook.scaffold import new_rule


def test_a_new_rule_runs_at_once_and_lacks_only_its_words(desk) -> None:
    """The first test run must speak of the example, not of a broken file."""
    new_rule("profile-strange", "mig", desk.home)
    name = "rules/mig/profile-strange.yaml"
    expected = [
        f"{name}: message is still to be written",
        f"{name}: why is still to be written",
        f"{name}: fix is still to be written",
        f"{name}: the title of the reference is still to be written",
    ]
    actual = [name + each[each.index(": ") :] for each in read_book(desk.home).complaints]
    assert expected == actual


def test_a_new_rule_gets_a_check_that_finds_nothing(desk) -> None:
    """So the examples fail for the one right reason: the function is still to be written."""
    new_rule("profile-strange", "mig", desk.home)
    check = find_check(f"{desk.home.package}.mig.profile_strange", "profile_strange")
    expected = []
    actual = list(check.run(None, None))
    assert expected == actual


def test_a_new_rule_takes_the_id_after_the_highest(desk) -> None:
    """A gap may be an id that somebody has only removed from this branch."""
    desk.write_rule()
    desk.write_check()
    (path, _) = new_rule("profile-strange", "mig", desk.home)
    expected = "GPU204"
    actual = read_rule_file(path, "rules/mig/profile-strange.yaml").id
    assert expected == actual


def test_a_retired_id_is_passed_over(desk) -> None:
    """Its old suppressions would silence the new rule."""
    (Path(desk.home.rules) / "retired.yaml").write_text("- {id: GPU101, reason: it was wrong}\n")
    (path, _) = new_rule("request-odd", "resources", desk.home)
    expected = "GPU102"
    actual = read_rule_file(path, "rules/resources/request-odd.yaml").id
    assert expected == actual


def test_at_the_end_of_the_range_a_gap_is_taken(desk) -> None:
    """A hundred ids are few; the last one does not close a category."""
    desk.write_rule(("GPU203", "GPU299"))
    desk.write_check()
    (path, _) = new_rule("profile-strange", "mig", desk.home)
    expected = "GPU201"
    actual = read_rule_file(path, "rules/mig/profile-strange.yaml").id
    assert expected == actual


REFUSALS = {
    ("profile-strange", "mgi"): "mgi is no category; did you mean mig?",
    (
        "profile-strange",
        "x",
    ): "x is no category; there are input, resources, mig, placement, gangs, "
    "queues, priority, operator, autoscaling, operation",
    ("Profile", "mig"): "'Profile' is no rule name; write what is wrong, as mig-profile-unknown",
    ("profile-odd", "mig"): "the rule profile-odd exists: rules/mig/profile-odd.yaml",
    ("profile-odd", "gangs"): "the rule profile-odd exists: rules/mig/profile-odd.yaml",
    (
        "profile-even",
        "mig",
    ): "the check profile_even exists: {}.mig.profile_even; take another name",
}


@pytest.mark.parametrize("call", REFUSALS)
def test_a_name_that_cannot_be_is_refused(desk, call: tuple[str, str]) -> None:
    """Nothing that exists is ever written over."""
    desk.write_rule()
    desk.write_check()
    desk.write_check("profile_even")
    with pytest.raises(UsageError) as error:
        new_rule(*call, desk.home)
    expected = REFUSALS[call].format(desk.home.package)
    actual = str(error.value)
    assert expected == actual
