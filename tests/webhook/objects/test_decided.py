"""Which rules are exported to CEL, and that the documentation names them."""

import re
from pathlib import Path

from gpulint.webhook.objects.decided import decided

_ROOT = Path(__file__).resolve().parents[3]


def test_the_operations_page_names_the_exported_rules() -> None:
    """Whoever runs no server must know what is left out."""
    text = (_ROOT / "deploy" / "README.md").read_text("utf-8")
    told = text.partition("<!-- exported rules -->\n")[2].partition("\n")[0]
    expected = [each.rule.id for each in decided()]
    actual = re.findall(r"GPU\d{3}", told)
    assert expected == actual


def test_the_readme_counts_the_exported_rules() -> None:
    """The number is what readers compare ways by."""
    told = re.search(r"Policies for (\d+) rules", (_ROOT / "README.md").read_text("utf-8"))
    expected = len(decided())
    actual = None if told is None else int(told[1])
    assert expected == actual


def test_an_expression_fits_a_policy() -> None:
    """The API server takes no expression above 16 KiB."""
    expected: list[str] = []
    actual = [each.rule.id for each in decided() if len(each.fault) > 15_000]
    assert expected == actual
