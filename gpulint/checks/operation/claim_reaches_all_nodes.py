"""A volume that one node at a time may mount, under more GPUs than a node has."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    PodTemplate,
    Problem,
    Resource,
    check,
    mapping,
    problem,
    same_namespace,
    sequence,
    text,
)

_MOST = 16  # cards of the largest machines; nearly all have 8
_FULL = 8
# Network file systems do not attach to a node, so that nobody enforces the mode.
_SHARED = (
    "nfs", "efs", "cephfs", "lustre", "file", "juice", "gluster", "weka", "vast", "gpfs", "beegfs",
    "scale", "local", "host", "share", "rwx", "fsx", "s3", "gcs", "blob", "oss", "hdfs",
)  # fmt: skip


@check(each=Resource, words=("persistentVolumeClaim",))
def claim_reaches_all_nodes(resource: Resource, context: Context) -> Iterator[Problem]:
    """Find workloads whose pods cannot be on one node and share a claim that is ReadWriteOnce.

    Silent about claims that are not in the run, other modes and classes of network file systems.
    """
    if not context.cluster.by_kind("", "PersistentVolumeClaim"):
        return
    users: dict[str, list[PodTemplate]] = {}
    for pod in PodTemplate.from_resource(resource):
        for claim in _claims(pod):
            users.setdefault(claim, []).append(pod)
    for claim, pods in users.items():
        found = context.cluster.named("", "PersistentVolumeClaim", claim, resource.namespace)
        total = sum(map(_cards, pods))
        full = sum(pod.count or 0 for pod in pods if _cards(pod) >= _FULL * (pod.count or 0))
        if found is None or not (full > 1 or total > _MOST) or not _is_bound_to_a_node(found):
            continue
        if not same_namespace(found.namespace, resource.namespace):
            continue
        index = next(i for i, name in enumerate(_names(pods[0])) if name == claim)
        yield problem(
            pods[0].at("volumes", index, "persistentVolumeClaim", "claimName"),
            related=[(found.at("spec", "accessModes"), "one node at a time, it says here")],
            claim=claim,
            count=sum(pod.count or 0 for pod in pods),
            total=total,
        )


def _names(pod: PodTemplate) -> list[str]:
    volumes = map(mapping, sequence(pod.get("volumes")))
    return [text(mapping(v.get("persistentVolumeClaim")).get("claimName")) for v in volumes]


def _claims(pod: PodTemplate) -> dict[str, None]:
    """Names of the claims that a pod with cards mounts, each once."""
    return dict.fromkeys(filter(None, _names(pod))) if _cards(pod) else {}


def _cards(pod: PodTemplate) -> int:
    """Whole cards that all pods of the template take together; 0 where that is not known."""
    amount = pod.accelerators.get("nvidia.com/gpu") or pod.accelerators.get("amd.com/gpu")
    return (pod.count or 0) * ((amount.whole if amount else 0) or 0)


def _is_bound_to_a_node(claim: Resource) -> bool:
    storage_class = text(claim.spec.get("storageClassName")).lower()
    modes = sequence(claim.spec.get("accessModes"))
    shared = any(word in storage_class for word in _SHARED) or claim.spec.get("volumeName")
    return modes == ["ReadWriteOnce"] and not shared
