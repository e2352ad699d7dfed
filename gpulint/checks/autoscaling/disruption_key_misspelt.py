"""A misspelt annotation holds no node."""

from collections.abc import Iterator, Mapping

from gpulint.authoring import Context, PodTemplate, Problem, check, near_names, problem

_KEYS = (
    "cluster-autoscaler.kubernetes.io/safe-to-evict",
    "cluster-autoscaler.kubernetes.io/safe-to-evict-local-volumes",
    "karpenter.sh/do-not-disrupt",
    "karpenter.sh/do-not-evict",
)
_HINTS = ("autoscaler", "karpenter", "evict", "disrupt")
_WORDS = ("evict", "disrupt", "autoscaler.kubernetes", "karpenter.sh")


@check(each=PodTemplate, words=_WORDS)
def disruption_key_misspelt(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find annotations of GPU pods that are nearly one of the autoscalers' keys."""
    if not pod.accelerators:
        return
    for key in _unknown(pod.annotations):
        near = near_names(key, _KEYS, cutoff=0.9, by_start=False)
        if near:
            yield problem(pod.at_metadata("annotations", key), part="key", key=key, near=near)


def _unknown(annotations: Mapping[str, object]) -> Iterator[str]:
    for key in annotations:
        if key not in _KEYS and any(hint in key.lower() for hint in _HINTS):
            yield key
