from gpulint.rulebook.categories import CATEGORIES
from gpulint.rulebook.load import Retired
from gpulint.rulebook.pages import category_page, overview_page
from gpulint.rulebook.rule_file import RuleFile, read_rule_file

MIG = next(each for each in CATEGORIES if each.name == "mig")


def _full(desk) -> RuleFile:
    path = desk.write_rule(
        ("params: {}", "params: {most: {type: integer, default: 3, description: The limit.}}"),
        ("needs: []", "needs: [facts]\naliases: [profile-weird]"),
        ("status: stable", "status: deprecated\nsuccessor: GPU204"),
        ("outcome: documented", "outcome: documented, note: a table"),
        ("  - good: |", "    facts: |\n      kind: Node\n    name: plain\n  - good: |"),
        (
            "  - near_miss: |",
            "  - settings: {complete: true}\n    files:\n      a.json: |\n        {}\n    near_miss: |",
        ),
    )
    return read_rule_file(str(path), "rules/mig/profile-odd.yaml")


def test_page_of_a_category(desk, golden) -> None:
    """One fixed form: whoever knows one rule's page knows all."""
    actual = category_page(MIG, [_full(desk)])
    expected = golden("rulebook/category.md", actual)
    assert expected == actual


def test_overview(desk, golden) -> None:
    """It links every rule, and says what is gone and what will not come."""
    gone = [Retired("GPU299", "it was wrong", "GPU203")]
    actual = overview_page([_full(desk)], gone, [("pin images", "a matter of taste")])
    expected = golden("rulebook/overview.md", actual)
    assert expected == actual
