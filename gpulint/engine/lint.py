"""From texts to a report."""

from collections.abc import Mapping, Sequence
from typing import BinaryIO

from gpulint.config.settings import Settings
from gpulint.core.errors import UsageError
from gpulint.core.finding import Finding
from gpulint.core.pointer import Pointer
from gpulint.core.report import Report, RuleText
from gpulint.core.severity import Severity
from gpulint.engine.plan import Plan, matches, plan, setting_for
from gpulint.model.context import Context
from gpulint.model.manifests import Manifests
from gpulint.model.resource import Resource, resources_in
from gpulint.rulebook.load import rules, tokens
from gpulint.source import reader
from gpulint.source.document import Document
from gpulint.source.reader import Reading, ReadOptions
from gpulint.version import __version__


def lint(paths: Sequence[str], settings: Settings, stdin: BinaryIO | None = None) -> Report:
    """Lint files and folders; `-` reads stdin.

    Raises UsageError for an unreadable path, an unknown rule, or no input under require_input.
    """
    options = _options(settings, stdin)
    reading = reader.read(paths, options)
    facts = [reader.read([path], _facts_options(settings)) for path in settings.facts]
    for path, each in zip(settings.facts, facts, strict=True):
        for fault in each.faults:
            raise UsageError(f"{path}:{fault.span.line}: the facts cannot be read: {fault.facts}")
    if settings.require_input and not reading.documents and not reading.faults:
        raise UsageError(
            f"nothing to lint in {', '.join(paths)}; name files or folders with manifests"
        )
    return _judge(reading, facts, settings)


def lint_texts(
    texts: Mapping[str, bytes],
    settings: Settings,
    facts: Mapping[str, bytes] | None = None,
) -> Report:
    """Lint texts by name, as if they were files of one run. facts: texts of facts files by name."""
    options = _options(settings, None)
    readings = [reader.read_bytes(name, text, options) for name, text in texts.items()]
    known = [reader.read_bytes(n, t, _facts_options(settings)) for n, t in (facts or {}).items()]
    whole = Reading(
        tuple(d for r in readings for d in r.documents),
        tuple(f for r in readings for f in r.faults),
        tuple(i for r in readings for i in r.inputs),
        tuple(c for r in readings for c in r.comments),
    )
    return _judge(whole, known, settings)


def _options(settings: Settings, stdin: BinaryIO | None) -> ReadOptions:
    return ReadOptions(
        tokens=tokens(),
        prefilter=settings.prefilter,
        jobs=settings.jobs,
        max_bytes=settings.max_bytes,
        values=settings.values,
        stdin=stdin,
    )


def _facts_options(settings: Settings) -> ReadOptions:
    return ReadOptions(prefilter=False, jobs=1, max_bytes=settings.max_bytes, helm=False)


def _judge(reading: Reading, facts: Sequence[Reading], settings: Settings) -> Report:
    if not (reading.documents or reading.faults or _names_rules(settings)):
        return _report(reading, Plan((), ()), ())
    planned = plan(rules(), settings)
    if not reading.documents and not reading.faults:
        return _report(reading, planned, ())
    from gpulint.engine.resolve import resolve  # only documents need these
    from gpulint.engine.run import run
    from gpulint.engine.suppress import suppress
    from gpulint.engine.vocabulary import vocabulary

    resources = [r for document in reading.documents for r in _resources(document, False)]
    known = [r for each in facts for d in each.documents for r in _resources(d, True)]
    context = Context(
        Manifests(resources),
        known,
        kubernetes=settings.kubernetes,
        complete=settings.complete,
        externals=settings.externals,
    )
    words = vocabulary(resources) if settings.prefilter else None
    outcome = run(planned.rules, context, reading.faults, words)
    table: dict[tuple[int, Pointer], Resource] = {(id(r.document), r.pointer): r for r in resources}
    resolved = resolve(outcome.problems, table)
    silenced = suppress(resolved.placed, reading.comments, settings)
    findings = tuple(f for f in silenced.findings if _is_wanted(f, planned, settings))
    report = _report(reading, planned, findings, len(context.unchecked))
    return report._replace(
        failures=outcome.failures + resolved.failures,
        skipped=outcome.skipped,
        notices=report.notices + silenced.notices,
    )


def _names_rules(settings: Settings) -> bool:
    """Whether the settings name rules that may not exist; without any the rulebook stays shut."""
    return bool(
        settings.select or settings.ignore or settings.rules or settings.paths or settings.suppress
    )


def _resources(document: Document, from_facts: bool) -> list[Resource]:
    return list(
        resources_in(
            document,
            document.value,
            mentions=document.mentions,
            fragment=document.fragment,
            from_facts=from_facts,
        )
    )


def _is_wanted(finding: Finding, planned: Plan, settings: Settings) -> bool:
    if finding.confidence < settings.min_confidence or finding.severity < settings.min_severity:
        return False
    if not settings.paths:
        return True
    from gpulint.config.paths import path_matches  # only with overrides

    rule = next(p.rule for p in planned.rules if p.rule.id == finding.id)
    for override in settings.paths:
        if not any(path_matches(finding.file, glob, settings.root) for glob in override.match):
            continue
        setting = setting_for(rule, override.rules)
        if any(matches(rule, s) for s in override.ignore) or (setting and setting.off):
            return False
    return True


def _report(
    reading: Reading,
    planned: Plan,
    findings: tuple[Finding, ...],
    unchecked: int = 0,
) -> Report:
    active = [f for f in findings if f.suppressed is None]
    counts = {s.label: sum(f.severity == s for f in active) for s in reversed(Severity)}
    counts["suppressed"] = len(findings) - len(active)
    counts["unchecked"] = unchecked
    counts["documents"] = len(reading.documents)
    named = {f.id for f in findings}
    texts = {
        p.rule.id: RuleText(
            p.rule.id,
            p.rule.name,
            p.rule.category,
            p.severity.label,
            p.rule.why,
            p.rule.fix,
            p.rule.reference,
        )
        for p in planned.rules
        if p.rule.id in named
    }
    return Report(
        version=__version__,
        findings=findings,
        inputs=reading.inputs,
        counts=counts,
        rules=texts,
        notices=planned.notices,
    )
