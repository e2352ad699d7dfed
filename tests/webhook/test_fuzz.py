"""No review, however strange, is left without a valid answer."""

import json

from hook.reviews import review
from hypothesis import given, settings
from hypothesis import strategies as st

from gpulint.webhook.policy import Policy
from gpulint.webhook.review import answer_body, read_review
from gpulint.webhook.verdict import Judge

_JUDGE = Judge(Policy())
_WORDS = """apiVersion kind metadata spec template containers resources limits requests env
nvidia.com/gpu nvidia.com/mig-1g.5gb annotations labels name tasks nodeSelector affinity tolerations
volumes initContainers args"""
_KEYS = st.sampled_from(_WORDS.split())
_LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 10**20),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=12),
    st.sampled_from(["Pod", "Job", "v1", "batch/v1", "nvidia.com/gpu", "1", "0.5", "-1", "80Gi"]),
)
_VALUES = st.recursive(
    _LEAVES,
    lambda each: st.one_of(
        st.lists(each, max_size=4), st.dictionaries(st.one_of(_KEYS, st.text(max_size=6)), each)
    ),
    max_leaves=30,
)
_PODS = st.fixed_dictionaries(
    {
        "apiVersion": st.just("v1"),
        "kind": st.just("Pod"),
        "metadata": _VALUES,
        "spec": st.fixed_dictionaries({"containers": st.lists(_VALUES, max_size=2)}),
    }
)


@settings(max_examples=150)
@given(
    value=st.one_of(_PODS, _VALUES),
    old=st.one_of(st.none(), _PODS, _VALUES),
    uid=st.text(st.characters(codec="utf-8"), min_size=1, max_size=40),
    rest=st.fixed_dictionaries(
        {}, optional={"namespace": _LEAVES, "kind": _VALUES, "operation": _LEAVES, "dryRun": _LEAVES}
    ),
)  # fmt: skip
def test_every_envelope_brings_a_valid_answer(
    value: object, old: object, uid: str, rest: dict[str, object]
) -> None:
    """An answer that is none counts as a failed call, which refuses the object."""
    asked = read_review(review(value, old, uid=uid, **rest))
    verdict = _JUDGE.verdict(asked, enforce=True)
    answer = json.loads(answer_body(asked.uid, verdict.answer))
    response = answer["response"]
    lines = [*response.get("warnings", []), response.get("status", {}).get("message", "")]
    printable = all(line.isprintable() for line in lines)
    short = all(len(line) <= 200 for line in response.get("warnings", []))
    expected = ("admission.k8s.io/v1", "AdmissionReview", uid, True, True, True, ())
    actual = (
        answer["apiVersion"],
        answer["kind"],
        response["uid"],
        isinstance(response["allowed"], bool),
        printable,
        short,
        tuple(each.error for each in verdict.failures),
    )
    assert expected == actual
