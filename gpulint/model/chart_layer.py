"""Layers of values for a chart, as a carrier holds them."""

from collections.abc import Mapping
from typing import NamedTuple

from gpulint.core.location import Place

Path = tuple[str, ...]


class Layer(NamedTuple):
    """One source of values, over which later ones win.

    tree: the values. base: where the tree stands; the first `drop` steps of a path are not written
    there. spots: places by path where the values are no tree in the text, as Argo CD's parameters.
    """

    tree: Mapping[str, object]
    base: Place
    drop: int = 0
    spots: Mapping[Path, Place] | None = None


class ChartLayers(NamedTuple):
    """Values for one chart of the catalogue in one carrier; the fields are those of ChartValues."""

    chart: str
    layers: tuple[Layer, ...]
    carrier: str = "file"
    version: str = ""
    namespace: str = ""
    partial: bool = False
