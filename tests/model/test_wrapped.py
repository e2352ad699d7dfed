"""What is wrapped is an object of its own, and its wrapper speaks for it."""

from collections.abc import Callable

from gpulint.config.settings import Settings
from gpulint.engine import lint_texts
from gpulint.model.manifests import Manifests
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
