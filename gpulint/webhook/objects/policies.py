"""Rules that CEL can decide, as ValidatingAdmissionPolicies: no server and no certificate.

Only the rules of `decided`; all others need the webhook.
"""

from collections.abc import Iterator

from gpulint.webhook.objects.decided import Decided, decided, known
from gpulint.webhook.objects.manifests import EXCLUDED
from gpulint.webhook.objects.matching import core_entry, core_templates
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
            "variables": [
                {"name": n, "expression": e}
                for n, e in (*_VARIABLES, ("known", known()), _ignored())
            ],
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
