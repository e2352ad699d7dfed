"""The schemas in schemas/crd/: sound by themselves, and what they tell."""

import json
from collections.abc import Iterator
from pathlib import Path

import jsonschema_rs
import pytest

from gpulint.core.project_files import project_folder
from gpulint.validation.compiled import json_schema
from gpulint.validation.definitions import available, nearest
from gpulint.validation.kubernetes import known_kind, violations

FOLDER = Path(project_folder("schemas"), "crd")
FILES = sorted(FOLDER.glob("*/*.json"))
UNDERSTOOD = {
    *("type", "format", "enum", "minimum", "maximum", "items", "properties"),
    *("additionalProperties", "required", "$ref", "$comment", "x-gpulint-whole"),
}


def _name(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def _schemas(schema: object) -> Iterator[dict]:
    if isinstance(schema, dict):
        yield schema
        for each in (schema.get("items"), schema.get("additionalProperties")):
            yield from _schemas(each)
        for each in schema.get("properties", {}).values():
            yield from _schemas(each)


def _read(path: Path) -> dict:
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", FILES, ids=_name)
def test_file_is_named_by_its_group_kind_and_version(path: Path) -> None:
    """It is found by its name, and its title holds the kind's true spelling."""
    api_version, kind = _read(path)["title"].split()
    group, version = api_version.split("/")
    expected = FOLDER / group / f"{kind.lower()}.{version}.json"
    assert expected == path


@pytest.mark.parametrize("path", FILES, ids=_name)
def test_file_names_its_source_and_uses_known_words(path: Path) -> None:
    """A word that is not read would be a promise without effect."""
    file = _read(path)
    roots = [{k: v for k, v in file.items() if k not in ("$schema", "$comment", "title", "$defs")}]
    roots += file.get("$defs", {}).values()
    unknown = {word for root in roots for each in _schemas(root) for word in each} - UNDERSTOOD
    repository = file["$comment"].split()[0]
    assert (1, set()) == (repository.count("/"), unknown)


@pytest.mark.parametrize("minor", [available()[0], available()[-1]])
@pytest.mark.parametrize("path", FILES, ids=_name)
def test_references_lead_somewhere_in_old_and_new_releases(path: Path, minor: int) -> None:
    """A pod template comes from the release that the run is for."""
    known = known_kind(*_read(path)["title"].split(), minor)
    assert known is not None
    schema = json_schema(known.schema, known.types)
    jsonschema_rs.Draft202012Validator(schema)  # raises when a reference leads nowhere
    expected = {"apiVersion", "kind", "metadata", "status", "spec"}
    assert expected == set(schema["properties"])


def _template(**resources: object) -> dict:
    return {"spec": {"containers": [{"name": "c", "image": "i", "resources": resources}]}}


BROKEN = {"limits": {"nvidia.com/gpu": True}}
OBJECTS = {
    ("batch.volcano.sh/v1alpha1", "Job"): (
        {"minAvailable": "2 pods", "tasks": [{"replicas": 2.5, "template": _template(**BROKEN)}]},
        [
            "spec.minAvailable",
            "spec.tasks[0].replicas",
            'spec.tasks[0].template.spec.containers[0].resources.limits["nvidia.com/gpu"]',
        ],
    ),
    ("scheduling.x-k8s.io/v1alpha1", "PodGroup"): (
        {"minMember": "4", "minAvailable": 4},
        ["spec.minMember", "spec.minAvailable"],
    ),
    ("leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet"): (
        {"leaderWorkerTemplate": {"size": "2", "workerTemplate": {"containers": []}}},
        ["spec.leaderWorkerTemplate.size", "spec.leaderWorkerTemplate.workerTemplate.containers"],
    ),
    ("jobset.x-k8s.io/v1alpha2", "JobSet"): (
        {"replicatedJobs": [{"name": "w", "template": {"spec": {"parallelism": "2"}}}]},
        [
            "spec.replicatedJobs[0].template.spec.parallelism",
            "spec.replicatedJobs[0].template.spec",
        ],
    ),
    ("kubeflow.org/v1", "PyTorchJob"): (
        {"pytorchReplicaSpecs": {"Worker": {"replicas": "3"}}, "nprocPerNode": 8},
        ["spec.pytorchReplicaSpecs.Worker.replicas", "spec.nprocPerNode"],
    ),
    ("kubeflow.org/v2beta1", "MPIJob"): (
        {"mpiReplicaSpecs": {}, "runPolicy": {"schedulingPolicy": {"minAvailable": 1.5}}},
        ["spec.runPolicy.schedulingPolicy.minAvailable"],
    ),
    ("ray.io/v1", "RayJob"): (
        {"rayClusterSpec": {"workerGroupSpecs": [], "headGroupSpec": {"rayStartParams": {"a": 1}}}},
        [
            "spec.rayClusterSpec.headGroupSpec.rayStartParams.a",
            "spec.rayClusterSpec.headGroupSpec",
        ],
    ),
    ("kueue.x-k8s.io/v1beta2", "ClusterQueue"): (
        {"cohort": "research", "stopPolicy": "hold"},
        ["spec.cohort", "spec.stopPolicy"],
    ),
    ("kueue.x-k8s.io/v1beta1", "ClusterQueue"): ({"cohort": "research"}, []),
    ("scheduling.run.ai/v2", "Queue"): (
        {"resources": {"gpu": {"quota": "8"}, "gpus": {}}},
        ["spec.resources.gpu.quota", "spec.resources.gpus"],
    ),
    ("nvidia.com/v1alpha1", "NVIDIADriver"): (
        {"env": [{"name": "A", "value": True}], "later": 1},
        ["spec.env[0].value"],
    ),
    ("trainer.kubeflow.org/v1alpha1", "TrainJob"): (
        {"runtimeRef": {"name": "torch"}, "podSpecOverrides": [], "trainer": {"numNodes": "2"}},
        ["spec.trainer.numNodes"],
    ),
}


@pytest.mark.parametrize("type_", OBJECTS, ids=lambda type_: "/".join(type_))
def test_faults_of_custom_resources_are_found(type_: tuple[str, str]) -> None:
    """Counts, pod templates and misspelt names; a map that is no whole takes unknown names."""
    spec, expected = OBJECTS[type_]
    value = {"apiVersion": type_[0], "kind": type_[1], "metadata": {"name": "x"}, "spec": spec}
    actual = [each.pointer.field_path for each in violations(value, kubernetes=nearest(None))]
    assert expected == actual
