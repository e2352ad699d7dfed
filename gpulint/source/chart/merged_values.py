"""The values that a chart is rendered with, and in which file each of them is set."""

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from gpulint.core.location import Part, Span
from gpulint.core.pointer import Pointer
from gpulint.source.chart.tree import ChartFolder
from gpulint.source.comments import Comment, find_comments
from gpulint.source.document import Document, parse
from gpulint.source.files import read_file
from gpulint.source.limits import MAX_BYTES
from gpulint.source.text import Text

Keys = tuple[str | int, ...]
GLOBAL = "global"
_MISSING = object()


class ValuesFile(NamedTuple):
    """A file with values. under: the keys of the chart that they are for, in the outermost values."""

    document: Document
    under: Keys
    data: bytes


class MergedValues:
    """What helm makes of the values files of a chart and those below it, later files over earlier.

    files: those that count most first.
    """

    def __init__(self, files: Sequence[ValuesFile]) -> None:
        self.files = files
        self.value: dict[str, object] = {}
        for each in reversed(files):
            inner = each.document.value
            for key in reversed(each.under):
                inner = {str(key): inner}
            if isinstance(inner, dict):
                self.value = _over(inner, self.value)

    def leaves(self, under: Keys) -> Iterator[tuple[Keys, object]]:
        """The values that are no collections, and empty collections, with the keys that lead there."""
        value = dig(self.value, under)
        if value is not _MISSING:
            yield from _leaves(value, under)

    def change(self, changes: Mapping[Keys, object]) -> dict[str, object]:
        """Values that, given last, change these leaves; a list is given as a whole."""
        changed: dict[str, object] = {}
        for keys, value in changes.items():
            _put(changed, self.value, keys, value)
        return changed

    def place(self, keys: Keys, part: Part) -> tuple[str, Span] | None:
        """File and span of a value where it is set with effect; None when no file sets it."""
        for file in self.files:
            for inner in _inner(keys, file.under):
                if dig(file.document.value, inner) is not _MISSING:
                    return file.document.file, file.document.locate(Pointer(inner), part).span
        return None

    def comments(self, files: Collection[str]) -> Iterator[Comment]:
        """The directives in these files, see comments.find_comments."""
        for file in self.files:
            if file.document.file in files and b"gpulint:" in file.data:
                inner = file.document.inner_lines()
                for comment in find_comments(file.document.file, file.data):
                    if not any(comment.line in lines for lines in inner):
                        yield comment


def merged_values(
    tree: ChartFolder, shown: str, given: Sequence[str], subcharts: Sequence[tuple[str, ...]]
) -> MergedValues:
    """The values of a chart. given: files for `--values`. subcharts: names of the charts below."""
    found: list[ValuesFile] = []
    for path in reversed(given):
        _add(found, path, path.replace(os.sep, "/"), ())
    chains = {(): tree} | {
        names[: n + 1]: chart
        for names in subcharts
        for n, chart in enumerate(tree.chain(names)[1:])
    }
    for names, chart in sorted(chains.items(), key=lambda each: (len(each[0]), each[0])):
        inner = "/".join(filter(None, (chart.inner, "values.yaml")))
        path = os.path.join(tree.root, inner)
        _add(found, path, "/".join(filter(None, (shown, inner))), names)
    return MergedValues(found)


def dig(value: object, keys: Sequence[str | int]) -> object:
    """The value below some keys; a value of its own when there is none, see is_missing."""
    for key in keys:
        is_item = isinstance(value, list) and isinstance(key, int) and 0 <= key < len(value)
        if is_item or (isinstance(value, dict) and key in value):
            value = value[key]  # type: ignore[index] # a list or map, as just seen
        else:
            return _MISSING
    return value


def is_missing(value: object) -> bool:
    """Whether dig found nothing."""
    return value is _MISSING


def _add(found: list[ValuesFile], path: str, shown: str, under: Keys) -> None:
    try:
        data = (read_file(path, MAX_BYTES) or b"").removeprefix(b"\xef\xbb\xbf")
    except OSError:
        return
    document = next((p for p in parse(Text(shown, data)) if isinstance(p, Document)), None)
    if document is not None and isinstance(document.value, dict):
        found.append(ValuesFile(document, under, data))


def _over(new: Mapping[str, object], old: Mapping[str, object]) -> dict[str, object]:
    """Maps are joined key by key, anything else is replaced; null takes a key away."""
    joined = dict(old)
    for key, value in new.items():
        before = old.get(key)
        if isinstance(value, dict) and isinstance(before, dict):
            joined[key] = _over(value, before)
        elif value is None and key in joined:
            del joined[key]
        else:
            joined[key] = value
    return joined


def _leaves(value: object, at: Keys) -> Iterator[tuple[Keys, object]]:
    if isinstance(value, dict) and value:
        for key, each in value.items():
            yield from _leaves(each, (*at, key))
    elif isinstance(value, list) and value:
        for number, each in enumerate(value):
            yield from _leaves(each, (*at, number))
    else:
        yield at, value


def _put(changed: dict[str, object], values: object, keys: Keys, value: object) -> None:
    """Set a leaf in the changes, with the whole list around it where it stands in one."""
    here: object = changed
    for depth, key in enumerate(keys):
        if isinstance(here, dict):
            if depth == len(keys) - 1:
                here[key] = value
            elif key not in here:
                here[key] = _start(dig(values, keys[: depth + 1]))
            here = here[key]
        elif isinstance(here, list) and isinstance(key, int):
            if depth == len(keys) - 1:
                here[key] = value
            here = here[key]


def _start(value: object) -> object:
    """What a collection of changes begins with: nothing for a map, a copy for a list."""
    if isinstance(value, list):
        from copy import deepcopy  # few values lie in lists

        return deepcopy(value)
    return {}


def _inner(keys: Keys, under: Keys) -> Iterator[Keys]:
    """The keys of a value inside a file for the chart `under`; `global` is handed down."""
    if keys[: len(under)] == under and len(keys) > len(under):
        yield keys[len(under) :]
    elif keys[:1] == (GLOBAL,):
        yield keys
