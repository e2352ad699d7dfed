"""The verdict on a group's size against a count of pods that are made one by one."""

from collections.abc import Iterator, Mapping

from hypothesis import given, settings
from hypothesis import strategies as st

from gpulint.checks.gangs.gang_minimum_above_pods import gang_minimum_above_pods
from gpulint.model.context import Context
from gpulint.model.gang import Gang
from gpulint.model.manifests import Manifests
from gpulint.model.resource import Resource

KEY = "scheduling.x-k8s.io/pod-group"
Value = Mapping[str, object]
COUNTS = st.integers(0, 4)
MEMBERS = st.sampled_from(["ring", "other", ""])
SPACES = st.sampled_from(["audio", "vision"])


def template(group: str) -> Value:
    labels = {KEY: group} if group else {}
    return {"metadata": {"labels": labels}, "spec": {"containers": [{"name": "rank"}]}}


def built(api: str, kind: str, space: str, spec: Value) -> Value:
    metadata = {"name": f"{kind.lower()}-x", "namespace": space}
    return {"apiVersion": api, "kind": kind, "metadata": metadata, "spec": spec}


@st.composite
def jobs(draw: st.DrawFn) -> Value:
    spec: dict[str, object] = {"template": template(draw(MEMBERS))}
    for key in ("parallelism", "completions"):
        if draw(st.booleans()):
            spec[key] = draw(COUNTS)
    return built("batch/v1", "Job", draw(SPACES), spec)


@st.composite
def deployments(draw: st.DrawFn) -> Value:
    spec: dict[str, object] = {"template": template(draw(MEMBERS))}
    if draw(st.booleans()):
        spec["replicas"] = draw(COUNTS)
    return built("apps/v1", "Deployment", draw(SPACES), spec)


@st.composite
def job_sets(draw: st.DrawFn) -> Value:
    jobs = []
    for index in range(draw(st.integers(1, 3))):
        job: dict[str, object] = {"parallelism": draw(COUNTS), "template": template(draw(MEMBERS))}
        jobs.append({"name": f"j{index}", "replicas": draw(COUNTS), "template": {"spec": job}})
    spec = {"replicatedJobs": jobs}
    return built("jobset.x-k8s.io/v1alpha2", "JobSet", draw(SPACES), spec)


@st.composite
def leader_worker_sets(draw: st.DrawFn) -> Value:
    group: dict[str, object] = {"size": draw(st.integers(1, 4))}
    group["workerTemplate"] = template(draw(MEMBERS))
    if draw(st.booleans()):
        group["leaderTemplate"] = template(draw(MEMBERS))
    spec = {"replicas": draw(COUNTS), "leaderWorkerTemplate": group}
    return built("leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet", draw(SPACES), spec)


@st.composite
def single_pods(draw: st.DrawFn) -> Value:
    made = template(draw(MEMBERS))
    metadata = {"name": "pod-x", "namespace": draw(SPACES), **made["metadata"]}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": made["spec"]}


OBJECTS = st.lists(
    st.one_of(jobs(), deployments(), job_sets(), leader_worker_sets(), single_pods()), max_size=5
)


def made(value: Value) -> Iterator[Value]:
    """The template of each pod that the controllers would make, one by one."""
    spec: dict = value["spec"]
    if value["kind"] == "Pod":
        yield value
    elif value["kind"] == "Job":
        running = spec.get("parallelism", 1)
        for index in range(running):
            if index < spec.get("completions", running):
                yield spec["template"]
    elif value["kind"] == "Deployment":
        yield from [spec["template"]] * spec.get("replicas", 1)
    elif value["kind"] == "JobSet":
        for job in spec["replicatedJobs"]:
            for _ in range(job["replicas"]):
                yield from [job["template"]["spec"]["template"]] * job["template"]["spec"][
                    "parallelism"
                ]
    else:
        group = spec["leaderWorkerTemplate"]
        for _ in range(spec["replicas"]):
            yield group.get("leaderTemplate", group["workerTemplate"])
            yield from [group["workerTemplate"]] * (group["size"] - 1)


def names_group(template: Value) -> bool:
    metadata: dict = template["metadata"]
    return metadata.get("labels", {}).get(KEY) == "ring"


@given(OBJECTS, st.integers(1, 12), SPACES)
@settings(max_examples=300)
def test_verdict_equals_a_count_of_pods(document, values, minimum, space) -> None:
    """A group is reported exactly when somebody joins it and too few pods are made for it."""
    group = built("scheduling.x-k8s.io/v1alpha1", "PodGroup", space, {"minMember": minimum})
    group["metadata"]["name"] = "ring"
    here = [value for value in values if value["metadata"]["namespace"] == space]
    pods = sum(names_group(each) for value in here for each in made(value))
    joins = any(names_group(each) for value in here for each in templates(value))
    expected = [(minimum, pods)] if joins and pods < minimum else []
    run = Manifests([Resource(document, each) for each in (group, *values)])
    found = gang_minimum_above_pods(
        next(gang for gang in run.of(Gang) if gang.carrier == "group"),
        Context(run),
        carrier="group",
    )
    actual = [(each.facts["minimum"], each.facts["total"]) for each in found]
    assert expected == actual


def templates(value: Value) -> Iterator[Value]:
    """Every template of an object, also of those that make no pod."""
    spec: dict = value["spec"]
    if value["kind"] == "Pod":
        yield value
    elif value["kind"] == "JobSet":
        yield from (job["template"]["spec"]["template"] for job in spec["replicatedJobs"])
    elif value["kind"] == "LeaderWorkerSet":
        group = spec["leaderWorkerTemplate"]
        yield group["workerTemplate"]
        yield group.get("leaderTemplate", group["workerTemplate"])
    else:
        yield spec["template"]
