import pytest

from gpulint.model.gang_dependency import dependencies

POD = "{spec: {containers: [{name: main}]}}"
WAITING = {
    "Volcano tasks, one without a name": (
        f"""
apiVersion: batch.volcano.sh/v1alpha1
kind: Job
metadata: {{name: chain}}
spec:
  tasks:
    - {{replicas: 1, template: {POD}}}
    - {{name: train, replicas: 2, dependsOn: {{name: [default0]}}, template: {POD}}}
""",
        (False, [("default0", ()), ("train", ("default0",))]),
    ),
    "steps of a JobFlow": (
        """
apiVersion: flow.volcano.sh/v1alpha1
kind: JobFlow
metadata: {name: chain}
spec:
  flows:
    - name: fetch
    - {name: train, dependsOn: {targets: [fetch]}}
""",
        (False, [("fetch", ()), ("train", ("fetch",))]),
    ),
    "Jobs of a JobSet": (
        f"""
apiVersion: jobset.x-k8s.io/v1alpha2
kind: JobSet
metadata: {{name: chain}}
spec:
  replicatedJobs:
    - {{name: fetch, template: {{spec: {{template: {POD}}}}}}}
    - {{name: train, dependsOn: [{{name: fetch}}], template: {{spec: {{template: {POD}}}}}}}
""",
        (True, [("fetch", ()), ("train", ("fetch",))]),
    ),
    "cliques of Grove": (
        """
apiVersion: grove.io/v1alpha1
kind: PodCliqueSet
metadata: {name: chain}
spec:
  template:
    cliques:
      - {name: prefill, spec: {podSpec: {containers: [{name: main}]}}}
      - {name: decode, spec: {startsAfter: [prefill], podSpec: {containers: [{name: main}]}}}
""",
        (False, [("prefill", ()), ("decode", ("prefill",))]),
    ),
    "a kind without an order": (
        f"apiVersion: batch/v1\nkind: Job\nmetadata: {{name: one}}\nspec: {{template: {POD}}}",
        None,
    ),
}


@pytest.mark.parametrize(("text", "roles"), WAITING.values(), ids=WAITING)
def test_kinds_say_who_waits_in_one_form(manifests, text: str, roles: object) -> None:
    """One rule judges the start order of all kinds."""
    expected = roles
    found = dependencies(manifests(text).resources[0])
    actual = found and (
        found.ordered,
        [(role.name, tuple(name for name, _ in role.on)) for role in found.roles],
    )
    assert expected == actual
