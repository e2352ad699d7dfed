"""Pods that two controllers hold back for two different groups."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, problem, references


@check(each=PodTemplate, words=("pod-group-name",))
def two_gangs_on_one_pod(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find pods in a Kueue pod group and in the group of a gang scheduler.

    Kueue gates each pod until the whole group is admitted, while the PodGroup counts ungated pods.
    """
    found = list(references(pod))
    kueue = next((each for each in found if each.key.system == "kueue"), None)
    other = next((each for each in found if each.key.system != "kueue"), None)
    if kueue is not None and other is not None:
        yield problem(
            other.place,
            part="key",
            related=[(kueue.place, "Kueue gates the pods of this group")],
            key=other.key.key,
            system=other.key.system.partition("-")[0],
        )
