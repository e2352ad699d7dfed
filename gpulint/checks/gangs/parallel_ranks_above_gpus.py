"""Ranks of an inference engine against the GPUs that its pods have."""

from collections.abc import Iterator

from gpulint.authoring import (
    Container,
    Context,
    Option,
    PodTemplate,
    Problem,
    check,
    dig,
    gpus_of,
    integer,
    option,
    problem,
    words,
)

_TENSOR = ("--tensor-parallel-size", "-tp", "--tp", "--tp-size", "--num-shard")
_PIPELINE = ("--pipeline-parallel-size", "-pp", "--pp-size")
_GROUPED = ("--nnodes", "--node-rank", "--dist-init-addr", "--headless", "--data-parallel-address")
_SIZED = {("leaderworkerset.x-k8s.io", "LeaderWorkerSet"): ("spec", "leaderWorkerTemplate", "size")}
_ALONE = {"": ("Pod",), "apps": ("Deployment", "StatefulSet", "ReplicaSet"), "batch": ("Job",)}


@check(each=PodTemplate, words=("parallel", "-tp", "--tp", "shard"))
def parallel_ranks_above_gpus(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Compare tensor times pipeline parallelism with the GPUs of the pod, or of its group.

    Silent for pods that find peers by Ray or by addresses: nobody can count their GPUs from here.
    """
    pods = _pods_of_one_engine(pod)
    if pods is None or pod.spec.get("resourceClaims"):
        return
    for container in pod.containers:
        gpus, line = gpus_of(container), words(container)
        tensor = option(line, *_TENSOR)
        if not gpus or tensor is None or tensor.number is None:
            continue
        if pods == 1 and (option(line, *_GROUPED) is not None or _uses_ray(container)):
            continue
        pipeline = option(line, *_PIPELINE)
        ranks = tensor.number * _number(pipeline)
        if ranks <= gpus * pods:
            continue
        name, amount = next(iter(container.resources.accelerators().items()))
        product = "" if ranks == tensor.number else f"{tensor.number} x {_number(pipeline)} = "
        yield problem(
            tensor.place,
            related=[(amount.place, f"{gpus} of {name}")],
            options=" and ".join(each.name for each in (tensor, pipeline) if each is not None),
            ranks=f"{product}{ranks}",
            owner="its pod has" if pods == 1 else "its group has",
            gpus=str(gpus) if pods == 1 else f"{pods} x {gpus} = {pods * gpus}",
            name=name,
        )


def _number(found: Option | None) -> int:
    return 1 if found is None or found.number is None else found.number


def _pods_of_one_engine(pod: PodTemplate) -> int | None:
    """Pods that serve one model together; None for kinds that may join pods in ways of their own."""
    kind = (pod.resource.group, pod.resource.kind)
    if kind in _SIZED:
        value = dig(pod.resource.value, _SIZED[kind])
        return 1 if value is None else integer(value)
    return 1 if kind[1] in _ALONE.get(kind[0], ()) else None


def _uses_ray(container: Container) -> bool:
    ray = any("ray" in word.text.lower() for word in words(container))
    return ray or any(variable.name.startswith("RAY_") for variable in container.env)
