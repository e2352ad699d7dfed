"""A chart rendered with other values than its own, as often as that is asked for and allowed."""

import os
from collections.abc import Mapping, Sequence
from tempfile import TemporaryDirectory

from gpulint.source.chart.copy import chart_files, copy_chart
from gpulint.source.chart.marked_chart import ChartDocument, MarkedChart
from gpulint.source.chart.merged_values import Keys, MergedValues
from gpulint.source.chart.program import ChartError, run_helm, source_file
from gpulint.source.document import Document, parse
from gpulint.source.screen import split
from gpulint.source.text import Text

MOST_RENDERINGS = 48  # of one chart; two or three seconds
_MOST_BYTES = 12 * 1024 * 1024  # in all of them together, for charts that take longer
_FEWEST = 8
_SCHEMA = "values.schema.json"
_CHANGES = "changes.json"


class ChangedChart:
    """Renders a chart with some of its values changed. Use it in `with`: it holds a folder.

    renderings: how many were made. is_spent: whether more were asked for than are made. Raises
    OSError when there is no room for a copy.
    """

    def __init__(self, chart: MarkedChart, values: MergedValues) -> None:
        self.renderings = 0
        self.is_spent = False
        self._chart = chart
        size = sum(len(data) for _, data in chart.documents)
        self._most = min(MOST_RENDERINGS, max(_FEWEST, _MOST_BYTES // max(size, 1)))
        self._values = values
        self._room = TemporaryDirectory()
        self._folder = self._without_schemas()
        self._known: dict[frozenset[Keys], Rendering | None] = {}

    def __enter__(self) -> "ChangedChart":
        return self

    def __exit__(self, *error: object) -> None:
        self._room.cleanup()

    def rendered(self, changes: Mapping[Keys, object]) -> "Rendering | None":
        """The chart with these leaves changed; None when helm refuses them, or is asked too often.

        A leaf is always changed to the same value.
        """
        wanted = frozenset(changes)
        if wanted not in self._known:
            if self.renderings >= self._most:
                self.is_spent = True
                return None
            self.renderings += 1
            self._known[wanted] = self._render(changes)
        return self._known[wanted]

    def _render(self, changes: Mapping[Keys, object]) -> "Rendering | None":
        from json import dumps  # only findings pay

        path = os.path.join(self._room.name, _CHANGES)
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(dumps(self._values.change(changes)))
        try:
            output = run_helm(self._folder, (*self._chart.values, path))
        except ChartError:
            return None
        return Rendering(output, self._chart)

    def _without_schemas(self) -> str:
        """The folder of the chart, of a copy when schemas in it would refuse other values."""
        if not any(inner.endswith(_SCHEMA) for inner in chart_files(self._chart.folder)):
            return self._chart.folder
        copy = os.path.join(self._room.name, "chart")
        is_whole = copy_chart(
            self._chart.folder, copy, lambda inner, data: None if inner.endswith(_SCHEMA) else data
        )
        return copy if is_whole else self._chart.folder


class Rendering:
    """What a chart with other values renders to."""

    def __init__(self, output: bytes, chart: MarkedChart) -> None:
        self._chart = chart
        self._texts: dict[str, list[bytes]] = {}
        for data, _ in split(output):
            source = source_file(data)
            if source is not None:
                self._texts.setdefault(source, []).append(data)
        self._values: dict[int, object] = {}

    def value(self, document: ChartDocument) -> object:
        """What stands in place of a document of the plain rendering; None when nothing does."""
        if document.number not in self._values:
            self._values[document.number] = self._find(document)
        return self._values[document.number]

    def _find(self, document: ChartDocument) -> object:
        plain = [data for source, data in self._chart.documents if source == document.source]
        texts = self._texts.get(document.source, [])
        if len(plain) == len(texts):
            before = self._chart.documents[: document.number]
            return value_of(texts[sum(source == document.source for source, _ in before)])
        wanted = _name(value_of(document.data))
        named = (each for each in map(value_of, texts) if _name(each) == wanted)
        return next(named, None)


def value_of(data: bytes) -> object:
    """The value of a rendered document; None when it has none."""
    parts = parse(Text("", data))
    return next((part.value for part in parts if isinstance(part, Document)), None)


def _name(value: object) -> Sequence[object]:
    """Kind and name of an object."""
    if not isinstance(value, dict):
        return ()
    metadata = value.get("metadata")
    return value.get("kind"), metadata.get("name") if isinstance(metadata, dict) else None
