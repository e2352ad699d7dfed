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
    near = near_names(name, keys.known_schedulers(), cutoff=0.92, by_start=False)
    if near and _is_slip(name, near[0]):
        yield problem(pod.at("schedulerName"), name=name, right=near[0])


def _is_slip(name: str, known: str) -> bool:
    """Whether the two agree but for separators, or but for letters inside a long word.

    `ai-scheduler` beside kai-scheduler, or `volcano2` beside volcano, may well be what was meant.
    """
    if _bare(name) == _bare(known):
        return True
    if any(letter.isdigit() for letter in name):
        return False
    first, _, rest = known.partition("-")
    return name.partition("-")[0] == first if rest else name[:2] == known[:2]


def _bare(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalnum())
