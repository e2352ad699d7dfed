"""What the API server sends: kinds from the catalogue, and CEL that tells whether an object may
mention an accelerator. Made from the lists that the rules read, so that the two cannot drift.

CEL has no functions and no `let`: `gathered` puts pod templates in one list, which is asked once.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from gpulint.catalog.kinds import WorkloadKind, all_kinds
from gpulint.catalog.resources import (
    broad_domains,
    known_names,
    known_patterns,
    telling_words,
    vendor_domains,
)
from gpulint.webhook.objects.gathered import gathered

# Made by controllers from what was judged before.
_DERIVED = {("apps", "ReplicaSet"), ("kueue.x-k8s.io", "Workload"), ("", "PodTemplate")}
_DERIVED |= {("operators.coreos.com", "ClusterServiceVersion")}
# Templates for jobs that bring the accelerators: the object alone does not tell.
_COMPLETED = {
    ("trainer.kubeflow.org", kind) for kind in ("TrainingRuntime", "ClusterTrainingRuntime")
}
_CORE = ("", "apps", "batch")
_CORE_NAME = "workloads"
_POD_SHAPES = ("pod", "podtemplate", "podspec")
_CLAIM_VERSIONS = ("v1", "v1beta2", "v1beta1")  # Kubernetes 1.34, 1.33, 1.32
# Objects without pods that rules read: group, versions, kinds, scope.
_OTHERS = (
    ("resource.k8s.io", _CLAIM_VERSIONS, ("ResourceClaim", "ResourceClaimTemplate"), "Namespaced"),
    ("scheduling.k8s.io", ("v1",), ("PriorityClass",), "Cluster"),
    ("karpenter.sh", ("v1",), ("NodePool",), "Cluster"),
    ("nvidia.com", ("v1", "v1alpha1"), ("ClusterPolicy", "NVIDIADriver", "GPUCluster"), "Cluster"),
    ("resource.nvidia.com", ("v1beta1",), ("ComputeDomain",), "Namespaced"),
    ("", ("v1",), ("ResourceQuota", "LimitRange"), "Namespaced"),
    ("autoscaling", ("v2",), ("HorizontalPodAutoscaler",), "Namespaced"),
    ("keda.sh", ("v1alpha1",), ("ScaledObject",), "Namespaced"),
    ("monitoring.coreos.com", ("v1",), ("PrometheusRule", "ServiceMonitor"), "Namespaced"),
    ("helm.toolkit.fluxcd.io", ("v2",), ("HelmRelease",), "Namespaced"),
    ("argoproj.io", ("v1alpha1",), ("Application",), "Namespaced"),
)
# Some of these stand in every text inside a ConfigMap that a rule reads.
_IN_TEXTS = (
    *("mig-configs", "mig-enabled", "licing", "mps", "migStrategy", "GreaterThanOne"),
    *("renameByDefault", "DCGM_", "actions"),
)
_MORE_WORDS = ("accelerator", "nvidia", "neuron")


class Rule(NamedTuple):
    """Kinds of one group that the API server sends. scope: Namespaced or Cluster."""

    group: str
    versions: tuple[str, ...]
    resources: tuple[str, ...]
    scope: str


class Entry(NamedTuple):
    """One webhook of a configuration. name: its first label. conditions: CEL by name, all must hold.

    deny: whether it may refuse; only where CEL keeps out what mentions no accelerator.
    """

    name: str
    rules: tuple[Rule, ...]
    conditions: tuple[tuple[str, str], ...]
    deny: bool


@cache
def entries() -> tuple[Entry, ...]:
    """All webhooks: the core kinds as one, then a group each, so that one's trouble stays its own."""
    found = (*_of_pods(), *_of_others(), _of_texts())
    return tuple(sorted(found, key=lambda each: each.name))


def names_accelerator(variable: str) -> str:
    """CEL: whether a text is, or looks like, the name of an accelerator, a label or taint of one."""
    return f"{variable}.matches('{_pattern()}')"


