"""Who fits where: verdicts, reasons, deadlocks, what is stranded."""

from fractions import Fraction

import pytest

from gpulint.model.context import Context
from gpulint.model.manifests import Manifests
from gpulint.model.resource import Resource, resources_in
from gpulint.placement.answer import FitAnswer, Verdict
from gpulint.placement.fit import Amounts, fit
from gpulint.source.reader import ReadOptions, read_bytes

A100 = "nvidia.com/gpu.product: NVIDIA-A100-SXM4-80GB"


def node(name: str, gpus: int = 4, *, labels: str = A100, taint: str = "", more: str = "") -> str:
    return f"""\
apiVersion: v1
kind: Node
metadata: {{name: {name}, labels: {{kubernetes.io/hostname: {name}, {labels}}}}}
spec: {{taints: [{taint}]}}
status: {{allocatable: {{cpu: "16", memory: 64Gi, pods: "110", nvidia.com/gpu: "{gpus}"{more}}}}}
---
"""


def pod(name: str, gpus: int = 1, spec: str = "", device: str = "nvidia.com/gpu") -> str:
    return f"""\
apiVersion: v1
kind: Pod
metadata: {{name: {name}, labels: {{app: {name}}}}}
spec:
  containers: [{{name: c, resources: {{limits: {{{device}: {gpus}}}}}}}]
  {spec}
---
"""


def job(name: str, pods: int, gpus: int, spec: str = "") -> str:
    return f"""\
apiVersion: batch/v1
kind: Job
metadata: {{name: {name}}}
spec:
  parallelism: {pods}
  completions: {pods}
  template:
    spec:
      {spec or "{}".strip("{}")}
      containers:
        - name: c
          command: [torchrun, --nnodes={pods}, train.py]
          resources: {{limits: {{nvidia.com/gpu: {gpus}}}}}
---
"""


def gang(name: str, minimum: int, *tasks: tuple[str, int, int]) -> str:
    written = "".join(
        f"""\
    - name: {role}
      replicas: {pods}
      template: {{spec: {{containers: [{{name: c, resources: {{limits: {{nvidia.com/gpu: {gpus}}}}}}}]}}}}
"""
        for role, pods, gpus in tasks
    )
    return f"""\
apiVersion: batch.volcano.sh/v1alpha1
kind: Job
metadata: {{name: {name}}}
spec:
  minAvailable: {minimum}
  schedulerName: volcano
  tasks:
{written}---
"""


def _resources(text: str) -> list[Resource]:
    reading = read_bytes("a.yaml", text.encode(), ReadOptions(prefilter=False))
    assert not reading.faults
    return [r for d in reading.documents for r in resources_in(d, d.value) if r.kind]


def _fit(text: str, nodes: str, *, pending: str = "", running: Amounts | None = None) -> FitAnswer:
    context = Context(Manifests(_resources(text)), _resources(nodes))
    return fit(context, pending=_resources(pending), running=running)


def _words(answer: FitAnswer) -> list[tuple[str, str]]:
    return [(each.resource.name, each.words) for each in answer.verdicts]


def _only(answer: FitAnswer) -> Verdict:
    (verdict,) = answer.verdicts
    return verdict


def test_what_fits_what_fits_in_part_and_what_never_fits() -> None:
    """The three words that a team plans by."""
    text = pod("one", 2) + job("many", 3, 1) + pod("large", 8)
    expected = [("one", "fits"), ("many", "fits 2 of 3"), ("large", "never")]
    actual = _words(_fit(text, node("a")))
    assert expected == actual


def test_each_kind_of_node_is_excluded_by_one_constraint() -> None:
    """In the order of the scheduler's own filters, so that the event says the same."""
    nodes = (
        node("a", taint="{key: gpu, effect: NoSchedule}", labels="x: y")
        + node("b", labels="card: L4")
        + node("c", 1, labels="card: T4")
        + node("d", 1, labels="card: T4")
    )
    spec = "nodeSelector: {card: T4}"
    expected = [
        ("a", 1, "taint", "gpu:NoSchedule"),
        ("b", 1, "labels", "card=T4"),
        ("c and 1 more", 2, "resources", "nvidia.com/gpu: 1 offered, 2 asked"),
    ]
    actual = [tuple(each) for each in _only(_fit(pod("p", 2, spec), nodes)).reasons]
    assert expected == actual


def test_the_sentence_sums_up_the_nodes() -> None:
    """A fleet of thousands has a few reasons."""
    nodes = node("a") + node("b") + node("c", taint="{key: gpu, effect: NoExecute}")
    expected = "of 3 nodes: 2 labels do not match (card=L4), 1 taint (gpu:NoExecute)"
    actual = _only(_fit(pod("p", 1, "nodeSelector: {card: L4}"), nodes)).why
    assert expected == actual


def test_a_gang_is_placed_whole_or_not_at_all() -> None:
    """A half-placed gang holds cards and does nothing."""
    text = gang("g", 3, ("master", 1, 2), ("worker", 2, 2)) + pod("p", 4)
    expected = [("g", "fits"), ("p", "fits 0 of 1")]
    actual = _words(_fit(text, node("a", 4) + node("b", 2)))
    assert expected == actual


