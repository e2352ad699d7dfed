"""Lists of counters for the DCGM exporter: lines of three fields, in a ConfigMap or in values."""

from collections.abc import Iterator
from typing import NamedTuple

from gpulint.core.location import Place
from gpulint.model.chart_values import ChartValues
from gpulint.model.excerpt import place_within
from gpulint.model.resource import Resource, mapping, text

OPERATOR_KEY = "dcgm-metrics.csv"


class CounterLine(NamedTuple):
    """One line that is no comment. fields: None where its quotes do not close or open in a word."""

    fields: tuple[str, ...] | None
    place: Place

    @property
    def name(self) -> str:
        """The field of DCGM; empty for a line that cannot be read."""
        return self.fields[0] if self.fields else ""


class CounterList:
    """A list of counters. key: of the ConfigMap's data, empty for values of a chart."""

    __slots__ = ("key", "lines", "resource")

    WORDS = ("dcgm",)

    def __init__(self, resource: Resource, key: str, lines: tuple[CounterLine, ...]) -> None:
        self.resource = resource
        self.key = key
        self.lines = lines

    @classmethod
    def from_resource(cls, resource: Resource) -> Iterator["CounterList"]:
        """The lists of a ConfigMap or of the GPU Operator's values."""
        if (resource.group, resource.kind) == ("", "ConfigMap"):
            for key, value in mapping(resource.value.get("data")).items():
                if _is_list(str(key), text(value)):
                    place = resource.at("data", key)
                    yield cls(resource, str(key), _lines(place, text(value)))
        for values in ChartValues.from_resource(resource):
            data = values.get("dcgmExporter", "config", "data")
            if values.for_operator and isinstance(data, str) and "DCGM" in data:
                place = values.at("dcgmExporter", "config", "data")
                yield cls(resource, "", _lines(place, data))

    @property
    def names(self) -> frozenset[str]:
        """Fields that the list exports."""
        return frozenset(line.name for line in self.lines)


def _is_list(key: str, value: str) -> bool:
    if key == OPERATOR_KEY:
        return True
    return (key == "metrics" or key.endswith(".csv")) and "DCGM_" in value


def _lines(place: Place, value: str) -> tuple[CounterLine, ...]:
    found: list[CounterLine] = []
    start = 0
    for line in value.split("\n"):
        end = start + len(line)
        if line.strip() and not line.startswith("#"):
            first = start + len(line) - len(line.lstrip())
            at = place_within(place, first, start + len(line.rstrip()))
            found.append(CounterLine(split_line(line), at))
        start = end + 1
    return tuple(found)


def split_line(line: str) -> tuple[str, ...] | None:
    """The fields of a line as Go's csv reader splits it, blanks cut off; None for broken quotes."""
    fields: list[str] = []
    rest = line.rstrip("\r")
    while True:
        if rest.startswith('"'):
            end = _closing(rest)
            if end is None:
                return None
            field, rest = rest[1:end].replace('""', '"'), rest[end + 1 :]
            if rest and not rest.startswith(","):
                return None
        else:
            field, comma, after = rest.partition(",")
            if '"' in field:
                return None
            rest = comma + after
        fields.append(field.strip(" "))
        if not rest:
            return tuple(fields)
        rest = rest[1:]


def _closing(rest: str) -> int | None:
    at = 1
    while (at := rest.find('"', at)) >= 0:
        if rest[at + 1 : at + 2] != '"':
            return at
        at += 2
    return None
