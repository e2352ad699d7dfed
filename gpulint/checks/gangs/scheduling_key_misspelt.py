"""Labels and annotations that are nearly those of a scheduler or a queue."""

from collections.abc import Iterable, Iterator

from gpulint.authoring import (
    Context,
    Place,
    PodTemplate,
    Problem,
    Resource,
    check,
    is_placeholder,
    keys,
    kinds,
    near_names,
    problem,
)

_WORDS = ("kueue", "kai", "olcano", "yunikorn", "scheduling.", "leaderworkerset")
_DOMAINS = (
    "kueue.x-k8s.io",
    "kai.scheduler",
    "scheduling.volcano.sh",
    "scheduling.k8s.io",
    "scheduling.x-k8s.io",
    "yunikorn.apache.org",
    "gang.scheduling.koordinator.sh",
    "leaderworkerset.sigs.k8s.io",
)
# Words that people take for another, and that their system does not know.
_TAKEN_FOR = {
    "kueue.x-k8s.io/queue": "kueue.x-k8s.io/queue-name",
    "kueue.x-k8s.io/priority-class-name": "kueue.x-k8s.io/priority-class",
    "kai.scheduler/queue-name": "kai.scheduler/queue",
    "kai-scheduler/queue": "kai.scheduler/queue",
}
# What Kueue reads under its own domain alone; people put them below domains that seem likely.
_OF_KUEUE = ("queue-name", "priority-class", "pod-group-name", "pod-group-total-count")


@check(each=Resource, words=_WORDS)
def scheduling_key_misspelt(resource: Resource, context: Context) -> Iterator[Problem]:
    """Find keys of a known domain whose name differs from a known one by a slip of the pen."""
    if kinds.workload_kind(resource.group, resource.kind, resource.version) is None:
        return
    seen: set[Place] = set()
    for key, place in _keys(resource):
        right = _meant(key)
        if right and place not in seen:
            seen.add(place)
            yield problem(place, part="key", key=key, right=right)


def _keys(resource: Resource) -> Iterator[tuple[str, Place]]:
    for field, names in (("labels", resource.labels), ("annotations", resource.annotations)):
        yield from _placed(names, resource.at("metadata", field))
    for pod in PodTemplate.from_resource(resource):
        for field, names in (("labels", pod.labels), ("annotations", pod.annotations)):
            yield from _placed(names, pod.at_metadata(field))


def _placed(names: Iterable[str], at: Place) -> Iterator[tuple[str, Place]]:
    return ((name, at.child(name)) for name in names)


def _meant(key: str) -> str:
    """The key that was meant; empty for a known one and for one that resembles none."""
    domain, slash, name = key.partition("/")
    if not slash or keys.key_facts(key) or is_placeholder(key):
        return ""
    if domain in _DOMAINS:
        known = [fact.key.partition("/")[2] for fact in keys.all_keys() if _is_of(fact.key, domain)]
        near = near_names(name, known, cutoff=0.92, by_start=False)
        if near:
            return f"{domain}/{near[0]}"
    if name in _OF_KUEUE and domain.partition(".")[0] == "kueue":
        return f"kueue.x-k8s.io/{name}"
    return _TAKEN_FOR.get(key, "")


def _is_of(key: str, domain: str) -> bool:
    return key.startswith(f"{domain}/")
