"""The objects and files that carry values for a chart, each with its own places.

Flux HelmRelease, Argo CD Application and ApplicationSet, the HelmChart of k3s and RKE2, kustomize's
helmCharts, a plain values file, and the objects that the GPU Operator's chart renders.
"""

import re
from collections.abc import Callable, Iterator, Mapping

from gpulint.catalog.charts import GPU_OPERATOR
from gpulint.core.location import Place
from gpulint.core.pointer import ROOT
from gpulint.model.chart_layer import ChartLayers, Layer, Path
from gpulint.model.chart_shape import chart_named, nested, recognised
from gpulint.model.resource import Resource, dig, mapping, sequence, text
from gpulint.source.document import Document

_INDEX = re.compile(r"\[.*")


class Carried:
    """What a carrier says about a release, before the chart is known."""

    __slots__ = ("carrier", "chart", "layers", "namespace", "partial", "version")

    def __init__(self, carrier: str, chart: str, version: str, namespace: str) -> None:
        self.carrier = carrier
        self.chart = chart
        self.version = version
        self.namespace = namespace
        self.partial = False
        self.layers: list[Layer] = []


def carried_values(resource: Resource) -> Iterator[ChartLayers]:
    """All values for charts of the catalogue that an object or a bare document carries."""
    if not resource.kind and not resource.api_version:
        yield from _of_file(resource)
        return
    carrier = _CARRIERS.get((resource.group, resource.kind))
    if carrier is None:
        return
    for carried in carrier(resource):
        yield from _of_carried(carried)


def _of_carried(carried: Carried) -> Iterator[ChartLayers]:
    chart = chart_named(carried.chart) if carried.chart else None
    if chart is not None:
        if carried.layers:
            yield _values(chart, carried, carried.layers, carried.version)
        return
    for layer in carried.layers:  # an umbrella chart, or a chart known by path alone
        for key, inner, tree in nested(layer.tree):
            below = Layer(tree, layer.base.child(key))
            yield _values(inner, carried, [below], "")


def _values(chart: str, carried: Carried, layers: list[Layer], version: str) -> ChartLayers:
    return ChartLayers(
        chart, tuple(layers), carried.carrier, version, carried.namespace, carried.partial
    )


def _of_file(resource: Resource) -> Iterator[ChartLayers]:
    tree = resource.value
    document = resource.document
    declared = document.chart if isinstance(document, Document) else ""
    name, _, version = declared.partition("@")
    chart = chart_named(name) or recognised(tree)
    if chart is not None:
        yield ChartLayers(chart, (Layer(tree, resource.at()),), version=version)
        return
    for key, inner, values in nested(tree):
        yield ChartLayers(inner, (Layer(values, resource.at(key)),))


def _of_helm_release(resource: Resource) -> Iterator[Carried]:
    spec = resource.spec
    chart = mapping(dig(spec, ("chart", "spec")))
    name = text(chart.get("chart")) or text(dig(spec, ("chartRef", "name"))) or resource.name
    namespace = text(spec.get("targetNamespace")) or resource.namespace
    carried = Carried("HelmRelease", name, text(chart.get("version")), namespace)
    carried.partial = bool(spec.get("valuesFrom"))
    carried.layers = _tree_layer(resource, spec.get("values"), "spec", "values")
    yield carried


def _of_application(resource: Resource) -> Iterator[Carried]:
    yield from _of_sources(resource, ("spec",))


def _of_application_set(resource: Resource) -> Iterator[Carried]:
    yield from _of_sources(resource, ("spec", "template", "spec"))


def _of_sources(resource: Resource, path: tuple[str, ...]) -> Iterator[Carried]:
    spec = mapping(dig(resource.value, path))
    found: list[tuple[object, tuple[str | int, ...]]] = [(spec.get("source"), (*path, "source"))]
    found += [
        (each, (*path, "sources", index))
        for index, each in enumerate(sequence(spec.get("sources")))
    ]
    namespace = text(dig(spec, ("destination", "namespace")))
    for value, at in found:
        source = mapping(value)
        helm = mapping(source.get("helm"))
        name = text(source.get("chart")) or text(source.get("path"))
        version = text(source.get("targetRevision")) if source.get("chart") else ""
        carried = Carried(resource.kind, name, version, namespace)
        carried.partial = bool(helm.get("valueFiles") or helm.get("fileParameters"))
        if isinstance(helm.get("valuesObject"), dict):
            carried.layers = _tree_layer(
                resource, helm["valuesObject"], *at, "helm", "valuesObject"
            )
        else:
            carried.layers = _text_layer(resource, *at, "helm", "values")
        carried.layers += _parameter_layer(resource, helm.get("parameters"), at)
        yield carried


