"""What live facts need in a cluster: the right to read the kinds that are followed, and no other."""

from collections.abc import Iterator

from gpulint.webhook.cluster.kinds import WATCHED
from gpulint.webhook.objects.wish import LABELS, Object, Wish

_NAME = "gpulint-facts"
_RBAC = "rbac.authorization.k8s.io"
_VERBS = ["get", "list", "watch"]


def rights(wish: Wish) -> Iterator[Object]:
    """ClusterRole and binding of the server's account."""
    resources: dict[str, list[str]] = {}
    for kind in WATCHED:
        resources.setdefault(kind.group, []).append(kind.plural)
    yield {
        "apiVersion": f"{_RBAC}/v1",
        "kind": "ClusterRole",
        "metadata": {"name": _NAME, "labels": dict(LABELS)},
        "rules": [
            {"apiGroups": [group], "resources": sorted(resources[group]), "verbs": list(_VERBS)}
            for group in sorted(resources)
        ],
    }
    yield {
        "apiVersion": f"{_RBAC}/v1",
        "kind": "ClusterRoleBinding",
        "metadata": {"name": _NAME, "labels": dict(LABELS)},
        "roleRef": {"apiGroup": _RBAC, "kind": "ClusterRole", "name": _NAME},
        "subjects": [{"kind": "ServiceAccount", "name": "gpulint", "namespace": wish.namespace}],
    }
