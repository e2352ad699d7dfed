"""What is done about a finding, by rule and namespace: the webhook's configuration file.

    modes:                        # the first entry that matches decides
      - {rules: [GPU2], namespaces: ["team-*"], mode: warn}
      - {rules: [shm-left-small], mode: "off"}
    no-suppress-in: ["prod-*"]    # namespaces where annotations silence nothing
    no-suppress-in-selector: "env=prod"  # the same by labels of the namespace
    settings: {kubernetes: "1.34"}  # as in .gpulint.yaml

Without an entry a finding of severity error and high confidence is denied where /validate/deny is
asked; all others warn. What rests on live facts of the cluster is denied by an entry alone: a cache
may be a moment behind.
"""

import os
from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum
from fnmatch import fnmatchcase
from typing import NamedTuple

from gpulint.config.file import settings_from
from gpulint.config.settings import Settings
from gpulint.core.errors import ConfigError, UsageError
from gpulint.core.finding import Finding
from gpulint.core.rule import Rule
from gpulint.core.severity import Confidence, Severity
from gpulint.engine.plan import matches
from gpulint.rulebook.load import rule as rule_of
from gpulint.rulebook.load import rules as all_rules
from gpulint.webhook.selector import NAME_LABEL, Selector, read_selector

_SELECTOR = "no-suppress-in-selector"
_KEYS = ("modes", "no-suppress-in", _SELECTOR, "settings")
_MODE_KEYS = ("rules", "namespaces", "mode")


class Mode(IntEnum):
    """What becomes of a finding. audit: it is only noted in the audit log and the metrics."""

    OFF = 0
    AUDIT = 1
    WARN = 2
    DENY = 3


class ModeEntry(NamedTuple):
    """Findings of some rules in some namespaces; an empty tuple is all. namespaces: globs."""

    rules: tuple[str, ...]
    namespaces: tuple[str, ...]
    mode: Mode

    def covers(self, rule: Rule, namespace: str) -> bool:
        """Whether this entry decides about a rule in a namespace."""
        if self.rules and not any(matches(rule, selector) for selector in self.rules):
            return False
        return not self.namespaces or _any_glob(namespace, self.namespaces)


class Policy(NamedTuple):
    """The configuration as a value. settings: of the engine. no_suppress_in: globs of names.
    no_suppress_selectors: by labels; one that selects a namespace is enough."""

    modes: tuple[ModeEntry, ...] = ()
    no_suppress_in: tuple[str, ...] = ()
    settings: Settings = Settings()
    no_suppress_selectors: tuple[Selector, ...] = ()

    def mode(self, finding: Finding, namespace: str, *, by_facts: bool = False) -> Mode:
        """What is done about a finding in a namespace (empty for cluster scope).

        by_facts: it would not be found without live facts.
        """
        if self.modes:
            rule = rule_of(finding.id)
            for entry in self.modes:
                if entry.covers(rule, namespace):
                    return entry.mode
        sure = finding.severity == Severity.ERROR and finding.confidence == Confidence.HIGH
        return Mode.DENY if sure and not by_facts else Mode.WARN

    def may_suppress(
        self, namespace: str, labels_of: Callable[[str], Mapping[str, str] | None]
    ) -> bool | None:
        """Whether annotations silence rules in a namespace; None when its labels decide and are
        not known. labels_of: of a namespace, None while they are not known."""
        if _any_glob(namespace, self.no_suppress_in):
            return False
        if not namespace or not self.no_suppress_selectors:
            return True
        named = {NAME_LABEL: namespace}
        by_name = [each for each in self.no_suppress_selectors if each.keys <= {NAME_LABEL}]
        if any(each.selects(named) for each in by_name):
            return False
        if len(by_name) == len(self.no_suppress_selectors):
            return True
        labels = labels_of(namespace)
        if labels is None:
            return None
        return not any(each.selects({**labels, **named}) for each in self.no_suppress_selectors)

    @property
    def asks_labels(self) -> str:
        """A label key of namespaces that only the cluster can tell; empty when none is asked for."""
        asked = {key for each in self.no_suppress_selectors for key in each.keys}
        return min(asked - {NAME_LABEL}, default="")


def load_policy(path: str) -> Policy:
    """The policy of a file. Raises ConfigError for what it should not hold, UsageError unread."""
    try:
        with open(path, "rb") as stream:
            text = stream.read()
    except OSError as error:
        raise UsageError(f"cannot read the configuration {path}: {error.strerror}") from None
    return read_policy(os.path.basename(path), text)


def read_policy(name: str, text: bytes) -> Policy:
    """The policy in a text. Raises ConfigError with the name of the file and the cure."""
    from gpulint.source.reader import ReadOptions, read_bytes  # only with a file

    reading = read_bytes(name, text, ReadOptions(prefilter=False, jobs=1, own=True))
    for fault in reading.faults:
        raise ConfigError(f"{name}:{fault.span.line}: {fault.sentence}")
    values = [each.value for each in reading.documents if each.value is not None]
    if len(values) > 1:
        raise ConfigError(f"{name}: holds several YAML documents; keep one")
    value = _mapping(values[0] if values else {}, name, "the file", _KEYS)
    modes = value.get("modes", [])
    if not isinstance(modes, list):
        raise ConfigError(f"{name}: modes must be a list")
    selector = value.get(_SELECTOR, "")
    if not isinstance(selector, str):
        raise ConfigError(f"{name}: {_SELECTOR} must be a text such as env=prod,tier in (a,b)")
    settings = value.get("settings", {})
    if not isinstance(settings, dict):
        raise ConfigError(f"{name}: settings must be a map, as in .gpulint.yaml")
    return Policy(
        tuple(_entry(each, f"{name}: modes[{number}]") for number, each in enumerate(modes)),
        _texts(value.get("no-suppress-in", []), f"{name}: no-suppress-in"),
        # one object is never all there is, whatever holds for a repository's files
        settings_from(settings, f"{name}: settings")._replace(complete=False),
        selectors(selector, f"{name}: {_SELECTOR}"),
    )


def selectors(text: str, place: str) -> tuple[Selector, ...]:
    """The selector of a text, none for an empty one. Raises ConfigError."""
    found = read_selector(text, place)
    return (found,) if found else ()


def _entry(value: object, place: str) -> ModeEntry:
    entry = _mapping(value, place, "each mode", _MODE_KEYS)
    word = entry.get("mode")
    word = "off" if word is False else word  # a plain `off` is false to YAML
    if not isinstance(word, str) or word.upper() not in Mode.__members__:
        raise ConfigError(f"{place}: mode must be off, audit, warn or deny, not {word!r}")
    selectors = _texts(entry.get("rules", []), f"{place}: rules")
    for selector in selectors:
        if not any(matches(rule, selector) for rule in all_rules()):
            raise ConfigError(f"{place}: no rule is called {selector!r}; see `gpulint rules list`")
    namespaces = _texts(entry.get("namespaces", []), f"{place}: namespaces")
    return ModeEntry(selectors, namespaces, Mode[word.upper()])


def _mapping(value: object, place: str, what: str, keys: Iterable[str]) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise ConfigError(f"{place}: {what} must be a map with {', '.join(keys)}")
    for key in value:
        if key not in keys:
            raise ConfigError(f"{place}: unknown key {key!r}; there are {', '.join(keys)}")
    return value


def _texts(value: object, place: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise ConfigError(f"{place} must be a list of texts")
    return tuple(value)


def _any_glob(name: str, globs: Iterable[str]) -> bool:
    return any(fnmatchcase(name, glob) for glob in globs)
