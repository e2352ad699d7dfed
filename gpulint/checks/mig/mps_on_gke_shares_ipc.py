"""Pods on GKE's nodes with MPS talk to its daemon through the IPC namespace of the host."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, is_placeholder, problem

_STRATEGY = "cloud.google.com/gke-gpu-sharing-strategy"
_MPS = {"mps", "MPS"}


@check(each=PodTemplate, words=(_STRATEGY,))
def mps_on_gke_shares_ipc(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find pods with GPUs that select such nodes and keep an IPC namespace of their own."""
    chosen = pod.allowed(_STRATEGY)
    if not chosen or not set(chosen) <= _MPS or "nvidia.com/gpu" not in pod.accelerators:
        return
    shares = pod.get("hostIPC")
    if shares is True or is_placeholder(shares) or pod.resource.fragment:
        return
    place = next(r.places[0] for r in pod.requirements if r.key == _STRATEGY and r.places)
    related = [(place, "nodes with MPS are selected here")]
    yield problem(pod.at("hostIPC"), part="key", related=related)
