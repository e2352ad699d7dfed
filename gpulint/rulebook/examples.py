"""Runs the examples of a rule: the promise held against the engine."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

from gpulint.core.errors import UsageError
from gpulint.core.finding import Finding
from gpulint.core.report import Report
from gpulint.core.severity import Confidence, Severity
from gpulint.rulebook.complaint import Complaint
from gpulint.rulebook.example import Example
from gpulint.rulebook.rule_file import RuleFile

Spot = tuple[str, int, str]


class Lint(Protocol):
    """The engine, as an example needs it; it stands above the rulebook, so callers hand it in.

    texts: sources by name. settings: keys and values as in the configuration file. facts: texts of
    facts files by name.
    """

    def __call__(
        self,
        texts: Mapping[str, bytes],
        settings: Mapping[str, object],
        facts: Mapping[str, bytes],
    ) -> Report:
        """Lint the texts as one run."""


def run_examples(rule: RuleFile, lint: Lint) -> tuple[Complaint, ...]:
    """What differs between the examples of a rule and what the engine finds in them.

    A bad example must bring each marked finding and no other finding of error or warning; good
    ones and near misses bring none. Advice (info) of other rules is not looked at.
    """
    told = (complaint for each in rule.examples for complaint in run_example(rule, each, lint))
    return tuple(dict.fromkeys(told))  # a mistake of the message is met in every example


def run_example(rule: RuleFile, example: Example, lint: Lint) -> Iterator[Complaint]:
    """What differs between one example and what the engine finds in it."""
    facts = {name: text.encode() for name, text in example.facts.items()}
    try:
        report = lint(example.texts, example_settings(rule, example), facts)
    except UsageError as error:  # its settings or facts are wrong
        yield Complaint(rule.file, example.line, " ".join(str(error).split()))
        return
    wordless = [f for f in report.failures if f.rule == rule.id and f.about == "message"]
    for told in dict.fromkeys(f.error for f in wordless):
        yield Complaint(rule.file, rule.line("message"), told)
    texts = (
        *(
            f"the check of {each.rule} raised: {each.error}"
            for each in report.failures
            if each not in wordless
        ),
        *(() if wordless else _differences(rule, example, report)),
        *_unfilled(rule, report.active),
    )
    for text in texts:
        yield Complaint(rule.file, example.line, text)


def example_settings(rule: RuleFile, example: Example) -> Mapping[str, object]:
    """Settings of a run over an example: its own, over what makes the rule heard at all.

    `params` of an example are those of its rule.
    """
    settings = dict(example.settings)
    own: dict[str, object] = {"off": False} if rule.status == "preview" else {}
    if "params" in settings:
        own["params"] = settings.pop("params")
    if own:
        others = settings.get("rules")
        settings["rules"] = {rule.id: own, **(others if isinstance(others, Mapping) else {})}
    if rule.severity is Severity.INFO:
        settings.setdefault("min-severity", rule.severity.label)
    if rule.confidence is Confidence.LOW:
        settings.setdefault("min-confidence", rule.confidence.label)
    return settings


def _differences(rule: RuleFile, example: Example, report: Report) -> Iterator[str]:
    marked = [(e.file, e.line, id) for e in example.expected for id in e.ids]
    found = {(f.file, f.span.line, f.id): f for f in report.active}
    expected = Counter[Spot](marked)
    actual = Counter[Spot](
        (f.file, f.span.line, f.id)
        for f in report.active
        if f.severity > Severity.INFO or f.id == rule.id or f.id in {id for *_, id in marked}
    )
    for spot in sorted((expected - actual).keys()):
        yield f"expected {_shown(spot)}, found {_instead(spot, actual, report)}"
    for spot in sorted((actual - expected).keys()):
        if spot in expected:
            yield f"found {_shown(spot)} {actual[spot]} times, expected {expected[spot]}"
        elif example.kind == "bad":
            yield f"found {_shown(spot)}, not marked: {found[spot].message}"
        else:
            yield f"found {_shown(spot)} in a {example.kind} example: {found[spot].message}"


def _shown(spot: Spot) -> str:
    file, line, id = spot
    return f"{id} at {file}:{line}"


def _instead(spot: Spot, actual: Iterable[Spot], report: Report) -> str:
    file, _, id = spot
    lines = sorted(each[1] for each in actual if each[0] == file and each[2] == id)
    if lines:
        return "it at line " + ", ".join(map(str, lines))
    why = [each.why for each in report.skipped if each.rule == id]
    return f"none (skipped: {why[0]})" if why else "none"


def _unfilled(rule: RuleFile, findings: Iterable[Finding]) -> Iterator[str]:
    for finding in findings:
        if finding.id != rule.id:
            continue
        missing = [name for name in rule.message_fields if name not in finding.facts]
        if missing:
            yield f"the check gives no {', '.join(missing)} for the message: {finding.message}"
