"""Charts among texts in memory: helm reads folders, so they are written out for it."""

import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from gpulint.source import reader
from gpulint.source.chart.rendered import TemplateLines
from gpulint.source.reader import Reading, ReadOptions


@contextmanager
def read_charts(
    texts: Mapping[str, bytes], folders: tuple[str, ...], options: ReadOptions
) -> Iterator[Reading]:
    """Read the charts of these folders as if they were on the disk under their names.

    The folders last as long as the `with`, for the places of findings are found by rendering again.
    """
    with tempfile.TemporaryDirectory() as room:
        for name, text in texts.items():
            path = os.path.normpath(os.path.join(room, name))
            if path.startswith(room + os.sep) and name.startswith(tuple(f + "/" for f in folders)):
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "wb") as stream:
                    stream.write(text)
        reading = reader.read([os.path.join(room, folder) for folder in folders], options)
        yield _renamed(reading, room.replace(os.sep, "/") + "/")


def _renamed(reading: Reading, start: str) -> Reading:
    """What was read below a folder, under names that do not begin with it."""
    for document in reading.documents:
        document.file = document.file.removeprefix(start)
        if isinstance(document.relocation, TemplateLines):
            document.relocation.folder = document.relocation.folder.removeprefix(start)
    faults = tuple(
        fault._replace(
            file=fault.file.removeprefix(start),
            facts={k: _plain(v, start) for k, v in fault.facts.items()},
        )
        for fault in reading.faults
    )
    return reading._replace(
        faults=faults,
        inputs=tuple(each._replace(file=each.file.removeprefix(start)) for each in reading.inputs),
        comments=tuple(c._replace(file=c.file.removeprefix(start)) for c in reading.comments),
    )


def _plain(value: object, start: str) -> object:
    return value.replace(start, "") if isinstance(value, str) else value
