"""Queries of DCGM metrics, and what is exported."""

from collections.abc import Callable

import pytest

from gpulint.catalog import dcgm
from gpulint.model.manifests import Manifests
from gpulint.model.metric_query import Exported, MetricQuery

Reader = Callable[..., Manifests]

ALERT = """
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata: {name: gpu}
spec:
  groups:
    - name: gpu
      rules:
        - {record: up, expr: up}
        - alert: Hot
          expr: |
            max by (node) (
              DCGM_FI_DEV_GPU_TEMP
            ) > DCGM_FI_DEV_GPU_TEMP
"""
DASHBOARD = """
apiVersion: v1
kind: ConfigMap
metadata: {name: board}
data:
  gpu.json: |
    {"panels": [{"targets": [
      {"expr": "sum(DCGM_FI_DEV_FB_USED{gpu=~\\"$gpu\\"})"}]}]}
"""
RAW = '{"panels": [{"targets": [{"expr": "DCGM_FI_DEV_FB_FREE"}]}]}\n'
TRIGGER = """
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata: {name: serve}
spec:
  triggers: [{type: prometheus, metadata: {query: avg(DCGM_FI_DEV_GPU_UTIL)}}]
"""
SOURCES = {
    "alert": (ALERT, [("DCGM_FI_DEV_GPU_TEMP", 13)]),
    "dashboard in a ConfigMap": (DASHBOARD, [("DCGM_FI_DEV_FB_USED", 8)]),
    "dashboard by itself": (RAW, [("DCGM_FI_DEV_FB_FREE", 1)]),
    "scaling trigger": (TRIGGER, [("DCGM_FI_DEV_GPU_UTIL", 6)]),
    "rules without an object": (
        "groups: [{rules: [{expr: DCGM_FI_DEV_FB_FREE}]}]\n",
        [("DCGM_FI_DEV_FB_FREE", 1)],
    ),
    "no query": ("apiVersion: v1\nkind: ConfigMap\ndata: {a.json: DCGM_FI_DEV_FB_FREE}\n", []),
}


@pytest.mark.parametrize(("text", "expected"), SOURCES.values(), ids=SOURCES)
def test_queries_and_their_lines(
    manifests: Reader, text: str, expected: list[tuple[str, int]]
) -> None:
    """Each metric is told once, at its first use."""
    actual = []
    for query in manifests(text).of(MetricQuery):
        for name, place in query.metrics():
            span = place.document.locate(place.pointer, place.part).span
            actual.append((name, span.line))
    assert expected == actual


LIST = """
apiVersion: v1
kind: ConfigMap
metadata: {name: counters}
data: {dcgm-metrics.csv: "DCGM_FI_DEV_FB_USED,gauge,used"}
"""
POLICY = """
apiVersion: nvidia.com/v1
kind: ClusterPolicy
metadata: {name: cluster-policy}
spec: {dcgmExporter: {enabled: true}}
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (LIST, (True, False, frozenset({"DCGM_FI_DEV_FB_USED"}))),
        (POLICY, (False, True, dcgm.shipped())),
        (POLICY.replace("true", "false"), (False, False, dcgm.shipped())),
        ("a: 1\n", (False, False, dcgm.shipped())),
    ],
    ids=["a list", "an operator as shipped", "an exporter that is off", "nothing"],
)
def test_what_is_exported_and_how_sure_that_is(
    manifests: Reader, text: str, expected: tuple[bool, bool, frozenset[str]]
) -> None:
    """A query may be for a cluster whose list nobody has shown."""
    exported = manifests(text).index(Exported)
    actual = (exported.certain, exported.likely, exported.names)
    assert expected == actual
