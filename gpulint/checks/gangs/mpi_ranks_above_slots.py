"""Ranks that mpirun is asked for against the slots of an MPIJob."""

from collections.abc import Iterator

from gpulint.authoring import Context, KubeflowJob, Problem, check, integer, launch, problem

_RANKS = ("-np", "-n", "--np")


@check(each=KubeflowJob)
def mpi_ranks_above_slots(job: KubeflowJob, context: Context) -> Iterator[Problem]:
    """Compare `mpirun -np` with workers times slotsPerWorker; OpenMPI refuses to oversubscribe."""
    launcher, worker = job.role("Launcher"), job.role("Worker")
    pod = None if launcher is None or job.resource.kind != "MPIJob" else launcher.pod
    replicas = None if worker is None else worker.replicas
    slots = integer(job.resource.spec.get("slotsPerWorker", 1))
    if pod is None or worker is None or replicas is None or slots is None:
        return
    if job.resource.spec.get("mpiImplementation", "OpenMPI") != "OpenMPI":
        return
    if job.resource.spec.get("runLauncherAsWorker") is True:
        replicas += 1
    for container in pod.containers:
        found = launch(container)
        ranks = None if found is None or found.program != "mpirun" else found.option(*_RANKS)
        if (
            found is None
            or ranks is None
            or ranks.number is None
            or ranks.number <= replicas * slots
        ):
            continue
        if any("oversubscribe" in word.text for word in found.words):
            continue
        yield problem(
            ranks.place,
            related=[
                (worker.at("replicas"), f"{replicas} workers"),
                (job.resource.field("spec", "slotsPerWorker").place, f"slotsPerWorker {slots}"),
            ],
            ranks=ranks.number,
            slots=f"{replicas} x {slots} = {replicas * slots}",
            total=replicas * slots,
        )
