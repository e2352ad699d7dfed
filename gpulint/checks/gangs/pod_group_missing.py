"""A group that pods name and that does not exist."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, problem, references

_OUTCOMES = {
    "coscheduling": "the pods are refused at the end of scheduling, again and again",
    "volcano": "the pods stay Pending",
}
_OWN_GROUP = ("batch.volcano.sh", "flow.volcano.sh")


@check(each=PodTemplate, words=("group", "schedulingGroup", "workloadRef"))
def pod_group_missing(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Look each named PodGroup or Workload up; speak only where absence can be argued."""
    if pod.resource.group in _OWN_GROUP:  # their controller overwrites the name
        return
    seen = set()
    for reference in references(pod):
        group, kind = reference.key.group, reference.key.kind
        name = reference.name.partition("/")[0]
        if not group or (group, name) in seen:
            continue
        seen.add((group, name))
        absence = context.absence(group, kind, name, reference.namespace)
        if absence is None:
            continue
        other = context.cluster.named(group, kind, name)
        elsewhere = "" if other is None else f" (there is one in namespace {other.namespace})"
        yield problem(
            reference.place,
            related=[] if other is None else [(other.at("metadata", "namespace"), "it lies here")],
            confidence="high" if other is not None else absence.confidence,
            kind=kind,
            group=group,
            missing=name,
            elsewhere=elsewhere,
            near=absence.near,
            outcome=_OUTCOMES.get(reference.key.system, "the pods stay Pending"),
        )
