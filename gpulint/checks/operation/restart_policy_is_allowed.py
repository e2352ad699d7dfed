"""What makes pods decides which restartPolicy they may have."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, is_placeholder, problem, text

_ENDING = ("Never", "OnFailure")
_ALLOWED = {
    ("", "Pod"): ("Always", *_ENDING),
    ("batch", "Job"): _ENDING,
    ("batch", "CronJob"): _ENDING,
    ("jobset.x-k8s.io", "JobSet"): _ENDING,
    ("apps", "Deployment"): ("Always",),
    ("apps", "StatefulSet"): ("Always",),
    ("apps", "DaemonSet"): ("Always",),
    ("apps", "ReplicaSet"): ("Always",),
}
_MUST_SAY = (("batch", "Job"), ("batch", "CronJob"))  # the webhook of JobSet writes OnFailure


@check(each=PodTemplate, words=("Job", "restartPolicy"))
def restart_policy_is_allowed(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find Jobs that restart Always (the default), Deployments that do not, and unknown words."""
    kind = (pod.resource.group, pod.resource.kind)
    value = text(pod.spec.get("restartPolicy"))
    if not pod.accelerators or pod.resource.fragment or is_placeholder(value):
        return
    allowed = _ALLOWED.get(kind, ())
    if not allowed or value in allowed or (not value and kind not in _MUST_SAY):
        return
    if "restartPolicy" in pod.spec and not value:
        return  # no text: the schema says so
    if not value and not all(container.value.get("image") for container in pod.containers):
        return  # half an object, to be merged with another
    place = pod.at("restartPolicy") if value else pod.at()._replace(part="key")
    yield problem(place, kind=kind[1], value=value or "Always (the default)", allowed=allowed)
