"""Scheduler names that are nearly a well-known one."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Place,
    PodTemplate,
    Problem,
    Resource,
    check,
    expand,
    is_placeholder,
    keys,
    kinds,
    near_names,
    problem,
    text,
)


@check(each=Resource, words=("schedulerName",))
def scheduler_name_misspelt(resource: Resource, context: Context) -> Iterator[Problem]:
    """Find a schedulerName that differs from a known one by a slip; names of one's own are fine."""
    seen: set[Place] = set()
    for name, place in _unknown_names(resource):
        if place in seen or is_placeholder(name):
            continue
        seen.add(place)
        near = near_names(name, keys.known_schedulers(), cutoff=0.85, by_start=False)
        if near and _is_slip(name, near[0]):
            yield problem(place, name=name, right=near[0])


def _unknown_names(resource: Resource) -> Iterator[tuple[str, Place]]:
    """Names of the pods, and of the object for all of its pods, that are no well-known ones."""
    for pod in PodTemplate.from_resource(resource):
        if _is_unknown(pod.scheduler_name):
            yield pod.scheduler_name, pod.at("schedulerName")
    row = kinds.workload_kind(resource.group, resource.kind, resource.version)
    for path in () if row is None else row.scheduler_name_paths:
        for found in expand(resource.value, path):
            # Spark's batchScheduler takes names of its own
            if found.path[-1] == "schedulerName" and _is_unknown(text(found.value)):
                yield text(found.value), resource.at(*found.path)


def _is_unknown(name: str) -> bool:
    return bool(name) and keys.scheduler(name) is None


def _is_slip(name: str, known: str) -> bool:
    """Whether the two agree but for separators, or but for one slip after the first letter.

    `ai-scheduler` beside kai-scheduler, or `volcano2` beside volcano, may well be what was meant.
    """
    if _bare(name) == _bare(known):
        return True
    if any(letter.isdigit() for letter in name) or name[:1] != known[:1]:
        return False
    first, _, rest = known.partition("-")
    own, _, own_rest = name.partition("-")
    if not rest:
        return _one_slip(name, known)
    return own == first and _one_slip(own_rest, rest)


def _one_slip(name: str, known: str) -> bool:
    """Whether a letter is missing, too many or another one, or some have changed places."""
    if sorted(name) == sorted(known):
        return True
    same = next((n for n, (a, b) in enumerate(zip(name, known, strict=False)) if a != b), None)
    start = min(len(name), len(known)) if same is None else same
    one, two = name[start:], known[start:]
    return one[1:] == two or one == two[1:] or one[1:] == two[1:]


def _bare(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalnum())
