"""Queries of DCGM metrics: alerts, dashboards and scaling triggers, and what is exported at all."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from gpulint.catalog import dcgm
from gpulint.core.location import Place
from gpulint.model.chart_index import Charts
from gpulint.model.chart_values import ChartValues
from gpulint.model.counter_list import CounterList
from gpulint.model.excerpt import place_within
from gpulint.model.manifests import Manifests
from gpulint.model.resource import Resource, mapping, sequence, text

METRIC = re.compile(r"\bDCGM_(?:FI|EXP)_[A-Z0-9_]+\b")
_JSON_EXPRESSION = re.compile(r"\"expr\"\s*:\s*\"((?:[^\"\\]|\\.)*)\"")
_RULES = (
    ("monitoring.coreos.com", "PrometheusRule"),
    ("operator.victoriametrics.com", "VMRule"),
    ("monitoring.googleapis.com", "Rules"),
    ("monitoring.googleapis.com", "ClusterRules"),
)
_DASHBOARDS = (
    ("grafana.integreatly.org", "GrafanaDashboard"),
    ("integreatly.org", "GrafanaDashboard"),
)
_DEPTH = 12


class MetricQuery(NamedTuple):
    """One expression. offset: where it starts in the text at `place`, for precise places."""

    resource: Resource
    expression: str
    place: Place
    offset: int

    @classmethod
    def from_resource(cls, resource: Resource) -> Iterator["MetricQuery"]:
        """The expressions of an object that query DCGM metrics."""
        for expression, place, offset in _expressions(resource):
            if METRIC.search(expression):
                yield cls(resource, expression, place, offset)

    def metrics(self) -> Iterator[tuple[str, Place]]:
        """Each metric of the expression once, with the place of its first use."""
        seen: set[str] = set()
        for found in METRIC.finditer(self.expression):
            if found[0] not in seen:
                seen.add(found[0])
                yield found[0], self.at(found.start(), found.end())

    def at(self, start: int, end: int) -> Place:
        """The place of some characters of the expression."""
        return place_within(self.place, self.offset + start, self.offset + end)


class Exported:
    """What the exporters of a run export. certain: the run holds their lists of counters.

    likely: the run installs an exporter and changes nothing about the list that it is shipped with.
    """

    def __init__(self, manifests: Manifests) -> None:
        lists = manifests.of(CounterList)
        self.certain = bool(lists)
        charts = manifests.index(Charts)
        self.likely = any(
            _ships_the_list(values) and not charts.is_partial(values)
            for values in manifests.of(ChartValues)
        )
        found = frozenset[str]().union(*(each.names for each in lists))
        self.names = found if self.certain else dcgm.shipped()
        self.place: Place | None = None
        if lists and lists[0].lines:
            self.place = lists[0].lines[0].place


def _ships_the_list(values: ChartValues) -> bool:
    if values.chart != "gpu-operator" or values.carrier == "NVIDIADriver":
        return False
    if values.enabled("dcgmExporter", "enabled") is False:
        return False
    return not text(values.get("dcgmExporter", "config", "name"))


def _expressions(resource: Resource) -> Iterator[tuple[str, Place, int]]:
    kind = (resource.group, resource.kind)
    if kind in _RULES:
        yield from _groups(resource, resource.spec.get("groups"), ("spec", "groups"))
    elif not resource.kind and isinstance(resource.value.get("groups"), list):
        yield from _groups(resource, resource.value["groups"], ("groups",))
    elif kind == ("keda.sh", "ScaledObject"):
        for index, each in enumerate(map(mapping, sequence(resource.spec.get("triggers")))):
            query = text(mapping(each.get("metadata")).get("query"))
            yield query, resource.at("spec", "triggers", index, "metadata", "query"), 0
    elif kind in _DASHBOARDS:
        yield from _json_text(resource.spec.get("json"), resource.at("spec", "json"))
    elif kind == ("", "ConfigMap"):
        for key, value in mapping(resource.value.get("data")).items():
            if str(key).endswith((".json", ".yaml", ".yml", ".rules")):
                yield from _data(str(key), value, resource.at("data", key))
    elif not resource.kind and isinstance(resource.value.get("panels"), list):
        yield from _targets(resource, resource.value["panels"], ("panels",), 0)


def _groups(
    resource: Resource, groups: object, path: tuple[str | int, ...]
) -> Iterator[tuple[str, Place, int]]:
    for number, group in enumerate(map(mapping, sequence(groups))):
        for index, rule in enumerate(map(mapping, sequence(group.get("rules")))):
            yield text(rule.get("expr")), resource.at(*path, number, "rules", index, "expr"), 0


def _data(key: str, value: object, place: Place) -> Iterator[tuple[str, Place, int]]:
    if key.endswith(".json"):
        yield from _json_text(value, place)
        return
    for found in re.finditer(r"(?m)^[ \t-]*expr:[ \t]*(\S.*)$", text(value)):
        yield found[1], place, found.start(1)


def _json_text(value: object, place: Place) -> Iterator[tuple[str, Place, int]]:
    for found in _JSON_EXPRESSION.finditer(text(value)):
        yield found[1], place, found.start(1)


def _targets(
    resource: Resource, value: object, path: tuple[str | int, ...], depth: int
) -> Iterator[tuple[str, Place, int]]:
    if depth > _DEPTH:
        return
    if isinstance(value, dict):
        if isinstance(value.get("expr"), str):
            yield value["expr"], resource.at(*path, "expr"), 0
        for key, inner in value.items():
            if isinstance(inner, (dict, list)):
                yield from _targets(resource, inner, (*path, key), depth + 1)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _targets(resource, inner, (*path, index), depth + 1)
