"""What the rules say about an input that holds something for them."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from gpulint.config.settings import Settings
from gpulint.core.report import Report, RuleText
from gpulint.engine.plan import Plan, plan
from gpulint.engine.result import report_of
from gpulint.engine.run import Outcome, run
from gpulint.engine.vocabulary import may_speak, vocabulary
from gpulint.model.context import Context
from gpulint.model.manifests import Manifests
from gpulint.model.resource import Resource, resources_in
from gpulint.model.wrapped import with_wrapped
from gpulint.rulebook.load import rules
from gpulint.source.document import Document
from gpulint.source.reader import Reading

if TYPE_CHECKING:
    from gpulint.core.finding import Finding
    from gpulint.engine.baseline_file import Baseline
    from gpulint.engine.facts_file import Facts
    from gpulint.engine.suppress import Silenced


def judge(reading: Reading, facts: Mapping[str, Reading], settings: Settings) -> Report:
    """The report over an input. facts: what the facts files held, by name.

    Raises UsageError for an unknown rule and ConfigError for facts that cannot be read.
    """
    known = _known(facts) if facts else []
    baseline = _baseline(settings) if settings.baseline else None
    planned = plan(rules(), settings)
    if not reading.documents and not reading.faults and baseline is None:
        return report_of(reading)._replace(notices=planned.notices)
    resources = [r for document in reading.documents for r in resources_of(document)]
    context = Context(
        Manifests(resources),
        [resource for each in known for resource in each.resources],
        kubernetes=settings.kubernetes,
        complete=settings.complete,
        externals=settings.externals,
        covers=[kind for each in known for kind in each.covers],
    )
    words = None
    if settings.prefilter:
        words = vocabulary(context.cluster.resources, has_faults=bool(reading.faults))
    table = {(id(r.document), r.pointer): r for r in resources}
    outcome = run(planned.rules, context, reading.faults, table, words)
    silenced = _silenced(outcome, reading, settings) if outcome.placed else None
    told: Iterable[str] = ()
    if baseline is not None:
        silenced, told = _past(baseline, silenced, reading, planned, outcome, settings)
    return _report(planned, outcome, silenced, reading, settings, len(context.unchecked))._replace(
        notices=(
            *planned.notices,
            *told,
            *(silenced.notices if silenced else ()),
            *_of_release(settings.kubernetes),
            *(notice for each in known if (notice := each.notice(settings.today))),
            *(
                _unused(reading, planned, outcome, silenced, context, settings)
                if reading.comments or settings.suppress or may_speak(("lint.io", "gpulint"), words)
                else ()
            ),
        ),
    )


def _of_release(minor: int | None) -> Iterable[str]:
    """A sentence when the schemas of the release that was asked for are not here."""
    if minor is None:
        return
    from gpulint.validation.definitions import available, nearest  # only when one is asked for

    known = available()
    if minor not in known:
        span = f"1.{known[0]} to 1.{known[-1]}"
        yield f"Kubernetes 1.{minor} is not known ({span} are); the schemas of 1.{nearest(minor)} are used"


def report_over(
    planned: Plan, outcome: Outcome, reading: Reading, settings: Settings, unchecked: int = 0
) -> Report:
    """The report of what the checks yielded, without notices. unchecked: see report_of."""
    silenced = _silenced(outcome, reading, settings) if outcome.placed else None
    return _report(planned, outcome, silenced, reading, settings, unchecked)


def resources_of(document: Document, *, from_facts: bool = False) -> list[Resource]:
    """The Kubernetes objects of a document, and those that they wrap."""
    found = resources_in(
        document,
        document.value,
        mentions=document.mentions,
        fragment=document.fragment,
        from_facts=from_facts,
    )
    return list(with_wrapped(found))


def _report(
    planned: Plan,
    outcome: Outcome,
    silenced: "Silenced | None",
    reading: Reading,
    settings: Settings,
    unchecked: int,
) -> Report:
    findings = tuple(f for f in silenced.findings if _is_wanted(f, settings)) if silenced else ()
    report = report_of(reading, findings, unchecked)
    if not (findings or outcome.failures or outcome.skipped):
        return report
    return report._replace(
        rules=_texts(planned, findings), failures=outcome.failures, skipped=outcome.skipped
    )


def _known(facts: Mapping[str, Reading]) -> "list[Facts]":
    from gpulint.engine.facts_file import facts_of  # only with --facts

    return [facts_of(name, each) for name, each in facts.items()]


def _silenced(outcome: Outcome, reading: Reading, settings: Settings) -> "Silenced":
    """The findings in their order, marked where something silences them."""
    from gpulint.engine.resolve import resolve  # only findings
    from gpulint.engine.suppress import suppress

    def is_wanted(finding: "Finding") -> bool:
        return _is_wanted(finding, settings)

    placed = resolve(outcome.placed, is_wanted)
    if not any(each.finding.origin and each.finding.origin.chart for each in placed):
        return suppress(placed, reading.comments, settings)
    from gpulint.engine.chart_places import with_values  # few findings lie in charts

    whole = with_values(placed, is_wanted)
    silenced = suppress(whole.placed, reading.comments, settings, whole.comments)
    return silenced._replace(notices=whole.notices)


def _baseline(settings: Settings) -> "Baseline":
    from gpulint.engine.baseline_file import read_baseline  # few runs have one

    return read_baseline(settings.baseline, settings.place(("baseline",)))


def _past(
    baseline: "Baseline",
    silenced: "Silenced | None",
    reading: Reading,
    planned: Plan,
    outcome: Outcome,
    settings: Settings,
) -> "tuple[Silenced, Iterable[str]]":
    """The findings after the baseline, and sentences about its entries that do nothing."""
    from gpulint.engine.baseline import known, notices  # few runs have one
    from gpulint.engine.suppress import Silenced
    from gpulint.engine.unused import hearing

    before = silenced or Silenced((), frozenset())
    past = known(before.findings, baseline)
    heard = hearing(rules(), planned.rules, _silent(outcome), Manifests(()))
    told = notices(past, reading.inputs, settings, heard)
    return before._replace(findings=past.silenced(before.findings, settings)), told


def _silent(outcome: Outcome) -> list[str]:
    """Ids of the rules that could not speak."""
    return [each.rule for each in outcome.skipped] + [each.rule for each in outcome.failures]


def _unused(
    reading: Reading,
    planned: Plan,
    outcome: Outcome,
    silenced: "Silenced | None",
    context: Context,
    settings: Settings,
) -> Iterable[str]:
    """Sentences about suppressions that do nothing."""
    from gpulint.engine.unused import hearing, notices  # few runs suppress

    heard = hearing(rules(), planned.rules, _silent(outcome), context.manifests)
    used = silenced.used if silenced else frozenset()
    return notices(reading.comments, settings, used, heard)


def _is_wanted(finding: "Finding", settings: Settings) -> bool:
    """Whether the user wants to see a finding as severe and as sure as this one."""
    is_sure = finding.confidence >= settings.min_confidence
    return is_sure and finding.severity >= settings.min_severity


def _texts(planned: Plan, findings: "tuple[Finding, ...]") -> dict[str, RuleText]:
    """What reporters tell about the rules that found something, by id."""
    named = ((id, planned.named[id]) for id in sorted({f.id for f in findings}))
    return {
        id: RuleText(
            id,
            each.rule.name,
            each.rule.category,
            each.severity.label,
            each.rule.why,
            each.rule.fix,
            each.rule.reference,
        )
        for id, each in named
    }
