"""A rank that a Job gives to its pods only in Indexed mode."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, dig, problem, text

_VARIABLE = "JOB_COMPLETION_INDEX"
_FIELDS = ("batch.kubernetes.io/job-completion-index",)
_SPECS = {"Job": ("spec",), "CronJob": ("spec", "jobTemplate", "spec")}


@check(each=PodTemplate, words=("JOB_COMPLETION_INDEX", "job-completion-index"))
def job_index_without_indexed(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find pods that read the completion index of a Job whose mode is not Indexed.

    Words that a shell fills in count, as do variables from the annotation; setting the variable by
    hand makes it known.
    """
    spec = _SPECS.get(pod.resource.kind) if pod.resource.group == "batch" else None
    if spec is None or pod.resource.fragment:
        return
    mode = dig(pod.resource.value, (*spec, "completionMode"))
    if mode not in (None, "NonIndexed"):
        return
    place = pod.resource.field(*spec, "completionMode").place
    for container in pod.all_containers:
        if any(variable.name == _VARIABLE for variable in container.env):
            continue
        reads = [at for word, at in container.words if _VARIABLE in word]
        sources = container.value.get("env")
        for index, _ in enumerate(sources if isinstance(sources, list) else ()):
            path = text(_source(container.value, index))
            if any(field in path for field in _FIELDS):
                reads.append(container.at("env", index))
        if reads:
            yield problem(reads[0], related=[(place, "completionMode")], variable=_VARIABLE)


def _source(value: object, index: int) -> object:
    return dig(value, ("env", index, "valueFrom", "fieldRef", "fieldPath"))
