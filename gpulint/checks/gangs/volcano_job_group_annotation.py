"""A PodGroup named by the pods of a Volcano Job, whose controller overwrites the name."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, problem, references

_VOLCANO = ("batch.volcano.sh", "flow.volcano.sh")


@check(each=PodTemplate, words=("group-name",))
def volcano_job_group_annotation(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find the group annotation in a task template: each Volcano Job has a PodGroup of its own."""
    if pod.resource.group not in _VOLCANO:
        return
    for reference in references(pod):
        if reference.key.system != "volcano":
            continue
        named = context.manifests.named(
            reference.key.group, "PodGroup", reference.name, reference.namespace
        )
        waits = "" if named is None else f", and PodGroup {reference.name} never gets these pods"
        yield problem(
            reference.place,
            part="key",
            related=[] if named is None else [(named.at("spec", "minMember"), "waits for members")],
            key=reference.key.key,
            group=reference.name,
            job=pod.resource.label,
            waits=waits,
        )
