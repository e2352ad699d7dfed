"""Tells which suppressions do nothing, have expired or name no rule, so that none lives for ever."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from gpulint.catalog.near import near_names
from gpulint.config.settings import Settings, Waiver
from gpulint.core.rule import Rule
from gpulint.engine.plan import PlannedRule
from gpulint.engine.suppress import (
    ALL,
    KEYS,
    Annotation,
    annotation_at,
    holds,
    identity,
    is_date,
    names,
    waiver_covers,
)
from gpulint.engine.vocabulary import IGNORE
from gpulint.model.manifests import Manifests
from gpulint.model.pod import PodTemplate
from gpulint.model.resource import Resource, dig, mapping
from gpulint.source.comments import Comment


class Hearing(NamedTuple):
    """What a run could tell: all rules, the ids of those that have spoken everywhere, its objects."""

    rules: tuple[Rule, ...]
    heard: frozenset[str]
    manifests: Manifests

    def unknown(self, selectors: Iterable[str]) -> list[str]:
        """Selectors that name no rule."""
        return [s for s in selectors if not any(names(rule, s) for rule in self.rules)]

    def is_over(self, selectors: Sequence[str]) -> bool:
        """Whether every rule that the selectors name has spoken, so that silence means no finding."""
        return all(
            rule.id in self.heard
            for rule in self.rules
            if any(names(rule, selector) for selector in selectors)
        )


def hearing(
    rules: tuple[Rule, ...],
    planned: Iterable[PlannedRule],
    silent: Iterable[str],
    manifests: Manifests,
) -> Hearing:
    """silent: ids of rules that were skipped or failed."""
    everywhere = {
        each.rule.id
        for each in planned
        if each.is_on and not any(change.setting.off for change in each.changes)
    }
    return Hearing(rules, frozenset(everywhere.difference(silent)), manifests)


def notices(
    comments: Sequence[Comment], settings: Settings, used: frozenset[object], run: Hearing
) -> Iterator[str]:
    """A sentence for each suppression that is better removed, renewed or mended; by its place."""
    for comment in comments:
        where = f"{comment.file}:{comment.line}"
        if comment.fault:
            yield f"{where}: {comment.fault}"
        else:
            yield from _about(comment, where, settings, used, run)
    for resource, pointer in _metadata(run.manifests):
        yield from _misspelt(resource, pointer)
        annotation = annotation_at(resource, pointer)
        if annotation is not None:
            where = f"{_place(resource, pointer, IGNORE)}: the annotations of {resource.label}"
            yield from _about(annotation, where, settings, used, run)
    for waiver in settings.suppress:
        if not holds(waiver.until, settings):
            yield expiry_sentence(
                waiver.place, f"the suppression of {_named(waiver)}", waiver.until
            )
        elif identity(waiver) not in used and _is_needless(waiver, settings, run):
            yield f"{waiver.place}: the suppression of {_named(waiver)} silences nothing; remove it"


def _about(
    silencer: Comment | Annotation,
    where: str,
    settings: Settings,
    used: frozenset[object],
    run: Hearing,
) -> Iterator[str]:
    written = silencer.ids if isinstance(silencer, Comment) else silencer.selectors
    selectors = [each for each in written if each.lower() != ALL]
    if isinstance(silencer, Annotation) and not written:
        yield f"{where}: no rule is named, so nothing is silenced; write an id such as GPU302, or all"
        return
    for selector in run.unknown(selectors):
        yield f"{where}: no rule is called {selector!r}, so this silences nothing; mend the name"
    if not holds(silencer.until, settings):
        yield expiry_sentence(where, "the suppression", silencer.until)
    elif identity(silencer) in used or run.unknown(selectors):
        return
    elif not selectors:
        yield f"{where}: the suppression silences nothing; remove it, or name the rule that it is for"
    elif run.is_over(selectors):
        yield f"{where}: the suppression silences nothing; remove it"


def expiry_sentence(where: str, what: str, until: str | None) -> str:
    """What to tell about a suppression that is past its last day, or whose last day is none."""
    if until and not is_date(until):
        return f"{where}: until={until} is no date, so {what} is off; write it as 2027-01-31"
    return f"{where}: {what} expired on {until}; mend the finding or renew the date"


def _metadata(manifests: Manifests) -> Iterator[tuple[Resource, tuple[str | int, ...]]]:
    """Objects, each with the way to its own metadata or to that of a pod template inside it."""
    for resource in manifests.resources:
        yield resource, ("metadata",)
    for pod in manifests.of(PodTemplate):
        pointer = pod.metadata_pointer
        if pointer is not None and len(pointer) > len(pod.resource.pointer) + 1:
            yield pod.resource, pointer[len(pod.resource.pointer) :]


def _misspelt(resource: Resource, pointer: tuple[str | int, ...]) -> Iterator[str]:
    """Sentences about annotations that look like ours and are not."""
    for key in mapping(mapping(dig(resource.value, pointer)).get("annotations")):
        if "lint" not in key or key in KEYS:
            continue
        near = near_names(key, KEYS)
        if near or key.startswith("gpulint.io/"):
            meant = near[0] if near else IGNORE
            where = _place(resource, pointer, key)
            yield f"{where}: unknown annotation {key!r}; did you mean {meant}?"


def _place(resource: Resource, pointer: tuple[str | int, ...], key: str) -> str:
    """File and line of an annotation."""
    at = resource.pointer.child(*pointer, "annotations", key)
    return f"{resource.document.file}:{resource.document.locate(at, 'key').span.line}"


def _is_needless(waiver: Waiver, settings: Settings, run: Hearing) -> bool:
    """Whether its scope was linted and brought nothing; a hook sees only the files of one commit."""
    if not run.is_over(waiver.rules):
        return False
    scoped = waiver.path or waiver.kind or waiver.namespace or waiver.name
    if not scoped:
        return settings.complete
    return any(
        waiver_covers(waiver, resource.document.file, resource.identity, settings)
        for resource in run.manifests.resources
    )


def _named(waiver: Waiver) -> str:
    return ", ".join(waiver.rules) or "every rule"
