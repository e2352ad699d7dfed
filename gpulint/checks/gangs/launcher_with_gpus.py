"""GPUs of an MPI launcher that runs no rank."""

from collections.abc import Iterator

from gpulint.authoring import Context, KubeflowJob, Problem, check, gpus_of, problem


@check(each=KubeflowJob)
def launcher_with_gpus(job: KubeflowJob, context: Context) -> Iterator[Problem]:
    """Find GPUs that a launcher asks for though the operator hides them from it.

    The operator blanks NVIDIA_VISIBLE_DEVICES of the launcher unless runLauncherAsWorker is set.
    """
    launcher, spec = job.role("Launcher"), job.resource.spec
    pod = None if launcher is None or job.resource.kind != "MPIJob" else launcher.pod
    if pod is None or spec.get("runLauncherAsWorker") not in (None, False):
        return
    worker = job.role("Worker")
    if worker is None:  # the launcher does the work itself
        return
    for container in pod.containers:
        for name, amount in container.resources.accelerators().items():
            if name.startswith("nvidia.com/") and gpus_of(container):
                yield problem(
                    amount.place,
                    part="key",
                    name=name,
                    count=amount.devices,
                    job=job.resource.label,
                )
