"""ConfigMaps that values name."""

from collections.abc import Callable

from gpulint.model.chart_configs import component_configs, config_references, entry_names
from gpulint.model.chart_values import ChartValues
from gpulint.model.manifests import Manifests

Reader = Callable[..., Manifests]

TEXT = """
devicePlugin: {config: {name: slices, create: true, default: four, data: {four: "version: v1"}}}
migManager: {config: {name: default-mig-parted-config}}
dcgmExporter: {config: {name: counters}}
vgpuDeviceManager: {config: {name: ""}}
"""


def test_only_names_that_somebody_else_must_fill_count(manifests: Reader) -> None:
    """What the chart or the operator makes is never missing."""
    (values,) = manifests(TEXT).of(ChartValues)
    expected = [("dcgmExporter.config.name", "counters")]
    actual = [(".".join(each.path), each.name) for each in config_references(values)]
    assert expected == actual


def test_a_block_tells_its_entries_and_whether_they_are_used(manifests: Reader) -> None:
    """Entries without create reach no ConfigMap."""
    (values,) = manifests(TEXT).of(ChartValues)
    expected = [
        ("devicePlugin.config", True, "four", ("four",)),
        ("migManager.config", False, "", ()),
        ("dcgmExporter.config", False, "", ()),
        ("vgpuDeviceManager.config", False, "", ()),
    ]
    actual = [
        (each.component, each.created, each.default, entry_names(each))
        for each in component_configs(values)
    ]
    assert expected == actual
