"""Everything the cluster needs to ask gpulint, as plain objects.

The two configurations differ in what an outage costs: `warn` is asked everywhere and ignored when
it fails; `deny` refuses when gpulint is gone, so it is asked only in namespaces that opt in and only
about objects that mention an accelerator.
"""

from collections.abc import Callable, Iterator, Mapping

from gpulint.webhook.objects.facts import rights
from gpulint.webhook.objects.matching import Entry, Rule, entries
from gpulint.webhook.objects.rotation import API_SERVER_PORTS, rotation, rotation_jobs
from gpulint.webhook.objects.wish import LABELS, Object, Wish, hardened, metadata, unprivileged

ENFORCE_LABEL = "gpulint.io/enforce"
# The cluster's own: a webhook that waits for what waits for it would keep both down.
EXCLUDED = (
    *("kube-system", "kube-public", "kube-node-lease", "cert-manager"),
    *("gpu-operator", "nvidia-gpu-operator", "calico-system", "tigera-operator"),
)
PORT = 8443
_TIMEOUTS = {"warn": 2, "deny": 3}


def manifests(wish: Wish) -> tuple[Object, ...]:
    """All objects, in the order in which they are to be created."""
    return (
        {"apiVersion": "v1", "kind": "Namespace", "metadata": _namespace(wish)},
        {
            "apiVersion": "v1",
            "kind": "ServiceAccount",
            "metadata": metadata(wish),
            "automountServiceAccountToken": False,  # a Pod that needs the API says so
        },
        *(rights(wish) if wish.facts else ()),
        _config(wish),
        *(_CERTIFICATES[wish.made_by](wish)),
        _service(wish),
        _deployment(wish),
        _disruption_budget(wish),
        _network_policy(wish),
        configuration("warn", wish),
        configuration("deny", wish),
        *(rotation_jobs(wish) if wish.made_by == "own" else ()),
    )


def configuration(hook: str, wish: Wish) -> Object:
    """The ValidatingWebhookConfiguration of a hook, warn or deny."""
    named: Object = {"name": f"gpulint-{hook}", "labels": dict(LABELS)}
    if wish.made_by == "cert-manager":
        named["annotations"] = {"cert-manager.io/inject-ca-from": f"{wish.namespace}/gpulint"}
    wanted = (each for each in entries() if hook == "warn" or each.deny)
    return {
        "apiVersion": "admissionregistration.k8s.io/v1",
        "kind": "ValidatingWebhookConfiguration",
        "metadata": named,
        "webhooks": [_webhook(each, hook, wish) for each in wanted],
    }


def matching() -> Object:
    """What the Helm chart takes from here: rules and conditions of all webhooks."""
    return {
        "webhooks": [
            {
                "name": entry.name,
                "deny": entry.deny,
                "rules": [_rule(each) for each in entry.rules],
                "matchConditions": _conditions(entry),
            }
            for entry in entries()
        ]
    }


def _webhook(entry: Entry, hook: str, wish: Wish) -> Object:
    excluded: Object = {
        "key": "kubernetes.io/metadata.name",
        "operator": "NotIn",
        "values": [*EXCLUDED, wish.namespace],
    }
    selector: Object = {"matchExpressions": [excluded]}
    if hook == "deny":
        selector["matchLabels"] = {ENFORCE_LABEL: "true"}
    return {
        "name": f"{entry.name}.{hook}.gpulint.io",
        "clientConfig": _client(hook, wish),
        "rules": [
            _rule(rule)
            for rule in entry.rules
            if hook == "warn" or rule.scope == "Namespaced"  # no selector skips cluster scope
        ],
        "failurePolicy": "Fail" if hook == "deny" else "Ignore",
        "matchPolicy": "Equivalent",
        "namespaceSelector": selector,
        "matchConditions": _conditions(entry),
        "sideEffects": "None",
        "timeoutSeconds": _TIMEOUTS[hook],
        "admissionReviewVersions": ["v1"],
    }


def _rule(rule: Rule) -> Object:
    return {
        "apiGroups": [rule.group],
        "apiVersions": list(rule.versions),
        "resources": list(rule.resources),
        "scope": rule.scope,
        "operations": ["CREATE", "UPDATE"],
    }


def _conditions(entry: Entry) -> list[Object]:
    return [{"name": name, "expression": text} for name, text in entry.conditions]


def _client(hook: str, wish: Wish) -> Object:
    path = f"/validate/{hook}"
    client: Object
    if wish.url:
        client = {"url": wish.url + path}
    else:
        service = {"name": "gpulint", "namespace": wish.namespace, "path": path, "port": 443}
        client = {"service": service}
    return client | ({"caBundle": wish.authority} if wish.made_by == "given" else {})


def _namespace(wish: Wish) -> Object:
    level = "pod-security.kubernetes.io/enforce"
    return {"name": wish.namespace, "labels": {**LABELS, level: "restricted"}}


def _config(wish: Wish) -> Object:
    text = "# modes by rule and namespace; see deploy/README.md\nmodes: []\n"
    return {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": metadata(wish),
        "data": {"webhook.yaml": text},
    }


