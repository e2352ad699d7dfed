"""A pod with users of its own cannot share the IPC or process namespace of the host."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, problem

_SHARED = ("hostIPC", "hostPID")


@check(each=PodTemplate, words=("hostUsers",))
def host_users_fit_host_namespaces(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Compare hostUsers with the namespaces that pods with GPUs share for MPS, NCCL and profilers."""
    devices = pod.accelerators or pod.get("resourceClaims")
    if pod.get("hostUsers") is not False or not devices:
        return
    for field in _SHARED:
        if pod.get(field) is True:
            related = [(pod.at("hostUsers"), "its users are set apart here")]
            yield problem(pod.at(field), related=related, field=field)
