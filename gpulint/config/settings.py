"""What the user asked of a run, as one frozen value."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from gpulint.core.severity import Confidence, Severity

MAX_BYTES = 64 * 1024 * 1024
_NOTHING: Mapping[str, object] = MappingProxyType({})

# Where a value stands in the configuration, by the fields of Settings: ("ignore", 0).
Key = tuple[str | int, ...]

# NamedTuples, not dataclasses: every start of the hook builds these classes, and they come cheaper.


class RuleSetting(NamedTuple):
    """What the user changes about one rule.

    severity: None keeps the rule's own. params: values over the rule's, by parameter name. off: the
    rule does not run; False also turns a preview rule on, None says nothing about it.
    """

    severity: Severity | None = None
    params: Mapping[str, object] = _NOTHING
    off: bool | None = None


class PathOverride(NamedTuple):
    """Settings for the files that a glob matches (see config.paths.path_matches).

    match: globs. ignore: selectors of rules that stay silent there. rules: settings by id or name.
    """

    match: tuple[str, ...]
    ignore: tuple[str, ...] = ()
    rules: Mapping[str, RuleSetting] = MappingProxyType({})


class Waiver(NamedTuple):
    """A suppression that the configuration holds. An empty string or tuple matches everything.

    rules: selectors. path, namespace, name: globs. kind: as written in the object. until: last day
    on which it holds, ISO 8601, None without end. place: file and line of the entry, for reports.
    """

    rules: tuple[str, ...] = ()
    path: str = ""
    kind: str = ""
    namespace: str = ""
    name: str = ""
    reason: str = ""
    until: str | None = None
    place: str = ""


class Settings(NamedTuple):
    """All that steers a run; the defaults are a run without any configuration.

    facts: files of cluster facts. complete: the input is declared to be all there is. fail_on:
    lowest severity that makes the exit code 1, None for none. min_severity, min_confidence: what is
    less is left out of the report. select, ignore: selectors of rules (an id, a name, a category or the first
    characters of an id such as `GPU2`); an empty select takes every stable rule. kubernetes: minor
    of the 1.x release that manifests are for, None for the newest known. prefilter: False parses
    every document. jobs: processes, 0 lets the engine choose. require_input: an input without any
    Kubernetes object is an error. values: values files for charts. max_bytes: largest file that is
    read. rules: settings by id or name. externals: names defined elsewhere, by kind. today: ISO
    8601 date against which `until` is held, None where nothing expires; the engine has no clock.
    root: folder that path globs start from, empty for the current one. values_for: pairs of a
    chart's name and a file with values for it. command: words of a helm command to judge. baseline:
    file of findings that are known, empty for none. places: file and line of selectors, tables of
    rules, facts, values and baseline that a configuration file gave.
    """

    facts: tuple[str, ...] = ()
    complete: bool = False
    fail_on: Severity | None = Severity.WARNING
    min_severity: Severity = Severity.WARNING
    min_confidence: Confidence = Confidence.MEDIUM
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    kubernetes: int | None = None
    prefilter: bool = True
    jobs: int = 0
    require_input: bool = False
    values: tuple[str, ...] = ()
    max_bytes: int = MAX_BYTES
    rules: Mapping[str, RuleSetting] = MappingProxyType({})
    paths: tuple[PathOverride, ...] = ()
    externals: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    suppress: tuple[Waiver, ...] = ()
    today: str | None = None
    root: str = ""
    values_for: tuple[tuple[str, str], ...] = ()
    command: tuple[str, ...] = ()
    baseline: str = ""
    places: Mapping[Key, str] = MappingProxyType({})

    def place(self, key: Key) -> str:
        """`.gpulint.yaml:3: ` to open a sentence about a value; empty where it came from elsewhere."""
        found = self.places.get(key, "")
        return f"{found}: " if found else ""

    def fails_on(self, severity: Severity) -> bool:
        """Whether an active finding of this severity makes the exit code 1."""
        return self.fail_on is not None and severity >= self.fail_on
