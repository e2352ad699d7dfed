"""Ranks of an inference engine against the GPUs that its pods have."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gpulint.authoring import (
    Container,
    Context,
    Option,
    Place,
    PodTemplate,
    Problem,
    Word,
    check,
    dig,
    gpus_of,
    integer,
    mapping,
    option,
    problem,
    text,
    whole_number,
    words,
)

_TENSOR = ("--tensor-parallel-size", "-tp", "--tp", "--tp-size", "--num-shard")
_PIPELINE = ("--pipeline-parallel-size", "-pp", "--pp-size")
_DATA = ("--data-parallel-size", "--dp-size")
_DATA_HERE = ("--data-parallel-size-local",)
_GROUPED = ("--nnodes", "--node-rank", "--dist-init-addr", "--headless", "--data-parallel-address")
_SIZED = {("leaderworkerset.x-k8s.io", "LeaderWorkerSet"): ("spec", "leaderWorkerTemplate", "size")}
_ALONE = {
    "": ("Pod",),
    "apps": ("Deployment", "StatefulSet", "ReplicaSet"),
    "batch": ("Job",),
    "serving.kserve.io": ("InferenceService",),
}


_DYNAMO = ("DynamoGraphDeployment", "DynamoComponentDeployment")


class _Factor(NamedTuple):
    name: str
    number: int
    place: Place


class _Cards(NamedTuple):
    name: str
    number: int
    place: Place


@check(each=PodTemplate, words=("parallel", "-tp", "--tp", "shard", "SHARD", "--dp-size"))
def parallel_ranks_above_gpus(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Compare tensor, pipeline and data parallelism with the GPUs of the pod, or of its group.

    Silent for pods that find peers by Ray or by addresses: nobody can count their GPUs from here.
    """
    pods = _pods_of_one_engine(pod)
    if pods is None or pod.spec.get("resourceClaims"):
        return
    for container in pod.containers:
        cards, line = _cards(container, pod), words(container)
        factors = _factors(container, line, pods)
        if cards is None or not factors:
            continue
        gpus = cards.number
        if pods == 1 and (_has(line, _GROUPED) or _uses_ray(container)):
            continue
        ranks = 1
        for factor in factors:
            ranks *= factor.number
        if ranks <= gpus * pods:
            continue
        product = " x ".join(str(each.number) for each in factors)
        yield problem(
            factors[0].place,
            related=[(cards.place, f"{gpus} of {cards.name}")],
            options=" and ".join(each.name for each in factors),
            ranks=str(ranks) if len(factors) == 1 else f"{product} = {ranks}",
            owner="its pod has" if pods == 1 else "its group has",
            gpus=str(gpus) if pods == 1 else f"{pods} x {gpus} = {pods * gpus}",
            name=cards.name,
        )


def _cards(container: Container, pod: PodTemplate) -> _Cards | None:
    """The GPUs of the container; in Dynamo's older version they stand beside its pod."""
    if gpus := gpus_of(container):
        name, amount = next(iter(container.resources.accelerators().items()))
        return _Cards(name, gpus, amount.place)
    if pod.resource.kind in _DYNAMO and container.pointer[-1] == "mainContainer":
        path = (*_component(pod), "resources", "limits", "gpu")
        if number := whole_number(str(pod.resource.get(*path))):
            return _Cards("gpu", number, pod.resource.at(*path))
    return None


def _component(pod: PodTemplate) -> tuple[str | int, ...]:
    """The path of the Dynamo component around a pod."""
    path = tuple(pod.spec_pointer[len(pod.resource.pointer) :])
    return path[:3] if path[1:2] in (("components",), ("services",)) else path[:1]


def _factors(container: Container, line: Sequence[Word], pods: int) -> list[_Factor]:
    """The sizes of which the product is the number of ranks; empty when one is not known."""
    tensor, pipeline = option(line, *_TENSOR), option(line, *_PIPELINE)
    if tensor is None:
        shards = _shards(container)
        found = [] if shards is None else [shards]
    else:
        found = _known(tensor)
    if tensor is not None and not found:
        return []
    if pipeline is not None and (tensor is not None or pods == 1):
        found += [each for each in _known(pipeline) if each.number > 1]
    if pods == 1 and not _is_spread(line):
        data = option(line, *_DATA_HERE) or option(line, *_DATA)
        found += [each for each in _known(data) if each.number > 1]
    return found


def _known(found: Option | None) -> list[_Factor]:
    if found is None or found.number is None:
        return []
    return [_Factor(found.name, found.number, found.place)]


def _shards(container: Container) -> _Factor | None:
    """NUM_SHARD, which Text Generation Inference reads in place of --num-shard."""
    if "text-generation-inference" not in text(container.value.get("image")):
        return None
    for variable in container.env:
        value = str(variable.value)
        if variable.name == "NUM_SHARD" and value.isascii() and value.isdigit() and len(value) < 7:
            return _Factor(variable.name, int(value), variable.place)
    return None


def _is_spread(line: Sequence[Word]) -> bool:
    """Whether replicas share GPUs, or this pod runs only some: `--data-parallel-rank` and the like."""
    names = [word.text.partition("=")[0].replace("_", "-") for word in line]
    return "--enable-dp-attention" in names or any(
        name.startswith("--data-parallel-") and name not in (*_DATA, *_DATA_HERE) for name in names
    )


def _has(line: Sequence[Word], names: Sequence[str]) -> bool:
    return any(word.text.partition("=")[0].replace("_", "-") in names for word in line)


def _pods_of_one_engine(pod: PodTemplate) -> int | None:
    """Pods that serve one model together; None for kinds that may join pods in ways of their own."""
    kind = (pod.resource.group, pod.resource.kind)
    if "workerSpec" in pod.spec:  # KServe joins the pods of a predictor
        return None
    if kind in _SIZED:
        value = dig(pod.resource.value, _SIZED[kind])
        return 1 if value is None else integer(value)
    if kind[0] == "nvidia.com" and kind[1] in _DYNAMO:
        several = mapping(pod.resource.get(*_component(pod))).get("multinode")
        return 1 if several is None else integer(mapping(several).get("nodeCount", 2))
    return 1 if kind[1] in _ALONE.get(kind[0], ()) else None


def _uses_ray(container: Container) -> bool:
    ray = any("ray" in word.text.lower() for word in words(container))
    return ray or any(variable.name.startswith("RAY_") for variable in container.env)
