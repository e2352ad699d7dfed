"""What runs `gpulint webhook certs --rotate` in a cluster: two Jobs, and the few rights they have.

The server's Pods have none of it: they see two keys of the Secret as files, never the authority's.
"""

from collections.abc import Iterator

from gpulint.webhook.objects.wish import Object, Wish, hardened, metadata, unprivileged

_NAME = "gpulint-certificates"
_SECRET = "gpulint-tls"
# not the server's label: the Service must not send reviews here
_LABELS = {"app.kubernetes.io/name": _NAME}
_CONFIGURATIONS = ["gpulint-warn", "gpulint-deny"]
_RBAC = "rbac.authorization.k8s.io"
_DAYS = 90  # renewed after sixty
_SCHEDULE = "23 4 * * *"
API_SERVER_PORTS = (443, 6443)  # before and behind the Service `kubernetes`


def rotation(wish: Wish) -> Iterator[Object]:
    """Secret, account, rights and network policy of the rotation."""
    # empty: a role cannot allow to create one Secret by name, but to change it
    yield {
        "apiVersion": "v1",
        "kind": "Secret",
        "metadata": _metadata(wish, _SECRET),
        "type": "Opaque",
    }
    yield {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": _metadata(wish)}
    yield from _rights(wish)
    yield _network_policy(wish)


def rotation_jobs(wish: Wish) -> Iterator[Object]:
    """One run at once and one a day; to be created last, as they need all the rest."""
    job = _job(wish)
    yield {
        "apiVersion": "batch/v1",
        "kind": "Job",
        "metadata": _metadata(wish),
        # gone before the next version is applied, as a Job cannot be changed
        "spec": {"ttlSecondsAfterFinished": 300, **job},
    }
    yield {
        "apiVersion": "batch/v1",
        "kind": "CronJob",
        "metadata": _metadata(wish),
        "spec": {
            "schedule": _SCHEDULE,
            "concurrencyPolicy": "Forbid",
            "startingDeadlineSeconds": 3600,
            "successfulJobsHistoryLimit": 1,
            "failedJobsHistoryLimit": 2,
            "jobTemplate": {"metadata": {"labels": dict(_LABELS)}, "spec": job},
        },
    }


def _metadata(wish: Wish, name: str = _NAME) -> Object:
    return metadata(wish, name) | {"labels": dict(_LABELS)}


def _rights(wish: Wish) -> Iterator[Object]:
    """One Secret in the namespace; two configurations, which have no namespace."""
    account = {"kind": "ServiceAccount", "name": _NAME, "namespace": wish.namespace}
    for kind, group, resource, names in (
        ("Role", "", "secrets", [_SECRET]),
        (
            "ClusterRole",
            "admissionregistration.k8s.io",
            "validatingwebhookconfigurations",
            _CONFIGURATIONS,
        ),
    ):
        found = _metadata(wish)
        if kind == "ClusterRole":
            found.pop("namespace")
        rule = {
            "apiGroups": [group],
            "resources": [resource],
            "resourceNames": list(names),
            "verbs": ["get", "update"],
        }
        yield {"apiVersion": f"{_RBAC}/v1", "kind": kind, "metadata": found, "rules": [rule]}
        yield {
            "apiVersion": f"{_RBAC}/v1",
            "kind": f"{kind}Binding",
            "metadata": dict(found),
            "roleRef": {"apiGroup": _RBAC, "kind": kind, "name": _NAME},
            "subjects": [dict(account)],
        }


def _network_policy(wish: Wish) -> Object:
    """Nobody calls these Pods; they call the API server, which is no Pod and is known by its ports."""
    ports = [{"port": port, "protocol": "TCP"} for port in API_SERVER_PORTS]
    return {
        "apiVersion": "networking.k8s.io/v1",
        "kind": "NetworkPolicy",
        "metadata": _metadata(wish),
        "spec": {
            "podSelector": {"matchLabels": dict(_LABELS)},
            "policyTypes": ["Ingress", "Egress"],
            "ingress": [],
            "egress": [{"ports": ports}],
        },
    }


def _job(wish: Wish) -> Object:
    container = {
        "name": "certificates",
        "image": wish.image,
        "args": [
            *("webhook", "certs", "--rotate", f"--namespace={wish.namespace}"),
            *("--service=gpulint", f"--secret={_SECRET}", f"--days={_DAYS}"),
            *(f"--configuration={name}" for name in _CONFIGURATIONS),
        ],
        "env": [{"name": "PYTHONDONTWRITEBYTECODE", "value": "1"}],
        "resources": {"requests": {"cpu": "50m", "memory": "64Mi"}, "limits": {"memory": "128Mi"}},
        "securityContext": hardened(),
    }
    return {
        "backoffLimit": 6,
        "activeDeadlineSeconds": 900,
        "template": {
            "metadata": {"labels": dict(_LABELS)},
            "spec": {
                "serviceAccountName": _NAME,
                "restartPolicy": "Never",
                "securityContext": unprivileged(),
                "containers": [container],
            },
        },
    }
