"""From texts to a report."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, BinaryIO

from gpulint.config.settings import Settings
from gpulint.core.errors import ConfigError, UsageError
from gpulint.core.finding import Finding
from gpulint.core.report import Report, RuleText
from gpulint.core.severity import Severity
from gpulint.engine.plan import Plan, plan
from gpulint.model.context import Context
from gpulint.model.manifests import Manifests
from gpulint.model.resource import Resource, resources_in
from gpulint.rulebook.load import rules, tokens
from gpulint.source import reader
from gpulint.source.document import Document
from gpulint.source.reader import Reading, ReadOptions
from gpulint.version import __version__

if TYPE_CHECKING:
    from gpulint.engine.run import Outcome
    from gpulint.engine.suppress import Silenced


def lint(paths: Sequence[str], settings: Settings, stdin: BinaryIO | None = None) -> Report:
    """Lint files and folders; `-` reads stdin.

    Raises UsageError for an unreadable path, an unknown rule, or no input under require_input, and
    ConfigError for facts that cannot be read.
    """
    options = _options(settings, stdin)
    reading = reader.read(paths, options)
    facts = [reader.read([path], _facts_options(settings)) for path in settings.facts]
    if settings.require_input and not reading.documents and not reading.faults:
        raise UsageError(
            f"nothing to lint in {', '.join(paths)}; name files or folders with manifests"
        )
    return _judge(reading, dict(zip(settings.facts, facts, strict=True)), settings)


def lint_texts(
    texts: Mapping[str, bytes],
    settings: Settings,
    facts: Mapping[str, bytes] | None = None,
) -> Report:
    """Lint texts by name, as if they were files of one run. facts: texts of facts files by name.

    Raises UsageError for an unknown rule and ConfigError for facts that cannot be read.
    """
    options = _options(settings, None)
    readings = [reader.read_bytes(name, text, options) for name, text in texts.items()]
    known = {n: reader.read_bytes(n, t, _facts_options(settings)) for n, t in (facts or {}).items()}
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


def _judge(reading: Reading, facts: Mapping[str, Reading], settings: Settings) -> Report:
    known = {name: _facts(name, each) for name, each in facts.items()}
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
    context = Context(
        Manifests(resources),
        [resource for each in known.values() for resource in each],
        kubernetes=settings.kubernetes,
        complete=settings.complete,
        externals=settings.externals,
    )
    words = vocabulary(resources) if settings.prefilter else None
    table = {(id(r.document), r.pointer): r for r in resources}
    outcome = run(planned.rules, context, reading.faults, table, words)
    placed = resolve(outcome.placed, lambda finding: _is_wanted(finding, settings))
    silenced = suppress(placed, reading.comments, settings)
    findings = tuple(f for f in silenced.findings if _is_wanted(f, settings))
    report = _report(reading, planned, findings, len(context.unchecked))
    return report._replace(
        failures=outcome.failures,
        skipped=outcome.skipped,
        notices=(
            *report.notices,
            *(f"{name}: the facts hold no object" for name, each in known.items() if not each),
            *_unused(reading, planned, outcome, silenced, context, settings),
        ),
    )


def _unused(
    reading: Reading,
    planned: Plan,
    outcome: "Outcome",
    silenced: "Silenced",
    context: Context,
    settings: Settings,
) -> Iterator[str]:
    """Sentences about suppressions that do nothing."""
    from gpulint.engine.unused import hearing, notices  # after the checks

    silent = [each.rule for each in outcome.skipped] + [each.rule for each in outcome.failures]
    heard = hearing(rules(), planned.rules, silent, context.manifests)
    return notices(reading.comments, settings, silenced.used, heard)


def _facts(name: str, reading: Reading) -> list[Resource]:
    """Objects of a facts file, which must be read whole: half an inventory would lie."""
    if reading.faults:
        told = [f"{name}:{fault.span.line}: {fault.sentence}" for fault in reading.faults]
        raise ConfigError("\n".join(told))
    found = (r for document in reading.documents for r in _resources(document, True))
    return [resource for resource in found if resource.kind]


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


def _is_wanted(finding: Finding, settings: Settings) -> bool:
    """Whether the user wants to see a finding as severe and as sure as this one."""
    is_sure = finding.confidence >= settings.min_confidence
    return is_sure and finding.severity >= settings.min_severity


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
