"""Shows every view to the checks that are bound to it, and survives a check that raises."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from gpulint.core.check import Check
from gpulint.core.errors import RuleError
from gpulint.core.fault import InputFault
from gpulint.core.report import Failure, Skipped
from gpulint.core.rule import Rule
from gpulint.engine.plan import PlannedRule
from gpulint.engine.vocabulary import may_speak
from gpulint.model.context import Context
from gpulint.rulebook.bind import bind

if TYPE_CHECKING:
    from gpulint.core.problem import Problem
    from gpulint.engine.resolve import Placed, Resources


_NONE: Mapping[str, Check[Any]] = {}


class Outcome(NamedTuple):
    """What the checks yielded, placed and worded, in the order of the rules."""

    placed: "tuple[Placed, ...]"
    failures: tuple[Failure, ...]
    skipped: tuple[Skipped, ...]


def run(
    rules: Sequence[PlannedRule],
    context: Context,
    faults: Sequence[InputFault],
    resources: "Resources",
    known: str | None = None,
    bound: Callable[[Rule], Check[Any]] = bind,
    checks: Mapping[str, Check[Any]] = _NONE,
) -> Outcome:
    """Run the planned rules over the manifests and over the faults of the input.

    known: the vocabulary of the run; rules whose words it lacks are passed over. None runs all.
    bound: finds the check of a rule. checks: those that are bound already, by rule, in a server.
    """
    placed: list[Placed] = []
    failures: list[Failure] = []
    skipped: list[Skipped] = []
    silences = context.silences
    seen: dict[object, Sequence[object]] = {InputFault: faults}
    has_facts = bool(context.facts.resources or context.complete)
    for planned in rules:
        rule = planned.rule
        if not has_facts and "facts" in rule.needs:
            skipped.append(Skipped(rule.id, "no facts were given (--facts)"))
            continue
        if known is not None and not may_speak(rule.words, known):
            continue
        try:
            check = checks.get(rule.id) or bound(rule)
            views = seen.get(check.each)
            if views is None:
                views = seen[check.each] = context.manifests.of(check.each)
        except Exception as error:  # a view that cannot be read is our fault as well
            silences.clear()
            failures.append(_failure(planned, None, error))
            continue
        for view in views:
            here = planned if not planned.changes else planned.at(_subject(view)[1])
            if here is None:
                continue
            try:
                look, params = check.run, here.params  # passing none is worth a branch
                for each in look(view, context, **params) if params else look(view, context):
                    there = planned.at(each.place.document.file)
                    if there is not None:
                        placed.append(_placed(there, each, resources))
            except Exception as error:  # a check that raises is our fault, not theirs
                failures.append(_failure(planned, view, error))
        if silences:
            kinds = ", ".join(sorted(silences))
            silences.clear()
            why = f"nothing is known about {kinds} (--facts, --complete)"
            skipped.append(Skipped(rule.id, why))
    return Outcome(tuple(placed), tuple(failures), tuple(skipped))


def _placed(planned: PlannedRule, problem: "Problem", resources: "Resources") -> "Placed":
    from gpulint.engine.resolve import place  # only findings

    return place(planned, problem, resources)


def _failure(planned: PlannedRule, view: object, error: Exception) -> Failure:
    resource, file = _subject(view)
    if isinstance(error, RuleError):  # of the message, when there is a view
        told = (planned.rule.id, resource, file, str(error))
        return Failure(*told) if view is None else Failure(*told, "message")
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = "" if trace is None else f" ({trace.tb_frame.f_code.co_name}, line {trace.tb_lineno})"
    text = " ".join(f"{type(error).__name__}: {error}".split())
    return Failure(planned.rule.id, resource, file, text + where)


def _subject(view: object) -> tuple[str, str]:
    """Name and file of what a check was looking at."""
    resource = getattr(view, "resource", view)
    document = getattr(resource, "document", resource)
    return str(getattr(resource, "label", "")), str(getattr(document, "file", ""))
