"""Every rule that says a program shows it, against that program."""

import pytest
from plane.stage import Theatre
from plane.trial import try_rule

from gpulint.rulebook.book import read_book
from gpulint.rulebook.home import installed_home
from gpulint.rulebook.rule_file import RuleFile

# Rules whose examples bring no nodes first: a fleet is put up once for all of them.
SHOWN = sorted(
    (rule for rule in read_book(installed_home()).rules if rule.proof.is_shown),
    key=lambda rule: (rule.proof.by, "Node" in str([e.facts for e in rule.examples]), rule.id),
)


@pytest.mark.controlplane
@pytest.mark.parametrize("rule", SHOWN, ids=lambda rule: f"{rule.id}-{rule.name}")
def test_the_control_plane_does_what_the_rule_says(
    rule: RuleFile, request: pytest.FixtureRequest
) -> None:
    """Bad examples fail as the proof says, good ones and near misses do not."""
    name = "kueue_theatre" if rule.proof.by == "kueue" else "theatre"
    theatre: Theatre = request.getfixturevalue(name)
    expected = ""
    actual = "\n".join(try_rule(rule, theatre))
    assert expected == actual
