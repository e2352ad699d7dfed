"""The Chart.yaml files of a run, so that values know which chart they belong to."""

import posixpath
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from gpulint.catalog.charts import Release, parse_release
from gpulint.core.location import Place
from gpulint.model.chart_shape import chart_named
from gpulint.model.chart_values import ChartValues
from gpulint.model.manifests import Manifests
from gpulint.model.resource import Resource, mapping, sequence, text


class Dependency(NamedTuple):
    """A chart that another one installs. key: under which its values stand: alias, else name."""

    key: str
    chart: str | None
    version: str
    place: Place


class Chart:
    """A Chart.yaml. name: as written; chart: the catalogue's name of it, None for others."""

    __slots__ = ("resource",)

    def __init__(self, resource: Resource) -> None:
        self.resource = resource

    @classmethod
    def from_resource(cls, resource: Resource) -> Iterator["Chart"]:
        """The chart that a document describes, if it is a Chart.yaml."""
        if posixpath.basename(resource.document.file) == "Chart.yaml" and not resource.kind:
            yield cls(resource)

    @property
    def folder(self) -> str:
        """Folder of the chart, as its file is named."""
        return posixpath.dirname(self.resource.document.file)

    @property
    def chart(self) -> str | None:
        """The catalogue's name of the chart itself; None when it is no chart of the catalogue."""
        return chart_named(text(self.resource.value.get("name")))

    @property
    def version(self) -> str:
        """Its own version; empty when it states none."""
        return text(self.resource.value.get("version"))

    @property
    def dependencies(self) -> tuple[Dependency, ...]:
        """The charts that it installs."""
        rows = map(mapping, sequence(self.resource.value.get("dependencies")))
        return tuple(
            Dependency(
                text(row.get("alias")) or text(row.get("name")),
                chart_named(text(row.get("name"))),
                text(row.get("version")),
                self.resource.at("dependencies", index, "name"),
            )
            for index, row in enumerate(rows)
        )


class Charts:
    """Charts by folder."""

    def __init__(self, manifests: Manifests) -> None:
        self._folders: Mapping[str, Chart] = {each.folder: each for each in manifests.of(Chart)}
        self._files: dict[tuple[str, str], set[str]] = {}
        for values in manifests.of(ChartValues):
            if values.carrier == "file":
                self._files.setdefault(_layer(values), set()).add(values.resource.document.file)

    def beside(self, values: ChartValues) -> Chart | None:
        """The chart in whose folder a values file lies; None for other carriers."""
        if values.carrier != "file":
            return None
        return self._folders.get(posixpath.dirname(values.resource.document.file))

    def dependency(self, values: ChartValues) -> Dependency | None:
        """The dependency of that chart for which the values are meant; None without one."""
        chart = self.beside(values)
        found = chart.dependencies if chart is not None else ()
        return next((each for each in found if each.chart == values.chart), None)

    def is_partial(self, values: ChartValues) -> bool:
        """Whether an absent value may be set elsewhere: outside, or in a file beside this one.

        Files for one chart in one folder are mostly layers, `values.yaml` and `values-prod.yaml`. One
        that speaks to a subchart away from the chart around lies over that chart's own values.
        """
        if values.partial or values.carrier != "file":
            return values.partial
        if len(values.at().pointer) > len(values.resource.pointer) and self.beside(values) is None:
            return True
        return len(self._files.get(_layer(values), ())) > 1

    def release(self, values: ChartValues) -> Release | None:
        """The release that is installed: pinned by the carrier, or by the chart around a file."""
        if values.release is not None or values.carrier != "file":
            return values.release
        chart, dependency = self.beside(values), self.dependency(values)
        if dependency is not None:
            return parse_release(dependency.version)
        if chart is not None and chart.chart == values.chart:
            return parse_release(chart.version)
        return None


def _layer(values: ChartValues) -> tuple[str, str]:
    return posixpath.dirname(values.resource.document.file), values.chart
