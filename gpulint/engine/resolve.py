"""The one maker of findings: gives a problem its line, its words and its fingerprint."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from gpulint.core.finding import Finding, RelatedPlace
from gpulint.core.location import Place
from gpulint.core.pointer import Pointer
from gpulint.core.problem import Problem
from gpulint.core.report import Failure
from gpulint.engine.plan import PlannedRule
from gpulint.engine.wording import message, plain
from gpulint.model.resource import Resource

_FINGERPRINT_DIGITS = 20


class Placed(NamedTuple):
    """A finding with the rule and the resource behind it, as long as the engine needs them."""

    finding: Finding
    planned: PlannedRule
    resource: Resource | None
    place: Place


class Resolved(NamedTuple):
    """All findings, and the problems that could not become one."""

    placed: tuple[Placed, ...]
    failures: tuple[Failure, ...]


def resolve(
    problems: Iterable[tuple[PlannedRule, Problem]],
    resources: Mapping[tuple[int, Pointer], Resource],
) -> Resolved:
    """Make findings, drop doubles and what a more specific rule already says; sorted.

    A problem without a fact that its rule's message names is a failure of ours, told beside them.
    """
    placed: list[Placed] = []
    failures: list[Failure] = []
    for planned, each in problems:
        try:
            placed.append(_place(planned, each, resources))
        except KeyError as error:
            file = each.place.document.file
            failures.append(
                Failure(planned.rule.id, "", file, f"the message lacks the fact {error}")
            )
    placed.sort(key=lambda each: each.finding.sort_key)
    return Resolved(_distinct(placed), tuple(failures))


def _distinct(placed: Sequence[Placed]) -> tuple[Placed, ...]:
    spoken = {
        (each.finding.file, each.finding.span.line)
        for each in placed
        if not each.planned.rule.generic
    }
    seen: set[tuple[object, ...]] = set()
    kept: list[Placed] = []
    for each in placed:
        finding = each.finding
        if each.planned.rule.generic and (finding.file, finding.span.line) in spoken:
            continue
        key = (finding.id, finding.file, finding.span, finding.message)
        if key not in seen:
            seen.add(key)
            kept.append(each)
    return tuple(kept)


def _place(
    planned: PlannedRule, problem: Problem, resources: Mapping[tuple[int, Pointer], Resource]
) -> Placed:
    rule, place = planned.rule, problem.place
    document = place.document
    span, anchor = document.locate(place.pointer, place.part)
    resource = resources.get((id(document), place.resource))
    related = _related(problem)
    if anchor is not None:
        related = (RelatedPlace(document.file, anchor, "the value is written here"), *related)
    excerpt = document.line_text(span.line)
    relative = Pointer(place.pointer[len(place.resource) :])
    finding = Finding(
        id=rule.id,
        name=rule.name,
        severity=planned.severity,
        confidence=min(rule.confidence, problem.confidence or rule.confidence),
        message=message(rule.message, problem.facts),
        file=document.file,
        span=span,
        pointer=place.pointer,
        resource=None if resource is None else resource.identity,
        facts={key: plain(value) for key, value in problem.facts.items()},
        related=related,
        fingerprint=_fingerprint(rule.id, resource, relative, excerpt),
        origin=document.origin,
        excerpt=excerpt,
    )
    return Placed(finding, planned, resource, place)


def _related(problem: Problem) -> tuple[RelatedPlace, ...]:
    return tuple(
        RelatedPlace(
            each.place.document.file,
            each.place.document.locate(each.place.pointer, each.place.part).span,
            each.message,
        )
        for each in problem.related
    )


def _fingerprint(rule_id: str, resource: Resource | None, pointer: Pointer, excerpt: str) -> str:
    """Known again in the hook, in CI and at admission: so without file and line."""
    import hashlib  # only findings need it

    if resource is None:
        parts: Sequence[str] = (rule_id, excerpt.strip())
    else:
        kind = f"{resource.group}/{resource.kind}"
        parts = (rule_id, kind, resource.namespace, resource.name, pointer.text)
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:_FINGERPRINT_DIGITS]
