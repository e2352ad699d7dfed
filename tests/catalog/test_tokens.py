"""Words of the prefilter cover the catalogue and spare other documents."""

import pytest

from gpulint.catalog.compaction import read_data
from gpulint.catalog.keys import all_keys, known_schedulers
from gpulint.catalog.kinds import all_kinds
from gpulint.catalog.tokens import tokens

WITHOUT_TOKEN = {
    # keys that work only beside a scheduler name or a GPU that is itself a token
    "default-scheduler",
    "pod-group-name",
    "priorityClassName",
    "applicationId",
    "queue",
    "spec.workloadRef",
    # stand on JobSets and LeaderWorkerSets, whose groups are tokens
    "alpha.jobset.sigs.k8s.io/exclusive-topology",
    "leaderworkerset.sigs.k8s.io/exclusive-topology",
    # speak of any workload: interesting only for one with GPUs
    "cluster-autoscaler.kubernetes.io/safe-to-evict",
    "cluster-autoscaler.kubernetes.io/safe-to-evict-local-volumes",
}

WITHOUT_GANG = {
    # generic kinds: what makes them interesting is inside
    ("", "Pod"),
    ("apps", "Deployment"),
    ("apps", "ReplicaSet"),
    ("apps", "StatefulSet"),
    ("apps", "DaemonSet"),
    ("batch", "Job"),
    ("serving.kserve.io", "InferenceService"),
    ("serving.kserve.io", "ServingRuntime"),
    ("serving.kserve.io", "ClusterServingRuntime"),
    ("serving.kserve.io", "LLMInferenceService"),
    ("serving.kserve.io", "LLMInferenceServiceConfig"),
    ("sparkoperator.k8s.io", "SparkApplication"),
    ("sparkoperator.k8s.io", "ScheduledSparkApplication"),
}


def missed(names: list[str]) -> list[str]:
    """Names that hold no token and are not excused."""
    words = tokens()
    return [
        name for name in names if name not in WITHOUT_TOKEN and not any(w in name for w in words)
    ]


def test_no_token_holds_another() -> None:
    """The longer one would never decide anything."""
    words = tokens()
    expected = []
    actual = [(a, b) for a in words for b in words if a != b and a in b]
    assert expected == actual


def test_every_accelerator_name_holds_a_token() -> None:
    """A document with such a resource must be parsed."""
    data = read_data("resources")
    names = [name for row in data["families"] for name in row.get("names", [])]
    names += [f"{row['name']}:" for row in (*data["retired"], *data["wrong"])]
    names += [
        pattern.replace("\\", "") for row in data["families"] for pattern in row.get("patterns", [])
    ]
    expected = []
    actual = missed(names)
    assert expected == actual


def test_every_token_survives_the_escapes_of_a_json_patch() -> None:
    """There `/` is written `~1`."""
    names = [name for row in read_data("resources")["families"] for name in row.get("names", [])]
    expected = []
    actual = missed([name.replace("/", "~1") for name in names])
    assert expected == actual


def test_every_label_about_gpus_holds_a_token() -> None:
    """A document that selects GPU nodes must be parsed."""
    keys = [
        row["key"]
        for row in read_data("labels")["labels"]
        if "key" in row and (row["owner"] in ("gfd", "operator", "amd") or row.get("products"))
    ]
    expected = []
    actual = missed(keys)
    assert expected == actual


def test_every_scheduler_and_key_holds_a_token() -> None:
    """A document that speaks to a gang scheduler must be parsed."""
    expected = []
    actual = missed([*known_schedulers(), *(fact.key for fact in all_keys())])
    assert expected == actual


def test_every_gang_and_queue_kind_holds_a_token() -> None:
    """Their rules speak without any GPU in sight."""
    names = [
        f"{kind.group}/{kind.kind}"
        for kind in all_kinds()
        if (kind.gang_fields or not kind.templates) and (kind.group, kind.kind) not in WITHOUT_GANG
    ]
    expected = []
    actual = missed(names)
    assert expected == actual


@pytest.mark.parametrize(
    "text",
    [
        """
apiVersion: apps/v1
kind: Deployment
metadata: {name: shop, labels: {app.kubernetes.io/name: shop}}
spec:
  replicas: 3
  template:
    spec:
      serviceAccountName: shop
      priorityClassName: standard
      nodeSelector: {kubernetes.io/arch: amd64, topology.kubernetes.io/zone: a}
      containers:
        - name: web
          image: registry.example.com/shop:1.4
          args: [--output=json, --input=/data]
          resources: {requests: {cpu: 500m, memory: 1Gi}, limits: {memory: 1Gi}}
""",
        """
apiVersion: v1
kind: Service
metadata: {name: shop, annotations: {cloud.google.com/neg: '{"ingress": true}'}}
spec: {selector: {app: shop}, ports: [{port: 80, targetPort: http}]}
""",
        """
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: shop-reader}
rules:
  - apiGroups: [""]
    resources: [pods, configmaps, secrets]
    verbs: [get, list, watch]
""",
    ],
)
def test_documents_without_gpus_hold_no_token(text: str) -> None:
    """They are most of what is linted, and must cost nothing."""
    expected = []
    actual = [word for word in tokens() if word in text]
    assert expected == actual
