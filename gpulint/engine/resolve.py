"""The one maker of findings: gives a problem its line, its words and its fingerprint."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from gpulint.core.errors import RuleError
from gpulint.core.finding import Finding, RelatedPlace
from gpulint.core.location import Place, Span
from gpulint.core.pointer import Pointer
from gpulint.core.problem import Problem
from gpulint.core.severity import Confidence
from gpulint.engine.plan import PlannedRule
from gpulint.engine.wording import message, plain
from gpulint.model.resource import Resource

_FINGERPRINT_DIGITS = 20

# the resource around a place, by the identity of its document and its own pointer
Resources = Mapping[tuple[int, Pointer], Resource]


class Placed(NamedTuple):
    """A finding with the rule and the resource behind it, as long as the engine needs them."""

    finding: Finding
    planned: PlannedRule
    resource: Resource | None
    place: Place


def resolve(
    placed: Iterable[Placed], is_wanted: Callable[[Finding], bool] = lambda finding: True
) -> tuple[Placed, ...]:
    """Sort, drop doubles and what a more specific rule already says.

    is_wanted: whether the user will see a finding; one that stays unseen must not silence a generic rule.
    """
    ordered = sorted(placed, key=lambda each: each.finding.sort_key)
    spoken = {
        _line(each) for each in ordered if not each.planned.rule.generic and is_wanted(each.finding)
    }
    seen: set[tuple[object, ...]] = set()
    kept: list[Placed] = []
    for each in ordered:
        finding = each.finding
        if each.planned.rule.generic and _line(each) in spoken:
            continue
        key = (finding.id, finding.file, finding.span, finding.message)
        if key not in seen:
            seen.add(key)
            kept.append(each)
    return tuple(kept)


def _line(each: Placed) -> tuple[object, ...]:
    """The line of a finding; in a chart the rendered one, for a template's line may write many."""
    finding = each.finding
    if finding.origin is not None and finding.origin.chart is not None:
        from gpulint.engine.chart_lines import rendered_line  # few findings lie in charts

        return finding.file, rendered_line(each.place) or finding.span.line
    return finding.file, finding.span.line


def place(planned: PlannedRule, problem: Problem, resources: Resources) -> Placed:
    """Make the finding of a problem. Raises RuleError when the message names a fact that it lacks."""
    rule, at = planned.rule, problem.place
    document = at.document
    span, anchor = document.locate(at.pointer, at.part)
    resource = resources.get((id(document), at.resource))
    related = _related(problem, anchor)
    origin = document.origin
    if origin is not None and origin.chart is not None:
        from gpulint.engine.chart_lines import written  # few findings lie in charts

        span, origin, inner = written(at, span, origin)
        related = (*inner, *related)
    else:
        span = at.narrowed(span)
    excerpt = document.line_text(span.line)
    confidence = min(rule.confidence, problem.confidence or rule.confidence)
    facts = {key: plain(value) for key, value in problem.facts.items()}
    fix = None
    if rule.mend and anchor is None and at.within is None and confidence == Confidence.HIGH:
        from gpulint.engine.fix import fix_of  # few rules mend

        fix = fix_of(rule, at, span, excerpt, facts)
    finding = Finding(
        id=rule.id,
        name=rule.name,
        severity=planned.severity,
        confidence=confidence,
        message=_message(rule.message, problem.facts),
        file=document.file,
        span=span,
        pointer=at.pointer,
        resource=None if resource is None else resource.identity,
        facts=facts,
        related=related,
        fix=fix,
        fingerprint=_fingerprint(rule.id, resource, at, excerpt),
        origin=origin,
        excerpt=excerpt,
    )
    return Placed(finding, planned, resource, at)


def _message(template: str, facts: Mapping[str, object]) -> str:
    try:
        return message(template, facts)
    except KeyError as error:
        names = ", ".join(sorted(facts)) or "nothing"
        told = (
            f"the message names {error.args[0]}, which the check does not yield; it yields {names}"
        )
        raise RuleError(told) from None


def _related(problem: Problem, anchor: Span | None) -> tuple[RelatedPlace, ...]:
    related = tuple(
        RelatedPlace(
            each.place.document.file,
            _span(each.place),
            each.message,
        )
        for each in problem.related
    )
    if anchor is None:
        return related
    file = problem.place.document.file
    return (RelatedPlace(file, anchor, "the value is written here"), *related)


def _span(at: Place) -> Span:
    """Where a related place stands; in a chart in the template."""
    span = at.document.locate(at.pointer, at.part).span
    if at.within is None or at.document.origin is None or at.document.origin.chart is None:
        return at.narrowed(span)
    from gpulint.engine.chart_lines import written  # few findings lie in charts

    return written(at, span, at.document.origin).span


def _fingerprint(rule_id: str, resource: Resource | None, at: Place, excerpt: str) -> str:
    """Known again in the hook, in CI and at admission: so without file and line."""
    import hashlib  # only findings need it

    if resource is None:
        parts: Sequence[str] = (rule_id, excerpt.strip())
    else:
        pointer = Pointer(at.pointer[len(at.resource) :])
        kind = f"{resource.group}/{resource.kind}"
        parts = (rule_id, kind, resource.namespace, resource.name, pointer.text)
    # a lone surrogate, as `"\ud800"` in JSON gives it, has no UTF-8
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[
        :_FINGERPRINT_DIGITS
    ]
