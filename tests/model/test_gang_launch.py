import pytest

from gpulint.model.gang_launch import elastic_signal, gpus_of, launch, option, words, world_signal
from gpulint.model.manifests import Manifests
from gpulint.model.pod import PodTemplate


def pod(manifests, container: str) -> PodTemplate:
    read: Manifests = manifests(
        "apiVersion: v1\nkind: Pod\nmetadata: {name: rank}\nspec:\n  containers:\n"
        f"    - {{name: main, {container}}}\n"
    )
    return read.of(PodTemplate)[0]


PROCESSES = {
    "list": ("args: [torchrun, --nproc-per-node=4, train.py]", 4),
    "two words": ('command: [torchrun, --nproc_per_node, "4", train.py]', 4),
    "shell": ('command: [bash, -c, "cd /w && torchrun --nproc_per_node=4 train.py"]', 4),
    "module": ("command: [python, -m, torch.distributed.run, --nproc_per_node=4, t.py]", 4),
    "option of the script": ("args: [torchrun, --nproc_per_node=4, t.py, --nproc_per_node=8]", 4),
    "next command": ('command: [sh, -c, "torchrun t.py; other --nproc_per_node=8"]', None),
    "variable": ('args: [torchrun, "--nproc_per_node=$GPUS", t.py]', None),
    "no launcher": ("args: [python, t.py, --nproc_per_node=4]", None),
}


@pytest.mark.parametrize(("container", "count"), PROCESSES.values(), ids=PROCESSES)
def test_processes_are_read_from_the_launchers_own_options(
    manifests, container: str, count: int | None
) -> None:
    """Options of scripts and of other commands mean something else."""
    expected = count
    found = launch(pod(manifests, container).containers[0])
    stated = None if found is None else found.option("--nproc_per_node")
    actual = None if stated is None else stated.number
    assert expected == actual


def test_last_option_of_an_engine_wins(manifests) -> None:
    """Parsers of arguments take the last of two."""
    expected = "8"
    line = words(pod(manifests, "args: [--tp-size=4, --tp_size=8]").containers[0])
    found = option(line, "--tp-size")
    actual = None if found is None else found.value
    assert expected == actual


WORLDS = {
    "nodes": ('args: [torchrun, "--nnodes=4", t.py]', ("torchrun", False)),
    "one node": ('args: [torchrun, "--nnodes=1", t.py]', (None, False)),
    "range of nodes": ('args: [torchrun, "--nnodes=2:4", t.py]', ("torchrun", True)),
    "mpirun": ("args: [mpirun, -np, '4', solve]", ("mpirun", False)),
    "variable": ("env: [{name: MASTER_ADDR, value: rank-0}]", ("MASTER_ADDR", False)),
    "server": ("args: [serve, --port=8000]", (None, False)),
}


@pytest.mark.parametrize(("container", "found"), WORLDS.values(), ids=WORLDS)
def test_world_and_elasticity_need_evidence(manifests, container: str, found: object) -> None:
    """Without evidence pods may be independent, and a gang would be wrong for them."""
    expected = found
    template = pod(manifests, container)
    signal = world_signal(template)
    actual = (None if signal is None else signal[0], elastic_signal(template))
    assert expected == actual


GPUS = {
    "whole": ("nvidia.com/gpu: 2", 2),
    "shared": ("nvidia.com/gpu.shared: 2", None),
    "Neuron devices have several cores": ("aws.amazon.com/neuron: 1", None),
    "MIG": ("nvidia.com/mig-1g.5gb: 3", 3),
    "two kinds": ("nvidia.com/gpu: 2, nvidia.com/mig-1g.5gb: 1", None),
    "none": ("cpu: 2", None),
}


@pytest.mark.parametrize(("limits", "count"), GPUS.values(), ids=GPUS)
def test_only_whole_gpus_of_one_kind_are_counted(manifests, limits: str, count: int | None) -> None:
    """Ranks per GPU can be judged for whole GPUs alone."""
    expected = count
    container = pod(manifests, f"resources: {{limits: {{{limits}}}}}").containers[0]
    actual = gpus_of(container)
    assert expected == actual
