from pathlib import Path

import pytest

from gpulint.core.errors import RuleError
from gpulint.rulebook.book import read_book


def test_a_sound_rule_has_no_complaints(desk) -> None:
    """The refusals below mean nothing if the sample itself were refused."""
    desk.write_rule()
    desk.write_check()
    expected = ()
    actual = read_book(desk.home).complaints
    assert expected == actual


REFUSALS = {
    "id of another category": (
        ("GPU203", "GPU303"),
        ":1: GPU303 is an id of the category placement, the file lies in mig",
    ),
    "name unlike the file": (
        ("name: profile-odd", "name: profile-strange"),
        ":2: the name is profile-strange, the file profile-odd.yaml: they must agree",
    ),
    "unknown check": (
        ("check: profile_odd", "check: profile_od"),
        ":3: there is no check profile_od under gpulint/checks; did you mean profile_odd?",
    ),
    "params that the check does not take": (
        ("params: {}", "params: {most: {const: 3}}"),
        ":3: params: profile_odd takes no keyword-only argument most",
    ),
    "a default against its schema": (
        ("params: {}", "params: {most: {type: integer, default: three}}"),
        ":7: params: the default of most does not fit its own schema",
    ),
    "a parameter without a sound schema": (
        ("params: {}", "params: {most: {type: whole, default: 3}}"),
        ":7: params: most is no JSON Schema: "
        "\"whole\" is not valid under any of the schemas listed in the 'anyOf' keyword",
    ),
    "a module without the check": (
        ("check: profile_odd", "check: empty_module"),
        ":3: {package}.mig.empty_module holds no check empty_module: "
        "decorate the function with @check(each=…)",
    ),
    "a reference without title": (
        ("title: A page about profiles", "title: TODO"),
        ":11: the title of the reference is still to be written",
    ),
    "message with an attribute": (
        ("{profile} is", "{profile.name} is"),
        ":8: a field of the message is a plain name in braces, not {profile.name}",
    ),
    "message with an open brace": (
        ("{profile} is", "{profile is"),
        ":8: the message cannot be filled: expected '}' before end of string",
    ),
    "message with a full stop": (
        ('is odd"', 'is odd."'),
        ":8: the message must end without a full stop: reporters go on after it",
    ),
    "deprecated without successor": (
        ("status: stable", "status: deprecated"),
        ":15: a deprecated rule names the one that follows it: add `successor: GPU…`",
    ),
    "prose still to be written": (
        ("why: An odd profile never starts.", "why: TODO"),
        ":9: why is still to be written",
    ),
    "no good example": (
        ("- good: |", "- near_miss: |"),
        ":17: there is no good example",
    ),
    "no near miss": (
        ("- near_miss: |", "- good: |"),
        ":17: there is no near_miss example",
    ),
}


@pytest.mark.parametrize("case", REFUSALS)
def test_a_broken_promise_is_refused_with_its_line(desk, case: str) -> None:
    """Whoever adds a rule learns here, and not from a user, what is missing."""
    change, text = REFUSALS[case]
    desk.write_rule(change)
    desk.write_check(params=", *, most=3" if "default" in change[1] else "")
    (Path(desk.home.checks) / "mig" / "empty_module.py").write_text("")
    expected = "rules/mig/profile-odd.yaml" + text.replace("{package}", desk.home.package)
    actual = [each for each in read_book(desk.home).complaints if each.startswith("rules/")]
    assert [expected] == actual


CONTRACT = {
    "unknown key": ("since:", "sinse:"),
    "unknown severity": ("severity: error", "severity: fatal"),
    "http reference": ("https://", "http://"),
    "no reference": (
        "references:\n  - title: A page about profiles\n    url: https://docs.example/profiles\n",
        "references: []\n",
    ),
    "no proof": ("proof: {by: documentation, outcome: documented}\n", ""),
    "id of another form": ("id: GPU203", "id: GPU20"),
    "text where a list belongs": ("needs: []", "needs: facts"),
}


@pytest.mark.parametrize("case", CONTRACT)
def test_a_breach_of_the_schema_is_refused(desk, case: str) -> None:
    """A key that is silently ignored would be a promise that nobody keeps."""
    desk.write_rule(CONTRACT[case])
    desk.write_check()
    expected = True
    actual = any(
        each.startswith("rules/mig/profile-odd.yaml:") for each in read_book(desk.home).complaints
    )
    assert expected == actual


def test_a_check_of_what_is_no_view_is_the_authors_mistake(desk) -> None:
    """Without this every run would fail inside the engine, as if gpulint were broken."""
    desk.write_rule()
    desk.write_check()
    path = Path(desk.home.checks) / "mig" / "profile_odd.py"
    path.write_text(path.read_text().replace("each=Resource", "each=str"))
    expected = (
        "rules/mig/profile-odd.yaml:3: @check(each=str) of profile_odd names no view; "
        "CONTRIBUTING.md lists them",
    )
    actual = read_book(desk.home).complaints
    assert expected == actual


