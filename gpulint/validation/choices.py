"""Words that the API server takes in the fields of Kubernetes' own types.

The published schemas call these fields plain texts, and the server judges them by hand: source:
kubernetes pkg/apis/*/validation at 1.37. tests/controlplane asks a server about each. An empty text
stands for the default in most of them, so it is never called wrong. Left out is what a rule of its
own judges: tolerations, node affinity, update strategies, restart and priority policies.
"""

from collections.abc import Mapping

_PULL = ("Always", "IfNotPresent", "Never")
_MESSAGES = ("File", "FallbackToLogsOnError")
_PROTOCOLS = ("TCP", "UDP", "SCTP")
_HONOR = ("Honor", "Ignore")
_KEEP = ("Retain", "Delete")
_PROFILES = ("RuntimeDefault", "Localhost", "Unconfined")
_SELECTORS = ("In", "NotIn", "Exists", "DoesNotExist")

CHOICES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "AppArmorProfile": {"type": _PROFILES},
    "Container": {"imagePullPolicy": _PULL, "terminationMessagePolicy": _MESSAGES},
    "ContainerPort": {"protocol": _PROTOCOLS},
    "CronJobSpec": {"concurrencyPolicy": ("Allow", "Forbid", "Replace")},
    "HPAScalingPolicy": {"type": ("Pods", "Percent")},
    "HPAScalingRules": {"selectPolicy": ("Max", "Min", "Disabled")},
    "HTTPGetAction": {"scheme": ("HTTP", "HTTPS")},
    "HostPathVolumeSource": {
        "type": (
            "DirectoryOrCreate",
            "Directory",
            "FileOrCreate",
            "File",
            "Socket",
            "CharDevice",
            "BlockDevice",
        )
    },
    "JobSpec": {
        "completionMode": ("NonIndexed", "Indexed"),
        "podReplacementPolicy": ("TerminatingOrFailed", "Failed"),
    },
    "LabelSelectorRequirement": {"operator": _SELECTORS},
    "MetricSpec": {"type": ("Resource", "ContainerResource", "Pods", "Object", "External")},
    "MetricTarget": {"type": ("Utilization", "Value", "AverageValue")},
    "PersistentVolumeClaimSpec": {
        "accessModes": ("ReadWriteOnce", "ReadOnlyMany", "ReadWriteMany", "ReadWriteOncePod"),
        "volumeMode": ("Filesystem", "Block"),
    },
    "PodFailurePolicyOnExitCodesRequirement": {"operator": ("In", "NotIn")},
    "PodFailurePolicyRule": {"action": ("FailJob", "FailIndex", "Ignore", "Count")},
    "PodSecurityContext": {"fsGroupChangePolicy": ("OnRootMismatch", "Always")},
    "PodSpec": {"dnsPolicy": ("ClusterFirst", "ClusterFirstWithHostNet", "Default", "None")},
    "SeccompProfile": {"type": _PROFILES},
    "ServicePort": {"protocol": _PROTOCOLS},
    "ServiceSpec": {"type": ("ClusterIP", "NodePort", "LoadBalancer", "ExternalName")},
    "StatefulSetPersistentVolumeClaimRetentionPolicy": {"whenDeleted": _KEEP, "whenScaled": _KEEP},
    "StatefulSetSpec": {"podManagementPolicy": ("OrderedReady", "Parallel")},
    "TopologySpreadConstraint": {
        "nodeAffinityPolicy": _HONOR,
        "nodeTaintsPolicy": _HONOR,
        "whenUnsatisfiable": ("DoNotSchedule", "ScheduleAnyway"),
    },
    "VolumeMount": {"mountPropagation": ("None", "HostToContainer", "Bidirectional")},
}
