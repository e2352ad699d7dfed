"""Processes per node of a PyTorchJob, stated in two places."""

from collections.abc import Iterator

from gpulint.authoring import Context, KubeflowJob, Problem, check, problem


@check(each=KubeflowJob)
def nproc_per_node_twice(job: KubeflowJob, context: Context) -> Iterator[Problem]:
    """Find nProcPerNode of elasticPolicy beside nprocPerNode of the job."""
    resource = job.resource
    if resource.kind != "PyTorchJob" or resource.get("spec", "nprocPerNode") is None:
        return
    if resource.get("spec", "elasticPolicy", "nProcPerNode") is not None:
        yield problem(
            resource.at("spec", "elasticPolicy", "nProcPerNode"),
            part="key",
            related=[(resource.at("spec", "nprocPerNode"), "the field that replaced it")],
        )
