"""Several GPUs of one container talk through /dev/shm, which has 64 MiB unless it is made larger."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, problem, volumes

_GPUS = ("nvidia.com/gpu", "amd.com/gpu")
# KServe merges its pods with a template of its own, which brings the mount.
_MERGED = "serving.kserve.io"


@check(each=PodTemplate)
def shm_left_small(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find containers with more than one whole GPU and nothing mounted at /dev/shm or a parent of it."""
    if pod.spec.get("hostIPC") is True or pod.resource.fragment:
        return
    if pod.resource.group == _MERGED:
        return
    for container in pod.containers:
        paths = {volumes.normal(str(mount.get("mountPath"))) for mount in container.mounts}
        for name, amount in container.resources.accelerators().items():
            if name in _GPUS and (amount.devices or 0) > 1 and not paths & {"/dev/shm", "/dev"}:
                yield problem(amount.place, devices=amount.devices, resource=name)
