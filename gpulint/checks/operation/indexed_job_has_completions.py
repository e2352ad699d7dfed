"""An Indexed Job must say how many indexes it has."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, problem


@check(each=PodTemplate, words=("completionMode",))
def indexed_job_has_completions(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find GPU Jobs of completionMode Indexed without completions."""
    job = pod.resource
    base = ("spec",) if job.kind == "Job" else ("spec", "jobTemplate", "spec")
    if job.group != "batch" or not pod.accelerators or job.fragment:
        return
    if job.get(*base, "completionMode") == "Indexed" and job.get(*base, "completions") is None:
        yield problem(job.at(*base, "completionMode"), count=pod.count or 1)
