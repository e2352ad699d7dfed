"""A chart and the charts below it: under which names helm knows them, and which folders they are."""

import os
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from gpulint.core.location import Span
from gpulint.core.pointer import Pointer
from gpulint.source.document import Document, parse
from gpulint.source.files import read_file
from gpulint.source.limits import MAX_BYTES
from gpulint.source.text import Text


class ChartFolder:
    """A chart that lies unpacked in a folder. inner: that folder, seen from the outermost chart's."""

    def __init__(self, root: str, inner: str = "") -> None:
        self.root = root
        self.inner = inner

    @cached_property
    def children(self) -> "dict[str, ChartFolder]":
        """The charts below, by the name under which helm shows them and values are given to them."""
        found = {child.name: child for child in self._unpacked()}
        named = self._chart.get("dependencies")
        for each in named if isinstance(named, list) else ():
            if isinstance(each, dict) and isinstance(each.get("alias"), str):
                child = found.get(str(each.get("name")))
                if child is not None:
                    found[each["alias"]] = child
        return found

    @cached_property
    def name(self) -> str:
        """The name in Chart.yaml; that of the folder when there is none."""
        name = self._chart.get("name")
        return name if isinstance(name, str) else os.path.basename(self.inner)

    def path_of(self, source: str) -> str | None:
        """Path of the file that helm calls `chart/charts/sub/templates/x.yaml`, in the outermost chart.

        None when there is no such file, as in a packed chart.
        """
        plain = source.partition("/")[2]
        if os.path.isfile(
            os.path.join(self.root, plain)
        ):  # most folders are called as their charts
            return plain
        parts = plain.split("/")
        chart: ChartFolder | None = self
        while chart is not None and parts[:1] == ["charts"] and len(parts) > 2:
            chart, parts = chart.children.get(parts[1]), parts[2:]
        if chart is None:
            return None
        path = "/".join(filter(None, (chart.inner, *parts)))
        return path if os.path.isfile(os.path.join(self.root, path)) else None

    def dependency(self, name: str) -> Span | None:
        """Where Chart.yaml asks for the chart that helm shows under this name; None when it does not."""
        named = self._chart.get("dependencies")
        for number, each in enumerate(named if isinstance(named, list) else ()):
            key = "alias" if isinstance(each, dict) and each.get("alias") else "name"
            if self._document and isinstance(each, dict) and each.get(key) == name:
                at = Pointer(("dependencies", number, key))
                return self._document.locate(at, "value").span
        return None

    def chain(self, names: tuple[str, ...]) -> "list[ChartFolder]":
        """The charts on the way down through these names, the outermost first; packed ones end it."""
        found = [self]
        for name in names:
            child = found[-1].children.get(name)
            if child is None:
                break
            found.append(child)
        return found

    def _unpacked(self) -> "Iterator[ChartFolder]":
        try:
            names = sorted(os.listdir(os.path.join(self.root, self.inner, "charts")))
        except OSError:
            return
        for name in names:
            inner = "/".join(filter(None, (self.inner, "charts", name)))
            if os.path.isfile(os.path.join(self.root, inner, "Chart.yaml")):
                yield ChartFolder(self.root, inner)

    @cached_property
    def _document(self) -> Document | None:
        return _read(os.path.join(self.root, self.inner, "Chart.yaml"))

    @property
    def _chart(self) -> dict[str, Any]:
        value = self._document.value if self._document else None
        return value if isinstance(value, dict) else {}


def subchart_names(source: str) -> tuple[str, ...]:
    """The names of the charts on the way to a template, the outermost chart left out."""
    parts = source.split("/")[1:]
    names: list[str] = []
    while parts[:1] == ["charts"] and len(parts) > 2:
        names.append(parts[1])
        parts = parts[2:]
    return tuple(names)


def _read(path: str) -> Document | None:
    """The first document of a YAML file; None when there is none."""
    try:
        data = read_file(path, MAX_BYTES)
    except OSError:
        return None
    text = Text(path, (data or b"").removeprefix(b"\xef\xbb\xbf"))
    return next((part for part in parse(text) if isinstance(part, Document)), None)
