"""Copies a chart, so that helm can be shown one that differs a little."""

import os
from collections.abc import Callable, Iterator

from gpulint.source.files import read_file

_MOST_FILES = 4000
_MOST_BYTES = 32 * 1024 * 1024
_FOREIGN = frozenset((".git", "node_modules"))

Change = Callable[[str, bytes], bytes | None]


def copy_chart(folder: str, room: str, change: Change) -> bool:
    """Copy the files of a chart into the empty folder `room`, each as `change` gives it.

    change: from path in the chart and bytes to the bytes that are written, None to leave a file out.
    False when the chart is too large, which leaves the copy half done. Raises OSError.
    """
    left = _MOST_BYTES
    for number, inner in enumerate(chart_files(folder)):
        data = read_file(os.path.join(folder, inner), left)
        if data is None or number >= _MOST_FILES:
            return False
        left -= len(data)
        changed = change(inner.replace(os.sep, "/"), data)
        if changed is not None:
            path = os.path.join(room, inner)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "xb") as stream:
                stream.write(changed)
    return True


def chart_files(folder: str, inner: str = "", depth: int = 0) -> Iterator[str]:
    """Paths of all files below a folder; links are followed, as helm follows them."""
    if depth > 30:  # a link that leads to a folder above itself
        return
    with os.scandir(os.path.join(folder, inner)) as entries:
        found = sorted(entries, key=lambda entry: entry.name)
    for entry in found:
        path = os.path.join(inner, entry.name)
        if entry.is_dir():
            if entry.name not in _FOREIGN:
                yield from chart_files(folder, path, depth + 1)
        elif entry.is_file():
            yield path


def is_template(inner: str) -> bool:
    """Whether a path in a chart is that of a template which helm renders into documents."""
    parts = inner.split("/")
    return "templates" in parts[:-1] and parts[-1] != "NOTES.txt"