@pytest.mark.parametrize(
    ("minimum", "expected"),
    [
        (3, ("never", "3 pods must start at once, more than all nodes hold; of 1 node: ")),
        (4, ("never", "4 pods must start at once, and only 3 are made; of 1 node: ")),
        (2, ("fits 2 of 3", "of 1 node: ")),
    ],
)
def test_the_minimum_of_a_gang_decides(minimum: int, expected: tuple[str, str]) -> None:
    """Above what the nodes hold it never starts, below it starts and grows."""
    found = _only(_fit(gang("g", minimum, ("worker", 3, 2)), node("a", 4)))
    actual = (found.words, found.why[: len(expected[1])])
    assert expected == actual


def test_two_half_placed_jobs_are_a_deadlock_that_a_gang_scheduler_avoids() -> None:
    """All cards are held and none works: the reason for gang scheduling in one picture."""
    answer = _fit(job("a", 3, 2) + job("b", 3, 2), node("n", 4) + node("m", 2))
    expected = (((0, 1),), [(2, True, True), (1, True, True)], Fraction(0))
    told = [(each.placed, each.waits, each.rescued) for each in answer.verdicts]
    actual = (answer.deadlocks, [told[0], (told[1][0], told[1][1], True)], answer.totals.in_use)
    assert expected == actual


def test_without_a_rival_a_job_of_ranks_is_no_deadlock() -> None:
    """One job that is too large waits, but nobody waits for it."""
    answer = _fit(job("a", 3, 2), node("n", 4))
    expected = ((), [("a", "fits 2 of 3")], True)
    actual = (answer.deadlocks, _words(answer), answer.verdicts[0].waits)
    assert expected == actual


def test_a_higher_priority_comes_first() -> None:
    """The scheduler's queue is sorted so; the order of files is not the order of importance."""
    classes = """\
apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: {name: high}
value: 1000
---
"""
    text = classes + pod("first", 4) + pod("second", 4, "priorityClassName: high")
    expected = [("first", "fits 0 of 1"), ("second", "fits")]
    actual = _words(_fit(text, node("a")))
    assert expected == actual


def test_what_runs_takes_room_when_it_is_counted() -> None:
    """An empty cluster is what a plan is for, a full one what today is."""
    running = {"a": {"nvidia.com/gpu": 3, "pods": 3}}
    expected = [[("p", "fits")], [("p", "fits 0 of 1")]]
    actual = [_words(_fit(pod("p", 2), node("a"), running=each)) for each in (None, running)]
    assert expected == actual


def test_pods_that_wait_already_come_first() -> None:
    """They are ahead in the queue."""
    expected = [("old", "fits"), ("new", "fits 0 of 1")]
    actual = _words(_fit(pod("new", 4), node("a"), pending=pod("old", 4)))
    assert expected == actual


def test_a_folded_node_stands_for_all_of_its_kind() -> None:
    """A facts file of a large fleet is short, and means all of it."""
    text = node("a", 4).replace("apiVersion: v1", "apiVersion: v1\ncount: 3\nexamples: [a, b]")
    expected = [("j", "fits 12 of 13")]
    actual = _words(_fit(job("j", 13, 1), text))
    assert expected == actual


def test_a_name_that_the_facts_do_not_tell_is_not_denied() -> None:
    """Unknown is never wrong."""
    text = node("a", 4).replace("apiVersion: v1", "apiVersion: v1\ncount: 3\nexamples: [a, b]")
    spec = "nodeSelector: {kubernetes.io/hostname: "
    wanted = pod("known", 1, spec + "b}") + pod("unknown", 1, spec + "z}")
    expected = [("known", "fits"), ("unknown", "unknown")]
    actual = _words(_fit(wanted, text))
    assert expected == actual


def test_pods_that_keep_apart_take_one_node_each() -> None:
    """Anti-affinity against oneself is a limit that no sum of GPUs shows."""
    text = """\
apiVersion: apps/v1
kind: Deployment
metadata: {name: d}
spec:
  replicas: 3
  template:
    metadata: {labels: {app: d}}
    spec:
      affinity:
        podAntiAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
            - {topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: d}}}
      containers: [{name: c, resources: {limits: {nvidia.com/gpu: 1}}}]
"""
    expected = [("d", "fits 2 of 3")]
    actual = _words(_fit(text, node("a") + node("b")))
    assert expected == actual


def test_a_host_port_is_there_once_per_node() -> None:
    """The second pod waits whatever else is free."""
    text = pod("p") + pod("q")
    ported = text.replace("name: c,", "name: c, ports: [{containerPort: 80, hostPort: 80}],")
    expected = [("p", "fits"), ("q", "fits 0 of 1")]
    actual = _words(_fit(ported, node("a")))
    assert expected == actual


