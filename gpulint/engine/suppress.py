"""Silences findings by comment, annotation or configuration, and notes which silencer did so."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gpulint.config.paths import path_matches
from gpulint.config.settings import Settings, Waiver
from gpulint.core.finding import Finding, ResourceName, Suppressed
from gpulint.core.pointer import Pointer
from gpulint.core.rule import Rule
from gpulint.engine.plan import matches
from gpulint.engine.resolve import Placed
from gpulint.engine.vocabulary import IGNORE
from gpulint.model.resource import Resource, dig, mapping, step_into, text
from gpulint.source.comments import Comment

REASON = "gpulint.io/ignore-reason"
UNTIL = "gpulint.io/ignore-until"
KEYS = (IGNORE, REASON, UNTIL)
ALL = "all"
_UNTIL_INSIDE = r"(?:^|(?<=[\s,]))until=(\S+)"
_DATE = r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])\Z"


class Annotation(NamedTuple):
    """The annotations of an object, or of a template inside it, that silence rules.

    pointer: of the `metadata` inside the document. selectors: as written; `all` is every rule, and
    none silences nothing.
    """

    resource: Resource
    pointer: Pointer
    selectors: tuple[str, ...]
    reason: str
    until: str | None


class Silenced(NamedTuple):
    """The findings, silenced ones marked, and the identities of the silencers that did so.

    notices: sentences for the user.
    """

    findings: tuple[Finding, ...]
    used: frozenset[object]
    notices: tuple[str, ...] = ()


def suppress(
    placed: Sequence[Placed],
    comments: Sequence[Comment],
    settings: Settings,
    beside: Sequence[Comment] = (),
) -> Silenced:
    """Mark what is silenced. What is past its `until`, or whose `until` is no date, silences nothing.

    beside: comments in values files of charts, which silence what their values cause.
    """
    in_file: dict[str, list[Comment]] = {}
    for comment in comments:
        in_file.setdefault(comment.file, []).append(comment)
    used: set[object] = set()
    findings = [
        _judge(each, [*in_file.get(each.finding.file, ()), *beside], settings, used)
        for each in placed
    ]
    return Silenced(tuple(findings), frozenset(used))


def identity(silencer: Comment | Annotation | Waiver) -> object:
    """By what a silencer is known in `Silenced.used`; equal ones in two places differ."""
    if isinstance(silencer, Annotation):
        return (id(silencer.resource.document), silencer.pointer)
    return id(silencer)


def holds(until: str | None, settings: Settings) -> bool:
    """Whether a suppression with this last day is in force."""
    if not until:
        return True
    return is_date(until) and not (settings.today and until < settings.today)


def is_date(until: str) -> bool:
    """Whether it is a day as 2027-01-31, the one form that is compared."""
    return re.match(_DATE, until) is not None


def annotation_at(resource: Resource, pointer: tuple[str | int, ...]) -> Annotation | None:
    """What the annotations under the `metadata` at `pointer` (below the object) silence."""
    found = mapping(mapping(dig(resource.value, pointer)).get("annotations"))
    if IGNORE not in found:
        return None
    value = text(found[IGNORE])
    until = re.search(_UNTIL_INSIDE, value)
    named = value[: until.start()] if until else value
    return Annotation(
        resource,
        resource.pointer.child(*pointer),
        tuple(s.strip() for s in named.split(",") if s.strip()),
        text(found.get(REASON)) or (value[until.end() :].strip() if until else ""),
        until[1] if until else text(found.get(UNTIL)) or None,
    )


def names(rule: Rule, selector: str) -> bool:
    """Whether a selector in a comment or annotation names the rule; capitals do not matter there."""
    return matches(rule, selector.lower())


def waiver_covers(waiver: Waiver, file: str, name: ResourceName | None, settings: Settings) -> bool:
    """Whether an object of a file lies in the scope of a waiver; None is the file itself."""
    if waiver.path and not path_matches(file, waiver.path, settings.root):
        return False
    from fnmatch import fnmatchcase  # only with waivers

    wanted = (waiver.kind, waiver.namespace, waiver.name)
    if name is None:
        return not any(wanted)
    got = (name.kind, name.namespace, name.name)
    return all(not want or fnmatchcase(have, want) for want, have in zip(wanted, got, strict=True))


def _judge(
    each: Placed, comments: Sequence[Comment], settings: Settings, used: set[object]
) -> Finding:
    finding, rule = each.finding, each.planned.rule
    for comment in comments:
        if _comment_hits(comment, each) and holds(comment.until, settings):
            used.add(identity(comment))
            by = Suppressed("comment", comment.reason, comment.file, comment.line)
            return finding._replace(suppressed=by)
    for annotation in _annotations_above(each):
        if _annotation_hits(annotation, rule) and holds(annotation.until, settings):
            used.add(identity(annotation))
            by = Suppressed("annotation", annotation.reason, finding.file, _line(annotation))
            return finding._replace(suppressed=by)
    for waiver in settings.suppress:
        if (
            (not waiver.rules or any(matches(rule, selector) for selector in waiver.rules))
            and waiver_covers(waiver, finding.file, finding.resource, settings)
            and holds(waiver.until, settings)
        ):
            used.add(identity(waiver))
            file, _, line = waiver.place.rpartition(":")
            by = Suppressed("configuration", waiver.reason, file, int(line or 0))
            return finding._replace(suppressed=by)
    return finding


def _comment_hits(comment: Comment, each: Placed) -> bool:
    rule = each.planned.rule
    if comment.fault or not any(
        comment.file == file and (comment.whole_file or comment.target_line == line)
        for file, line in _lines(each)
    ):
        return False
    return not comment.ids or any(names(rule, selector) for selector in comment.ids)


def _lines(each: Placed) -> Iterator[tuple[str, int]]:
    """Where a comment silences a finding: on its line, in a chart on those that stand for it.

    Inside a text of several lines no comment can stand, so there it belongs to the text's first line.
    """
    finding, at = each.finding, each.place
    yield finding.file, finding.span.line
    if at.within is not None:
        yield finding.file, at.document.locate(at.pointer, at.part).span.line
    if finding.origin is not None and finding.origin.chart is not None:
        from gpulint.engine.chart_lines import lines_beside  # few findings lie in charts

        yield from lines_beside(finding, each.place)


def _line(annotation: Annotation) -> int:
    at = annotation.pointer.child("annotations", IGNORE)
    return annotation.resource.document.locate(at, "key").span.line


def _annotation_hits(annotation: Annotation, rule: Rule) -> bool:
    return any(names(rule, s) or s.lower() == ALL for s in annotation.selectors)


def _annotations_above(each: Placed) -> Iterator[Annotation]:
    """Annotations of the object and of every template on the way down to the finding."""
    if each.resource is None:
        return
    path = each.place.pointer[len(each.resource.pointer) :]
    value: object = each.resource.value
    for depth in range(max(len(path), 1)):
        if isinstance(value, dict) and "metadata" in value:
            found = annotation_at(each.resource, (*path[:depth], "metadata"))
            if found is not None:
                yield found
        if depth < len(path):
            value = step_into(value, path[depth])[1]
    wrapper = each.resource.wrapper
    above = None if wrapper is None else annotation_at(wrapper, ("metadata",))
    if above is not None:
        yield above
