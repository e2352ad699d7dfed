"""Environment variables that are filled in from variables which come after them."""

import re
from collections.abc import Iterator

from gpulint.authoring import (
    Container,
    Context,
    PodTemplate,
    Problem,
    VolcanoJob,
    check,
    problem,
    text,
)

_REFERENCE = re.compile(r"(?<!\$)(?:\$\$)*\$\(([A-Za-z_][A-Za-z0-9_.-]*)\)", re.ASCII)
_INDEX = "JOB_COMPLETION_INDEX"
_VOLCANO = re.compile(f"{VolcanoJob.INDEX_VARIABLE}|{VolcanoJob.HOSTS_VARIABLE}", re.ASCII)
_JOBS = (("batch", "Job"), ("batch", "CronJob"), ("jobset.x-k8s.io", "JobSet"))
_SORTING = "aibrix.ai"  # its controller puts the variables into another order


@check(each=PodTemplate, words=("$(",))
def variable_used_before_set(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find `$(NAME)` in `env` where NAME follows in the list, or is put at its end by a controller.

    Source: kubernetes pkg/kubelet/kubelet_pods.go, makeEnvironmentVariables: what is not known yet
    stays as it is written. Silent where `envFrom` may bring the name.
    """
    group = pod.resource.group
    if not pod.accelerators or pod.resource.fragment or group.endswith(_SORTING):
        return
    for container in pod.all_containers:
        if "envFrom" not in container.value:
            yield from _early(container, pod)


def _early(container: Container, pod: PodTemplate) -> Iterator[Problem]:
    names = [variable.name for variable in container.env]
    for index, variable in enumerate(container.env):
        for name in _REFERENCE.findall(text(variable.value)):
            if name in names[:index]:
                continue
            if name in names[index + 1 :]:
                where = "it is set further down the list; put it first"
            elif name not in names and _is_appended(name, pod):
                where = "the controller puts it at the end of the list; read it in the command"
            else:
                continue
            yield problem(variable.place, name=variable.name, other=name, where=where)


def _is_appended(name: str, pod: PodTemplate) -> bool:
    if name == _INDEX:
        return (pod.resource.group, pod.resource.kind) in _JOBS
    is_volcano = next(VolcanoJob.from_resource(pod.resource), None) is not None
    return is_volcano and _VOLCANO.fullmatch(name) is not None
