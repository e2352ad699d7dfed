"""Words of which a document must hold one to be of interest: what the prefilter looks for.

Plain text in the case given, found anywhere in the bytes. Rules add words of their own. A test
holds every resource name, scheduler, key and gang kind of the catalogue against this list.
Kept as constants: a file without GPUs must not pay for reading tables.
"""

_DEVICES = (
    "gpu",
    "GPU",
    "vidia",  # nvidia and Nvidia, as vendor, image and runtime class
    "NVIDIA",
    "mig-",
    "amd.com",
    "npu.intel.com",  # `npu` and `tpu` alone stand in `input` and `output`
    "com/tpu",
    "com~1tpu",  # JSON Patch escapes the slash
    "-tpu",
    "tpu:",
    '"tpu"',
    "habana.ai",
    "neuron",
    "directx",
    "huawei.com",
    "cambricon",
    "hygon",
    "metax",
    "iluvatar",
    "enflame",
    "kunlunxin",
    "vastai",
    "qaic",
    "vcuda",
    "accelerator",
    "instance-type",
    "VISIBLE_DEVICES",
    "DCGM",
    "dcgm",
)
_GANGS = (
    "volcano",
    "x-k8s.io",  # Kueue, JobSet, LeaderWorkerSet, scheduler-plugins, provisioning requests
    "scheduling.",  # the groups of Kubernetes, Koordinator, Godel and old Volcano
    "schedulingGroup",
    "kubeflow.org",
    "ray.io",
    "scheduler-plugins",
    "kai-scheduler",
    "kai.scheduler",
    "run.ai",
    "runai",
    "yunikorn",
    "koord",
    "godel",
    "hami",
    "grove.io",
    "aibrix",
)
_CLUSTER = (
    "resource.k",  # resource.k8s.io and deviceclass.resource.kubernetes.io
    "resourceClaim",
    "PriorityClass",
    "ResourceQuota",
    "LimitRange",
    "RuntimeClass",
    "karpenter",
    "allocatable",
)

# Keys of the GPU Operator's and the device plugin's values, in files that name neither.
_CHARTS = (
    "ccManager",
    "devicePlugin",
    "gdrcopy",
    "gfd",
    "kataManager",
    "migManager",
    "nodeStatusExporter",
    "sandbox",
    "toolkit",
    "vfioManager",
    "migStrategy",
    "compatWithCPUManager",
    "deviceDiscoveryStrategy",
    "deviceIDStrategy",
    "deviceListStrategy",
    "failOnInitError",
    "fallbackStrategies",
    "legacyDaemonsetAPI",
)


def tokens() -> tuple[str, ...]:
    """The words, each of which makes a document interesting; none holds another."""
    return _DEVICES + _GANGS + _CLUSTER + _CHARTS
