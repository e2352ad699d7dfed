from collections.abc import Mapping
from pathlib import Path

import pytest

from gpulint.core.errors import RuleError, UsageError
from gpulint.core.report import Report
from gpulint.rulebook import home as home_module
from gpulint.rulebook.build import build, run_tests, stale_files
from gpulint.rulebook.home import Home, checkout_home


def _silent(
    texts: Mapping[str, bytes], settings: Mapping[str, object], facts: Mapping[str, bytes]
) -> Report:
    return Report("0", ())


def _names(desk, paths: tuple[str, ...]) -> list[str]:
    return [desk.home.shown(path) for path in paths]


def test_a_build_leaves_nothing_stale(desk) -> None:
    """The test over the real rules relies on this."""
    desk.write_rule()
    desk.write_check()
    build(home=desk.home)
    expected = ()
    actual = stale_files(desk.home)
    assert expected == actual


def test_a_changed_rule_makes_the_files_stale_that_hold_its_words(desk) -> None:
    """Only they are written, so a diff holds what changed."""
    desk.write_rule()
    desk.write_check()
    build(home=desk.home)
    desk.write_rule(("never starts", "always waits"))
    expected = ["rules/index.json", "rules/mig/README.md"]
    actual = _names(desk, stale_files(desk.home))
    assert expected == actual


def test_a_deleted_page_is_stale(desk) -> None:
    """A category keeps its page, with or without rules."""
    build(home=desk.home)
    (Path(desk.home.rules) / "gangs" / "README.md").unlink()
    expected = ["rules/gangs/README.md"]
    actual = _names(desk, stale_files(desk.home))
    assert expected == actual


def test_an_unfinished_rule_does_not_keep_others_from_the_index(desk) -> None:
    """Several people write rules in one checkout; each can build."""
    desk.write_rule()
    desk.write_check()
    (Path(desk.home.rules) / "mig" / "half.yaml").write_text("id: GPU20")
    with pytest.raises(RuleError):
        build(home=desk.home)
    expected = ()
    actual = stale_files(desk.home)
    assert expected == actual


def test_a_build_runs_the_examples(desk) -> None:
    """What does not keep its promise is told before it is published."""
    desk.write_rule()
    desk.write_check()
    with pytest.raises(RuleError) as error:
        build(_silent, desk.home)
    expected = "rules/mig/profile-odd.yaml:18: expected GPU203 at bad.yaml:2, found none"
    actual = str(error.value)
    assert expected == actual


@pytest.mark.parametrize("name", ["GPU203", "profile-odd", "profile-weird"])
def test_one_rule_is_tested_by_any_of_its_grips(desk, name: str) -> None:
    """While somebody writes one rule, the others are of no interest."""
    desk.write_rule(("needs: []", "needs: []\naliases: [profile-weird]"))
    desk.write_rule(
        ("name: profile-odd", "name: profile-strange"),
        ("GPU203", "GPU204"),
        name="profile-strange",
    )
    desk.write_check()
    expected = (1, ("rules/mig/profile-odd.yaml:19: expected GPU203 at bad.yaml:2, found none",))
    actual = run_tests([name], _silent, desk.home)
    assert expected == actual


def test_a_rule_that_cannot_be_read_is_no_unknown_rule(desk) -> None:
    """Its author asked for it by name and needs its mistake, not a near name."""
    desk.write_rule(("severity: error", "severity: erorr"))
    desk.write_check()
    expected = (
        0,
        (
            "rules/mig/profile-odd.yaml:4: "
            "severity is erorr, wanted is one of error, warning, info; did you mean error?",
        ),
    )
    actual = run_tests(["profile-odd"], _silent, desk.home)
    assert expected == actual


@pytest.mark.parametrize("name", ["profile-odd", "profile-strange"])
def test_a_doubled_id_is_told_whichever_of_its_rules_is_tested(desk, name: str) -> None:
    """`0 complaints` about the new rule would be found out only by the build."""
    desk.write_rule()
    desk.write_rule(("name: profile-odd", "name: profile-strange"), name="profile-strange")
    desk.write_check()
    expected = True
    actual = any(
        f"rules/mig/{name}.yaml:1: GPU203 is the id of" in each
        for each in run_tests([name], _silent, desk.home)[1]
    )
    assert expected == actual


def test_the_name_of_no_rule_is_the_users_mistake(desk) -> None:
    """Nothing tested is not the same as nothing wrong."""
    expected = "no rule is called 'zzzzzz'; `gpulint rules list` shows them all"
    with pytest.raises(UsageError) as error:
        run_tests(["zzzzzz"], _silent, desk.home)
    actual = str(error.value)
    assert expected == actual


def test_an_installed_wheel_is_not_written_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its files belong to the package manager."""
    monkeypatch.setattr(home_module, "installed_home", lambda: Home("/site/gpulint/_rules", "/x"))
    expected = (
        "rules are written in a checkout of gpulint: clone it and run `pip install -e '.[test]'`"
    )
    with pytest.raises(UsageError) as error:
        checkout_home()
    actual = str(error.value)
    assert expected == actual
