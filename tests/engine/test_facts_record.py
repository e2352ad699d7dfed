"""What a recording keeps, and in which order."""

import json
from collections.abc import Sequence
from typing import Any

from gpulint.engine.facts_read import resources_in_text
from gpulint.engine.facts_record import Recording, record


def _record(*values: dict[str, Any], **options: Any) -> Recording:
    text = "\n---\n".join(json.dumps(value) for value in values)
    return record(resources_in_text("all.yaml", text.encode()), "2026-11-30", **options)


def _node(name: str, **status: object) -> dict[str, Any]:
    offer = {"nvidia.com/gpu": "2", **status}
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": name},
        "status": {"allocatable": offer},
    }


def _pod(name: str, node: str, phase: str, **spec: object) -> dict[str, Any]:
    requests: Sequence[dict[str, Any]] = [
        {"name": "c", "resources": {"limits": {"nvidia.com/gpu": "1"}}},
        {"name": "log"},
    ]
    bound = {"nodeName": node} if node else {}
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": name, "namespace": "ml", "uid": "u"},
        "spec": {"containers": requests, **bound, **spec},
        "status": {"phase": phase},
    }


def test_the_name_of_the_cluster_and_what_was_asked_for_are_kept() -> None:
    """A kind that has no object was still looked for."""
    document = _record(cluster="blue", covers=("Queue",)).document
    expected = {
        "schema": "gpulint.facts/1",
        "date": "2026-11-30",
        "cluster": "blue",
        "covers": ["Queue"],
        "nodes": [],
        "items": [],
    }
    assert expected == dict(document)


def test_items_of_a_typed_list_keep_their_kind() -> None:
    """kubectl leaves it out of each item."""
    queues = {
        "apiVersion": "scheduling.volcano.sh/v1beta1",
        "kind": "QueueList",
        "items": [{"metadata": {"name": "b"}}, {"metadata": {"name": "a"}}],
    }
    expected = [
        ("scheduling.volcano.sh/v1beta1", "Queue", "a"),
        ("scheduling.volcano.sh/v1beta1", "Queue", "b"),
    ]
    items: Any = _record(queues).document["items"]
    actual = [(each["apiVersion"], each["kind"], each["metadata"]["name"]) for each in items]
    assert expected == actual


def test_running_pods_are_summed_and_waiting_ones_told() -> None:
    """A pod that has ended holds nothing any more."""
    document: Any = _record(
        _node("n"),
        _pod("runs", "n", "Running"),
        _pod("also", "n", "Running"),
        _pod("over", "n", "Succeeded"),
        _pod(
            "waits",
            "",
            "Pending",
            nodeSelector={"a": "b"},
            tolerations=[{"key": "k"}, {"tolerationSeconds": 3}],
        ),
        pods=True,
    ).document
    waiting = {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": "waits", "namespace": "ml"},
        "spec": {
            "nodeSelector": {"a": "b"},
            "tolerations": [{"key": "k"}],
            "containers": [
                {"name": "c", "resources": {"limits": {"nvidia.com/gpu": "1"}}},
                {"name": "log"},
            ],
        },
    }
    expected = ([{"nodes": 1, "requests": {"nvidia.com/gpu": "2", "pods": "2"}}], [waiting])
    actual = (document["nodes"][0]["used"], document["pending"])
    assert expected == actual


def test_nodes_of_nearly_the_same_size_promise_the_least_of_them() -> None:
    """What is promised must be there on each."""
    nodes: Any = _record(
        _node("b", memory="1000Mi"), _node("a", memory="999Mi"), _node("c", memory="500Mi")
    ).document["nodes"]
    expected = [(2, ["a", "b"], "999Mi"), (1, None, "500Mi")]
    actual = [(n["count"], n.get("examples"), n["status"]["allocatable"]["memory"]) for n in nodes]
    assert expected == actual


def test_other_kinds_are_left_out_and_counted() -> None:
    """A Secret has no place in a file that is committed."""
    secret = {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "s"}}
    expected = 2
    actual = _record(secret, _pod("p", "n", "Running"), _node("n")).left_out
    assert expected == actual
