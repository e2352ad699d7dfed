"""Silences findings by comment, annotation or configuration, and tells which silencer did nothing."""

import fnmatch
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from gpulint.config.settings import Settings, Waiver
from gpulint.core.finding import Finding, Suppressed
from gpulint.core.pointer import Pointer
from gpulint.core.rule import Rule
from gpulint.engine.plan import matches
from gpulint.engine.resolve import Placed
from gpulint.model.resource import Resource, dig, mapping, text
from gpulint.source.comments import Comment

IGNORE = "gpulint.io/ignore"
REASON = "gpulint.io/ignore-reason"
UNTIL = "gpulint.io/ignore-until"


class Silenced(NamedTuple):
    """The findings, silenced ones marked, and sentences about silencers that are unused or expired."""

    findings: tuple[Finding, ...]
    notices: tuple[str, ...]


def suppress(placed: Sequence[Placed], comments: Sequence[Comment], settings: Settings) -> Silenced:
    """Mark what is silenced. A comment or waiver past its `until` silences nothing and is told."""
    used: set[int] = set()
    findings = [_judge(each, comments, settings, used) for each in placed]
    return Silenced(tuple(findings), tuple(_notices(comments, settings, used)))


def _judge(
    each: Placed, comments: Sequence[Comment], settings: Settings, used: set[int]
) -> Finding:
    finding, rule = each.finding, each.planned.rule
    for comment in comments:
        if _comment_hits(comment, finding, rule) and not _expired(comment.until, settings):
            used.add(id(comment))
            by = Suppressed("comment", comment.reason, comment.file, comment.line)
            return _marked(finding, by)
    annotation = _annotation(each, settings)
    if annotation is not None:
        return _marked(finding, annotation)
    for waiver in settings.suppress:
        if _waiver_hits(waiver, finding, rule) and not _expired(waiver.until, settings):
            used.add(id(waiver))
            return _marked(finding, Suppressed("configuration", waiver.reason, waiver.place))
    return finding


def _marked(finding: Finding, by: Suppressed) -> Finding:
    return finding._replace(suppressed=by)


def _expired(until: str | None, settings: Settings) -> bool:
    return bool(until and settings.today and until < settings.today)


def _comment_hits(comment: Comment, finding: Finding, rule: Rule) -> bool:
    if comment.file != finding.file:
        return False
    if not comment.whole_file and comment.target_line != finding.span.line:
        return False
    return not comment.ids or any(matches(rule, selector) for selector in comment.ids)


def _annotation(each: Placed, settings: Settings) -> Suppressed | None:
    if each.resource is None:
        return None
    for annotations in _annotations_above(each.resource, each.place.pointer):
        selectors = [s.strip() for s in text(annotations.get(IGNORE)).split(",") if s.strip()]
        if not any(matches(each.planned.rule, s) or s == "all" for s in selectors):
            continue
        if not _expired(text(annotations.get(UNTIL)) or None, settings):
            return Suppressed("annotation", text(annotations.get(REASON)), each.finding.file)
    return None


def _annotations_above(resource: Resource, pointer: Pointer) -> Iterator[Mapping[str, object]]:
    """Annotations of the object and of every template on the way down to the finding."""
    yield resource.annotations
    path = pointer[len(resource.pointer) :]
    for depth in range(1, len(path)):
        metadata = mapping(dig(resource.value, path[:depth])).get("metadata")
        if isinstance(metadata, dict):
            yield mapping(metadata.get("annotations"))


def _waiver_hits(waiver: Waiver, finding: Finding, rule: Rule) -> bool:
    if waiver.rules and not any(matches(rule, selector) for selector in waiver.rules):
        return False
    if waiver.path and not fnmatch.fnmatch(finding.file, waiver.path):
        return False
    resource = finding.resource
    wanted = (waiver.kind, waiver.namespace, waiver.name)
    if resource is None:
        return not any(wanted)
    got = (resource.kind, resource.namespace, resource.name)
    return all(
        not want or fnmatch.fnmatch(have, want) for want, have in zip(wanted, got, strict=True)
    )


def _notices(comments: Sequence[Comment], settings: Settings, used: set[int]) -> Iterator[str]:
    for comment in comments:
        where = f"{comment.file}:{comment.line}"
        if _expired(comment.until, settings):
            yield f"{where}: the suppression expired on {comment.until}; mend it or renew it"
        elif id(comment) not in used:
            yield f"{where}: the suppression silences nothing; remove it"
    for waiver in settings.suppress:
        name = ", ".join(waiver.rules) or "every rule"
        if _expired(waiver.until, settings):
            yield f"{waiver.place}: the suppression of {name} expired on {waiver.until}"
        elif id(waiver) not in used:
            yield f"{waiver.place}: the suppression of {name} silences nothing; remove it"
