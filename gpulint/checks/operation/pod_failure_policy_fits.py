"""A Job with a podFailurePolicy must leave restarts to the Job itself."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, problem, text


@check(each=PodTemplate, words=("podFailurePolicy",))
def pod_failure_policy_fits(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find restartPolicy OnFailure and podReplacementPolicy TerminatingOrFailed beside the policy."""
    job = pod.resource
    base = ("spec",) if job.kind == "Job" else ("spec", "jobTemplate", "spec")
    if job.group != "batch" or not pod.accelerators or not job.get(*base, "podFailurePolicy"):
        return
    policy = [(job.field(*base, "podFailurePolicy").place._replace(part="key"), "the policy")]
    if pod.spec.get("restartPolicy") == "OnFailure":
        at = pod.at("restartPolicy")
        yield problem(at, related=policy, field="restartPolicy", value="OnFailure", wanted="Never")
    replacement = text(job.get(*base, "podReplacementPolicy"))
    if replacement not in ("", "Failed"):
        at = job.at(*base, "podReplacementPolicy")
        field = "podReplacementPolicy"
        yield problem(at, related=policy, field=field, value=replacement, wanted="Failed")
