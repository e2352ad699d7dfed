"""ServiceMonitors and services."""

from collections.abc import Callable

import pytest

from gpulint.model.manifests import Manifests
from gpulint.model.monitor import (
    Endpoint,
    ServiceMonitor,
    is_exporter,
    milliseconds,
    port_names,
)

Reader = Callable[..., Manifests]


def monitor(selector: str) -> str:
    return f"""
apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata: {{name: dcgm, namespace: monitoring}}
spec:
  selector: {{matchLabels: {{app: nvidia-dcgm-exporter}}}}
  {selector}
  endpoints: [{{port: gpu-metrics, interval: 15s, scrapeTimeout: 10s}}, 7]
"""


SERVICE = """
apiVersion: v1
kind: Service
metadata: {name: exporter, namespace: gpu, labels: {app: nvidia-dcgm-exporter, tier: ops}}
spec: {ports: [{name: gpu-metrics, port: 9400}, {port: 80}]}
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("15s", 15_000),
        ("1m30s", 90_000),
        ("500ms", 500),
        ("1h", 3_600_000),
        ("", None),
        ("5", None),
    ],
)
def test_durations(text: str, expected: int | None) -> None:
    """Prometheus takes no bare number."""
    actual = milliseconds(text)
    assert expected == actual


@pytest.mark.parametrize(
    ("selector", "expected"),
    [
        ("namespaceSelector: {matchNames: [gpu]}", True),
        ("namespaceSelector: {any: true}", True),
        ("namespaceSelector: {matchNames: [other]}", False),
        ("jobLabel: app", False),
    ],
)
def test_a_monitor_looks_into_its_own_namespace_unless_told(
    manifests: Reader, selector: str, expected: bool
) -> None:
    """The most usual way to select nothing."""
    run = manifests(monitor=monitor(selector), service=SERVICE)
    (found,) = run.of(ServiceMonitor)
    (service,) = run.by_kind("", "Service")
    assert found.selects(service)
    actual = found.reaches(service)
    assert expected == actual


def test_endpoints_and_ports(manifests: Reader) -> None:
    """A port without a name cannot be meant by one."""
    run = manifests(monitor=monitor("jobLabel: app"), service=SERVICE)
    (service,) = run.by_kind("", "Service")
    expected = ([("gpu-metrics", "15s", "10s"), ("", "", "")], ("gpu-metrics",), True)
    actual = (
        [(each.port, each.interval, each.timeout) for each in run.of(Endpoint)],
        port_names(service),
        is_exporter(service),
    )
    assert expected == actual


def test_duration_of_thousands_of_digits_is_none() -> None:
    """Python refuses to read such a number."""
    assert milliseconds("9" * 5000 + "s") is None