@cache
def _pattern() -> str:
    """A vendor's domain, a telling word, or what neither of both tells."""
    broad = set(broad_domains())
    domains = "|".join(literal(each) for each in vendor_domains() if each not in broad)
    words = "|".join((*telling_words(), *_MORE_WORDS))
    telling = f"(?i)^([^/]*[.])?({domains})(/|$)|(^|[^a-z])({words})([^a-z]|$)"
    starts = [re.split(r"[\\\[(](?![.])", each)[0].replace("\\", "") for each in known_patterns()]
    names = (each for each in (*known_names(), *starts) if each.partition("/")[0] in broad)
    rest = dict.fromkeys(literal(each) for each in names if not re.search(telling, each))
    return f"{telling}|^({'|'.join(rest)})"


def mentions_accelerator(templates: str) -> str:
    """CEL: whether one of a list of pod templates, or the object itself, mentions an accelerator."""
    own = f"({_keys('object.metadata')}).exists(k, {names_accelerator('k')})"
    return f"{own} || ({templates}).exists(t, {_of_template()})"


def _keys(metadata: str) -> str:
    """CEL: the names of all labels and annotations."""
    return " + ".join(
        f"(has({metadata}.{part}) ? {metadata}.{part}.map(k, k) : [])"
        for part in ("labels", "annotations")
    )


def _of_template() -> str:
    """CEL: whether a template `t` mentions an accelerator, in its metadata or in its pod spec."""
    metadata = f"has(t.metadata) && ({_keys('t.metadata')}).exists(k, {names_accelerator('k')})"
    texts = (
        "(has(s.nodeSelector) ? s.nodeSelector.map(k, k) : []) + "
        "(has(s.tolerations) ? s.tolerations.filter(o, has(o.key)).map(o, o.key) : []) + "
        "(has(s.runtimeClassName) ? [s.runtimeClassName] : []) + "
        "(has(s.schedulerName) ? [s.schedulerName] : []) + "
        "(has(s.volumes) ? s.volumes.filter(v, has(v.hostPath)).map(v, v.hostPath.path) : [])"
    )
    required = "s.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution"
    terms = (
        f"has(s.affinity) && has(s.affinity.nodeAffinity) && has({required}) && "
        f"{required}.nodeSelectorTerms.exists(n, has(n.matchExpressions) && "
        f"n.matchExpressions.exists(m, {names_accelerator('m.key')}))"
    )
    amounts = (
        "(has(c.resources) && has(c.resources.limits) ? c.resources.limits.map(k, k) : []) + "
        "(has(c.resources) && has(c.resources.requests) ? c.resources.requests.map(k, k) : []) + "
        "(has(c.env) && c.env.exists(e, e.name.endsWith('_VISIBLE_DEVICES')) ? ['gpu'] : []) + "
        "(has(c.image) && c.image.contains('device-plugin') ? ['gpu'] : [])"
    )
    containers = (
        "((has(s.containers) ? s.containers : []) + "
        "(has(s.initContainers) ? s.initContainers : []))"
        f".exists(c, ({amounts}).exists(k, {names_accelerator('k')}))"
    )
    return (
        f"{metadata} || has(t.spec) && [t.spec].exists(s, has(s.resourceClaims) || "
        f"({texts}).exists(k, {names_accelerator('k')}) || {terms} || {containers})"
    )


def _of_pods() -> Iterator[Entry]:
    groups: dict[str, list[WorkloadKind]] = {}
    for kind in all_kinds():
        if _is_judged(kind):
            is_core = kind.group in _CORE
            can_tell = all(each.shape in _POD_SHAPES for each in kind.templates)
            can_tell = can_tell and (kind.group, kind.kind) not in _COMPLETED
            name = _CORE_NAME if is_core else kind.group.replace(".", "-")
            groups.setdefault(name if can_tell else f"{name}-other", []).append(kind)
    for name, kinds in groups.items():
        deny = not name.endswith("-other")
        filters = (("mentions-accelerator", mentions_accelerator(_lists(kinds))),)
        yield Entry(name, tuple(_rules(kinds)), (*_common(), *(filters if deny else ())), deny)


