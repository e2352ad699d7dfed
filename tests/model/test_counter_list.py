"""Counter lists of the DCGM exporter."""

from collections.abc import Callable

import pytest

from gpulint.model.counter_list import CounterList, split_line
from gpulint.model.manifests import Manifests

Reader = Callable[..., Manifests]

CONFIG = """
apiVersion: v1
kind: ConfigMap
metadata: {name: counters}
data:
  dcgm-metrics.csv: |
    # clocks
    DCGM_FI_DEV_SM_CLOCK, gauge, clock

      DCGM_FI_DEV_FB_USED , gauge
  notes.csv: "a,b"
"""


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("A, gauge, help", ("A", "gauge", "help")),
        ('A,gauge,"help, more"', ("A", "gauge", "help, more")),
        ('A,gauge,"say ""hi"""', ("A", "gauge", 'say "hi"')),
        ("A , gauge", ("A", "gauge")),
        ("A,gauge,", ("A", "gauge", "")),
        ('A, gauge, "help, more"', None),
        ('A,gauge,"help', None),
        ('A,gauge,"help" more', None),
    ],
)
def test_a_line_splits_as_the_exporter_splits_it(
    line: str, expected: tuple[str, ...] | None
) -> None:
    """A quote behind a blank ends the exporter, though a spreadsheet would take it."""
    actual = split_line(line)
    assert expected == actual


def test_each_line_has_its_own_place(manifests: Reader) -> None:
    """A list has eighty lines; the block alone would be no place."""
    (found,) = manifests(CONFIG).of(CounterList)
    expected = [("DCGM_FI_DEV_SM_CLOCK", 8, 5), ("DCGM_FI_DEV_FB_USED", 10, 7)]
    actual = []
    for each in found.lines:
        span = each.place.document.locate(each.place.pointer, each.place.part).span
        actual.append((each.name, span.line, span.column))
    assert expected == actual


def test_values_of_the_operator_hold_a_list_too(manifests: Reader) -> None:
    """The chart makes the ConfigMap from it."""
    text = """
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: gpu-operator}
spec:
  chart: {spec: {chart: gpu-operator}}
  values: {dcgmExporter: {config: {name: c, create: true, data: "DCGM_FI_DEV_FB_USED,gauge,x"}}}
"""
    expected = [frozenset({"DCGM_FI_DEV_FB_USED"})]
    actual = [each.names for each in manifests(text).of(CounterList)]
    assert expected == actual
