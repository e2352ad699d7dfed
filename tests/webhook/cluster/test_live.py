"""What a review may rely on: known in full, heard of lately, with what gives it its meaning."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from hook.apiserver import FakeCluster

from gpulint.webhook.cluster.access import Access
from gpulint.webhook.cluster.client import Client, Waits
from gpulint.webhook.cluster.figures import Figures
from gpulint.webhook.cluster.kinds import WATCHED
from gpulint.webhook.cluster.live import LiveFacts, Timing
from gpulint.webhook.cluster.reflector import Pace

_NODES = "/api/v1/nodes"
_SPACES = "/api/v1/namespaces"
_POOLS = "/apis/karpenter.sh/v1/nodepools"
_CLASSES = "/apis/scheduling.k8s.io/v1/priorityclasses"
_PACE = Pace(first=0.02, most=0.05, again=0.1, watch=(5, 6))
_CORE = ("nodes", "namespaces", "resourcequotas", "limitranges")


class Clock:
    """Seconds that pass when it is said, beside those that pass anyway."""

    def __init__(self) -> None:
        self.more = 0.0

    def __call__(self) -> float:
        return time.monotonic() + self.more


@contextmanager
def following(cluster: FakeCluster, clock: Clock | None = None) -> Iterator[LiveFacts]:
    """Facts of a cluster that has the core's kinds, once all is read."""
    for each in _CORE:
        cluster.lists.setdefault(f"/api/v1/{each}", {})
    with cluster.serving():
        client = Client(Access("127.0.0.1", cluster.port, tls=False), Waits(1.0, 1.0, 1.0))
        live = LiveFacts(client, Timing(between=0.0, pace=_PACE), clock or Clock())
        live.start()
        try:
            until(live.is_synced, True)
            yield live
        finally:
            live.stop()


def until(look: object, expected: object, seconds: float = 10.0) -> object:
    """What a look gives once it is as expected, or at last."""
    end = time.monotonic() + seconds
    assert callable(look)
    while (found := look()) != expected and time.monotonic() < end:
        time.sleep(0.01)
    return found


def names(live: LiveFacts) -> list[str]:
    """Kind and name of all facts."""
    return [f"{each.kind}/{each.name}" for each in live.snapshot().manifests.resources]


def test_all_kinds_become_one_inventory() -> None:
    """As one facts file would be."""
    cluster = FakeCluster()
    cluster.put(_NODES, "a", spec={}, status={"allocatable": {"cpu": "8"}})
    cluster.put(_NODES, "b", spec={}, status={"allocatable": {"cpu": "8"}})
    cluster.put(_CLASSES, "high", value=5)
    cluster.put(_SPACES, "ml", labels={"env": "prod"})
    with following(cluster) as live:
        expected = ["Node/a", "PriorityClass/high", "Namespace/ml"]
        found = names(live)
        covers = sorted(live.snapshot().covers)
    kinds = ["LimitRange", "Namespace", "Node", "PriorityClass.scheduling.k8s.io", "ResourceQuota"]
    assert (expected, kinds) == (found, covers)


def test_while_nothing_changes_the_snapshot_is_the_same_value() -> None:
    """What the rules have indexed in it serves the next review."""
    cluster = FakeCluster()
    cluster.put(_CLASSES, "high", value=5)
    with following(cluster) as live:
        first = live.snapshot()
        time.sleep(0.2)  # some bookmarks
        second = live.snapshot()
        cluster.put(_CLASSES, "high", value=6)
        changed = until(lambda: live.snapshot() is first, False)
    assert (first is second, changed) == (True, False)


def test_what_did_not_change_keeps_what_was_read_of_it() -> None:
    """One new namespace must not make every review read all nodes again."""
    cluster = FakeCluster()
    cluster.put(_NODES, "a", status={"allocatable": {"cpu": "8"}})
    with following(cluster) as live:
        (before,) = live.snapshot().manifests.by_kind("", "Node")
        cluster.put(_SPACES, "ml")
        until(lambda: names(live), ["Node/a", "Namespace/ml"])
        (after,) = live.snapshot().manifests.by_kind("", "Node")
    assert before is after


