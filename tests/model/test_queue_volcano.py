from gpulint.model.queue_volcano import SchedulerConfiguration, VolcanoQueue, VolcanoQueues

TREE = """
apiVersion: scheduling.volcano.sh/v1beta1
kind: Queue
metadata: {name: top}
spec: {capability: {nvidia.com/gpu: 8}}
---
apiVersion: scheduling.volcano.sh/v1beta1
kind: Queue
metadata: {name: leaf}
spec: {parent: top, capability: {nvidia.com/gpu: 16, cpu: 4}}
---
apiVersion: scheduling.volcano.sh/v1beta1
kind: Queue
metadata: {name: loop}
spec: {parent: loop}
"""


def test_tightest_capability_on_the_way_up_bounds_a_queue(manifests) -> None:
    """A queue never holds more than any queue above it."""
    expected = [("nvidia.com/gpu", "8"), ("cpu", "4"), ("memory", None)]
    run = manifests(TREE)
    index = run.index(VolcanoQueues)
    leaf = index.get("leaf", run.resources[0])
    bounds = [(name, index.bound(leaf, name)) for name in ("nvidia.com/gpu", "cpu", "memory")]
    actual = [(name, bound and bound.quantity.text) for name, bound in bounds]
    assert expected == actual


def test_queue_that_is_its_own_parent_ends_the_climb(manifests) -> None:
    """A circle must not hang the linter."""
    run = manifests(TREE)
    index = run.index(VolcanoQueues)
    actual = list(index.ancestors(index.get("loop", run.resources[0])))
    assert actual == []


def test_children_of_a_queue(manifests) -> None:
    """Work belongs to the ends of the branches."""
    expected = [("top", ["leaf"]), ("leaf", []), ("loop", ["loop"])]
    run = manifests(TREE)
    index = run.index(VolcanoQueues)
    actual = [
        (each.name, [child.name for child in index.children(each)]) for each in run.of(VolcanoQueue)
    ]
    assert expected == actual


def test_actions_stand_at_their_line_of_the_config_map(manifests) -> None:
    """The configuration is YAML inside a block of text."""
    expected = [("enqueue, allocate", 7)]
    run = manifests("""
apiVersion: v1
kind: ConfigMap
metadata: {name: volcano-scheduler-configmap}
data:
  volcano-scheduler.conf: |
    actions: "enqueue, allocate"
    tiers: []
""")
    found = run.of(SchedulerConfiguration)
    places = [each.actions_place for each in found]
    lines = [place.document.locate(place.pointer, "key").span.line for place in places]
    actual = [(each.actions, line) for each, line in zip(found, lines, strict=True)]
    assert expected == actual


def test_plugins_of_all_tiers_stand_at_their_names(manifests) -> None:
    """Checks on missing and clashing plugins point into the block of text."""
    expected = [("priority", 9), ("gang", 10), ("capacity", 12)]
    run = manifests("""
apiVersion: v1
kind: ConfigMap
metadata: {name: volcano-scheduler-configmap}
data:
  volcano-scheduler.conf: |
    actions: "enqueue, allocate"
    tiers:
    - plugins: [{name: priority},
        {name: gang}]
    - plugins:
      - name: capacity
""")
    places = next(iter(run.of(SchedulerConfiguration))).plugins.items()
    actual = [
        (name, place.document.locate(place.pointer, "value").span.line) for name, place in places
    ]
    assert expected == actual