def _certificates(wish: Wish) -> Iterator[Object]:
    """For cert-manager: a self-signed issuer and the certificate of the Service."""
    api = "cert-manager.io/v1"
    whole = f"gpulint.{wish.namespace}.svc"
    yield {
        "apiVersion": api,
        "kind": "Issuer",
        "metadata": metadata(wish),
        "spec": {"selfSigned": {}},
    }
    yield {
        "apiVersion": api,
        "kind": "Certificate",
        "metadata": metadata(wish),
        "spec": {
            "secretName": "gpulint-tls",
            "dnsNames": [whole, f"{whole}.cluster.local"],
            "issuerRef": {"name": "gpulint", "kind": "Issuer"},
            "privateKey": {"algorithm": "ECDSA", "size": 256, "rotationPolicy": "Always"},
        },
    }


_CERTIFICATES: Mapping[str, Callable[[Wish], Iterator[Object]]] = {
    "own": rotation,
    "cert-manager": _certificates,
    "given": lambda _: iter(()),
}


def _service(wish: Wish) -> Object:
    port = {"name": "https", "port": 443, "targetPort": "https", "protocol": "TCP"}
    spec = {"selector": dict(LABELS), "ports": [port]}
    return {"apiVersion": "v1", "kind": "Service", "metadata": metadata(wish), "spec": spec}


def _deployment(wish: Wish) -> Object:
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": metadata(wish),
        "spec": {
            "replicas": wish.replicas,
            "selector": {"matchLabels": dict(LABELS)},
            # a new replica answers before an old one goes
            "strategy": {
                "type": "RollingUpdate",
                "rollingUpdate": {"maxUnavailable": 0, "maxSurge": 1},
            },
            "template": {"metadata": {"labels": dict(LABELS)}, "spec": _pod(wish)},
        },
    }


def _pod(wish: Wish) -> Object:
    return {
        "serviceAccountName": "gpulint",
        "automountServiceAccountToken": wish.facts,
        "priorityClassName": "system-cluster-critical",
        "terminationGracePeriodSeconds": 30,
        "securityContext": unprivileged(),
        "topologySpreadConstraints": [
            {
                "maxSkew": 1,
                "topologyKey": key,
                "whenUnsatisfiable": "ScheduleAnyway",
                "labelSelector": {"matchLabels": dict(LABELS)},
            }
            for key in ("kubernetes.io/hostname", "topology.kubernetes.io/zone")
        ],
        "containers": [_container(wish)],
        "volumes": [
            {"name": "tls", "secret": _files()},
            {"name": "config", "configMap": {"name": "gpulint"}},
        ],
    }


def _files() -> Object:
    """The certificate as files. A Pod starts once the Secret has both; it sees no other key."""
    items = [{"key": name, "path": name} for name in ("tls.crt", "tls.key")]
    return {"secretName": "gpulint-tls", "items": items}


def _container(wish: Wish) -> Object:
    def probe(path: str, **rest: int) -> Object:
        return {"httpGet": {"path": path, "port": "https", "scheme": "HTTPS"}, **rest}

    files = ["--cert=/tls/tls.crt", "--key=/tls/tls.key", "--config=/config/webhook.yaml"]
    facts = ["--facts=live"] if wish.facts else []
    return {
        "name": "gpulint",
        "image": wish.image,
        "args": ["webhook", "serve", *files, f"--port={PORT}", *facts],
        "env": [{"name": "PYTHONDONTWRITEBYTECODE", "value": "1"}],
        "ports": [{"name": "https", "containerPort": PORT}],
        "startupProbe": probe("/healthz", periodSeconds=1, failureThreshold=30),
        "readinessProbe": probe("/readyz", periodSeconds=5),
        "livenessProbe": probe("/healthz", periodSeconds=10, failureThreshold=6, timeoutSeconds=5),
        # the endpoint is taken out of the Service before the server stops listening
        "lifecycle": {"preStop": {"sleep": {"seconds": 8}}},
        # no CPU limit: a throttled webhook is one that times out
        "resources": {
            "requests": {"cpu": "100m", "memory": "96Mi"},
            "limits": {"memory": "512Mi" if wish.facts else "256Mi"},
        },
        "securityContext": hardened(),
        "volumeMounts": [
            {"name": "tls", "mountPath": "/tls", "readOnly": True},
            {"name": "config", "mountPath": "/config", "readOnly": True},
        ],
    }


def _disruption_budget(wish: Wish) -> Object:
    return {
        "apiVersion": "policy/v1",
        "kind": "PodDisruptionBudget",
        "metadata": metadata(wish),
        "spec": {
            "maxUnavailable": 1,
            "unhealthyPodEvictionPolicy": "AlwaysAllow",
            "selector": {"matchLabels": dict(LABELS)},
        },
    }


def _network_policy(wish: Wish) -> Object:
    """Anybody may call, as the API server is no Pod and cannot be selected; with live facts it is
    called, else nothing is."""
    ports = [{"port": port, "protocol": "TCP"} for port in API_SERVER_PORTS]
    return {
        "apiVersion": "networking.k8s.io/v1",
        "kind": "NetworkPolicy",
        "metadata": metadata(wish),
        "spec": {
            "podSelector": {"matchLabels": dict(LABELS)},
            "policyTypes": ["Ingress", "Egress"],
            "ingress": [{"ports": [{"port": PORT, "protocol": "TCP"}]}],
            "egress": [{"ports": ports}] if wish.facts else [],
        },
    }
