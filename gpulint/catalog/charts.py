"""Keys of NVIDIA's Helm charts: which a release knows, which it dropped, which do nothing."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from gpulint.catalog.tables import table

GPU_OPERATOR = "gpu-operator"
DEVICE_PLUGIN = "nvidia-device-plugin"
DRA_DRIVERS = ("dra-driver-nvidia-gpu", "nvidia-dra-driver-gpu")

_RELEASE = re.compile(r"v?(\d{1,9})\.(\d{1,9})(?:[.\-+].*)?\Z")
_PINNED = re.compile(r"[~^=]?\s*(v?\d+\.\d+(?:[.\-+][\w.*+-]*)?)\Z")


class Release(NamedTuple):
    """A release of a chart, `24.9`; patch releases share their keys."""

    major: int
    minor: int

    @property
    def text(self) -> str:
        """`24.9`, without a patch number."""
        return f"{self.major}.{self.minor}"


class ChartKey(NamedTuple):
    """One key of a chart's values.

    since: first release that knows it; None for the first one looked at. until: last one before it
    was removed, None while it stands. idle: release from which it is accepted and does nothing.
    open: what lies below is free. values: the whole choice, empty where any value goes.
    successor: key that took over; empty where none did. default: the chart's own value, where a
    copied default would look like a mistake. note: why an idle key does nothing.
    """

    path: tuple[str, ...]
    since: Release | None
    until: Release | None
    idle: Release | None
    open: bool
    values: tuple[str, ...]
    successor: str
    default: object
    note: str

    def known_in(self, release: Release | None) -> bool:
        """Whether a release knows the key; True for an unknown release, which may be any."""
        if release is None:
            return True
        return not self.came_after(release) and not self.gone_in(release)

    def came_after(self, release: Release) -> bool:
        """Whether the key is younger than the release."""
        return self.since is not None and release < self.since

    def gone_in(self, release: Release) -> bool:
        """Whether the release has dropped the key."""
        return self.until is not None and release > self.until


def parse_release(version: object) -> Release | None:
    """The release that a chart version pins: `v24.9.2`, `~24.9`, `24.9.*`; None for a wider range."""
    if not isinstance(version, str):
        return None
    pinned = _PINNED.match(version.strip())
    found = _RELEASE.match(pinned[1]) if pinned else None
    if found is None or version.strip().startswith("^"):
        return None  # a caret lets later minors of the year in
    return Release(int(found[1]), int(found[2]))


def known_charts() -> tuple[str, ...]:
    """Names of the charts whose keys are known."""
    return tuple(table("charts")["releases"])


def chart_key(chart: str, path: Sequence[str]) -> ChartKey | None:
    """The key at `path`, or the open key above it; None when no release ever knew it."""
    keys = _keys(chart)
    found = keys.get(tuple(path))
    if found is not None:
        return found
    for depth in range(len(path) - 1, 0, -1):
        above = keys.get(tuple(path[:depth]))
        if above is not None:
            return above if above.open else None
    return None


def keys_below(chart: str, path: Sequence[str]) -> tuple[str, ...]:
    """Names of the keys right below `path`, of all releases; empty for an open or unknown key."""
    return _children(chart).get(tuple(path), ())


def near_keys(chart: str, path: Sequence[str], name: str) -> tuple[str, ...]:
    """Keys below `path` that may have been meant by `name`, likeliest first.

    A name that differs in case, dashes or underscores alone comes first.
    """
    names = keys_below(chart, path)
    same = tuple(each for each in names if _folded(each) == _folded(name))
    if same:
        return same
    import difflib  # only for hints

    folded = {_folded(each): each for each in names}
    near = difflib.get_close_matches(_folded(name), folded, n=3, cutoff=0.75)
    return tuple(folded[each] for each in near)


def place_of(chart: str, name: str, component: str) -> tuple[str, ...] | None:
    """The only path at which the newest release has a key of that name.

    Below `component` when that decides it, else in the whole chart; None when it stands nowhere or
    at several places.
    """
    paths = [key.path for key in _keys(chart).values() if key.path[-1] == name and not key.until]
    within = [path for path in paths if path[0] == component]
    found = within or paths
    return found[0] if len(found) == 1 else None


def last_release(chart: str) -> Release:
    """The newest release that the table describes."""
    release = parse_release(table("charts")["releases"][chart][-1])
    assert release is not None
    return release


def _folded(name: str) -> str:
    return name.lower().replace("-", "").replace("_", "")


@cache
def _keys(chart: str) -> Mapping[tuple[str, ...], ChartKey]:
    rows: Mapping[str, Any] = table("charts").get(chart, {})
    found: dict[tuple[str, ...], ChartKey] = {}
    for text, (since, until, idle, is_open, values, *rest) in rows.items():
        path = tuple(text.split("."))
        found[path] = ChartKey(
            path,
            parse_release(since),
            parse_release(until),
            parse_release(idle),
            is_open,
            tuple(values),
            *rest,
        )
    return found


@cache
def _children(chart: str) -> Mapping[tuple[str, ...], tuple[str, ...]]:
    below: dict[tuple[str, ...], tuple[str, ...]] = {}
    for path in _keys(chart):
        below[path[:-1]] = (*below.get(path[:-1], ()), path[-1])
    return below