def test_an_empty_rule_file_is_said_to_be_empty(desk) -> None:
    """`null is no map` tells nobody that the editor never saved."""
    path = desk.write_rule()
    desk.write_check()
    path.write_text("")
    expected = (
        "rules/mig/profile-odd.yaml:1: the file is empty; `gpulint rules new` writes a first text"
    )
    actual = read_book(desk.home).complaints[0]
    assert expected == actual


def test_a_doubled_id_is_told_at_each_of_its_holders(desk) -> None:
    """Several people take the next free id at once; the message must show the way out."""
    desk.write_rule()
    desk.write_rule(("profile-odd", "profile-strange"), name="profile-strange")
    desk.write_check()
    expected = (
        "rules/mig/profile-odd.yaml:1: GPU203 is the id of rules/mig/profile-strange.yaml too; "
        "give the newer one the next free id",
        "rules/mig/profile-strange.yaml:1: GPU203 is the id of rules/mig/profile-odd.yaml too; "
        "give the newer one the next free id",
    )
    actual = read_book(desk.home).complaints
    assert expected == actual


def test_a_doubled_name_or_alias_is_refused(desk) -> None:
    """An ignore comment that names it would silence two rules."""
    desk.write_rule()
    desk.write_rule(
        ("name: profile-odd", "name: profile-strange\naliases: [profile-odd]"),
        ("GPU203", "GPU204"),
        name="profile-strange",
    )
    desk.write_check()
    expected = (
        "rules/mig/profile-strange.yaml:2: "
        "the name profile-odd already belongs to rules/mig/profile-odd.yaml",
    )
    actual = read_book(desk.home).complaints
    assert expected == actual


def test_a_retired_id_never_returns(desk) -> None:
    """An old suppression would silence the new rule."""
    desk.write_rule()
    desk.write_check()
    with open(f"{desk.home.rules}/retired.yaml", "w") as stream:
        stream.write("- {id: GPU203, reason: it was wrong, successor: GPU204}\n")
    expected = (
        "rules/mig/profile-odd.yaml:1: "
        "GPU203 is retired and never returns (it was wrong); take another id",
    )
    actual = read_book(desk.home).complaints
    assert expected == actual


def test_an_unused_check_is_refused(desk) -> None:
    """Code that no promise needs is never read again."""
    desk.write_rule()
    desk.write_check()
    desk.write_check("profile_even")
    package = desk.home.package
    expected = (f"{package}/mig/profile_even.py:1: no rule uses the check profile_even",)
    actual = read_book(desk.home).complaints
    assert expected == actual


def test_a_folder_that_is_no_category_is_refused(desk) -> None:
    """Its rules would have no ids and no page."""
    desk.write_rule(category="sharing")
    desk.write_check()
    expected = (
        "rules/sharing:1: sharing is no category",
        "rules/sharing/profile-odd.yaml:1: sharing is no category; there are input, resources, mig, "
        "placement, gangs, queues, priority, operator, autoscaling, operation",
    )
    actual = read_book(desk.home).complaints
    assert expected == actual


def test_a_rule_that_cannot_run_is_left_out_alone(desk) -> None:
    """One unfinished rule must not keep everybody else from working."""
    desk.write_rule()
    desk.write_check()
    desk.write_rule(
        ("name: profile-odd", "name: profile-strange"),
        ("check: profile_odd", "check: not_written_yet"),
        ("GPU203", "GPU204"),
        name="profile-strange",
    )
    expected = ("GPU203",)
    actual = tuple(rule.id for rule in read_book(desk.home).rules)
    assert expected == actual


LISTS = {
    "a map": ("id: GPU203\n", "1: must be a list"),
    "a list of words": ("- GPU203\n", "1: must be a mapping"),
    "a number as reason": ("- id: GPU203\n  reason: 3\n", "2: must be text, quote it: 3"),
}


@pytest.mark.parametrize("case", LISTS)
def test_a_list_of_dead_ids_that_cannot_be_read_stops_all(desk, case: str) -> None:
    """Going on without it could bring a dead id back."""
    text, complaint = LISTS[case]
    (Path(desk.home.rules) / "retired.yaml").write_text(text)
    with pytest.raises(RuleError) as error:
        read_book(desk.home)
    expected = f"rules/retired.yaml:{complaint}"
    actual = str(error.value)
    assert expected == actual


def test_two_checks_of_one_name_stop_all(desk) -> None:
    """A rule names its check without the category, so the name must be enough."""
    desk.write_check()
    desk.write_check(category="gangs")
    with pytest.raises(RuleError) as error:
        read_book(desk.home)
    package = desk.home.package
    both = f"{package}.gangs.profile_odd and {package}.mig.profile_odd"
    expected = f"the check profile_odd exists twice: {both}"
    actual = str(error.value)
    assert expected == actual
