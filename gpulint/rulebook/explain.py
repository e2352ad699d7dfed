"""The text of `gpulint explain`: a rule as its users meet it."""

import textwrap
from collections.abc import Iterator

from gpulint.rulebook.example import Example
from gpulint.rulebook.home import installed_home
from gpulint.rulebook.load import rule as find_rule
from gpulint.rulebook.pages import FIXABLE, needs_text, plain_json, suppress_comment
from gpulint.rulebook.rule_file import RuleFile, read_rule_file

_WIDTH = 88
_TITLES = {"bad": "Bad", "good": "Good", "near_miss": "Near miss (looks bad, is good)"}


def explain(grip: str) -> str:
    """All about the rule with this id or name, as plain text that ends in a line break.

    Raises UsageError for an unknown rule, with a near name.
    """
    found = find_rule(grip)
    home = installed_home()
    path = home.rule_path(found.category, found.name)
    return explanation(read_rule_file(path, home.shown(path)))


def explanation(rule: RuleFile) -> str:
    """The text for a rule at hand."""
    return "\n\n".join(_blocks(rule)) + "\n"


def _blocks(rule: RuleFile) -> Iterator[str]:
    yield (
        f"{rule.id} {rule.name}\n{rule.severity.label}, {rule.confidence.label} confidence,"
        f" {rule.status} since {rule.since}, needs {needs_text(rule)}"
    )
    if rule.successor:
        yield f"Deprecated: {rule.successor} takes its place."
    yield _wrapped(rule.why)
    for example in rule.examples:
        yield _example(example)
    yield f"Fix\n{_indented(_wrapped(rule.fix, 4))}"
    if rule.mend:
        yield f"Fixable\n{_indented(_wrapped(FIXABLE, 4))}"
    if rule.params:
        yield "Parameters\n" + "\n".join(
            f"    {n}: {plain_json(v)}" for n, v in rule.values.items()
        )
    references = "\n".join(f"    {each.title}\n    {each.url}" for each in rule.references)
    yield f"References\n{references}"
    yield f"Proof\n    {rule.proof.sentence}"
    yield f"Silence it on one line\n    {suppress_comment(rule)}"


def _example(example: Example) -> str:
    title = _TITLES[example.kind] + (f": {example.name}" if example.name else "")
    texts = [f"{title}\n{_indented(example.text.rstrip())}"]
    for name, text in {**example.files, **example.facts}.items():
        texts.append(f"  with {name}\n{_indented(text.rstrip())}")
    if example.settings:
        texts.append(f"  under the settings {plain_json(example.settings)}")
    return "\n".join(texts)


def _wrapped(text: str, indent: int = 0) -> str:
    paragraphs = text.split("\n\n")
    return "\n\n".join(textwrap.fill(" ".join(p.split()), _WIDTH - indent) for p in paragraphs)


def _indented(text: str) -> str:
    return textwrap.indent(text, "    ")
