"""What the scheduler's filters decide, one node and one pod at a time."""

import pytest

from gpulint.model.affinity import Requirement
from gpulint.model.manifests import Manifests
from gpulint.model.node import Node
from gpulint.model.pod import PodTemplate
from gpulint.model.resource import resources_in
from gpulint.placement.match import Exclusion, exclusion, label_matches
from gpulint.source.reader import ReadOptions, read_bytes

NODE = """\
apiVersion: v1
kind: Node
metadata:
  name: n
  labels: {card: L4, memory: "23034", zone: a}
spec:
  taints: [{key: nvidia.com/gpu, value: present, effect: NoSchedule}]
status:
  allocatable: {nvidia.com/gpu: "1", cpu: "8"}
"""
TOLERATING = "tolerations: [{key: nvidia.com/gpu, operator: Exists}]"
AFFINITY = (
    "affinity: {{nodeAffinity: {{requiredDuringSchedulingIgnoredDuringExecution: "
    "{{nodeSelectorTerms: [{}]}}}}}}"
)


def _read(text: str) -> Manifests:
    documents = read_bytes("a.yaml", text.encode(), ReadOptions(prefilter=False)).documents
    return Manifests(r for d in documents for r in resources_in(d, d.value))


OPERATORS = [
    ("In", ("L4", "T4"), "L4", True),
    ("In", ("T4",), "L4", False),
    ("In", ("L4",), None, False),
    ("In", (7,), "7", True),
    ("NotIn", ("T4",), "L4", True),
    ("NotIn", ("L4",), "L4", False),
    ("NotIn", ("L4",), None, True),
    ("Exists", (), "", True),
    ("Exists", (), None, False),
    ("DoesNotExist", (), None, True),
    ("DoesNotExist", (), "", False),
    ("Gt", ("40000",), "81559", True),
    ("Gt", ("40000",), "40000", False),
    ("Gt", ("40000",), "about 80", False),
    ("Gt", ("40Gi",), "81559", False),
    ("Gt", ("1", "2"), "3", False),
    ("Gt", ("1",), None, False),
    ("Gt", ("1",), str(2**63), False),
    ("Gt", ("1",), "1_0", False),
    ("Lt", ("40000",), "23034", True),
    ("Lt", ("40000",), "40000", False),
    ("in", ("L4",), "L4", False),
]


@pytest.mark.parametrize(("operator", "values", "label", "expected"), OPERATORS)
def test_an_operator_decides_like_the_scheduler(
    operator: str, values: tuple[object, ...], label: str | None, expected: bool
) -> None:
    """Gt and Lt read integers, NotIn lets absent labels pass, a wrong word matches nothing."""
    place = _read("kind: Pod").resources[0].at()
    requirement = Requirement("card", operator, values, place, 0, True)
    actual = label_matches(requirement, {} if label is None else {"card": label})
    assert expected == actual


def _terms(*terms: str) -> str:
    return AFFINITY.format(", ".join(f"{{{term}}}" for term in terms))


CARD_L4 = "matchExpressions: [{key: card, operator: In, values: [L4]}]"
CARD_T4 = "matchExpressions: [{key: card, operator: In, values: [T4]}]"
ZONE_B = "matchExpressions: [{key: zone, operator: In, values: [b]}]"
BY_NAME = "matchFields: [{key: metadata.name, operator: In, values: [n]}]"
BOTH = (
    "matchExpressions: [{key: card, operator: In, values: [L4]}, {key: zone, operator: Exists},"
    " {key: rack, operator: Exists}]"
)
PREFERRED = (
    "affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: "
    f"[{{weight: 1, preference: {{{CARD_T4}}}}}]}}}}"
)

EXCLUSIONS = [
    pytest.param(TOLERATING, None, id="fits"),
    pytest.param("nodeName: n", ("taint", "nvidia.com/gpu=present:NoSchedule"), id="taint"),
    pytest.param(f"{TOLERATING}, nodeSelector: {{card: L4}}", None, id="selector"),
    pytest.param(
        f"{TOLERATING}, nodeSelector: {{zone: a, card: T4}}",
        ("labels", "card"),
        id="wrong-selector",
    ),
    pytest.param(f"{TOLERATING}, {_terms(CARD_L4)}", None, id="term"),
    pytest.param(f"{TOLERATING}, {_terms(CARD_T4, CARD_L4)}", None, id="one-term-of-two"),
    pytest.param(f"{TOLERATING}, {_terms(ZONE_B, CARD_T4)}", ("labels", "zone"), id="no-term"),
    pytest.param(f"{TOLERATING}, {_terms(BOTH)}", ("labels", "rack"), id="one-expression-of-three"),
    pytest.param(f"{TOLERATING}, {_terms(CARD_T4, BY_NAME)}", None, id="node-by-name"),
    pytest.param(f"{TOLERATING}, {PREFERRED}", None, id="preference"),
]


@pytest.mark.parametrize(("spec", "expected"), EXCLUSIONS)
def test_the_first_filter_that_refuses_is_told(spec: str, expected: tuple[str, str] | None) -> None:
    """One constraint is one thing to change."""
    container = "containers: [{name: c, resources: {limits: {nvidia.com/gpu: 1, cpu: 4}}}]"
    found = _read(f"{NODE}---\n{{apiVersion: v1, kind: Pod, spec: {{{spec}, {container}}}}}\n")
    actual = exclusion(found.of(PodTemplate)[0], found.of(Node)[0])
    assert (None if expected is None else Exclusion(*expected)) == actual


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        ("{nvidia.com/gpu: 2}", "nvidia.com/gpu"),
        ("{cpu: 9}", "cpu"),
        ("{amd.com/gpu: 1}", "amd.com/gpu"),
        ("{amd.com/gpu: 0}", None),
        ("{nvidia.com/gpu: '${N}'}", None),
    ],
)
def test_a_node_must_offer_every_resource(limits: str, expected: str | None) -> None:
    """A name that the node does not list is offered zero times; what is not known is not judged."""
    container = f"containers: [{{name: c, resources: {{limits: {limits}}}}}]"
    found = _read(
        f"{NODE}---\n{{apiVersion: v1, kind: Pod, spec: {{{TOLERATING}, {container}}}}}\n"
    )
    actual = exclusion(found.of(PodTemplate)[0], found.of(Node)[0])
    assert (None if expected is None else Exclusion("resources", expected)) == actual