def _of_helm_command(resource: Resource) -> Iterator[Carried]:
    spec = resource.spec
    name, version = text(spec.get("chart")), text(spec.get("version"))
    carried = Carried(resource.kind, name, version, text(spec.get("namespace")))
    carried.partial = True  # values files are judged beside it, each by itself
    carried.layers = _parameter_layer(resource, dig(spec, ("helm", "parameters")), ("spec",))
    yield carried


def _of_helm_chart(resource: Resource) -> Iterator[Carried]:
    spec = resource.spec
    name = text(spec.get("chart")) or resource.name
    namespace = text(spec.get("targetNamespace")) or resource.namespace
    carried = Carried(resource.kind, name, text(spec.get("version")), namespace)
    carried.partial = bool(spec.get("set") or spec.get("valuesSecrets"))
    carried.layers = _text_layer(resource, "spec", "valuesContent")
    yield carried


def _of_kustomization(resource: Resource) -> Iterator[Carried]:
    for index, each in enumerate(map(mapping, sequence(resource.value.get("helmCharts")))):
        name, version = text(each.get("name")), text(each.get("version"))
        carried = Carried("Kustomization", name, version, text(each.get("namespace")))
        carried.partial = bool(each.get("valuesFile") or each.get("additionalValuesFiles"))
        carried.layers = _tree_layer(
            resource, each.get("valuesInline"), "helmCharts", index, "valuesInline"
        )
        yield carried


def _of_cluster_policy(resource: Resource) -> Iterator[Carried]:
    carried = Carried("ClusterPolicy", GPU_OPERATOR, "", "")
    carried.layers = [Layer(resource.spec, resource.at("spec"))]
    yield carried


def _of_nvidia_driver(resource: Resource) -> Iterator[Carried]:
    carried = Carried("NVIDIADriver", GPU_OPERATOR, "", "")
    carried.layers = [Layer({"driver": resource.spec}, resource.at("spec"), drop=1)]
    yield carried


def _tree_layer(resource: Resource, tree: object, *path: str | int) -> list[Layer]:
    return [Layer(tree, resource.at(*path))] if isinstance(tree, dict) else []


def _text_layer(resource: Resource, *path: str | int) -> list[Layer]:
    """Values written as a block of text."""
    document = resource.document
    if not text(resource.get(*path)).strip() or not isinstance(document, Document):
        return []
    inner = document.embedded(resource.pointer.child(*path))
    if not isinstance(inner, Document) or not isinstance(inner.value, dict):
        return []  # nothing, or a fault in the text, which is told elsewhere
    return [Layer(inner.value, Place(inner, ROOT))]


def _parameter_layer(
    resource: Resource, parameters: object, at: tuple[str | int, ...]
) -> list[Layer]:
    """`--set` pairs, as Argo CD lists them."""
    tree: dict[str, object] = {}
    spots: dict[Path, Place] = {}
    for index, each in enumerate(map(mapping, sequence(parameters))):
        name = text(each.get("name"))
        path = tuple(name.replace("\\.", "\0").split("."))
        path = tuple(_INDEX.sub("", step).replace("\0", ".") for step in path)
        if not name or "" in path or _INDEX.search(name):
            continue  # list items by index: the list is judged nowhere
        place = resource.at(*at, "helm", "parameters", index)
        _put(tree, path, _set_value(each.get("value"), each.get("forceString") is True))
        spots[path] = place.child("value")
        for length in range(1, len(path)):
            spots.setdefault(path[:length], place.child("name"))
    return [Layer(tree, resource.at(*at, "helm", "parameters"), 0, spots)] if tree else []


def _put(tree: dict[str, object], path: Path, value: object) -> None:
    for step in path[:-1]:
        below = tree.setdefault(step, {})
        if not isinstance(below, dict):
            return
        tree = below
    tree[path[-1]] = value


def _set_value(value: object, force_string: bool) -> object:
    """What `helm --set` makes of a text: true, false, null and whole numbers are typed."""
    if force_string or not isinstance(value, str):
        return value
    if value in ("true", "false"):
        return value == "true"
    if value == "null":
        return None
    return int(value) if re.fullmatch(r"0|-?[1-9][0-9]{0,17}", value) else value


_CARRIERS: Mapping[tuple[str, str], Callable[[Resource], Iterator[Carried]]] = {
    ("helm.toolkit.fluxcd.io", "HelmRelease"): _of_helm_release,
    ("argoproj.io", "Application"): _of_application,
    ("argoproj.io", "ApplicationSet"): _of_application_set,
    ("gpulint.io", "HelmCommand"): _of_helm_command,
    ("helm.cattle.io", "HelmChart"): _of_helm_chart,
    ("helm.cattle.io", "HelmChartConfig"): _of_helm_chart,
    ("kustomize.config.k8s.io", "Kustomization"): _of_kustomization,
    ("nvidia.com", "ClusterPolicy"): _of_cluster_policy,
    ("nvidia.com", "NVIDIADriver"): _of_nvidia_driver,
}
