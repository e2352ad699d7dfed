"""Roles and policies that Kubeflow's operators do not take."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    KubeflowJob,
    Place,
    Problem,
    Role,
    check,
    is_placeholder,
    mapping,
    near_names,
    problem,
)

_ROLES = {
    "PyTorchJob": ("Master", "Worker"),
    "TFJob": ("Chief", "Master", "PS", "Worker", "Evaluator", "Eval"),
    "XGBoostJob": ("Master", "Worker"),
    "PaddleJob": ("Master", "Worker"),
    "JAXJob": ("Worker",),
    "MPIJob": ("Launcher", "Worker"),
}
_RESTARTS = ("Always", "OnFailure", "Never", "ExitCode")
_RESTARTS_OF_MPI = ("Never", "OnFailure")
_CLEANING = ("None", "Running", "All")
_MPI = "v2beta1"  # of the operator that compares names as they stand


@check(each=KubeflowJob)
def kubeflow_role_refused(job: KubeflowJob, context: Context) -> Iterator[Problem]:
    """Look at the names of the roles, their restart policies, and an MPIJob's clean-up policy."""
    if job.resource.fragment:
        return
    for place, wrong, allowed in (*_of_roles(job), *_of_policy(job)):
        if is_placeholder(wrong):
            continue
        yield problem(
            place,
            kind=job.resource.kind,
            wrong=wrong,
            allowed=allowed,
            near=near_names(wrong, allowed),
        )


_Found = tuple[Place, str, tuple[str, ...]]


def _of_roles(job: KubeflowJob) -> Iterator[_Found]:
    known = _ROLES[job.resource.kind]
    is_mpi = job.resource.version == _MPI
    names = known if is_mpi else tuple(map(str.lower, known))
    for role in job.roles:
        if (role.name if is_mpi else role.name.lower()) not in names:
            yield role.at()._replace(part="key"), role.name, known
        yield from _of_restart(role, _RESTARTS_OF_MPI if is_mpi else _RESTARTS)


def _of_restart(role: Role, allowed: tuple[str, ...]) -> Iterator[_Found]:
    policy = role.value.get("restartPolicy")
    if isinstance(policy, str) and policy and policy not in allowed:
        yield role.at("restartPolicy"), policy, allowed


def _of_policy(job: KubeflowJob) -> Iterator[_Found]:
    policy = mapping(job.resource.spec.get("runPolicy")).get("cleanPodPolicy")
    if job.resource.version == _MPI and isinstance(policy, str) and policy not in _CLEANING:
        yield job.resource.at("spec", "runPolicy", "cleanPodPolicy"), policy, _CLEANING
