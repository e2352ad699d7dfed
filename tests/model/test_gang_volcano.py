import pytest

from gpulint.model.gang_volcano import VolcanoJob, VolcanoTask

SPEC = """
  plugins: {pytorch: [%s]}
  policies: [{event: PodFailed, action: RestartJob}]
  tasks:
    - {name: rank, replicas: 8, policies: [{event: TaskCompleted, action: CompleteJob}],
       partitionPolicy: {totalPartitions: 4, partitionSize: 2}}
    - no task
"""
JOB = "apiVersion: batch.volcano.sh/v1alpha1\nkind: Job\nmetadata: {name: mesh}\nspec:" + SPEC
CRON = (
    "apiVersion: batch.volcano.sh/v1alpha1\nkind: CronJob\nmetadata: {name: mesh}\nspec:\n"
    "  jobTemplate:\n    spec:" + SPEC.replace("\n", "\n    ")
)


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        (JOB, ["spec.policies", "spec.tasks[0].policies"]),
        (CRON, ["spec.jobTemplate.spec.policies", "spec.jobTemplate.spec.tasks[0].policies"]),
    ],
    ids=["Job", "CronJob"],
)
def test_lists_of_policies_are_found_wherever_the_job_stands(
    manifests, text: str, paths: list[str]
) -> None:
    """The webhook judges each list for itself."""
    expected = paths
    job = manifests(text % "").of(VolcanoJob)[0]
    actual = [place.pointer.field_path for _, place in job.policy_lists]
    assert expected == actual


ARGUMENTS = {
    "one word": ('"--master=lead"', "lead"),
    "two words": ('"--master", "lead"', "lead"),
    "absent": ('"--port=23456"', "master"),
    "without its value": ('"--master"', "master"),
}


@pytest.mark.parametrize(("written", "value"), ARGUMENTS.values(), ids=ARGUMENTS)
def test_argument_of_a_plugin_is_read_in_both_forms(manifests, written: str, value: str) -> None:
    """The plugin finds its tasks by these names."""
    expected = value
    actual = manifests(JOB % written).of(VolcanoJob)[0].argument("pytorch", "master", "master")
    assert expected == actual


def test_partition_tells_what_is_not_written(manifests) -> None:
    """An absent minimum is not a minimum of 0."""
    expected = [(4, 2, None)]
    actual = [task.partition for task in manifests(JOB % "").of(VolcanoTask)]
    assert expected == actual
