"""The role of a Kubeflow job that must have exactly one pod."""

from collections.abc import Iterator

from gpulint.authoring import Context, KubeflowJob, Problem, check, problem

_SINGLE = {
    "PyTorchJob": ("Master",),
    "XGBoostJob": ("Master",),
    "MPIJob": ("Launcher",),
    "TFJob": ("Chief", "Master"),
}


@check(each=KubeflowJob)
def kubeflow_single_master(job: KubeflowJob, context: Context) -> Iterator[Problem]:
    """Find a master, chief or launcher with more or fewer than one replica."""
    for name in _SINGLE.get(job.resource.kind, ()):
        role = job.role(name)
        replicas = None if role is None else role.replicas
        if role is not None and replicas is not None and replicas != 1:
            yield problem(role.at("replicas"), role=name, kind=job.resource.kind, replicas=replicas)
