"""Which rules run, and how the user changed them."""

import difflib
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from gpulint.config.settings import RuleSetting, Settings
from gpulint.core.errors import UsageError
from gpulint.core.rule import Rule
from gpulint.core.severity import Severity


class PlannedRule(NamedTuple):
    """A rule as it will run: severity and parameters after the user's settings."""

    rule: Rule
    severity: Severity
    params: Mapping[str, object]


class Plan(NamedTuple):
    """The rules of a run, by id, and what to tell the user about them."""

    rules: tuple[PlannedRule, ...]
    notices: tuple[str, ...]


def matches(rule: Rule, selector: str) -> bool:
    """Whether a selector names the rule: an id, a name, an alias, a category, or `GPU2` for GPU2xx."""
    if selector in (rule.id, rule.name, rule.category) or selector in rule.aliases:
        return True
    return len(selector) > 3 and selector.startswith("GPU") and rule.id.startswith(selector)


def plan(rules: Sequence[Rule], settings: Settings) -> Plan:
    """Select and configure the rules of a run.

    Raises UsageError for a selector that names no rule, with a near name.
    """
    overrides = [o.rules for o in settings.paths] + [settings.rules]
    named = [s for table in overrides for s in table]
    listed = [*settings.select, *settings.ignore, *(s for o in settings.paths for s in o.ignore)]
    for selector in [*listed, *named, *(s for w in settings.suppress for s in w.rules)]:
        _demand_known(rules, selector)
    planned: list[PlannedRule] = []
    notices: list[str] = []
    for rule in rules:
        setting = setting_for(rule, settings.rules)
        if not _is_on(rule, setting, settings):
            continue
        if rule.status == "deprecated" and setting is not None:
            notices.append(f"{rule.id} {rule.name} is deprecated and will go in a later release")
        severity = rule.severity
        params = dict(rule.params)
        if setting is not None:
            severity = setting.severity or severity
            if setting.params:
                from gpulint.rulebook.parameters import checked_params  # reads the YAML

                params |= checked_params(rule, setting.params)
        planned.append(PlannedRule(rule, severity, params))
    return Plan(tuple(planned), tuple(notices))


def setting_for(rule: Rule, table: Mapping[str, RuleSetting]) -> RuleSetting | None:
    """What a table of settings says about a rule, under its id, name or an alias."""
    for key in (rule.id, rule.name, *rule.aliases):
        if key in table:
            return table[key]
    return None


def _is_on(rule: Rule, setting: RuleSetting | None, settings: Settings) -> bool:
    if any(matches(rule, s) for s in settings.ignore):
        return False
    if setting is not None and setting.off is not None:
        return not setting.off
    if settings.select:
        return any(matches(rule, s) for s in settings.select)
    return rule.status != "preview"


def _demand_known(rules: Sequence[Rule], selector: str) -> None:
    if any(matches(rule, selector) for rule in rules):
        return
    near = difflib.get_close_matches(selector, _selectors(rules), 1, 0.6)
    hint = f"; did you mean {near[0]}?" if near else "; `gpulint rules list` shows them all"
    raise UsageError(f"no rule is called {selector!r}{hint}")


def _selectors(rules: Iterable[Rule]) -> list[str]:
    found: set[str] = set()
    for rule in rules:
        found |= {rule.id, rule.name, rule.category, *rule.aliases}
    return sorted(found)
