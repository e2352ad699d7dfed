"""Workload kinds and the paths of their fields."""

import pytest

from gpulint.catalog.compaction import read_data
from gpulint.catalog.kinds import (
    EACH_ITEM,
    EACH_VALUE,
    Factor,
    ResourceBlock,
    TemplatePath,
    all_kinds,
    workload_kind,
)


def test_every_row_becomes_a_kind() -> None:
    """A row that cannot be read would be a kind that nobody looks into."""
    expected = [
        (row["group"], row["kind"], row["versions"]) for row in read_data("workload-kinds")["kinds"]
    ]
    actual = [(each.group, each.kind, list(each.versions)) for each in all_kinds()]
    assert expected == actual


def test_deployment_has_one_template_with_its_replicas() -> None:
    """The commonest kind of all."""
    found = workload_kind("apps", "Deployment")
    expected = (
        TemplatePath(
            path=("spec", "template"),
            shape="podtemplate",
            role="replica",
            replicas=("spec", "replicas"),
            replicas_default=1,
        ),
    )
    assert found is not None
    assert expected == found.templates


def test_volcano_job_has_a_template_for_each_task() -> None:
    """Replicas and name belong to the same element of the list."""
    found = workload_kind("batch.volcano.sh", "Job")
    expected = TemplatePath(
        path=("spec", "tasks", EACH_ITEM, "template"),
        shape="podtemplate",
        role="task",
        role_path=("spec", "tasks", EACH_ITEM, "name"),
        replicas=("spec", "tasks", EACH_ITEM, "replicas"),
        replicas_default=0,
    )
    assert found is not None
    assert (expected,) == found.templates


def test_worker_of_a_leader_worker_set_counts_without_the_leader() -> None:
    """size counts the leader, which has a template of its own."""
    found = workload_kind("leaderworkerset.x-k8s.io", "LeaderWorkerSet")
    assert found is not None
    leader, worker = found.templates
    expected = (
        ("spec", "leaderWorkerTemplate", "workerTemplate"),
        (Factor(("spec", "leaderWorkerTemplate", "size"), 1, -1),),
    )
    assert expected == (leader.fallback, worker.factors)


@pytest.mark.parametrize(
    ("group", "kind", "version", "versions"),
    [
        ("kubeflow.org", "MPIJob", "v1", ("v1",)),
        ("kubeflow.org", "MPIJob", "v2beta1", ("v2beta1",)),
        ("kubeflow.org", "MPIJob", "", ("v2beta1",)),
        ("nvidia.com", "DynamoGraphDeployment", "v1alpha1", ("v1alpha1",)),
        ("nvidia.com", "DynamoGraphDeployment", "v9", ("v1beta1",)),
        ("extensions", "Deployment", "v1beta1", ("v1",)),
    ],
)
def test_version_chooses_the_shape(
    group: str, kind: str, version: str, versions: tuple[str, ...]
) -> None:
    """Two versions of one kind keep their templates in different places."""
    found = workload_kind(group, kind, version)
    assert found is not None
    assert versions == found.versions


def test_same_kind_of_another_group_is_another_kind() -> None:
    """Volcano, scheduler-plugins and Kubernetes all have a PodGroup."""
    groups = ("scheduling.volcano.sh", "scheduling.x-k8s.io", "scheduling.k8s.io")
    found = [workload_kind(group, "PodGroup") for group in groups]
    expected = [
        ("spec", "minMember"),
        ("spec", "minMember"),
        ("spec", "schedulingPolicy", "gang", "minCount"),
    ]
    assert expected == [each.gang_fields[0].path for each in found if each]


def test_kind_without_row_is_not_known() -> None:
    """Callers name such kinds in the summary."""
    assert workload_kind("example.com", "Thing") is None


@pytest.mark.parametrize(
    ("group", "kind", "version", "block"),
    [
        ("apps.nvidia.com", "NIMService", "", ResourceBlock(("spec", "resources"))),
        (
            "apps.nvidia.com",
            "NIMPipeline",
            "",
            ResourceBlock(("spec", "services", EACH_ITEM, "spec", "resources")),
        ),
        (
            "serving.kserve.io",
            "InferenceService",
            "",
            ResourceBlock(("spec", "predictor", "model", "resources")),
        ),
        (
            "serving.kserve.io",
            "InferenceService",
            "",
            ResourceBlock(("spec", "predictor", "pytorch", "resources")),
        ),
        (
            "nvidia.com",
            "DynamoGraphDeployment",
            "v1alpha1",
            ResourceBlock(("spec", "services", EACH_VALUE, "resources"), "short"),
        ),
        (
            "argoproj.io",
            "Workflow",
            "",
            ResourceBlock(("spec", "templates", EACH_ITEM, "script", "resources")),
        ),
        (
            "trainer.kubeflow.org",
            "TrainJob",
            "",
            ResourceBlock(("spec", "trainer", "resourcesPerNode")),
        ),
        (
            "sparkoperator.k8s.io",
            "SparkApplication",
            "",
            ResourceBlock(("spec", "executor", "gpu"), "named"),
        ),
    ],
)
def test_resources_outside_containers_are_found(
    group: str, kind: str, version: str, block: ResourceBlock
) -> None:
    """A walk over containers alone would miss their GPUs."""
    found = workload_kind(group, kind, version)
    assert found is not None
    assert block in found.resource_blocks


def test_ray_replicas_are_clamped() -> None:
    """KubeRay keeps replicas between the minimum and the maximum of the group."""
    found = workload_kind("ray.io", "RayCluster")
    assert found is not None
    worker = found.templates[1]
    group = ("spec", "workerGroupSpecs", EACH_ITEM)
    expected = (
        (*group, "minReplicas"),
        (*group, "maxReplicas"),
        (Factor((*group, "numOfHosts"), 1),),
    )
    assert expected == (worker.minimum, worker.maximum, worker.factors)


def test_counting_paths_share_the_steps_of_their_template() -> None:
    """A list step after the template's own would have no element to stand for."""
    wrong = [
        (kind.kind, path)
        for kind in all_kinds()
        for template in kind.templates
        for path in (template.replicas, template.completions, template.role_path)
        if path is not None
        and template.shape not in ("ref", "object")
        and any(
            step in (EACH_ITEM, EACH_VALUE) and template.path[: number + 1] != path[: number + 1]
            for number, step in enumerate(path)
        )
    ]
    expected = []
    actual = wrong
    assert expected == actual


def test_default_count_is_a_number_or_says_where_it_comes_from() -> None:
    """Neither would leave a reader with nothing to count."""
    wrong = [
        (kind.kind, template.path)
        for kind in all_kinds()
        for template in kind.templates
        if (template.replicas_default is None) is (template.absent_means == "")
    ]
    expected = []
    actual = wrong
    assert expected == actual
