"""Names of workloads that their operators turn into names of Services."""

import re
from collections.abc import Iterator

from gpulint.authoring import Context, Problem, Resource, check, is_placeholder, problem, text

_LABEL = 63
_SUFFIX = 5  # what the API server adds to generateName
# The longest name that the operator of each kind takes; all of them want a DNS-1035 label.
_KINDS = {
    ("kubeflow.org", "PyTorchJob"): _LABEL,
    ("kubeflow.org", "TFJob"): _LABEL,
    ("kubeflow.org", "XGBoostJob"): _LABEL,
    ("kubeflow.org", "PaddleJob"): _LABEL,
    ("kubeflow.org", "JAXJob"): _LABEL,
    ("kubeflow.org", "MPIJob"): _LABEL - len("-worker-0"),
    ("trainer.kubeflow.org", "TrainJob"): _LABEL,
    ("jobset.x-k8s.io", "JobSet"): _LABEL - len("-a-0"),
    ("leaderworkerset.x-k8s.io", "LeaderWorkerSet"): _LABEL,
    ("ray.io", "RayCluster"): 53,
    ("ray.io", "RayJob"): 47,
    ("ray.io", "RayService"): 47,
    ("serving.kserve.io", "InferenceService"): _LABEL,
}
_FAULTS = (
    (re.compile(r"[0-9]"), "starts with a digit"),
    (re.compile(r"[^.]*\."), "holds a dot"),
    (re.compile(r"[^_]*_"), "holds an underscore"),
    (re.compile(r"[^A-Z]*[A-Z]"), "holds a capital letter"),
)


@check(each=Resource, words=tuple(kind for _, kind in _KINDS))
def name_of_service(resource: Resource, context: Context) -> Iterator[Problem]:
    """Compare the name with what a Service may be called, and with the room for suffixes."""
    longest = _KINDS.get((resource.group, resource.kind))
    if longest is None or resource.fragment:
        return
    name, key = text(resource.name), "name"
    if not name:
        name, key = text(resource.metadata.get("generateName")), "generateName"
        longest -= _SUFFIX
    if not name or is_placeholder(name) or not name.isascii():
        return
    fault = next((words for pattern, words in _FAULTS if pattern.match(name)), "")
    if not fault and len(name) > longest:
        fault = f"is {len(name)} characters long, which is more than {longest}"
    if fault:
        kind = resource.kind
        yield problem(resource.at("metadata", key), name=name, fault=fault, kind=kind)