def test_a_daemon_set_runs_once_per_node_that_lets_it_on() -> None:
    """Its count is no number in the file."""
    text = """\
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: d}
spec: {template: {spec: {containers: [{name: c, resources: {requests: {cpu: "1"}}}]}}}
"""
    nodes = node("a") + node("b") + node("c", taint="{key: gpu, effect: NoSchedule}")
    found = _only(_fit(text, nodes))
    expected = ("fits", 2, 2)
    actual = (found.words, found.pods, found.placed)
    assert expected == actual


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (pod("p", 1).replace(": 1}", ': "${GPUS}"}'), "nvidia.com/gpu is the placeholder ${GPUS}"),
        (pod("p", 1, "schedulingGates: [{name: x}]"), "a scheduling gate holds it back"),
        (pod("p", 1, "resourceClaims: [{name: x}]"), "its devices come by resource claims"),
    ],
)
def test_what_nobody_can_tell_is_unknown(text: str, expected: str) -> None:
    """A verdict that may be wrong would be believed."""
    found = _only(_fit(text, node("a")))
    actual = (found.word, found.why)
    assert ("unknown", expected) == actual


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (": 1}", ": 0.5}", "nvidia.com/gpu: 0.5 is no whole number"),
        ("limits", "requests", "nvidia.com/gpu has a request and no limit"),
        (
            "limits: {nvidia.com/gpu: 1}",
            "limits: {nvidia.com/gpu: 1}, requests: {nvidia.com/gpu: 2}",
            "nvidia.com/gpu has a request that differs from its limit",
        ),
    ],
)
def test_what_the_api_server_refuses_never_fits(old: str, new: str, expected: str) -> None:
    """Room is not the reason, so it is not told as one."""
    found = _only(_fit(pod("p", 1).replace(old, new), node("a")))
    actual = (found.word, found.why.partition(", so")[0])
    assert ("never", expected) == actual


@pytest.mark.parametrize(
    ("text", "nodes", "expected"),
    [
        (pod("p", 3) + pod("q", 3), node("a", 4) + node("b", 2), "fragment"),
        (pod("p", 1, "nodeSelector: {card: L4}"), node("a"), "labels"),
        (pod("p"), node("a", taint="{key: gpu, effect: NoSchedule}"), "taint"),
        (gang("g", 3, ("w", 3, 2)), node("a", 4), "gang"),
        (pod("p", 1, device="nvidia.com/mig-1g.10gb"), node("a"), "layout"),
        (pod("p", 1, device="example.com/other"), node("a"), "unasked"),
        (
            pod("p", 1).replace("limits: {", "requests: {cpu: 99}, limits: {"),
            node("a"),
            "other-resource",
        ),
    ],
)
def test_stranded_devices_tell_why(text: str, nodes: str, expected: str) -> None:
    """Each reason has another cure."""
    lost = _fit(text, nodes).totals.stranded
    actual = lost[0].because
    assert expected == actual


def test_cards_add_up_with_slices_counted_by_their_share() -> None:
    """Seven slices are one card, and two of them two sevenths."""
    more = ', nvidia.com/mig-1g.10gb: "7"'
    text = pod("p", 3) + pod("q", 2, device="nvidia.com/mig-1g.10gb")
    sums = _fit(text, node("a", 3, more=more)).totals
    expected = (Fraction(4), Fraction(23, 7), Fraction(5, 7), Fraction(23, 7))
    actual = (sums.cards, sums.in_use, sum(each.cards for each in sums.stranded), sums.bound)
    assert expected == actual


def test_no_placement_uses_more_than_the_bound() -> None:
    """Pods of three GPUs cannot fill nodes of four."""
    text = job("j", 9, 3).replace("torchrun", "python")
    sums = _fit(text, node("a", 4) + node("b", 4)).totals
    expected = (Fraction(6), Fraction(6))
    actual = (sums.in_use, sums.bound)
    assert expected == actual


def test_a_pool_that_may_grow_makes_never_unknown() -> None:
    """With an autoscaler today's nodes prove existence, never absence."""
    pool = "{apiVersion: karpenter.sh/v1, kind: NodePool, metadata: {name: p}}"
    expected = [("p", "unknown")]
    actual = _words(_fit(pod("p", 8), node("a") + pool))
    assert expected == actual


def test_a_runtime_class_adds_its_overhead_and_its_selector() -> None:
    """Admission copies both into the pod before the scheduler sees it."""
    runtime = """\
apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata: {name: sandbox}
handler: sandbox
overhead: {podFixed: {cpu: "15"}}
scheduling: {nodeSelector: {sandbox: "yes"}}
---
"""
    text = pod("p", 1, "runtimeClassName: sandbox").replace(
        "limits: {", "requests: {cpu: 2}, limits: {"
    )
    nodes = runtime + node("a") + node("b", labels='sandbox: "yes"')
    expected = [
        ("a", "labels", "sandbox=yes"),
        ("b", "resources", "cpu: 16000 offered, 17000 asked"),
    ]
    actual = [(e.where, e.because, e.detail) for e in _only(_fit(text, nodes)).reasons]
    assert expected == actual
