"""`gpulint facts`: what is recorded, what is left out, what changed."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gpulint.source.reader import ReadOptions, read_bytes
from gpulint.validation.contracts import contract_errors

Cli = Callable[..., Any]


def _node(name: str, memory: str = "64Gi", **labels: str) -> dict[str, object]:
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {
            "name": name,
            "uid": f"uid-{name}",
            "annotations": {"token": "hush"},
            "managedFields": [{"manager": "kubelet"}],
            "labels": {"kubernetes.io/hostname": name, "card": "L4", **labels},
        },
        "spec": {"taints": [{"key": "gpu", "effect": "NoSchedule"}], "providerID": f"x://{name}"},
        "status": {
            "allocatable": {"cpu": "8", "memory": memory, "nvidia.com/gpu": "2"},
            "images": [{"names": ["secret.example.com/model"]}],
        },
    }


QUEUE = {
    "apiVersion": "scheduling.volcano.sh/v1beta1",
    "kind": "Queue",
    "metadata": {"name": "training", "annotations": {"token": "hush"}, "resourceVersion": "7"},
    "spec": {"weight": 1},
    "status": {"state": "Open"},
}
SECRET = {
    "apiVersion": "v1",
    "kind": "Secret",
    "metadata": {"name": "s"},
    "data": {"k": "aHVzaA=="},
}


def _pod(name: str, node: str = "", gpus: str = "1") -> dict[str, object]:
    spec: dict[str, object] = {
        "containers": [
            {
                "name": "c",
                "image": "secret.example.com/model",
                "env": [{"name": "TOKEN", "value": "hush"}],
                "resources": {"limits": {"nvidia.com/gpu": gpus}},
            }
        ],
        "tolerations": [{"key": "gpu", "operator": "Exists"}],
    }
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": name, "namespace": "ml"},
        "spec": {**spec, "nodeName": node} if node else spec,
        "status": {"phase": "Running" if node else "Pending"},
    }


def _list(*items: dict[str, object]) -> bytes:
    return json.dumps({"apiVersion": "v1", "kind": "List", "items": items}).encode()


def _recorded(cli: Cli, *items: dict[str, object], pods: bool = False) -> dict[str, Any]:
    ran = cli("facts", "--from", "-", *(["--pods"] if pods else []), stdin=_list(*items))
    assert ran.code == 0, ran.err
    (document,) = read_bytes("f.yaml", ran.out.encode(), ReadOptions(prefilter=False)).documents
    assert isinstance(document.value, dict)
    return document.value


def test_equal_nodes_are_folded_and_secrets_left_out(cli: Cli) -> None:
    """The file is committed, so it must be short and must not leak."""
    found = _recorded(cli, _node("b"), _node("a"), QUEUE, SECRET)
    found.pop("date")
    expected = {
        "schema": "gpulint.facts/1",
        "covers": ["Node", "Queue.scheduling.volcano.sh"],
        "own_labels": ["kubernetes.io/hostname"],
        "nodes": [
            {
                "count": 2,
                "examples": ["a", "b"],
                "metadata": {"name": "a", "labels": {"card": "L4"}},
                "spec": {"taints": [{"key": "gpu", "effect": "NoSchedule"}]},
                "status": {"allocatable": {"cpu": "8", "memory": "64Gi", "nvidia.com/gpu": "2"}},
            }
        ],
        "items": [
            {
                "apiVersion": "scheduling.volcano.sh/v1beta1",
                "kind": "Queue",
                "metadata": {"name": "training"},
                "spec": {"weight": 1},
            }
        ],
    }
    actual = found
    assert expected == actual


def test_what_was_left_out_is_counted(cli: Cli) -> None:
    """Nothing passes in silence."""
    expected = "gpulint: 1 objects of other kinds left out\n"
    actual = cli("facts", "--from", "-", stdin=_list(_node("a"), SECRET)).err
    assert expected == actual


def test_nodes_that_differ_by_a_few_pages_of_memory_are_equal(cli: Cli) -> None:
    """Two machines of one make never have the very same; the least of them is promised."""
    found = _recorded(cli, _node("a", "65000Mi"), _node("b", "64990Mi"), _node("c", "128Gi"))
    expected = [(2, "64990Mi"), (1, "128Gi")]
    actual = [(e["count"], e["status"]["allocatable"]["memory"]) for e in found["nodes"]]
    assert expected == actual


def test_labels_that_no_two_nodes_share_do_not_split_the_fleet(cli: Cli) -> None:
    """Every cloud has its own label for a machine's number."""
    nodes = [_node(f"n{n}", **{"cloud.example/machine": f"m{n}"}) for n in range(9)]
    found = _recorded(cli, *nodes)
    expected = ([9], ["cloud.example/machine", "kubernetes.io/hostname"])
    actual = ([each["count"] for each in found["nodes"]], found["own_labels"])
    assert expected == actual


