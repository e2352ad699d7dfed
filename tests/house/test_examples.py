"""Every rule shows what it means: a bad example, a good one, and one that only looks bad."""

from gpulint.rulebook.book import read_book
from gpulint.rulebook.home import installed_home


def test_every_rule_has_all_three_kinds_of_examples() -> None:
    """A rule without a near miss has never been doubted."""
    expected: dict[str, list[str]] = {}
    actual = {
        rule.id: missing
        for rule in read_book(installed_home()).rules
        if (missing := [kind for kind in ("bad", "good", "near_miss") if not rule.of_kind(kind)])
    }
    assert expected == actual
