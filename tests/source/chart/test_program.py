from pathlib import Path

import pytest

from gpulint.source.chart.program import run_helm

HELM = """\
#!/bin/sh
case "$*" in
  *--kube-version*) echo "for $5"; exit 0;;
esac
echo 'Error: chart requires kubeVersion: >=1.33 which is incompatible with Kubernetes v1.20.0' >&2
exit 1
"""


def test_chart_that_wants_a_newer_cluster_is_rendered_for_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Helm without a cluster takes a release of its own, which says nothing of the user's."""
    (tmp_path / "helm").write_text(HELM)
    (tmp_path / "helm").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    actual = run_helm("app", ())
    assert actual == b"for 1.37.0\n"
