"""The harness itself: a rule that lies is caught, in each way in which a rule can lie."""

from dataclasses import replace

import pytest
from plane.stage import Theatre
from plane.trial import try_rule

from gpulint.rulebook.home import installed_home
from gpulint.rulebook.load import rule as find_rule
from gpulint.rulebook.rule_file import RuleFile, read_rule_file

pytestmark = pytest.mark.controlplane


def true_rule(name: str) -> RuleFile:
    """A rule as it stands in rules/."""
    home, found = installed_home(), find_rule(name)
    path = home.rule_path(found.category, found.name)
    return read_rule_file(path, home.shown(path))


def with_bad_text(rule: RuleFile, old: str, new: str) -> RuleFile:
    """The rule with other words in its bad examples, which it is blind to."""
    examples = tuple(
        replace(each, text=each.text.replace(old, new)) if each.kind == "bad" else each
        for each in rule.examples
    )
    return replace(rule, examples=examples)


def complaint(rule: RuleFile, theatre: Theatre) -> str:
    """The first complaint without the line it stands on; empty when the lie passed."""
    told = try_rule(rule, theatre)
    return told[0].split(": ", 1)[1] if told else ""
