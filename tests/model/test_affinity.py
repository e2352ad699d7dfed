from collections.abc import Callable

import pytest

from gpulint.model.affinity import Toleration
from gpulint.model.manifests import Manifests
from gpulint.model.pod import PodTemplate

Reader = Callable[..., Manifests]

POD = """\
apiVersion: v1
kind: Pod
spec:
  nodeSelector: {zone: a}
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
        - matchExpressions:
          - {key: card, operator: In, values: [p, q]}
          - {key: memory, operator: Gt, values: ["40000"]}
        - matchFields: [{key: metadata.name, operator: In, values: [n]}]
        - matchExpressions: [{key: card, operator: In, values: [q, r]}]
      preferredDuringSchedulingIgnoredDuringExecution:
      - {weight: 1, preference: {matchExpressions: [{key: rack, operator: Exists}]}}
  tolerations:
  - {key: nvidia.com/gpu, operator: Exists, effect: NoSchedule}
  - 7
"""


def _pod(found: Manifests) -> PodTemplate:
    return found.of(PodTemplate)[0]


def test_every_demand_on_labels_is_told_with_its_term(manifests: Reader) -> None:
    """Terms are alternatives, expressions inside one add up, preferences demand nothing."""
    expected = [
        ("zone", "In", ("a",), -1, True),
        ("card", "In", ("p", "q"), 0, True),
        ("memory", "Gt", ("40000",), 0, True),
        ("card", "In", ("q", "r"), 2, True),
        ("rack", "Exists", (), 0, False),
    ]
    found = _pod(manifests(POD)).requirements
    actual = [(r.key, r.operator, r.values, r.term, r.required) for r in found]
    assert expected == actual


def test_values_and_keys_have_their_own_places(manifests: Reader) -> None:
    """In a list of products one word is wrong."""
    card = _pod(manifests(POD)).requirements[1]
    expected = ([(10, 48), (10, 51)], (10, 19))
    located = [place.document.locate(place.pointer, place.part).span for place in card.places]
    key = card.key_place.document.locate(card.key_place.pointer, card.key_place.part).span
    actual = ([span[:2] for span in located], key[:2])
    assert expected == actual


P, Q = "{key: card, operator: In, values: [p]}", "{key: card, operator: In, values: [q, p]}"
ANYWHERE = "{key: zone, operator: Exists}"
ALLOWED = [
    pytest.param("{card: p}", [], ("p",), id="selector"),
    pytest.param("{card: 7}", [], ("7",), id="number"),
    pytest.param("{card: p}", [Q], ("p",), id="selector-and-term"),
    pytest.param("{zone: p}", [], None, id="other-key"),
    pytest.param("{}", [Q], ("q", "p"), id="one-term"),
    pytest.param("{}", [P, Q], ("p", "q"), id="every-term"),
    pytest.param("{}", [P, ANYWHERE], None, id="one-term-of-two"),
    pytest.param("{}", [P.replace("In", "NotIn")], None, id="exclusion"),
    pytest.param("{}", [], None, id="nothing"),
]


@pytest.mark.parametrize(("selector", "terms", "expected"), ALLOWED)
def test_a_label_is_constrained_when_every_alternative_does(
    selector: str, terms: list[str], expected: tuple[str, ...] | None, manifests: Reader
) -> None:
    """One term without the label lets the pod go anywhere."""
    inner = ", ".join(f"{{matchExpressions: [{term}]}}" for term in terms)
    required = f"requiredDuringSchedulingIgnoredDuringExecution: {{nodeSelectorTerms: [{inner}]}}"
    spec = f"{{nodeSelector: {selector}, affinity: {{nodeAffinity: {{{required}}}}}}}"
    actual = _pod(manifests(f"{{apiVersion: v1, kind: Pod, spec: {spec}}}")).allowed("card")
    assert expected == actual


def test_tolerations_are_read_with_their_places(manifests: Reader) -> None:
    """What is no mapping tolerates nothing."""
    expected = [
        ("nvidia.com/gpu", "Exists", "", "NoSchedule", "/spec/tolerations/0"),
        ("", "", "", "", "/spec/tolerations/1"),
    ]
    found = _pod(manifests(POD)).tolerations
    actual = [(t.key, t.operator, t.value, t.effect, t.place.pointer.text) for t in found]
    assert expected == actual


TOLERATES = [
    pytest.param(("gpu", "Exists", "", ""), True, id="exists"),
    pytest.param(("gpu", "Equal", "yes", "NoSchedule"), True, id="equal"),
    pytest.param(("gpu", "", "yes", ""), True, id="equal-by-default"),
    pytest.param(("", "Exists", "", ""), True, id="everything"),
    pytest.param(("", "Exists", "", "NoSchedule"), True, id="everything-of-an-effect"),
    pytest.param(("gpu", "Equal", "no", ""), False, id="other-value"),
    pytest.param(("gpu", "Exists", "", "NoExecute"), False, id="other-effect"),
    pytest.param(("cpu", "Exists", "", ""), False, id="other-key"),
    pytest.param(("", "Equal", "yes", ""), False, id="no-key"),
    pytest.param(("gpu", "exists", "", ""), False, id="misspelt-operator"),
]


@pytest.mark.parametrize(("toleration", "expected"), TOLERATES)
def test_a_toleration_decides_like_the_scheduler(
    toleration: tuple[str, str, str, str], expected: bool, manifests: Reader
) -> None:
    """One field that differs keeps the pod off all GPU nodes."""
    place = manifests("kind: Pod").resources[0].at()
    actual = Toleration(*toleration, place).tolerates("gpu", "yes", "NoSchedule")
    assert expected == actual
