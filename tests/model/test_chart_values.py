"""Values for charts, from each carrier, with the places that a person edits."""

from collections.abc import Callable

import pytest

from gpulint.core.location import Place
from gpulint.model.chart_values import ChartValues
from gpulint.model.manifests import Manifests

Reader = Callable[..., Manifests]

FLUX = """
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: gpu-operator, namespace: ops}
spec:
  targetNamespace: gpu
  chart: {spec: {chart: gpu-operator, version: v25.3.4}}
  values: {driver: {version: "580"}}
"""
ARGO = """
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: gpus, namespace: argocd}
spec:
  destination: {namespace: gpu}
  sources:
    - chart: gpu-operator
      targetRevision: 24.9.*
      helm:
        values: |
          driver:
            enabled: true
            version: "550"
        parameters:
          - {name: driver.version, value: "580"}
          - {name: driver.enabled, value: "false"}
          - {name: 'daemonsets.annotations.a\\.b/c', value: "1", forceString: true}
          - {name: 'daemonsets.tolerations[0].key', value: x}
"""
K3S = """
apiVersion: helm.cattle.io/v1
kind: HelmChart
metadata: {name: gpu-operator, namespace: kube-system}
spec:
  chart: gpu-operator
  targetNamespace: gpu
  valuesContent: |-
    driver:
      version: "580"
"""
KUSTOMIZE = """
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
helmCharts:
  - name: gpu-operator
    version: v25.3.4
    namespace: gpu
    valuesInline: {driver: {version: "580"}}
"""
UMBRELLA = """
apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: gpus}
spec:
  template:
    spec:
      destination: {namespace: gpu}
      source:
        path: charts/platform
        helm: {valuesObject: {gpu-operator: {driver: {version: "580"}}, other: {driver: {}}}}
"""
FILE = """
driver: {version: "580"}
migManager: {enabled: true}
"""
POLICY = """
apiVersion: nvidia.com/v1
kind: ClusterPolicy
metadata: {name: cluster-policy}
spec: {driver: {version: "580"}}
"""
DRIVER = """
apiVersion: nvidia.com/v1alpha1
kind: NVIDIADriver
metadata: {name: default}
spec: {version: "580"}
"""
CARRIERS = {
    "Flux": (FLUX, ("HelmRelease", "v25.3.4", "gpu", 8)),
    "Argo CD": (ARGO, ("Application", "24.9.*", "gpu", 16)),
    "k3s": (K3S, ("HelmChart", "", "gpu", 10)),
    "kustomize": (KUSTOMIZE, ("Kustomization", "v25.3.4", "gpu", 8)),
    "umbrella": (UMBRELLA, ("ApplicationSet", "", "gpu", 11)),
    "file": (FILE, ("file", "", "", 2)),
    "ClusterPolicy": (POLICY, ("ClusterPolicy", "", "", 5)),
    "NVIDIADriver": (DRIVER, ("NVIDIADriver", "", "", 5)),
}


def line(place: Place) -> int:
    return place.document.locate(place.pointer, place.part).span.line


@pytest.mark.parametrize(("text", "expected"), CARRIERS.values(), ids=CARRIERS)
def test_a_carrier_gives_chart_values(
    manifests: Reader, text: str, expected: tuple[str, str, str, int]
) -> None:
    """One view over all of them keeps the rules free of carriers."""
    (values,) = manifests(text).of(ChartValues)
    assert values.chart == "gpu-operator"
    assert values.get("driver", "version") == 580 or values.get("driver", "version") == "580"
    place = line(values.at("driver", "version"))
    actual = (values.carrier, values.version, values.namespace, place)
    assert expected == actual


def test_parameters_win_over_values_and_are_typed_as_helm_does(manifests: Reader) -> None:
    """`--set x=false` is a boolean, and a list item by index is judged nowhere."""
    (values,) = manifests(ARGO).of(ChartValues)
    expected = {
        "driver": {"enabled": False, "version": 580},
        "daemonsets": {"annotations": {"a.b/c": "1"}},
    }
    actual = dict(values.tree)
    assert expected == actual


def test_the_key_of_a_parameter_is_the_text_of_its_name(manifests: Reader) -> None:
    """A misspelt key is mended there, and not under `value`."""
    (values,) = manifests(ARGO).of(ChartValues)
    places = (values.key_at("driver", "version"), values.key_at("driver"))
    expected = [("name", "value"), ("name", "value")]
    actual = [(place.pointer[-1], place.part) for place in places]
    assert expected == actual


def test_the_place_of_an_absent_value_is_the_key_above(manifests: Reader) -> None:
    """A rule that misses a value points where it would have to stand."""
    (values,) = manifests(FILE).of(ChartValues)
    place = values.at("driver", "upgradePolicy", "autoUpgrade")
    expected = (("driver",), "key")
    actual = (tuple(place.pointer), place.part)
    assert expected == actual


def test_values_from_elsewhere_make_a_release_partial(manifests: Reader) -> None:
    """What is absent may be set there, so nothing may be said of its absence."""
    text = FLUX + "  valuesFrom: [{kind: ConfigMap, name: more}]\n"
    expected = [True]
    actual = [values.partial for values in manifests(text).of(ChartValues)]
    assert expected == actual


def test_null_is_written_and_yet_no_value(manifests: Reader) -> None:
    """In values it deletes the chart's default."""
    (values,) = manifests("driver: {version: null}\nmigManager: {enabled: true}\n").of(ChartValues)
    expected = (True, None, False)
    actual = (
        values.has("driver", "version"),
        values.get("driver", "version"),
        values.has("driver", "image"),
    )
    assert expected == actual


@pytest.mark.parametrize(
    "text",
    [
        "apiVersion: amd.com/v1alpha1\nkind: DeviceConfig\nspec: {driver: {enable: false}}\n",
        FLUX.replace("chart: gpu-operator", "chart: grafana"),
        K3S.replace('    driver:\n      version: "580"', "    - driver"),
    ],
    ids=["another vendor", "another chart", "values that are no map"],
)
def test_what_carries_no_values_gives_none(manifests: Reader, text: str) -> None:
    """Rules over values must stay silent there."""
    expected: list[ChartValues] = []
    actual = list(manifests(text).of(ChartValues))
    assert expected == actual
