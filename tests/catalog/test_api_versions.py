"""Versions that no current release serves."""

from gpulint.catalog.api_versions import RetiredVersion, retired_version


def test_retired_version_tells_its_successor_and_the_release() -> None:
    """A cluster that is older than the release still serves it."""
    expected = RetiredVersion("batch/v1", "Kubernetes", 25)
    actual = retired_version("batch/v1beta1", "CronJob")
    assert expected == actual


def test_version_belongs_to_a_kind() -> None:
    """scheduling.k8s.io/v1beta1 went with PriorityClass and came back with PodGroup."""
    expected = (True, False, False)
    kinds = (
        ("scheduling.k8s.io/v1beta1", "PriorityClass"),
        ("scheduling.k8s.io/v1beta1", "PodGroup"),
        ("kubeflow.org/v1", "PyTorchJob"),
    )
    actual = tuple(retired_version(version, kind) is not None for version, kind in kinds)
    assert expected == actual
