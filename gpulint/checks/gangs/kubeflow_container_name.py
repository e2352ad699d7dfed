"""The name of the main container of a Kubeflow job."""

from collections.abc import Iterator

from gpulint.authoring import Context, KubeflowJob, Problem, check, is_placeholder, problem


@check(each=KubeflowJob)
def kubeflow_container_name(job: KubeflowJob, context: Context) -> Iterator[Problem]:
    """Find roles without a container of the name that the operator's webhook demands."""
    if not job.container or job.resource.fragment or job.resource.version != "v1":
        return
    for role in job.roles:
        pod = role.pod
        names = [] if pod is None else [container.name for container in pod.containers]
        if pod is None or not names or job.container in names or any(map(is_placeholder, names)):
            continue
        yield problem(
            pod.containers[0].at("name"),
            role=role.name,
            kind=job.resource.kind,
            written=", ".join(filter(None, names)) or "none",
            wanted=job.container,
        )
