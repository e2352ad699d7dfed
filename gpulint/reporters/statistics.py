"""Counts per rule, for those who ask how much there is rather than where."""

from collections import Counter
from collections.abc import Iterator

from gpulint.core.report import Report
from gpulint.reporters.plain import printable


def table(report: Report) -> Iterator[str]:
    """Lines of count, id, severity and name, most frequent first; then why rules were silent."""
    active = Counter(finding.id for finding in report.active)
    first = {finding.id: finding for finding in reversed(report.active)}
    digits = max((len(str(count)) for count in active.values()), default=1)
    for rule_id, count in sorted(active.items(), key=lambda row: (-row[1], row[0])):
        finding = first[rule_id]
        yield f"{count:>{digits}}  {rule_id}  {finding.severity.label:<7}  {finding.name}"
    for why, rules in sorted(silent_rules(report).items()):
        yield f"skipped  {printable(why)}: {', '.join(rules)}"


def silent_rules(report: Report) -> dict[str, list[str]]:
    """Ids of rules that could not speak, by the reason."""
    reasons: dict[str, list[str]] = {}
    for skipped in report.skipped:
        reasons.setdefault(skipped.why, []).append(skipped.rule)
    return {why: sorted(rules) for why, rules in reasons.items()}
