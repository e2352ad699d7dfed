"""What running pods take of nodes, and the pods that wait, for a facts file."""

from collections.abc import Iterable, Mapping

from gpulint.model.pod import PodTemplate
from gpulint.model.quantity import ZERO, Quantity
from gpulint.model.resource import Resource, mapping, sequence, text

_DONE = ("Succeeded", "Failed")
_SPEC = (
    "nodeSelector", "affinity", "overhead", "runtimeClassName", "priorityClassName", "schedulerName",
)  # fmt: skip
_ONE = Quantity(10**9)


def is_over(pod: Resource) -> bool:
    """Whether a pod has ended, so that it holds nothing any more."""
    return mapping(pod.value.get("status")).get("phase") in _DONE


def node_of(pod: Resource) -> str:
    """The node that a pod is bound to; empty while it waits."""
    return text(pod.spec.get("nodeName"))


def used_by_node(pods: Iterable[Resource]) -> dict[str, dict[str, Quantity]]:
    """Sum of requests per node, of the pods that are bound and not over; `pods` counts them."""
    used: dict[str, dict[str, Quantity]] = {}
    for pod in pods:
        if is_over(pod) or not node_of(pod):
            continue
        taken = used.setdefault(node_of(pod), {})
        for template in PodTemplate.from_resource(pod):
            for name, amount in (*template.requests.items(), ("pods", _ONE)):
                taken[name] = taken.get(name, ZERO) + amount
    return used


def waiting(pods: Iterable[Resource]) -> list[dict[str, object]]:
    """Pods that wait for a node, as much of them as the scheduler asks about, sorted by name."""
    found = [pod for pod in pods if not node_of(pod) and not is_over(pod)]
    return [_pending(pod) for pod in sorted(found, key=lambda each: (each.namespace, each.name))]


def _pending(pod: Resource) -> dict[str, object]:
    spec: dict[str, object] = {key: pod.spec[key] for key in _SPEC if pod.spec.get(key)}
    tolerations = [t for t in map(mapping, sequence(pod.spec.get("tolerations"))) if _is_own(t)]
    if tolerations:
        spec["tolerations"] = tolerations
    for key in ("initContainers", "containers"):
        containers = [_container(each) for each in map(mapping, sequence(pod.spec.get(key)))]
        if containers:
            spec[key] = containers
    metadata = {key: pod.metadata[key] for key in ("name", "namespace") if pod.metadata.get(key)}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": spec}


def _is_own(toleration: Mapping[str, object]) -> bool:
    """Not one of the two that the API server adds to every pod."""
    return toleration.get("tolerationSeconds") is None


def _container(value: Mapping[str, object]) -> dict[str, object]:
    kept = {key: value[key] for key in ("name", "restartPolicy") if value.get(key)}
    resources = mapping(value.get("resources"))
    amounts = {key: resources[key] for key in ("requests", "limits") if resources.get(key)}
    return {**kept, **({"resources": amounts} if amounts else {})}
