import pytest

from gpulint.core.errors import UsageError
from gpulint.rulebook.explain import explain, explanation
from gpulint.rulebook.rule_file import read_rule_file


def test_a_rule_is_explained_in_full(desk, golden) -> None:
    """The terminal tells what the page tells; nobody has to leave it."""
    path = desk.write_rule(
        ("params: {}", "params: {most: {type: integer, default: 3}}"),
        ("  - good: |", "    facts: |\n      kind: Node\n    name: plain\n  - good: |"),
        ("  - near_miss: |", "  - settings: {complete: true}\n    near_miss: |"),
    )
    actual = explanation(read_rule_file(str(path), "rules/mig/profile-odd.yaml"))
    expected = golden("rulebook/explain.txt", actual)
    assert expected == actual


def test_an_unknown_rule_is_the_users_mistake() -> None:
    """Exit code 2 and a way out, no traceback."""
    expected = "no rule is called 'zzzzzz'; `gpulint rules list` shows them all"
    with pytest.raises(UsageError) as error:
        explain("zzzzzz")
    actual = str(error.value)
    assert expected == actual
