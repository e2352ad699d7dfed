"""Makes a baseline of a report: what was found today, and what is still owed from before."""

from typing import NamedTuple

from gpulint.config.settings import Settings
from gpulint.core.finding import Finding
from gpulint.core.report import Report
from gpulint.engine.baseline import file_of_entry, known, needless
from gpulint.engine.baseline_file import Baseline, Entry, ordered
from gpulint.engine.plan import plan
from gpulint.engine.result import counts_of
from gpulint.engine.unused import hearing
from gpulint.model.manifests import Manifests
from gpulint.rulebook.load import rules


class Recorded(NamedTuple):
    """A baseline to be written, and how it differs from the old one."""

    baseline: Baseline
    new: int
    removed: int


def recorded(report: Report, old: Baseline, settings: Settings) -> Recorded:
    """The baseline of the active findings. old: the one that is written over.

    Reasons and last days stay, also past ones: writing again renews no promise. Entries whose file
    was not read, or whose rule did not speak, stay too.
    """
    past = known(report.findings, old)
    silent = [each.rule for each in report.skipped] + [each.rule for each in report.failures]
    heard = hearing(rules(), plan(rules(), settings).rules, silent, Manifests(()))
    gone = set(needless(past, report.inputs, heard))
    kept = [entry for entry in past.unmatched() if entry not in gone]
    entries = [
        _entry(finding, old, past.by_finding.get(number))
        for number, finding in enumerate(report.findings)
        if finding.suppressed is None
    ]
    new = len(entries) - len(past.by_finding)
    return Recorded(Baseline(old.name, ordered([*entries, *kept])), new, len(gone))


def marked(report: Report, baseline: Baseline, settings: Settings) -> Report:
    """The report with what a baseline silences marked."""
    findings = known(report.findings, baseline).silenced(report.findings, settings)
    return report._replace(findings=findings, counts={**report.counts, **counts_of(findings)})


def _entry(finding: Finding, old: Baseline, number: int | None) -> Entry:
    before = None if number is None else old.entries[number]
    return Entry(
        fingerprint=finding.fingerprint,
        rule=finding.id,
        file=file_of_entry(finding.file, old),
        resource=_resource(finding),
        field=finding.pointer.field_path,
        reason=before.reason if before else "",
        until=before.until if before else None,
    )


def _resource(finding: Finding) -> str:
    name = finding.resource
    if name is None:
        return ""
    whole = "/".join(filter(None, (name.namespace, name.name)))
    return f"{name.kind} {whole}".strip()
