"""What a chart leaves for its users to give is no fault of the chart."""

from collections.abc import Callable

import pytest

from gpulint.core.report import Report

pytestmark = pytest.mark.usefixtures("real_helm")
POD = """\
apiVersion: v1
kind: Pod
metadata:
  name: server
spec:
  containers:
    - name: main
      image: registry.example.com/ml/server:1
      livenessProbe:
        httpGet:
          path: /
          port: {{ .Values.port }}
      resources:
        limits:
          nvidia.com/gpu: 1
"""


@pytest.mark.parametrize(
    ("line", "expected"),
    [("          port: {{ .Values.port }}\n", []), ("", [("GPU012", 10)])],
)
def test_a_key_that_waits_for_its_value_is_not_missing(
    line: str, expected: list[tuple[str, int]], run: Callable[..., Report]
) -> None:
    """The defaults of a chart need not be whole; a key that its template forgets never comes."""
    chart = {
        "app/Chart.yaml": "{apiVersion: v2, name: app, version: 0.1.0}\n",
        "app/values.yaml": "port:\n",
        "app/templates/pod.yaml": POD.replace("          port: {{ .Values.port }}\n", line),
    }
    actual = [(each.id, each.span.line) for each in run(chart).active]
    assert expected == actual
