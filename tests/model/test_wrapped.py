"""What is wrapped is an object of its own, and its wrapper speaks for it."""

from collections.abc import Callable
from textwrap import indent

import pytest

from gpulint.config.settings import Settings
from gpulint.engine import lint_texts
from gpulint.model.manifests import Manifests
from gpulint.model.pod import PodTemplate
from gpulint.model.wrapped import with_wrapped

Reader = Callable[[str], Manifests]

WRAPPER = """
apiVersion: workload.codeflare.dev/v1beta2
kind: AppWrapper
metadata:
  name: train
  annotations: {{{annotations}}}
spec:
  components:
    - template:
        apiVersion: batch/v1
        kind: Job
        metadata: {{name: train}}
        spec:
          template:
            spec:
              restartPolicy: Never
              containers:
                - name: train
                  image: trainer:1
                  resources: {{limits: {{nvidia.com/gpu: 4}}, requests: {{nvidia.com/gpu: 2}}}}
"""


def _found(annotations: str) -> list[tuple[str, str, bool]]:
    text = WRAPPER.format(annotations=annotations)
    findings = lint_texts({"a.yaml": text.encode()}, Settings()).findings
    kinds = [each.resource.kind if each.resource else "" for each in findings]
    return [(f.id, k, f.suppressed is not None) for f, k in zip(findings, kinds, strict=True)]


def test_wrapped_objects_follow_their_wrapper(manifests: Reader) -> None:
    """Rules for a Job must see the Job, wherever it is held."""
    found = with_wrapped(manifests(WRAPPER.format(annotations="")).resources)
    expected = [
        ("AppWrapper", "", False, ""),
        ("Job", "/spec/components/0/template", True, "AppWrapper"),
    ]
    actual = [
        (r.kind, r.pointer.text, r.fragment, r.wrapper.kind if r.wrapper else "") for r in found
    ]
    assert expected == actual


def test_what_is_no_object_is_passed_over(manifests: Reader) -> None:
    """A component that is a text, or names no kind, is the controller's to refuse."""
    head = "apiVersion: workload.codeflare.dev/v1beta2\nkind: AppWrapper\n"
    text = f"{head}spec: {{components: [{{template: x}}, {{template: {{a: b}}}}, 1]}}\n"
    assert [each.kind for each in with_wrapped(manifests(text).resources)] == ["AppWrapper"]


def test_a_fault_inside_is_found_at_its_line() -> None:
    """The API server stores the wrapper without looking inside, and no pod ever comes."""
    assert _found("") == [("GPU101", "Job", False)]


def test_the_wrappers_annotation_speaks_for_what_it_wraps() -> None:
    """It is the object that people write and that the webhook is asked about."""
    assert _found("gpulint.io/ignore: GPU101") == [("GPU101", "Job", True)]


JOB = """\
apiVersion: batch/v1
kind: Job
metadata: {{name: "{name}"}}
spec:
  template:
    spec:
      restartPolicy: Always  # <- GPU912
      containers:
        - {{name: train, image: trainer:1, resources: {{limits: {{nvidia.com/gpu: {gpus}}}}}}}
"""


@pytest.mark.parametrize(
    ("name", "gpus", "expected"),
    [
        ("train", "1", [("GPU912", 16)]),
        ("{{inputs.parameters.name}}", "'{{inputs.parameters.gpus}}'", []),
        ("{{inputs.parameters.name}}", "1", [("GPU912", 16)]),
        ("train", "{{inputs.parameters.gpus}}", []),
    ],
)
def test_a_manifest_that_a_workflow_creates_is_an_object(
    name: str, gpus: str, expected: list[tuple[str, int]]
) -> None:
    """The workflow is accepted, and its step fails when the API server refuses the text. What the
    workflow fills in is nobody's fault, and a text that is no YAML before that is its own affair."""
    head = "apiVersion: argoproj.io/v1alpha1\nkind: Workflow\nmetadata: {name: w}\nspec:\n"
    step = "  templates:\n    - name: a\n      resource:\n        action: create\n        manifest: |\n"
    text = head + step + indent(JOB.format(name=name, gpus=gpus), " " * 10)
    assert expected == _lines(text)


@pytest.mark.parametrize("action", ["patch", "delete", "get"])
def test_a_step_that_creates_nothing_holds_no_object(action: str) -> None:
    """It names an object, or a part of one."""
    head = "apiVersion: argoproj.io/v1alpha1\nkind: WorkflowTemplate\nmetadata: {name: w}\nspec:\n"
    step = f"  templates:\n    - name: a\n      resource:\n        action: {action}\n        manifest: |\n"
    text = head + step + indent(JOB.format(name="train", gpus="1"), " " * 10)
    assert _lines(text) == []


@pytest.mark.parametrize(
    ("head", "depth", "expected"),
    [
        (
            "apiVersion: template.openshift.io/v1\nkind: Template\nobjects:\n  -\n",
            4,
            [("GPU912", 11)],
        ),
        (
            "apiVersion: work.open-cluster-management.io/v1\nkind: ManifestWork\n"
            "spec:\n  workload:\n    manifests:\n      -\n",
            8,
            [("GPU912", 13)],
        ),
        # what fills it in may set the policy
        ("apiVersion: x.example.com/v1\nkind: Composition\nspec:\n  base:\n", 4, []),
    ],
)
def test_an_object_in_an_unknown_kind_is_an_object(
    head: str, depth: int, expected: list[tuple[str, int]]
) -> None:
    """Templates and works of many clusters hold whole manifests."""
    text = head + indent(JOB.format(name="train", gpus="1"), " " * depth)
    assert expected == _lines(text)


def test_pods_of_an_inner_object_are_counted_once(manifests: Reader) -> None:
    """The walk over an unknown kind ends where the object begins."""
    text = "apiVersion: x.example.com/v1\nkind: Set\nspec:\n  base:\n"
    whole = manifests(text + indent(JOB.format(name="train", gpus="1"), " " * 4))
    pods = Manifests(with_wrapped(whole.resources)).of(PodTemplate)
    assert [each.resource.kind for each in pods] == ["Job"]


def test_a_reference_is_no_object(manifests: Reader) -> None:
    """An autoscaler of its own kind points to what it scales."""
    text = """
apiVersion: x.example.com/v1
kind: Scaler
spec: {target: {apiVersion: apps/v1, kind: Deployment, name: server}}
"""
    assert [each.kind for each in with_wrapped(manifests(text).resources)] == ["Scaler"]


def _lines(text: str) -> list[tuple[str, int]]:
    findings = lint_texts({"a.yaml": text.encode()}, Settings()).findings
    return [(each.id, each.span.line) for each in findings]


def test_inline_patches_are_judged_where_they_stand() -> None:
    """Many overlays hold their patches in kustomization.yaml; a file beside it is judged, so these are."""
    text = """
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
patches:
  - target: {kind: Deployment, name: server}
    patch: |-
      - op: remove
        path: /spec/template/spec/nodeSelector
  - patch: |-
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: server}
      spec:
        template:
          spec:
            containers:
              - name: server
                resources: {limits: {nvidia.com/gpu: 0.5}}
patchesStrategicMerge:
  - server.yaml
"""
    findings = lint_texts({"kustomization.yaml": text.encode()}, Settings()).findings
    expected = [("GPU103", 18)]
    actual = [(each.id, each.span.line) for each in findings]
    assert expected == actual
