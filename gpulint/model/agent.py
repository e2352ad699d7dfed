"""Pods that look after GPUs instead of working on them: plugins, drivers, exporters, operators."""

import re

from gpulint.model.pod import PodTemplate
from gpulint.model.resource import text

_NAMES = re.compile(
    r"device-?plugin|(?:\b|[-_])(?:driver|toolkit|exporter|validator|validation|discovery|feature|"
    r"operator|controller|monitor|monitoring|dcgm|daemon|agent|manager|smi|telemetry|collector|"
    r"scheduler|installer|probe|healthcheck)(?:\b|[-_])"
)
_NAMESPACES = frozenset(
    {"kube-system", "gpu-operator", "nvidia-gpu-operator", "gpu-operator-resources", "monitoring"}
)


def is_agent(pod: PodTemplate) -> bool:
    """Whether a pod seems to be part of the cluster's own machinery, which may see every GPU.

    Told by the kind DaemonSet, the namespace, the service of the node it uses (its processes, a
    critical priority class) or by a name of the object, a container or an image.
    """
    if pod.resource.kind == "DaemonSet" or pod.resource.namespace in _NAMESPACES:
        return True
    if pod.spec.get("hostPID") is True or pod.priority_class.startswith("system-"):
        return True
    names = [pod.resource.name, *(container.name for container in pod.all_containers)]
    names += [text(c.value.get("image")).rpartition("/")[2] for c in pod.all_containers]
    return any(_NAMES.search(name.lower()) for name in names)
