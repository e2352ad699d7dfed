"""Values that someone wrote for a Helm chart, from whichever carrier: file, HelmRelease, Application."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from gpulint.catalog.charts import GPU_OPERATOR, Release, parse_release
from gpulint.core.location import Place
from gpulint.model.chart_carriers import carried_values
from gpulint.model.chart_layer import Layer, Path
from gpulint.model.resource import Resource, dig, mapping

_DEPTH = 30


class ChartValues:
    """What a chart is given. Paths are the chart's own: `("driver", "version")`.

    chart: its name in the catalogue. version: as pinned by the carrier, empty where it says nothing.
    namespace: of the release, empty where unknown. carrier: `file` for a values file, else the kind
    of the object. partial: more values come from elsewhere, so an absent one may be set there.
    A ClusterPolicy counts as what the chart would have rendered, an NVIDIADriver as its `driver`.
    """

    __slots__ = (
        "__dict__", "carrier", "chart", "layers", "namespace", "partial", "resource", "version",
    )  # fmt: skip

    def __init__(
        self,
        resource: Resource,
        chart: str,
        layers: Sequence[Layer],
        *,
        carrier: str = "file",
        version: str = "",
        namespace: str = "",
        partial: bool = False,
    ) -> None:
        self.resource = resource
        self.chart = chart
        self.layers = tuple(layers)
        self.carrier = carrier
        self.version = version
        self.namespace = namespace
        self.partial = partial

    def __repr__(self) -> str:
        return f"<ChartValues for {self.chart} in {self.resource.document.file}>"

    WORDS = (
        "HelmRelease",
        "HelmChart",
        "Kustomization",
        "Application",
        "ClusterPolicy",
        "NVIDIADriver",
        "HelmCommand",
        "(values)",
    )

    @classmethod
    def from_resource(cls, resource: Resource) -> Iterator["ChartValues"]:
        """The values that an object or a values file carries for charts of the catalogue."""
        for each in carried_values(resource):
            yield cls(
                resource,
                each.chart,
                each.layers,
                carrier=each.carrier,
                version=each.version,
                namespace=each.namespace,
                partial=each.partial,
            )

    @property
    def is_object(self) -> bool:
        """Whether it is the custom resource itself: then its schema judges keys and types."""
        return self.carrier in ("ClusterPolicy", "NVIDIADriver")

    @property
    def for_operator(self) -> bool:
        """Whether these are values of the GPU Operator's chart, not yet its objects."""
        return self.chart == GPU_OPERATOR and not self.is_object

    @cached_property
    def release(self) -> Release | None:
        """The release that the carrier pins; None when it pins none."""
        return parse_release(self.version)

    @cached_property
    def tree(self) -> Mapping[str, object]:
        """All layers in one, as Helm merges them: maps are joined, all else replaces."""
        merged: Mapping[str, object] = {}
        for layer in self.layers:
            merged = _merged(merged, layer.tree, 0)
        return merged

    def get(self, *path: str | int) -> object:
        """The value at `path`; None when nobody sets it or it is null."""
        return dig(self.tree, path)

    def has(self, *path: str) -> bool:
        """Whether the key is written, even as null."""
        return bool(path) and path[-1] in mapping(dig(self.tree, path[:-1]))

    def enabled(self, *path: str) -> bool | None:
        """The switch at `path`; None when it is not set or is no boolean."""
        value = self.get(*path)
        return value if isinstance(value, bool) else None

    def at(self, *path: str | int) -> Place:
        """Where the value at `path` is written; the key of the nearest parent when it is absent."""
        for length in range(len(path), 0, -1):
            for layer in reversed(self.layers):
                place = _place(layer, path[:length])
                if place is not None:
                    return place if length == len(path) else place._replace(part="key")
        return self.layers[-1].base._replace(part="key")

    def key_at(self, *path: str | int) -> Place:
        """Where the key at `path` is written; for a parameter of --set its name.

        Take it as it is: a `part="key"` would mean the word `name` that stands before the name.
        """
        place = self.at(*path)
        if not any(place in layer.spots.values() for layer in self.layers if layer.spots):
            return place._replace(part="key")
        return place._replace(pointer=place.pointer.parent.child("name"))

    def entries(self) -> Iterator[tuple[Path, object]]:
        """Every key with its value, parents first."""
        return _keys(self.tree, (), 0)


def _place(layer: Layer, path: Sequence[str | int]) -> Place | None:
    if layer.spots is not None:
        words = tuple(step for step in path if isinstance(step, str))
        exact = layer.spots.get(words)
        if exact is not None:
            return exact
        return next((p for spot, p in layer.spots.items() if spot[: len(words)] == words), None)
    if path[-1] not in _steps(dig(layer.tree, tuple(path[:-1]))):
        return None
    return layer.base.child(*path[layer.drop :])


def _steps(value: object) -> Mapping[str, object] | range:
    return range(len(value)) if isinstance(value, list) else mapping(value)


def _merged(
    below: Mapping[str, object], above: Mapping[str, object], depth: int
) -> Mapping[str, object]:
    if not below or depth > _DEPTH:
        return above
    merged = dict(below)
    for key, value in above.items():
        old = merged.get(key)
        if isinstance(old, dict) and isinstance(value, dict):
            merged[key] = _merged(old, value, depth + 1)
        else:
            merged[key] = value
    return merged


def _keys(tree: Mapping[str, object], path: Path, depth: int) -> Iterator[tuple[Path, object]]:
    for key, value in tree.items():
        if not isinstance(key, str):
            continue
        yield (*path, key), value
        if isinstance(value, dict) and depth < _DEPTH:
            yield from _keys(value, (*path, key), depth + 1)
