from gpulint.model.manifests import Manifests
from gpulint.model.queue import QueueReference, sole
from gpulint.model.queue_kueue import LocalQueue
from gpulint.model.queue_volcano import VolcanoQueue


def named(manifests: Manifests) -> list[tuple[str, str, str, bool]]:
    """System, name, field path and whether each pod goes alone, of every reference."""
    return [
        (each.system, each.name, each.place.pointer.field_path, each.single)
        for each in manifests.of(QueueReference)
    ]


JOB = """
apiVersion: batch/v1
kind: Job
metadata: {name: a, labels: {kueue.x-k8s.io/queue-name: own}}
spec:
  template:
    metadata:
      labels: {kueue.x-k8s.io/queue-name: inert, kai.scheduler/queue: team}
      annotations: {scheduling.volcano.sh/queue-name: gpus}
    spec: {containers: [{name: main}]}
"""


def test_label_on_the_template_of_a_job_is_inert(manifests) -> None:
    """Kueue reads the label of the Job; KAI and Volcano read those of the pods."""
    expected = [
        ("kueue", "own", 'metadata.labels["kueue.x-k8s.io/queue-name"]', False),
        (
            "volcano",
            "gpus",
            'spec.template.metadata.annotations["scheduling.volcano.sh/queue-name"]',
            False,
        ),
        ("kai", "team", 'spec.template.metadata.labels["kai.scheduler/queue"]', True),
    ]
    actual = named(manifests(JOB))
    assert expected == actual


def test_pods_of_a_deployment_are_queued_one_by_one(manifests) -> None:
    """There the label of the template has an effect, and each pod is a workload of its own."""
    expected = [
        ("kueue", "gpus", 'spec.template.metadata.labels["kueue.x-k8s.io/queue-name"]', True)
    ]
    actual = named(
        manifests("""
apiVersion: apps/v1
kind: Deployment
metadata: {name: a}
spec:
  template:
    metadata: {labels: {kueue.x-k8s.io/queue-name: gpus}}
    spec: {containers: [{name: main}]}
""")
    )
    assert expected == actual


def test_fields_name_queues_of_their_own_system(manifests) -> None:
    """`queue` is a field of Volcano in one group and of KAI in another."""
    expected = [
        ("volcano", "one", "spec.queue", False),
        ("kai", "two", "spec.queue", False),
        ("kueue", "three", "spec.queueName", False),
    ]
    actual = named(
        manifests("""
apiVersion: batch.volcano.sh/v1alpha1
kind: Job
metadata: {name: a}
spec: {queue: one}
---
apiVersion: scheduling.run.ai/v2alpha2
kind: PodGroup
metadata: {name: a}
spec: {queue: two}
---
apiVersion: kueue.x-k8s.io/v1beta2
kind: Workload
metadata: {name: a}
spec: {queueName: three}
""")
    )
    assert expected == actual


def test_queue_of_spark_belongs_to_its_batch_scheduler(manifests) -> None:
    """Without a batch scheduler that has queues the option means nothing."""
    spark = """
apiVersion: sparkoperator.k8s.io/v1beta2
kind: SparkApplication
metadata: {name: a}
spec: {batchScheduler: %s, batchSchedulerOptions: {queue: q}}
"""
    expected = [("yunikorn", "q", "spec.batchSchedulerOptions.queue", False)]
    actual = named(manifests(f"{spark % 'yunikorn'}---{spark % 'kube-scheduler'}"))
    assert expected == actual


QUEUE = """
apiVersion: scheduling.volcano.sh/v1beta1
kind: Queue
metadata: {name: gpus}
"""


def test_doubled_name_means_the_one_of_the_same_namespace(manifests) -> None:
    """Each team has a queue of that name, and its jobs lie in other files."""
    expected = "b.yaml"
    local = """
apiVersion: kueue.x-k8s.io/v1beta2
kind: LocalQueue
metadata: {name: gpus, namespace: %s}
"""
    run = manifests(a=local % "web", b=local % "bio", c="{kind: Job, metadata: {namespace: bio}}")
    found = sole(run.of(LocalQueue), run.resources[-1])
    actual = None if found is None else found.resource.document.file
    assert expected == actual


def test_doubled_name_means_the_one_of_the_same_file(manifests) -> None:
    """Folders of samples define one name many times."""
    run = manifests(a=QUEUE, b=QUEUE)
    expected = ["a.yaml", "b.yaml"]
    queues = run.of(VolcanoQueue)
    found = [sole(queues, each.resource) for each in queues]
    actual = [each.resource.document.file for each in found if each is not None]
    assert expected == actual


def test_doubled_name_in_one_file_means_none(manifests) -> None:
    """Nobody can say which one is meant, so nothing is said."""
    queues = manifests(f"{QUEUE}---{QUEUE}").of(VolcanoQueue)
    actual = sole(queues, queues[0].resource)
    assert actual is None