def _of_others() -> Iterator[Entry]:
    groups: dict[str, list[Rule]] = {}
    for kind in all_kinds():
        if not kind.templates and not kind.deprecated:
            scope = "Namespaced" if kind.namespaced else "Cluster"
            rule = Rule(kind.group, _served(kind), (plural(kind.kind),), scope)
            groups.setdefault(kind.group, []).append(rule)
    for group, versions, kinds, scope in _OTHERS:
        rule = Rule(group, versions, tuple(map(plural, kinds)), scope)
        groups.setdefault(group, []).append(rule)
    for group, rules in groups.items():
        name = (group or "core").replace(".", "-")
        yield Entry(f"{name}-objects", tuple(rules), _common(), False)


def _of_texts() -> Entry:
    """ConfigMaps with a text that configures GPU software; plain searches, as texts are long."""
    words = " || ".join(f"object.data[k].contains('{each}')" for each in _IN_TEXTS)
    holds = f"has(object.data) && object.data.exists(k, {words} || k.endsWith('.csv'))"
    rules = (Rule("", ("v1",), ("configmaps",), "Namespaced"),)
    return Entry("configmaps", rules, (*_common(), ("configures-gpu-software", holds)), False)


def _common() -> tuple[tuple[str, str], ...]:
    owners = "object.metadata.ownerReferences"
    groups = "request.userInfo.groups"
    same = "has(object.spec) && has(oldObject.spec) && object.spec == oldObject.spec"
    return (
        ("not-owned", f"!has({owners}) || !{owners}.exists(o, has(o.controller) && o.controller)"),
        ("not-being-deleted", "!has(object.metadata.deletionTimestamp)"),
        ("spec-changes", f"request.operation != 'UPDATE' || !({same})"),
        ("not-a-node", f"!has({groups}) || !('system:nodes' in {groups})"),
    )


def _rules(kinds: Iterable[WorkloadKind]) -> Iterator[Rule]:
    for kind in kinds:
        scope = "Namespaced" if kind.namespaced else "Cluster"
        yield Rule(kind.group, _served(kind), (plural(kind.kind),), scope)


def _served(kind: WorkloadKind) -> tuple[str, ...]:
    """Versions in which an object may come: an older release serves none but the older ones.

    Of Kubernetes' own kinds every server that has match conditions serves the newest.
    """
    if kind.group in _CORE:
        return kind.versions
    named = (each.partition("/") for each in kind.old_api_versions)
    return (*kind.versions, *(version for group, _, version in named if group == kind.group))


def _version(kind: WorkloadKind) -> str:
    """CEL: whether the object came in a version of this row; some kinds have two rows."""
    return f"request.kind.version in [{', '.join(repr(each) for each in _served(kind))}]"


def plural(kind: str) -> str:
    """The name of a kind's resource in URLs and rules."""
    name = kind.lower()
    if name.endswith("y") and name[-2] not in "aeiou":
        return f"{name[:-1]}ies"
    return f"{name}es" if name.endswith(("s", "x", "ch", "sh")) else f"{name}s"


def literal(text: str) -> str:
    """A text as a regular expression without backslashes, which CEL's texts would eat."""
    return text.replace(".", "[.]")


def portable(pattern: str) -> str:
    """A pattern of the catalogue as RE2 knows it, without backslashes; it may match a little more."""
    plain = re.sub(r"\(\?!.*?\)", "", pattern)
    return plain.replace("\\.", "[.]").replace("\\d", "[0-9]").replace("\\w", "[A-Za-z0-9_]")


def core_entry() -> Entry:
    """The webhook of the core kinds."""
    return next(each for each in entries() if each.name == _CORE_NAME)


def core_templates() -> str:
    """CEL: the pod templates of an object of a core kind."""
    return _lists(each for each in all_kinds() if each.group in _CORE and _is_judged(each))


def _is_judged(kind: WorkloadKind) -> bool:
    return bool(kind.templates) and (kind.group, kind.kind) not in _DERIVED


def _lists(kinds: Iterable[WorkloadKind]) -> str:
    return " + ".join(
        f"(request.kind.kind == '{each.kind}' && {_version(each)} ? {gathered(each)} : [])"
        for each in kinds
    )
