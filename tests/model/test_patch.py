from collections.abc import Callable

from gpulint.model.manifests import Manifests
from gpulint.model.patch import PatchPath

Reader = Callable[..., Manifests]

TEXT = """
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
patches:
  - path: a/b.yaml
  - patch: |
      - op: add
        path: /spec/one
      - {op: remove, path: "/spec/two"}
  - patch: |
      spec: {volumes: [{hostPath: {path: /three}}]}
"""


def test_paths_of_operations_are_read_where_they_stand(manifests: Reader) -> None:
    """A merge patch has paths of files too, and a Kustomization paths of patches."""
    expected = [("/spec/one", (8, 15)), ("/spec/two", (9, 29))]
    found = manifests(TEXT).of(PatchPath)
    places = [each.at(0, len(each.path)) for each in found]
    spans = [place.document.locate(place.pointer, place.part).span for place in places]
    actual = [
        (each.path, (span.line, span.column)) for each, span in zip(found, spans, strict=True)
    ]
    assert expected == actual
