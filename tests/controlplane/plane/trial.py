"""Tries the examples of a rule on the control plane and says where the rule's claim fails."""

import re
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from gpulint.config.file import settings_from
from gpulint.core.finding import Finding
from gpulint.engine import lint_texts
from gpulint.rulebook.example import Example
from gpulint.rulebook.examples import example_settings
from gpulint.rulebook.proof import Proof
from gpulint.rulebook.rule_file import RuleFile
from plane.manifest import Manifest, read_manifests
from plane.programs import kubernetes_version
from plane.stage import Stage, Theatre


class Scene(NamedTuple):
    """One example on its stage. findings: of the rule, in the example."""

    proof: Proof
    example: Example
    manifests: tuple[Manifest, ...]
    facts: tuple[Manifest, ...]
    findings: tuple[Finding, ...]
    stage: Stage
    theatre: Theatre

    @property
    def is_bad(self) -> bool:
        """Whether the rule finds something in it."""
        return self.example.kind == "bad"

    def found_in(self, manifest: Manifest) -> tuple[Finding, ...]:
        """Findings that lie in an object."""
        root = manifest.resource.pointer if manifest.resource else ()
        return tuple(
            each
            for each in self.findings
            if each.file == manifest.file
            and each.span.line in manifest.lines
            and each.pointer[: len(root)] == root
        )


_PLACEHOLDER = re.compile(r"\$\{\w+\}|\$\(\w+\)|<[A-Z_]+>|\{\{")
Trial = Callable[[Scene], Iterator[str]]


def try_rule(rule: RuleFile, theatre: Theatre) -> tuple[str, ...]:
    """What the control plane says against the rule; empty when the proof holds."""
    tried = [each for each in rule.examples if not untried(each)]
    told = [
        f"no {kind} example is tried"
        for kind in ("bad", "good")
        if kind not in {e.kind for e in tried}
    ]
    for example in tried:
        told += (f"{rule.file}:{example.line}: {each}" for each in _try(rule, example, theatre))
    return tuple(told)


def untried(example: Example) -> str:
    """Why an example is not tried: it says so, or it is written for another release."""
    if example.kind == "near_miss" and _PLACEHOLDER.search(example.text):
        return "it holds a placeholder"
    release = example.settings.get("kubernetes")
    if release is not None and release != kubernetes_version().rpartition(".")[0]:
        return f"written for Kubernetes {release}"
    return example.untried


def _try(rule: RuleFile, example: Example, theatre: Theatre) -> Iterator[str]:
    trial = _trials().get((rule.proof.by, rule.proof.outcome))
    if trial is None:
        yield f"{rule.proof.by} cannot show the outcome {rule.proof.outcome}"
        return
    with theatre.stage() as stage:
        facts = {name: text.encode() for name, text in example.facts.items()}
        settings = settings_from(example_settings(rule, example))
        findings = lint_texts(example.texts, settings, facts).active
        yield from trial(
            Scene(
                rule.proof,
                example,
                read_manifests(example.texts),
                read_manifests(facts),
                tuple(each for each in findings if each.id == rule.id),
                stage,
                theatre,
            )
        )


def _trials() -> Mapping[tuple[str, str], Trial]:
    from plane import by_kueue, by_scheduler, by_server  # they need the scene

    return MappingProxyType(
        {
            ("kube-apiserver", "rejected"): by_server.rejected,
            ("kube-apiserver", "pruned"): by_server.pruned,
            ("kube-apiserver", "accepted"): by_server.accepted,
            ("kueue", "rejected"): by_server.rejected,
            ("kueue", "pruned"): by_server.pruned,
            ("kueue", "pending"): by_kueue.pending,
            ("kube-scheduler", "pending"): by_scheduler.pending,
            ("kube-scheduler", "accepted"): by_scheduler.accepted,
        }
    )
