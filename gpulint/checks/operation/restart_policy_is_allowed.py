"""What makes pods decides which restartPolicy they may have."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, is_placeholder, problem, text

_JOBS = (("batch", "Job"), ("batch", "CronJob"))
_SERVERS = (
    ("apps", "Deployment"),
    ("apps", "StatefulSet"),
    ("apps", "DaemonSet"),
    ("apps", "ReplicaSet"),
)


@check(each=PodTemplate, words=("Job", "restartPolicy"))
def restart_policy_is_allowed(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find Jobs that restart Always (the default), and Deployments and the like that do not."""
    kind = (pod.resource.group, pod.resource.kind)
    value = text(pod.spec.get("restartPolicy"))
    if not pod.accelerators or pod.resource.fragment or is_placeholder(value):
        return
    allowed = ("Never", "OnFailure") if kind in _JOBS else ("Always",)
    if kind not in _JOBS + _SERVERS or value in allowed or (not value and kind in _SERVERS):
        return
    if "restartPolicy" in pod.spec and not value:
        return  # no text: the schema says so
    if not value and not all(container.value.get("image") for container in pod.containers):
        return  # half an object, to be merged with another
    place = pod.at("restartPolicy") if value else pod.at()._replace(part="key")
    yield problem(place, kind=kind[1], value=value or "Always (the default)", allowed=allowed)