def test_facts_that_are_old_are_not_used() -> None:
    """An API server that is gone leaves a picture of the past."""
    cluster, clock = FakeCluster(bookmark=60.0), Clock()
    cluster.put(_CLASSES, "high", value=5)
    with following(cluster, clock) as live:
        fresh = names(live)
        clock.more = 299.0
        late = names(live)
        clock.more = 301.0
        old = (names(live), live.snapshot().covers)
    assert (["PriorityClass/high"], ["PriorityClass/high"], ([], frozenset())) == (fresh, late, old)


def test_a_bookmark_keeps_facts_fresh() -> None:
    """A cluster in which nothing happens is known all the same."""
    cluster, clock = FakeCluster(bookmark=0.02), Clock()
    cluster.put(_CLASSES, "high", value=5)
    with following(cluster, clock) as live:
        clock.more = 1000.0
        found = until(lambda: names(live), ["PriorityClass/high"])
    assert found == ["PriorityClass/high"]


def test_nodes_that_may_grow_unseen_are_no_facts() -> None:
    """Karpenter's pools add nodes of other kinds; without a look at them nothing can be denied."""
    cluster = FakeCluster()
    cluster.put(_NODES, "a", status={"allocatable": {"cpu": "8"}})
    cluster.put(_POOLS, "default", spec={})
    cluster.forbidden.add(_POOLS)
    with following(cluster) as live:
        before = names(live)
        cluster.forbidden.clear()
        after = until(lambda: names(live), ["Node/a", "NodePool/default"])
    assert (before, after) == ([], ["Node/a", "NodePool/default"])


def test_labels_of_a_namespace_are_known_while_they_are_fresh() -> None:
    """An old label decides nothing."""
    cluster, clock = FakeCluster(bookmark=60.0), Clock()
    cluster.put(_SPACES, "ml", labels={"env": "prod"})
    cluster.put(_SPACES, "plain")
    with following(cluster, clock) as live:
        found = [live.labels_of(name) for name in ("ml", "plain", "none")]
        clock.more = 301.0
        old = live.labels_of("ml")
    assert (found, old) == ([{"env": "prod"}, {}, None], None)


def test_before_the_first_list_nothing_is_known() -> None:
    """A review that comes first is judged as ever."""
    with FakeCluster().serving() as cluster:
        client = Client(Access("127.0.0.1", cluster.port, tls=False))
        live = LiveFacts(client)
        known = live.snapshot()
    assert ((), frozenset(), None) == (
        known.manifests.resources,
        known.covers,
        live.labels_of("ml"),
    )


def test_stopping_leaves_no_thread() -> None:
    """SIGTERM has a few seconds for everything."""
    cluster = FakeCluster(bookmark=60.0)
    with following(cluster) as live:
        live.stop()
        left = [t.name for t in threading.enumerate() if t.name.startswith("facts-")]
    assert left == []


def test_the_metrics_tell_age_and_state_of_every_kind() -> None:
    """A kind that is forbidden or old is seen before somebody wonders."""
    cluster = FakeCluster()
    cluster.put(_CLASSES, "high", value=5)
    with following(cluster) as live:
        families = {each.name: each for each in Figures(live.counted).collect()}
        objects = {s.labels["kind"]: s.value for s in families["gpulint_facts_objects"].samples}
        states = {
            s.labels["kind"]: s.labels["state"]
            for s in families["gpulint_facts_state"].samples
            if s.value
        }
        ages = [s.value < 10 for s in families["gpulint_facts_age_seconds"].samples]
    expected = {each.name: 0.0 for each in WATCHED} | {"PriorityClass.scheduling.k8s.io": 1.0}
    synced = {"PriorityClass.scheduling.k8s.io", "LimitRange", "ResourceQuota", "Namespace", "Node"}
    told = {each.name: "synced" if each.name in synced else "absent" for each in WATCHED}
    assert (expected, told, [True] * len(WATCHED)) == (objects, states, ages)
