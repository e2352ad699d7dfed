"""Rules that CEL can decide, as ValidatingAdmissionPolicies: no server and no certificate.

Only the rules of `decided`; all others need the webhook.
"""

from collections.abc import Iterator

from gpulint.core.rule import Rule
from gpulint.engine.suppress import ALL
from gpulint.engine.vocabulary import IGNORE
from gpulint.webhook.objects.decided import Decided, decided, known
from gpulint.webhook.objects.manifests import EXCLUDED
from gpulint.webhook.objects.matching import core_entry, core_templates
from gpulint.webhook.objects.wish import Object

_LABELS = {"app.kubernetes.io/name": "gpulint"}
_API = "admissionregistration.k8s.io/v1"
_VARIABLES = (
    ("known", known()),
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
                    "expression": f"{_is_ignored(each.rule)} || !({each.fault})",
                    "message": f"gpulint {each.rule.id} {each.rule.name}: {each.rule.fix}",
                }
            ],
        },
    }


def _ignored() -> tuple[str, str]:
    """Selectors in the annotations of the object and its templates, in small letters, a list each.

    A last day is passed over: an expression does not know which day it is.
    """
    jobs = "request.kind.kind == 'CronJob' && has(object.spec.jobTemplate.metadata)"
    metadata = (
        "([object.metadata] + variables.templates.filter(t, has(t.metadata)).map(t, t.metadata) + "
        f"({jobs} ? [object.spec.jobTemplate.metadata] : []))"
    )
    written = f"has(m.annotations) && '{IGNORE}' in m.annotations"
    selectors = f"m.annotations['{IGNORE}'].lowerAscii().split('until=')[0].split(',')"
    return "ignored", f"{metadata}.filter(m, {written}).map(m, {selectors}.map(i, i.trim()))"


def _is_ignored(rule: Rule) -> str:
    """CEL: whether a selector names the rule, as `engine.plan.matches` reads selectors."""
    id = rule.id.lower()
    selectors = [id, rule.name, rule.category, *rule.aliases, ALL]
    named = f"i in {selectors} || size(i) > 3 && '{id}'.startsWith(i)"
    return f"variables.ignored.exists(l, l.exists(i, {named}))"


def _namespaces(own: str) -> Object:
    values = [*EXCLUDED, *([own] if own else [])]
    names = {"key": "kubernetes.io/metadata.name", "operator": "NotIn", "values": values}
    return {"matchExpressions": [names]}
