"""Rules that CEL can decide, as ValidatingAdmissionPolicies: no server and no certificate.

Only rules over one object of the core kinds whose condition is short in CEL; all others need the
webhook. tests/controlplane holds both against the same examples.
"""

from collections.abc import Iterator
from typing import NamedTuple

from gpulint.catalog.resources import known_names, known_patterns
from gpulint.core.rule import Rule
from gpulint.rulebook.load import rule as rule_of
from gpulint.webhook.objects.manifests import EXCLUDED
from gpulint.webhook.objects.matching import core_entry, core_templates, literal, portable
from gpulint.webhook.objects.wish import Object

_LABELS = {"app.kubernetes.io/name": "gpulint"}
_API = "admissionregistration.k8s.io/v1"
_VARIABLES = (
    ("templates", core_templates()),
    ("specs", "variables.templates.filter(t, has(t.spec)).map(t, t.spec)"),
    # the core kinds have one template each, so there is one spec or none
    (
        "containers",
        "size(variables.specs) == 0 ? [] : variables.specs[0].containers + "
        "(has(variables.specs[0].initContainers) ? variables.specs[0].initContainers : [])",
    ),
)
# Resource names that a container `c` states with an amount.
_NAMES = " + ".join(
    f"(has(c.resources) && has(c.resources.{side}) ? "
    f"c.resources.{side}.map(k, string(c.resources.{side}[k]) != '0', k) : [])"
    for side in ("limits", "requests")
)


class Decided(NamedTuple):
    """A rule and the CEL that is true for an object with its fault."""

    rule: Rule
    fault: str


def decided() -> tuple[Decided, ...]:
    """The exported rules, by id."""
    return tuple(Decided(rule_of(id), fault) for id, fault in sorted(_faults().items()))


def policies(namespace_excluded: str = "") -> Iterator[Object]:
    """A policy and its binding for each exported rule; bindings warn and leave audit annotations."""
    for each in decided():
        name = f"gpulint-{each.rule.name}"
        yield _policy(name, each)
        yield {
            "apiVersion": _API,
            "kind": "ValidatingAdmissionPolicyBinding",
            "metadata": {"name": name, "labels": dict(_LABELS)},
            "spec": {
                "policyName": name,
                "validationActions": ["Warn", "Audit"],
                "matchResources": {"namespaceSelector": _namespaces(namespace_excluded)},
            },
        }


def _policy(name: str, each: Decided) -> Object:
    entry = core_entry()
    rules = [
        {
            "apiGroups": [rule.group],
            "apiVersions": list(rule.versions),
            "resources": list(rule.resources),
            "operations": ["CREATE", "UPDATE"],
        }
        for rule in entry.rules
    ]
    fault = f"variables.ignored.exists(i, i in ['{each.rule.id}', '{each.rule.name}', 'all'])"
    return {
        "apiVersion": _API,
        "kind": "ValidatingAdmissionPolicy",
        "metadata": {"name": name, "labels": dict(_LABELS)},
        "spec": {
            "failurePolicy": "Ignore",
            "matchConstraints": {"resourceRules": rules},
            "matchConditions": [
                {"name": title, "expression": text}
                for title, text in entry.conditions
                if title != "mentions-accelerator"
            ],
            "variables": [{"name": n, "expression": e} for n, e in (*_VARIABLES, _ignored())],
            "validations": [
                {
                    "expression": f"{fault} || !({each.fault})",
                    "message": f"gpulint {each.rule.id} {each.rule.name}: {each.rule.fix}",
                }
            ],
        },
    }


def _ignored() -> tuple[str, str]:
    """Selectors of the annotation that silences rules."""
    has = "has(object.metadata.annotations) && 'gpulint.io/ignore' in object.metadata.annotations"
    return (
        "ignored",
        f"{has} ? object.metadata.annotations['gpulint.io/ignore'].split(',').map(i, i.trim()) : []",
    )


def _namespaces(own: str) -> Object:
    values = [*EXCLUDED, *([own] if own else [])]
    names = {"key": "kubernetes.io/metadata.name", "operator": "NotIn", "values": values}
    return {"matchExpressions": [names]}


def _faults() -> dict[str, str]:
    forms = [portable(each) for each in known_patterns()]
    known = f"k.matches('^({'|'.join((*map(literal, known_names()), *forms))})$')"
    asks = f"({_NAMES}).exists(k, {known})"
    like = "k.lowerAscii().matches('^[^/]+/mig(-|[._]?[0-9])')"
    legal = "k.matches('^nvidia[.]com/mig-([1-8]c[.])?[1-8]g[.][0-9]+gb([.](me|me[.]all|gfx)|-me)?([.]shared)?$')"  # noqa: E501
    foreign = "k.startsWith('requests.') || k.startsWith('limits.')"
    required = "s.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution"
    volumes = "variables.specs.exists(s, has(s.volumes) && s.volumes.exists(v, has(v.emptyDir)"
    shm = "has(c.volumeMounts) && c.volumeMounts.exists(m, m.name == v.name && m.mountPath in ['/dev/shm', '/dev/shm/'])"  # noqa: E501
    return {
        "GPU110": _of_names("k == 'alpha.kubernetes.io/nvidia-gpu'"),
        "GPU201": _of_names(f"{like} && !({foreign}) && !{legal}"),
        "GPU304": (
            f"variables.specs.exists(s, has(s.affinity) && has(s.affinity.nodeAffinity) && "
            f"has({required}) && {required}.nodeSelectorTerms.exists(t, has(t.matchExpressions) && "
            "t.matchExpressions.exists(e, e.operator in ['Gt', 'Lt'] && has(e.values) && "
            "e.values.exists(v, !v.matches('^[+-]?[0-9]+$')))))"
        ),
        "GPU903": (
            f"variables.containers.exists(c, {asks}) && {volumes} && has(v.emptyDir.medium) && "
            "!v.emptyDir.medium.matches('^(|Memory|HugePages.*)$')))"
        ),
        "GPU923": (
            f"{volumes} && (!has(v.emptyDir.medium) || v.emptyDir.medium == '') && "
            f"variables.containers.exists(c, {asks} && {shm})))"
        ),
    }


def _of_names(condition: str) -> str:
    """CEL: whether a container states a resource name `k` for which the condition holds."""
    return f"variables.containers.exists(c, ({_NAMES}).exists(k, {condition}))"
