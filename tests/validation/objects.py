"""Own-written objects for the tests of this floor, and seeded ways to break them."""

import copy
import random
from collections.abc import Iterator

POD_SPEC = {
    "restartPolicy": "Never",
    "nodeSelector": {"nvidia.com/gpu.product": "NVIDIA-H100-80GB-HBM3"},
    "tolerations": [{"key": "nvidia.com/gpu", "operator": "Exists", "effect": "NoSchedule"}],
    "containers": [
        {
            "name": "trainer",
            "image": "registry.example/trainer:1",
            "args": ["--epochs", "3"],
            "env": [{"name": "NCCL_DEBUG", "value": "INFO"}],
            "ports": [{"containerPort": 8080, "protocol": "TCP"}],
            "resources": {
                "requests": {"cpu": 2, "memory": "8Gi", "nvidia.com/gpu": 1},
                "limits": {"memory": "8Gi", "nvidia.com/gpu": 1},
            },
        }
    ],
}

BASES: tuple[dict[str, object], ...] = (
    {"apiVersion": "v1", "kind": "Pod", "metadata": {"generateName": "p-"}, "spec": POD_SPEC},
    {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": "serve", "labels": {"app": "serve"}, "creationTimestamp": None},
        "spec": {
            "replicas": 2,
            "strategy": {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": "25%"}},
            "selector": {"matchLabels": {"app": "serve"}},
            "template": {"metadata": {"labels": {"app": "serve"}}, "spec": POD_SPEC},
        },
    },
    {
        "apiVersion": "batch/v1",
        "kind": "Job",
        "metadata": {"name": "train", "annotations": {"team": "vision"}},
        "spec": {"parallelism": 4, "completionMode": "Indexed", "template": {"spec": POD_SPEC}},
    },
    {
        "apiVersion": "scheduling.k8s.io/v1",
        "kind": "PriorityClass",
        "metadata": {"name": "research"},
        "value": 1000,
        "globalDefault": False,
    },
    {
        "apiVersion": "resource.k8s.io/v1",
        "kind": "ResourceClaimTemplate",
        "metadata": {"name": "one"},
        "spec": {
            "spec": {
                "devices": {
                    "requests": [{"name": "gpu", "exactly": {"deviceClassName": "gpu.nvidia.com"}}]
                }
            }
        },
    },
    {
        "apiVersion": "batch.volcano.sh/v1alpha1",
        "kind": "Job",
        "metadata": {"name": "gang"},
        "spec": {
            "minAvailable": 3,
            "schedulerName": "volcano",
            "plugins": {"svc": [], "pytorch": ["--master=master"]},
            "policies": [{"event": "PodEvicted", "action": "RestartJob"}],
            "tasks": [{"name": "worker", "replicas": 3, "template": {"spec": POD_SPEC}}],
        },
    },
    {
        "apiVersion": "ray.io/v1",
        "kind": "RayCluster",
        "metadata": {"name": "ray"},
        "spec": {
            "headGroupSpec": {
                "rayStartParams": {"num-cpus": "0"},
                "template": {"spec": POD_SPEC},
            },
            "workerGroupSpecs": [
                {
                    "groupName": "gpu",
                    "minReplicas": 1,
                    "maxReplicas": 4,
                    "template": {"spec": POD_SPEC},
                }
            ],
        },
    },
    {
        "apiVersion": "kueue.x-k8s.io/v1beta2",
        "kind": "ClusterQueue",
        "metadata": {"name": "research"},
        "spec": {
            "namespaceSelector": {},
            "resourceGroups": [
                {
                    "coveredResources": ["nvidia.com/gpu"],
                    "flavors": [
                        {
                            "name": "h100",
                            "resources": [{"name": "nvidia.com/gpu", "nominalQuota": 8}],
                        }
                    ],
                }
            ],
        },
    },
)

_VALUES: tuple[object, ...] = (
    *(None, True, 7, -1, 2.5, 3.0, 2**40, "text", "7", ""),
    *([], {}, [None], [[]], {"x": 1}, {"x": None}, [{"name": 3}]),
)


def mutated(base: dict[str, object], count: int, seed: int) -> Iterator[dict[str, object]]:
    """Copies of `base` that differ from it at one to three places, its type left alone."""
    chance = random.Random(seed)
    for _ in range(count):
        broken = copy.deepcopy(base)
        for _ in range(chance.randint(1, 3)):
            _break(broken, chance)
        yield broken


def _break(value: dict[str, object], chance: random.Random) -> None:
    places = list(_places(value, ()))
    if not places:  # earlier breaks left only the type
        return
    holder, key = chance.choice(places)
    way = chance.randrange(4)
    if way == 0 and isinstance(holder, dict):
        del holder[key]
    elif way == 1 and isinstance(holder, dict):
        name = chance.choice([f"{key}s", str(key).upper(), "nvidia.com/gpu", "extra"])
        holder[name] = holder[key]
    elif way == 2:
        holder[key] = [holder[key]]  # type: ignore[index]  # a list has numbers for keys
    else:
        holder[key] = copy.deepcopy(chance.choice(_VALUES))  # type: ignore[index]  # the same


def _places(
    value: object, at: tuple[object, ...]
) -> Iterator[tuple[dict[str, object] | list[object], object]]:
    if isinstance(value, dict):
        for key, each in value.items():
            if at or key not in ("apiVersion", "kind"):
                yield value, key
            yield from _places(each, (*at, key))
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield value, index
            yield from _places(each, (*at, index))
