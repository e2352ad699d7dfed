"""What only one pod of a node can have: a host port, or a node without its own like."""

from collections.abc import Iterator, Mapping

from gpulint.model.pod import PodTemplate
from gpulint.model.resource import dig, mapping, sequence, text

_HOSTNAME = "kubernetes.io/hostname"
_REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
_ANY = ("", "0.0.0.0")


def exclusive_amounts(pod: PodTemplate) -> dict[str, int]:
    """One of each thing that no two of these pods can share on a node, as if nodes offered one."""
    return dict.fromkeys((*_ports(pod), *_own_likes(pod)), 1)


def _ports(pod: PodTemplate) -> Iterator[str]:
    on_host = pod.spec.get("hostNetwork") is True
    for container in pod.all_containers:
        if container.init and not container.sidecar:
            continue
        for port in map(mapping, sequence(container.value.get("ports"))):
            number = port.get("hostPort") or (port.get("containerPort") if on_host else None)
            if number:
                address = text(port.get("hostIP"))
                where = "" if address in _ANY else f"{address}:"
                yield f"port:{text(port.get('protocol')) or 'TCP'}:{where}{number}"


def _own_likes(pod: PodTemplate) -> Iterator[str]:
    """Anti-affinity per node against pods with the labels that the pod itself has."""
    for term in map(mapping, sequence(dig(pod.spec, ("affinity", "podAntiAffinity", _REQUIRED)))):
        if term.get("topologyKey") == _HOSTNAME and _selects(term, pod.labels):
            yield f"alone:{sorted(mapping(term.get('labelSelector')).items())!r}"


def _selects(term: Mapping[str, object], labels: Mapping[str, object]) -> bool:
    selector = term.get("labelSelector")
    if not isinstance(selector, dict) or term.get("namespaces") or term.get("namespaceSelector"):
        return False
    if any(labels.get(key) != value for key, value in mapping(selector.get("matchLabels")).items()):
        return False
    return all(
        _holds(each, labels) for each in map(mapping, sequence(selector.get("matchExpressions")))
    )


def _holds(each: Mapping[str, object], labels: Mapping[str, object]) -> bool:
    key, operator, values = (
        text(each.get("key")),
        each.get("operator"),
        sequence(each.get("values")),
    )
    if operator == "In":
        return key in labels and labels[key] in values
    if operator == "NotIn":
        return key not in labels or labels[key] not in values
    return (key in labels) == (operator == "Exists")


def notes_on(pod: PodTemplate) -> tuple[str, ...]:
    """Constraints that need more than a list of nodes, so that a fit leaves them out."""
    found = []
    affinity = mapping(pod.spec.get("affinity"))
    if sequence(mapping(affinity.get("podAffinity")).get(_REQUIRED)):
        found.append("pod affinity was not judged")
    anti = sequence(mapping(affinity.get("podAntiAffinity")).get(_REQUIRED))
    if len(anti) > len(list(_own_likes(pod))):
        found.append("pod anti-affinity against other pods was not judged")
    spread = map(mapping, sequence(pod.spec.get("topologySpreadConstraints")))
    if any(each.get("whenUnsatisfiable") != "ScheduleAnyway" for each in spread):
        found.append("topology spread was not judged")
    return tuple(found)
