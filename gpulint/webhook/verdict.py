"""From a review to what is said about it: the same findings as `gpulint check`, weighed."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

from gpulint.core.finding import Finding
from gpulint.core.report import Failure, Report
from gpulint.engine import Known, ObjectLinter
from gpulint.engine.vocabulary import IGNORE
from gpulint.model.resource import Resource, dig, text
from gpulint.webhook.document import document_of
from gpulint.webhook.policy import Mode, Policy
from gpulint.webhook.review import ALLOWED, Answer, Review
from gpulint.webhook.same_place import SteadyPaths
from gpulint.webhook.wording import audit_failures, audit_rules, denial, one_line, warnings

_JUDGED = ("CREATE", "UPDATE")
_NO_FACTS = Known()
# Reading it loads the tables that most reviews need.
_AMOUNTS = {"limits": {"nvidia.com/gpu": "1"}, "requests": {"nvidia.com/mig-1g.5gb": "1"}}
_SAMPLE: dict[str, object] = {
    "apiVersion": "v1",
    "kind": "Pod",
    "metadata": {"name": "sample"},
    "spec": {"containers": [{"name": "sample", "image": "sample", "resources": _AMOUNTS}]},
}


class Verdict(NamedTuple):
    """An answer and what the metrics and the log tell about it.

    decision: allowed, warned, denied or passed (not looked at, for the reason in `why`). findings:
    those that no annotation silences and no mode turns off.
    """

    answer: Answer
    decision: str
    why: str = ""
    findings: tuple[Finding, ...] = ()
    failures: tuple[Failure, ...] = ()


class Cluster(Protocol):
    """What is known of the cluster at the moment of a review."""

    def snapshot(self) -> Known:
        """The facts that may be relied on now."""

    def labels_of(self, namespace: str) -> Mapping[str, str] | None:
        """The labels of a namespace; None while they are not known."""


class Nothing:
    """A cluster of which nothing is known."""

    def snapshot(self) -> Known:
        """No facts."""
        return _NO_FACTS

    def labels_of(self, namespace: str) -> Mapping[str, str] | None:
        """Never known."""
        return None


class Judge:
    """Weighs reviews under one policy. today: gives the day against which suppressions expire."""

    __slots__ = ("_cluster", "_linter", "_policy", "_today")

    def __init__(
        self,
        policy: Policy,
        today: Callable[[], str | None] = lambda: None,
        cluster: Cluster | None = None,
    ) -> None:
        self._policy = policy
        self._linter = ObjectLinter(policy.settings)
        self._today = today
        self._cluster = cluster or Nothing()

    def warm(self) -> None:
        """Load every check and table, so that no review waits for it."""
        self._linter.warm()
        self._report(_SAMPLE, _NO_FACTS)

    def verdict(self, review: Review, *, enforce: bool) -> Verdict:
        """What is said about a review. enforce: whether findings may refuse it, or only warn."""
        why = _passes(review)
        if why:
            return Verdict(ALLOWED, "passed", why)
        value = review.new_object()
        if value is None:
            return Verdict(ALLOWED, "passed", "no object that can be read")
        if is_owned(value):
            return Verdict(ALLOWED, "passed", "owned by a controller")
        known = beside(self._cluster.snapshot(), value)
        report = self._report(value, known)
        found = self._active(report, review)
        worst = [finding for finding, mode in found if enforce and mode is Mode.DENY]
        denied = self._new(self._sure(worst, value, review, known), value, review, known)
        refusal = self._refusal(denied, report, value, review) if denied else None
        return _verdict(report, found, denied, refusal)

    def _refusal(
        self, denied: Sequence[Finding], report: Report, value: object, review: Review
    ) -> str:
        may = self._policy.may_suppress(review.namespace, self._cluster.labels_of)
        written = text(dig(value, ("metadata", "annotations", IGNORE)))
        return denial(denied, dict(report.rules), written, may is not False)

    def _report(self, value: object, known: Known) -> Report:
        return self._linter.lint((document_of(value),), self._today(), known)

    def _active(self, report: Report, review: Review) -> list[tuple[Finding, Mode]]:
        """Findings with their modes; silenced ones only where nothing may be silenced.

        Where nobody knows whether it may, they warn at most.
        """
        namespace = review.namespace
        found: list[tuple[Finding, Mode]] = []
        may: bool | None = True
        if any(each.suppressed is not None for each in report.findings):
            may = self._policy.may_suppress(namespace, self._cluster.labels_of)
        for finding in report.findings:
            mode = self._policy.mode(finding, namespace)
            if finding.suppressed is not None:
                if may or finding.suppressed.by != "annotation":
                    continue
                mode = mode if may is False else min(mode, Mode.WARN)
            if mode is not Mode.OFF:
                found.append((finding, mode))
        return found

    def _sure(
        self, worst: Sequence[Finding], value: object, review: Review, known: Known
    ) -> tuple[Finding, ...]:
        """What may refuse an object: findings that stand without live facts, or by an entry."""
        namespace = review.namespace
        by_default = [
            each
            for each in worst
            if self._policy.mode(each, namespace, by_facts=True) is not Mode.DENY
        ]
        if not by_default or not (known.manifests.resources or known.covers):
            return tuple(worst)
        certain = {(each.id, each.pointer) for each in self._report(value, _NO_FACTS).findings}
        return tuple(
            each for each in worst if each not in by_default or (each.id, each.pointer) in certain
        )

    def _new(
        self, worst: tuple[Finding, ...], value: object, review: Review, known: Known
    ) -> tuple[Finding, ...]:
        """What refuses the object: on an update only what the object before did not have.

        A fault that has only moved in its list, as another container came before it, is not new.
        """
        if not worst or review.operation != "UPDATE":
            return worst
        before = review.old_object()
        if before is None:
            return ()  # what it had before is not known, so nothing is known to be new
        old = self._active(self._report(before, known), review)
        then, now = SteadyPaths(before), SteadyPaths(value)
        had = {(f.id, then.path(f.pointer)): f.fingerprint for f, _ in old}
        same = [had.get((each.id, now.path(each.pointer))) for each in worst]
        # the others may have another name, or another value, in the place of one that is gone
        rest = set(had.values()).difference(same)
        return tuple(
            each
            for each, known_as in zip(worst, same, strict=True)
            if known_as is None and each.fingerprint not in rest
        )


def beside(known: Known, value: dict[str, object]) -> Known:
    """What is known without the object itself: what is stored of it is about to be replaced."""
    if not known.manifests.resources:
        return known
    own = Resource(document_of(value), value)
    same = [
        each
        for each in known.manifests.by_kind(own.group, own.kind)
        if (each.name, each.namespace) == (own.name, own.namespace)
    ]
    if not same:
        return known
    return Known.of((r for r in known.manifests.resources if r not in same), known.covers)


def is_owned(value: dict[str, object]) -> bool:
    """Whether a controller made the object, so that the workload above it is judged instead."""
    metadata = value.get("metadata")
    owners = metadata.get("ownerReferences") if isinstance(metadata, dict) else None
    if not isinstance(owners, list):
        return False
    return any(isinstance(each, dict) and each.get("controller") is True for each in owners)


def _passes(review: Review) -> str:
    """Why a review is not looked at; empty when it is."""
    if review.operation not in _JUDGED:
        return f"operation {one_line(review.operation) or 'unknown'}"
    # scale holds a Scale; status, resize, binding and ephemeralcontainers cannot change GPUs
    return f"subresource {one_line(review.subresource)}" if review.subresource else ""


def _verdict(
    report: Report,
    found: Sequence[tuple[Finding, Mode]],
    denied: tuple[Finding, ...],
    refusal: str | None,
) -> Verdict:
    refused = {id(finding) for finding in denied}  # by identity: there may be thousands
    told = [f for f, mode in found if mode >= Mode.WARN and id(f) not in refused]
    every = tuple(finding for finding, _ in found)
    heard = {id(finding) for finding in every}
    audit: dict[str, str] = {}
    if every:
        audit["rules"] = audit_rules(every)
    if denied:
        audit["denied"] = audit_rules(denied)
    silenced = [f for f in report.findings if f.suppressed is not None and id(f) not in heard]
    if silenced:
        audit["suppressed"] = audit_rules(silenced)
    if report.failures:
        audit["failures"] = audit_failures(report.failures)
    decision = "denied" if denied else "warned" if told else "allowed"
    answer = Answer(refusal, warnings(told), audit) if audit or told else ALLOWED
    return Verdict(answer, decision, "", every, report.failures)
