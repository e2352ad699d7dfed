"""The door for placement: paths and facts in, who fits where out."""

from collections.abc import Iterable, Mapping, Sequence
from typing import BinaryIO, NamedTuple

from gpulint.config.settings import Settings
from gpulint.core.errors import UsageError
from gpulint.engine.facts_file import Facts, facts_of
from gpulint.engine.facts_pods import is_over, node_of, used_by_node
from gpulint.engine.facts_read import FACTS_OPTIONS
from gpulint.model.context import Context
from gpulint.model.manifests import Manifests
from gpulint.model.resource import Resource, resources_in
from gpulint.placement.answer import FitAnswer
from gpulint.placement.demand import in_units
from gpulint.placement.fit import fit
from gpulint.placement.mig_plan import MigPlan, plan_mig
from gpulint.source import reader
from gpulint.source.reader import Reading, ReadOptions


class FitRun(NamedTuple):
    """An answer with what is to be said beside it. unread: inputs whose workloads are not in it."""

    answer: FitAnswer
    context: Context
    notices: tuple[str, ...]
    unread: tuple[str, ...]
    plan: MigPlan | None = None


def fit_paths(
    paths: Sequence[str],
    settings: Settings,
    stdin: BinaryIO | None = None,
    *,
    occupied: bool = False,
    pending_first: bool = False,
    mig: bool = False,
) -> FitRun:
    """Place the workloads of files and folders on the nodes of the facts.

    occupied: what running pods take counts, as far as the facts tell. pending_first: pods of the
    facts that wait for a node come before all of the input. mig: plan layouts as well.
    Raises UsageError for an unreadable path or when there are no facts, ConfigError for facts that
    cannot be read.
    """
    if not settings.facts:
        raise UsageError("no facts: give --facts FILE, which `gpulint facts -o FILE` writes")
    known = [facts_of(path, reader.read([path], FACTS_OPTIONS)) for path in settings.facts]
    reading = reader.read(paths, _options(settings, stdin))
    context = _context(reading, known, settings)
    pending = _pending(known) if pending_first else []
    running = _running(known) if occupied else None
    answer = fit(context, pending=pending, running=running)
    planned = plan_mig(context, pending=pending, running=running) if mig else None
    notices = [n for each in known if (n := each.notice(settings.today))]
    if occupied and not _tells_pods(known):
        notices.append(
            "the facts tell nothing of running pods; record them with `gpulint facts --pods`"
        )
    unread = [f"{fault.file}:{fault.span.line}: {fault.sentence}" for fault in reading.faults]
    return FitRun(answer, context, tuple(notices), tuple(unread), planned)


def _options(settings: Settings, stdin: BinaryIO | None) -> ReadOptions:
    # all documents: pods without a GPU take room as well
    return ReadOptions(
        prefilter=False,
        jobs=settings.jobs,
        max_bytes=settings.max_bytes,
        values=settings.values,
        values_for=settings.values_for,
        stdin=stdin,
    )


def _context(reading: Reading, known: Sequence[Facts], settings: Settings) -> Context:
    resources = [
        resource
        for document in reading.documents
        for resource in resources_in(document, document.value, fragment=document.fragment)
        if resource.kind
    ]
    return Context(
        Manifests(resources),
        [resource for each in known for resource in each.resources],
        kubernetes=settings.kubernetes,
        complete=settings.complete,
        externals=settings.externals,
        covers=[kind for each in known for kind in each.covers],
    )


def _pods(known: Iterable[Facts]) -> list[Resource]:
    return [r for each in known for r in each.resources if (r.group, r.kind) == ("", "Pod")]


def _pending(known: Sequence[Facts]) -> list[Resource]:
    waiting = [pod for pod in _pods(known) if not node_of(pod) and not is_over(pod)]
    return [*(pod for each in known for pod in each.pending), *waiting]


def _running(known: Sequence[Facts]) -> dict[str, Mapping[str, int]]:
    return {
        node: {name: in_units(name, amount) for name, amount in taken.items()}
        for node, taken in used_by_node(_pods(known)).items()
    }


def _tells_pods(known: Sequence[Facts]) -> bool:
    used = any("used" in r.value for each in known for r in each.resources if r.kind == "Node")
    return used or bool(_pods(known)) or any("Pod" in each.covers for each in known)
