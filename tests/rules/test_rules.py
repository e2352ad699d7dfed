"""Every rule against its own examples, through the engine, with and without the prefilter."""

from collections.abc import Mapping

import pytest

from gpulint.config.file import settings_from
from gpulint.core.report import Report
from gpulint.engine import lint_texts
from gpulint.rulebook.book import read_book
from gpulint.rulebook.build import stale_files
from gpulint.rulebook.example import Example
from gpulint.rulebook.examples import example_settings, run_examples
from gpulint.rulebook.home import installed_home
from gpulint.rulebook.load import rules
from gpulint.rulebook.rule_file import RuleFile

BOOK = read_book(installed_home())
EXAMPLES = [
    pytest.param(rule, example, id=f"{rule.id}-{number}-{example.kind}")
    for rule in BOOK.rules
    for number, example in enumerate(rule.examples, 1)
]


def _lint(
    texts: Mapping[str, bytes], settings: Mapping[str, object], facts: Mapping[str, bytes]
) -> Report:
    return lint_texts(texts, settings_from(settings), facts)


def test_the_rulebook_has_no_complaints() -> None:
    """Ids, names, checks, parameters, references and proofs: `gpulint rules build` tells the same."""
    expected = ""
    actual = "\n".join(BOOK.complaints)
    assert expected == actual


def test_generated_files_are_fresh() -> None:
    """What runs and what is read is what the YAML says; else run `gpulint rules build`."""
    expected = ()
    actual = stale_files()
    assert expected == actual, "renew them with `gpulint rules build`"


def test_every_rule_file_runs() -> None:
    """A rule that the index lacks would be tested nowhere below."""
    expected = [rule.id for rule in BOOK.rules]
    actual = [rule.id for rule in rules()]
    assert expected == actual


@pytest.mark.parametrize("rule", BOOK.rules, ids=lambda rule: f"{rule.id}-{rule.name}")
def test_a_rule_keeps_the_promise_of_its_examples(rule: RuleFile) -> None:
    """Bad lines are found, all others are silent, under all rules together."""
    expected = ""
    actual = "\n".join(str(each) for each in run_examples(rule, _lint))
    assert expected == actual


@pytest.mark.parametrize(("rule", "example"), EXAMPLES)
def test_the_prefilter_hides_nothing(rule: RuleFile, example: Example) -> None:
    """A document without the tokens of any rule is not parsed; no finding may depend on that."""
    settings = settings_from(example_settings(rule, example))
    facts = {name: text.encode() for name, text in example.facts.items()}
    expected = lint_texts(example.texts, settings._replace(prefilter=False), facts).findings
    actual = lint_texts(example.texts, settings, facts).findings
    assert expected == actual
