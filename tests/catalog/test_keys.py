"""Keys that speak to schedulers and queues."""

from gpulint.catalog import keys
from gpulint.catalog.keys import Scheduler


def test_key_tells_who_reads_it_and_where() -> None:
    """Kueue reads the queue label on the owner, and on plain pods."""
    expected = [("pod", "kueue", "label", "queue"), ("owner", "kueue", "label", "queue")]
    facts = keys.key_facts("kueue.x-k8s.io/queue-name")
    actual = [(each.level, each.system, each.carrier, each.meaning) for each in facts]
    assert expected == actual


def test_key_tells_what_must_stand_beside_it() -> None:
    """A pod group without its total count is refused."""
    (fact,) = keys.key_facts("kueue.x-k8s.io/pod-group-name")
    expected = ("kueue.x-k8s.io/pod-group-total-count",)
    actual = fact.needs
    assert expected == actual


def test_key_tells_what_must_not_stand_beside_it() -> None:
    """A fraction and a memory size for one GPU contradict each other."""
    (fact,) = keys.key_facts("gpu-fraction")
    expected = ("gpu-memory",)
    actual = fact.excludes
    assert expected == actual


def test_keys_are_found_by_their_meaning() -> None:
    """A view asks which keys of a pod name its gang."""
    expected = {
        "scheduling.k8s.io/group-name",
        "scheduling.volcano.sh/group-name",
        "scheduling.x-k8s.io/pod-group",
        "pod-group.scheduling.sigs.k8s.io",
        "pod-group.scheduling.sigs.k8s.io/name",
        "kueue.x-k8s.io/pod-group-name",
        "pod-group-name",
        "gang.scheduling.koordinator.sh/name",
        "godel.bytedance.com/pod-group-name",
        "spec.schedulingGroup.podGroupName",
        "spec.workloadRef",
    }
    actual = {each.key for each in keys.keys_meaning("gang", "pod")}
    assert expected == actual


def test_wrong_key_leads_to_the_one_that_was_meant() -> None:
    """A scheduler passes over a label that it does not know."""
    expected = ("kueue.x-k8s.io/queue-name",)
    actual = keys.near_keys("kueue.x-k8s.io/queue_name")
    assert expected == actual


def test_known_key_needs_no_hint() -> None:
    """What is right is left alone."""
    expected = ()
    actual = keys.near_keys("gpu-fraction")
    assert expected == actual


def test_scheduler_is_known_by_name() -> None:
    """Only some schedulers start pods together."""
    expected = (
        Scheduler("volcano", "volcano", True),
        Scheduler("hami-scheduler", "hami", False),
        None,
    )
    actual = tuple(map(keys.scheduler, ("volcano", "hami-scheduler", "my-scheduler")))
    assert expected == actual


def test_wrong_scheduler_leads_to_the_one_that_was_meant() -> None:
    """A pod of a scheduler that does not run stays pending without an event."""
    names = ("volcano-scheduler", "kai-schedular", "volcano", "my-own")
    expected = (("volcano",), ("kai-scheduler",), (), ())
    actual = tuple(map(keys.near_schedulers, names))
    assert expected == actual
