from pathlib import Path

import pytest

from gpulint.source.chart.program import ChartError, run_helm

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


OLDER = """\
#!/bin/sh
case "$5" in
  1.32.99) echo "for $5"; exit 0;;
esac
echo 'Error: chart requires kubeVersion: >= 1.21.0-0 < 1.33.0-0 which is incompatible with Kubernetes' >&2
exit 1
"""


def test_chart_that_wants_an_older_cluster_is_rendered_for_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some charts name the last release that they were tried with."""
    (tmp_path / "helm").write_text(OLDER)
    (tmp_path / "helm").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    actual = run_helm("app", ())
    assert actual == b"for 1.32.99\n"


STRICT = """\
#!/bin/sh
echo 'Error: values do not meet the schema of the following charts:' >&2
echo 'app:' >&2
echo '- at (root): missing property gpus' >&2
exit 1
"""


def test_what_a_schema_of_values_wants_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first line says nothing of the value."""
    (tmp_path / "helm").write_text(STRICT)
    (tmp_path / "helm").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ChartError) as caught:
        run_helm("app", ())
    expected = (
        "values do not meet the schema of the following charts: app: "
        "- at (root): missing property gpus"
    )
    actual = caught.value.detail
    assert expected == actual
