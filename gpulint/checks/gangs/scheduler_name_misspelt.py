"""Scheduler names that are nearly a well-known one."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    PodTemplate,
    Problem,
    check,
    is_placeholder,
    keys,
    near_names,
    problem,
)


@check(each=PodTemplate, words=("schedulerName",))
def scheduler_name_misspelt(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find a schedulerName that differs from a known one by a slip; names of one's own are fine."""
    name = pod.scheduler_name
    if not name or is_placeholder(name) or keys.scheduler(name) is not None:
        return
    near = near_names(name, keys.known_schedulers(), cutoff=0.85, by_start=False)
    if near and _is_slip(name, near[0]):
        yield problem(pod.at("schedulerName"), name=name, right=near[0])


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