def test_running_and_waiting_pods_are_told_on_request(cli: Cli) -> None:
    """Sums per node say what is free, and the waiting ones can be placed first."""
    pods = (_pod("x", "a"), _pod("y", "a"), _pod("z"))
    found = _recorded(cli, _node("a"), _node("b"), *pods, pods=True)
    expected = (
        [{"nodes": 1, "requests": {"nvidia.com/gpu": "2", "pods": "2"}}],
        [
            {
                "apiVersion": "v1",
                "kind": "Pod",
                "metadata": {"name": "z", "namespace": "ml"},
                "spec": {
                    "tolerations": [{"key": "gpu", "operator": "Exists"}],
                    "containers": [{"name": "c", "resources": {"limits": {"nvidia.com/gpu": "1"}}}],
                },
            }
        ],
    )
    actual = (found["nodes"][0]["used"], found["pending"])
    assert expected == actual


def test_a_recording_keeps_its_contract(cli: Cli) -> None:
    """Other programs read the file by the published schema."""
    expected: tuple[object, ...] = ()
    actual = contract_errors(
        _recorded(cli, _node("a"), _node("b"), QUEUE, _pod("x", "a"), _pod("z"), pods=True), "facts"
    )
    assert expected == actual


def test_settings_of_the_operator_are_told_without_its_secrets(cli: Cli) -> None:
    """Its environment may hold a licence or a password; any other field that is missed is a rule misled."""
    policy = {
        "apiVersion": "nvidia.com/v1",
        "kind": "ClusterPolicy",
        "metadata": {"name": "cluster-policy"},
        "spec": {
            "mig": {"strategy": "mixed"},
            "driver": {
                "useNvidiaDriverCRD": True,
                "env": [{"name": "PASSWORD", "value": "hush"}],
            },
        },
    }
    environment = [{"name": "PASSWORD", "value": "<hidden>"}]
    driver = {"useNvidiaDriverCRD": True, "env": environment}
    expected = [{"mig": {"strategy": "mixed"}, "driver": driver}]
    actual = [each["spec"] for each in _recorded(cli, policy)["items"]]
    assert expected == actual


def test_order_of_the_input_does_not_show(cli: Cli) -> None:
    """Two recordings of one cluster are the same text."""
    items = [_node("a"), _node("b", "128Gi"), QUEUE]
    expected = cli("facts", "--from", "-", stdin=_list(*items)).out
    actual = cli("facts", "--from", "-", stdin=_list(*reversed(items))).out
    assert expected == actual


def test_show_is_a_table(cli: Cli) -> None:
    """What a person wants to know of a fleet at a glance."""
    expected = """\
-: 2 nodes in 1 groups, without a date

NODES  EXAMPLE  PRODUCT  DEVICES           MIG AND SHARING  TAINTS
1      a        -        nvidia.com/gpu 2  -                gpu:NoSchedule

KIND                         NAMES
Queue.scheduling.volcano.sh  training
""".replace("2 nodes", "1 nodes")
    actual = cli("facts", "show", "-", stdin=_list(_node("a"), QUEUE)).out
    assert expected == actual


def test_diff_tells_what_came_what_went_and_what_changed(cli: Cli, tmp_path: Path) -> None:
    """The review of a new facts file is the review of a changed cluster."""
    other = {**QUEUE, "spec": {"weight": 2}}
    (tmp_path / "old.json").write_bytes(_list(_node("a"), QUEUE))
    (tmp_path / "new.json").write_bytes(_list(_node("a"), _node("b"), other))
    for name in ("old", "new"):
        cli("facts", "--from", f"{name}.json", "-o", f"{name}.yaml")
    words = "without a product [cpu: 8, memory: 68719476736, nvidia.com/gpu: 2, card=L4, gpu:NoSchedule]"
    expected = (
        1,
        f"~ Queue.scheduling.volcano.sh training: spec changed\n~ nodes {words}: 1 became 2\n",
    )
    ran = cli("facts", "diff", "old.yaml", "new.yaml")
    actual = (ran.code, ran.out)
    assert expected == actual


def test_the_same_facts_have_no_difference(cli: Cli, tmp_path: Path) -> None:
    """Exit code 0 lets a build go on."""
    (tmp_path / "f.json").write_bytes(_list(_node("a"), QUEUE))
    expected = (0, "")
    ran = cli("facts", "diff", "f.json", "f.json")
    actual = (ran.code, ran.out)
    assert expected == actual


