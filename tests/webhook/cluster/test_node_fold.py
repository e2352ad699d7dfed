"""Groups kept node by node are those that a facts file would hold."""

import json
from collections.abc import Sequence

from hook.reviews import Object
from hypothesis import given, settings
from hypothesis import strategies as st

from gpulint.engine.facts_fold import _OWN, fold, own_labels
from gpulint.engine.facts_kinds import NODE
from gpulint.model.node import Node
from gpulint.model.resource import Resource
from gpulint.webhook.cluster.node_fold import NodeFold
from gpulint.webhook.cluster.projection import NodeObject, reader_of
from gpulint.webhook.document import document_of

_READER = reader_of(NODE)


def _object(name: str, **parts: object) -> Object:
    metadata = {"name": name, "resourceVersion": "1", "labels": parts.get("labels") or {}}
    spec = {"taints": parts.get("taints") or [], "unschedulable": parts.get("cordoned", False)}
    status = {"allocatable": parts.get("offer") or {}, "conditions": [{"type": "Ready"}]}
    return {"metadata": metadata, "spec": spec, "status": status}


def _decoded(value: Object) -> NodeObject:
    found = _READER.object(json.dumps(value).encode())
    assert isinstance(found, NodeObject)
    return found


def _as_file(values: Sequence[Object]) -> list[object]:
    """What a facts file of these nodes holds."""
    nodes = [
        Node(Resource(document_of(v), v, api_version="v1", kind="Node", from_facts=True))
        for v in values
    ]
    own = own_labels(nodes)
    return [{**group, "own_labels": list(own)} for group in fold(nodes, own, {})]


# Few of each, so that nodes meet in groups.
_NODE = st.fixed_dictionaries(
    {
        "labels": st.sampled_from(
            [
                {"zone": "a", "example.com/pool": "x", "kubernetes.io/hostname": "y"},
                {"zone": "a", "example.com/serial": "own"},
                {"example.com/serial": "common"},
                {},
            ]
        ),
        "taints": st.sampled_from(
            [
                [],
                [{"key": "gpu", "effect": "NoSchedule"}],
                [
                    {"key": "node.kubernetes.io/not-ready", "effect": "NoExecute"},
                    {"key": "gpu", "value": "true", "effect": "NoSchedule"},
                ],
            ]
        ),
        "offer": st.sampled_from(
            [
                *(
                    {"cpu": "8", "memory": each}
                    for each in ("1000Ki", "1001Ki", "1009Ki", "1020Ki", "64Gi")
                ),
                {"cpu": "8", "memory": "1000Ki", "ephemeral-storage": "1000Ki"},
                {"cpu": "16"},
                {"cpu": "16", "nvidia.com/gpu": "8"},
            ]
        ),
        "cordoned": st.sampled_from([False, False, True]),
    }
)
_STEP = st.tuples(st.integers(0, 19), st.one_of(st.none(), _NODE))


@settings(max_examples=150)
@given(st.lists(_STEP, max_size=60), st.integers(0, 60))
def test_after_any_changes_the_groups_are_those_of_a_facts_file(
    steps: list[tuple[int, dict[str, object] | None]], look: int
) -> None:
    """The rules were proved on facts files; live facts must not be another language."""
    kept, live = NodeFold(), {}
    for number, (which, node) in enumerate(steps):
        name = f"node-{which}"
        if node is None:
            kept.remove(name)
            live.pop(name, None)
        else:
            labels = dict(node["labels"])  # type: ignore[call-overload]
            if labels.get("example.com/serial") == "own":
                labels["example.com/serial"] = f"serial-{which}"
            live[name] = _object(name, **{**node, "labels": labels})
            kept.put(_decoded(live[name]))
        if number == look:  # what was given out before must not show later
            kept.groups()
    assert _as_file(list(live.values())) == kept.groups()


def test_labels_that_are_own_by_nature_are_those_of_the_facts_file() -> None:
    """Both lists must grow together."""
    values = [_object("a", labels={f"example.com/{key}": "x" for key in (*_OWN, "pool")})]
    kept = NodeFold()
    for each in values:
        kept.put(_decoded(each))
    assert _as_file(values) == kept.groups()


def test_a_heartbeat_changes_nothing() -> None:
    """Five thousand nodes write their status all the time."""
    kept = NodeFold()
    kept.put(_decoded(_object("a", offer={"cpu": "8"})))
    beat = _object("a", offer={"cpu": "8"})
    beat["status"]["conditions"] = [{"type": "Ready", "lastHeartbeatTime": "later"}]
    assert kept.put(_decoded(beat)) is False


def test_a_group_that_did_not_change_stays_the_same_object() -> None:
    """What the rules have read of it is kept with it."""
    kept = NodeFold()
    kept.put(_decoded(_object("a", offer={"cpu": "8"})))
    kept.put(_decoded(_object("b", offer={"cpu": "16"})))
    before = {str(each["metadata"]): each for each in kept.groups()}
    kept.put(_decoded(_object("c", offer={"cpu": "16"})))
    same = [str(each["metadata"]) for each in kept.groups() if each in list(before.values())]
    assert same == ["{'name': 'a'}"]


def test_shared_parts_of_nodes_that_are_gone_are_forgotten() -> None:
    """A cluster that grows and shrinks every day must not grow in here."""
    kept = NodeFold()
    for number in range(6000):
        kept.put(_decoded(_object(f"n{number}", labels={"example.com/serial": f"s{number}"})))
        kept.remove(f"n{number - 1}")
        if number % 500 == 0:
            kept.groups()
    kept.groups()
    assert len(kept._shared) < 2_000
