from gpulint.model.queue_kai import KaiQueue, KaiQueues

TREE = """
apiVersion: scheduling.run.ai/v2
kind: Queue
metadata: {name: lab}
spec: {resources: {gpu: {quota: 8, limit: -1}}}
---
apiVersion: scheduling.run.ai/v2
kind: Queue
metadata: {name: team}
spec: {parentQueue: lab, resources: {gpu: {quota: "${Q}"}}}
---
apiVersion: v1
kind: Pod
metadata: {name: p, labels: {kai.scheduler/queue: other}}
spec: {containers: [{name: main}]}
"""


def test_amounts_tell_stated_unknown_and_unlimited_apart(manifests) -> None:
    """-1 is no limit, a placeholder is unknown, and an absent number is something else again."""
    expected = [
        ("8", True, False),
        ("-1", True, True),
        (None, True, False),
        (None, False, False),
    ]
    queues = manifests(TREE).of(KaiQueue)
    amounts = [queue.amount("gpu", key) for queue in queues for key in ("quota", "limit")]
    actual = [
        (each.quantity and each.quantity.text, each.stated, each.unlimited) for each in amounts
    ]
    assert expected == actual


def test_line_leads_from_a_queue_to_the_top(manifests) -> None:
    """Every queue on the way bounds the ones below."""
    expected = ["team", "lab"]
    run = manifests(TREE)
    index = run.index(KaiQueues)
    actual = [each.name for each in index.line(index.get("team", run.resources[0]))]
    assert expected == actual


def test_queue_that_somebody_names_is_known(manifests) -> None:
    """It exists in the cluster, though the input does not define it."""
    expected = [True, True, False]
    index = manifests(TREE).index(KaiQueues)
    actual = [index.is_known(name) for name in ("lab", "other", "default-queue")]
    assert expected == actual