KUBECTL = """\
#!/bin/sh
case "$2" in
  nodes) cat nodes.json ;;
  queues.scheduling.volcano.sh)
    echo "error: the server doesn't have a resource type" >&2; exit 1 ;;
  resourcequotas) echo "Error from server (Forbidden): resourcequotas is forbidden" >&2; exit 1 ;;
  *) echo '{"apiVersion": "v1", "kind": "List", "items": []}' ;;
esac
"""


@pytest.fixture
def kubectl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Put a kubectl of our own first on the path."""

    def place(script: str) -> None:
        program = tmp_path / "bin" / "kubectl"
        program.parent.mkdir()
        program.write_text(script)
        program.chmod(0o755)
        monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")

    return place


def test_a_live_cluster_is_read_through_kubectl(
    cli: Cli, kubectl: Callable[[str], None], tmp_path: Path
) -> None:
    """A kind that is not there, or may not be seen, is said and not taken for empty."""
    kubectl(KUBECTL)
    (tmp_path / "nodes.json").write_bytes(_list(_node("a")))
    ran = cli("facts", "-o", "facts.yaml")
    text = (tmp_path / "facts.yaml").read_bytes()
    (document,) = read_bytes("f.yaml", text, ReadOptions(prefilter=False)).documents
    assert isinstance(document.value, dict)
    covers = document.value["covers"]
    expected = (
        0,
        "gpulint: ResourceQuota: you may not list it\n"
        "gpulint: Queue.scheduling.volcano.sh: the cluster does not have this kind\n",
        [True, True, False, False],
    )
    kinds = (
        "Node",
        "PriorityClass.scheduling.k8s.io",
        "ResourceQuota",
        "Queue.scheduling.volcano.sh",
    )
    actual = (ran.code, ran.err, [kind in covers for kind in kinds])
    assert expected == actual


def test_a_cluster_that_cannot_be_reached_is_the_users_to_mend(
    cli: Cli, kubectl: Callable[[str], None]
) -> None:
    """An empty file would look like an empty cluster."""
    kubectl("#!/bin/sh\necho 'Unable to connect to the server' >&2\nexit 1\n")
    expected = (2, "gpulint: kubectl get nodes: Unable to connect to the server\n")
    ran = cli("facts")
    actual = (ran.code, ran.err)
    assert expected == actual


def test_check_reads_a_facts_file(cli: Cli, tmp_path: Path, good: str) -> None:
    """A folded node stands for all of them, and its labels are what nodes carry."""
    selecting = (
        (tmp_path / good)
        .read_text()
        .replace("spec:\n", "spec:\n  nodeSelector: {nvidia.com/gpu.product: NVIDIA-L40S}\n")
    )
    (tmp_path / good).write_text(selecting)
    label = {"nvidia.com/gpu.product": "NVIDIA-L4"}
    (tmp_path / "n.json").write_bytes(_list(_node("a", **label), _node("b", **label)))
    cli("facts", "--from", "n.json", "-o", "facts.yaml")
    call = ("check", good, "--no-config", "--format", "json", "--facts")
    reports = [json.loads(cli(*call, facts).out)["findings"] for facts in ("n.json", "facts.yaml")]
    expected, actual = ([(f["id"], f["line"]) for f in each] for each in reports)
    assert expected == actual != []


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("--from", "none.json"), "none.json"),
        (("--from", "empty.json"), "empty.json: no Kubernetes object"),
        (("show", "odd.yaml"), "odd.yaml:3: nodes must be list"),
        (("show", "future.yaml"), "future.yaml:1: schema gpulint.facts/9 is not known"),
    ],
)
def test_a_wrong_file_is_said(
    cli: Cli, tmp_path: Path, arguments: tuple[str, ...], expected: str
) -> None:
    """The message names the file and what is wrong with it."""
    (tmp_path / "empty.json").write_text("{}")
    (tmp_path / "odd.yaml").write_text('schema: gpulint.facts/1\ndate: "2027-01-31"\nnodes: 3\n')
    (tmp_path / "future.yaml").write_text("schema: gpulint.facts/9\n")
    ran = cli("facts", *arguments)
    actual = (ran.code, ran.err.removeprefix("gpulint: ")[: len(expected)])
    assert (2, expected) == actual


@pytest.mark.parametrize(
    ("script", "expected"),
    [("echo '<html>' sign in", "<html> sign in"), ("true", "nothing"), ("echo '{}'", "{}")],
)
def test_what_is_no_list_is_not_recorded_as_an_empty_cluster(
    script: str, expected: str, cli: Cli, kubectl: Callable[[str], None]
) -> None:
    """Some wrappers say that one must log in, and end as if all were well."""
    kubectl(f"#!/bin/sh\n{script}\n")
    ran = cli("facts")
    told = f"gpulint: kubectl get nodes: gave no list of objects, but {expected}\n"
    assert (ran.code, ran.out, ran.err) == (2, "", told)
