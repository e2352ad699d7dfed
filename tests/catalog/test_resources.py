"""Resource names of accelerators, and names that only look so."""

import pytest

from gpulint.catalog import resources
from gpulint.catalog.resources import Accelerator


@pytest.mark.parametrize(
    ("name", "vendor", "kind", "unit"),
    [
        ("nvidia.com/gpu", "NVIDIA", "gpu", "device"),
        ("nvidia.com/gpu.shared", "NVIDIA", "shared", "device"),
        ("nvidia.com/mig-1g.10gb.me", "NVIDIA", "mig", "device"),
        ("nvidia.com/mig-1g.10gb.shared", "NVIDIA", "shared", "device"),
        ("nvidia.com/GA102GL_A10", "NVIDIA", "passthrough", "device"),
        ("nvidia.com/gpumem", "HAMi", "memory", "MiB"),
        ("nvidia.com/gpumem-percentage", "HAMi", "memory-percentage", "percent"),
        ("amd.com/gpu", "AMD", "gpu", "device"),
        ("amd.com/cpx_nps4", "AMD", "partition", "device"),
        ("gpu.intel.com/xe", "Intel", "gpu", "device"),
        ("habana.ai/gaudi", "Intel", "npu", "device"),
        ("aws.amazon.com/neuroncore", "AWS", "npu", "device"),
        ("google.com/tpu", "Google", "tpu", "device"),
        ("huawei.com/Ascend910B4-1", "Huawei", "npu", "device"),
        ("huawei.com/ascend-1980", "Huawei", "npu", "device"),
        ("huawei.com/Ascend910B4-memory", "Huawei", "memory", "MiB"),
        ("cambricon.com/mlu370.mim-2m.8gb", "Cambricon", "partition", "device"),
        ("iluvatar.ai/BI-V150-vgpu", "Iluvatar", "vgpu", "device"),
        ("volcano.sh/vgpu-number", "Volcano", "vgpu", "device"),
        ("koordinator.sh/gpu", "Koordinator", "cores", "percent"),
        ("aliyun.com/gpu-mem", "Alibaba", "memory", "GiB"),
    ],
)
def test_resource_name_tells_what_it_counts(name: str, vendor: str, kind: str, unit: str) -> None:
    """Only devices can be added up; memory and percent cannot."""
    found = resources.accelerator(name)
    assert found is not None
    expected = Accelerator(name, vendor, kind, unit, found.meaning)
    assert (expected, unit == "device") == (found, found.countable)


@pytest.mark.parametrize(
    "name",
    [
        "cpu",
        "memory",
        "nvidia.com/gpus",
        "nvidia.com/GPU",
        "nvidia.com/mig1g.5gb",
        "rdma/ib",
        "x.org/gpu",
    ],
)
def test_other_names_are_no_known_accelerators(name: str) -> None:
    """Case and hyphen count: no node offers these."""
    assert resources.accelerator(name) is None


@pytest.mark.parametrize(
    ("name", "looks"),
    [
        ("nvidia.com/gpus", True),
        ("nvidia.com/anything", True),
        ("gpu", True),
        ("example.com/gpu", True),
        ("nvidia.com/mig-1g-5gb", True),
        ("nvidia.com/gpu", False),
        ("nvidia.com/hostdev", False),
        ("rdma/hca_shared_devices_a", False),
        ("vpc.amazonaws.com/efa", False),
        ("google.com/bandwidth", False),
        ("example.com/inputs", False),
        ("hugepages-2Mi", False),
        ("cpu", False),
    ],
)
def test_unknown_name_looks_like_an_accelerator(name: str, looks: bool) -> None:
    """A vendor's domain or a telling word is a reason to ask; a network card is none."""
    assert looks is resources.looks_like_accelerator(name)


@pytest.mark.parametrize(
    ("name", "successor"),
    [
        ("alpha.kubernetes.io/nvidia-gpu", "nvidia.com/gpu"),
        ("gpu.intel.com/i915_monitoring", "gpu.intel.com/monitoring"),
        ("gpu.intel.com/millicores", ""),
        ("aws.amazon.com/neurondevice", "aws.amazon.com/neuron"),
        ("volcano.sh/gpu-number", None),
        ("nvidia.com/gpu", None),
    ],
)
def test_retired_name_leads_to_its_successor(name: str, successor: str | None) -> None:
    """Old samples still carry names that nothing serves."""
    assert successor == resources.retired(name)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("nvidia.com/gpus", ("nvidia.com/gpu",)),
        ("nvidia.com/GPU", ("nvidia.com/gpu",)),
        ("gpu", ("nvidia.com/gpu",)),
        ("nvidia/gpu", ("nvidia.com/gpu",)),
        ("nvidia.com/gpu_mem", ("nvidia.com/gpumem",)),
        ("nvidia.com/mig1g.5gb", ("nvidia.com/mig-1g.5gb",)),
        ("nvidia.com/mig-1g-5gb", ("nvidia.com/mig-1g.5gb",)),
        ("nvidia.com/mig-1g.10gb+me", ("nvidia.com/mig-1g.10gb.me",)),
        ("google.com/tpus", ("google.com/tpu",)),
        ("habana.ai/gaudi2", ("habana.ai/gaudi",)),
        ("alpha.kubernetes.io/nvidia-gpu", ("nvidia.com/gpu",)),
        ("gpu.intel.com/tiles", ()),
        ("nvidia.com/gpu", ()),
        ("nvidia.com/mig-1g.10gb", ()),
        ("cpu", ()),
    ],
)
def test_wrong_name_leads_to_the_one_that_was_meant(name: str, meant: tuple[str, ...]) -> None:
    """The API takes any name with a slash, so a typo waits for ever."""
    assert meant == resources.near_resources(name)


@pytest.mark.parametrize(
    ("name", "extended"),
    [
        ("nvidia.com/gpu", True),
        ("nvidia.com/mig-1g.5gb", True),
        ("rdma/ib", True),
        ("cpu", False),
        ("gpu", False),
        ("hugepages-2Mi", False),
        ("x.kubernetes.io/foo", False),
        ("deviceclass.resource.kubernetes.io/gpu", False),
        ("requests.nvidia.com/gpu", False),
        ("nvidia.com/mig-1g.10gb+me", False),
        ("NVIDIA.com/gpu", False),
        ("nvidia.com/" + "g" * 64, False),
        ("nvidia.com/gpu/x", False),
    ],
)
def test_extended_resources_are_told_as_kubernetes_does(name: str, extended: bool) -> None:
    """Only they must be whole and have request equal to limit."""
    assert extended is resources.is_extended(name)


def test_vendor_domains_stand_for_their_names() -> None:
    """Rules on selectors and quotas ask by domain."""
    domains = resources.vendor_domains()
    expected = [name for name in resources.known_names() if name.partition("/")[0] in domains]
    assert expected == list(resources.known_names())


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("nvidia.com/mig-1g.5gb", True),
        ("nvidia.com/mig1g.5gb", True),
        ("nvidia.com/MIG-1g.5gb", True),
        ("nvidia/mig-1g.5gb", True),
        ("requests.nvidia.com/mig-1g.5gb", False),
        ("mig-1g.5gb", False),
        ("example.com/migrations", False),
    ],
)
def test_names_that_are_meant_for_slices(name: str, meant: bool) -> None:
    """Quota keys and names without a domain are told by other rules."""
    assert meant == resources.is_mig_like(name)
