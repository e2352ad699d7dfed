"""The door for objects that are already decoded: one object, one report, many times over."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from gpulint.config.settings import Settings
from gpulint.core.check import Check
from gpulint.core.report import Report
from gpulint.core.rule import Rule
from gpulint.engine.judge import report_over, resources_of
from gpulint.engine.plan import PlannedRule, plan
from gpulint.engine.run import run
from gpulint.engine.words import SpeakingRules
from gpulint.model.context import Context
from gpulint.model.manifests import Manifests
from gpulint.model.resource import Resource
from gpulint.rulebook.bind import bind
from gpulint.rulebook.load import rules
from gpulint.source.document import Document
from gpulint.source.reader import Reading
from gpulint.validation.kubernetes import prepare

_COMMON = (
    *(("apps/v1", kind) for kind in ("Deployment", "StatefulSet", "DaemonSet")),
    *(("batch/v1", kind) for kind in ("Job", "CronJob")),
    ("v1", "Pod"),
)


class Known(NamedTuple):
    """What is known about the cluster around an object. covers: kinds that are known in full.

    The same value may serve many objects: what the rules index in it is kept.
    """

    manifests: Manifests = Manifests(())
    covers: frozenset[str] = frozenset()

    @classmethod
    def of(cls, resources: Iterable[Resource], covers: Iterable[str] = ()) -> "Known":
        """Facts made of resources that were read `from_facts`."""
        return cls(Manifests(resources), frozenset(covers))


_NOTHING = Known()


class ObjectLinter:
    """A planned and bound rulebook that judges documents, each call as a run of its own.

    For a server: rules, settings and words are worked out once. settings: as for `lint`; what
    concerns files is passed over. Raises UsageError for a rule that does not exist.
    """

    __slots__ = ("_bound", "_heard", "_informed", "_plan", "_speaking", "settings")

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._plan = plan(rules(), settings)
        heard = tuple(each for each in self._plan.rules if _can_be_heard(each, settings))
        self._informed = SpeakingRules(heard)
        without_facts = (each for each in heard if "facts" not in each.rule.needs)
        self._speaking = self._informed if settings.complete else SpeakingRules([*without_facts])
        self._heard: tuple[Known, int] = (_NOTHING, 0)
        self._bound: dict[str, Check[object]] = {}

    def warm(self) -> None:
        """Import every check and compile the common schemas now, so that no object waits for it."""
        for planned in self._plan.rules:
            self._check(planned.rule)
        for api_version, kind in _COMMON:
            prepare(api_version, kind, self.settings.kubernetes)

    def lint(
        self,
        documents: Sequence[Document],
        today: str | None = None,
        known: Known = _NOTHING,
    ) -> Report:
        """The report over the objects of documents. today: against which suppressions expire."""
        if today != self.settings.today:
            self.settings = self.settings._replace(today=today)
        settings = self.settings
        resources = [each for document in documents for each in resources_of(document)]
        context = Context(
            Manifests(resources),
            known.manifests,
            kubernetes=settings.kubernetes,
            complete=settings.complete,
            externals=settings.externals,
            covers=known.covers,
        )
        table = {(id(each.document), each.pointer): each for each in resources}
        spoken = self._spoken(resources, known)
        outcome = run(spoken, context, (), table, bound=self._check, checks=self._bound)
        reading = Reading(tuple(documents))
        return report_over(self._plan, outcome, reading, settings, len(context.unchecked))

    def _spoken(self, resources: Sequence[Resource], known: Known) -> tuple[PlannedRule, ...]:
        if not known.manifests.resources:
            return self._speaking.of(resources)
        heard = self._heard  # one read, as threads may have facts of different moments
        if heard[0] is not known:
            words = self._informed.words_in(known.manifests.resources)
            heard = self._heard = (known, -1 if words is None else words)  # -1 has every bit
        return self._informed.of(resources, heard[1])

    def _check(self, rule: Rule) -> Check[object]:
        found = self._bound[rule.id] = bind(rule)
        return found


def _can_be_heard(planned: PlannedRule, settings: Settings) -> bool:
    """Whether a finding of the rule would be shown: not too mild and not too unsure."""
    rule = planned.rule
    is_sure = rule.confidence >= settings.min_confidence
    return bool(planned.changes) or (is_sure and planned.severity >= settings.min_severity)
