"""Facts about one kind make no rule speak about another."""

from functools import cache

import pytest

from gpulint.config.settings import Settings
from gpulint.engine import Known, ObjectLinter
from gpulint.engine.facts_kinds import FactKind
from gpulint.model.resource import Resource
from gpulint.rulebook.book import read_book
from gpulint.rulebook.home import installed_home
from gpulint.source.document import Document
from gpulint.source.reader import ReadOptions, read_bytes
from gpulint.webhook.cluster.kinds import WATCHED
from gpulint.webhook.document import document_of

_READ = ReadOptions(prefilter=False, jobs=1, helm=False)
_LINTER = ObjectLinter(Settings())
# Rules that say "no such object" of a kind, or look at all objects of it.
_ABOUT = {
    "PriorityClass.scheduling.k8s.io": {"GPU601", "GPU618"},
    "RuntimeClass.node.k8s.io": {"GPU907"},
    "DeviceClass.resource.k8s.io": {"GPU756"},
    "Queue.scheduling.volcano.sh": {"GPU534", "GPU542"},
    "Queue.scheduling.run.ai": {"GPU545", "GPU546"},
    "LocalQueue.kueue.x-k8s.io": {"GPU501"},
    "ResourceFlavor.kueue.x-k8s.io": {"GPU504"},
    "Topology.kueue.x-k8s.io": {"GPU529"},
    "WorkloadPriorityClass.kueue.x-k8s.io": {"GPU602"},
    "NodePool.karpenter.sh": {"GPU813"},
    "Node": {"GPU330", "GPU333"},
    "ClusterQueue.kueue.x-k8s.io": {"GPU503", "GPU509"},
}


@cache
def _examples() -> list[tuple[tuple[Document, ...], set[tuple[str, object]]]]:
    """All examples of all rules with what is found without facts."""
    found = []
    for rule in read_book(installed_home()).rules:
        for kind in ("bad", "good", "near_miss"):
            for each in rule.of_kind(kind):
                documents = read_bytes(each.file, each.text.encode(), _READ).documents
                read = tuple(d for d in documents if d.value is not None)
                found.append((read, _said(read, Known())))
    return found


def _said(documents: tuple[Document, ...], known: Known) -> set[tuple[str, object]]:
    findings = _LINTER.lint(documents, known=known).findings
    return {(each.id, each.pointer) for each in findings}


@pytest.mark.parametrize("kind", WATCHED, ids=lambda each: each.name)
def test_one_kind_alone_makes_only_its_own_rules_speak(kind: FactKind) -> None:
    """Kinds arrive one after the other, and some may be forbidden; the rest must not be guessed."""
    api_version = f"{kind.group}/v1" if kind.group else "v1"
    value: dict[str, object] = {"apiVersion": api_version, "kind": kind.kind}
    value["metadata"] = {"name": "only"}
    if kind.kind == "Node":
        value["status"] = {"allocatable": {"cpu": "1000", "memory": "4000Gi", "pods": "100"}}
    known = Known.of([Resource(document_of(value), value, from_facts=True)], [kind.name])
    new = {rule for read, before in _examples() for rule, _ in _said(read, known) - before}
    assert new - _ABOUT.get(kind.name, set()) == set()
