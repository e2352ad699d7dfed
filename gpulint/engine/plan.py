"""Which rules run, and how the user changed them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from gpulint.config.settings import Key, RuleSetting, Settings
from gpulint.core.errors import RuleError, UsageError
from gpulint.core.rule import Rule
from gpulint.core.severity import Severity
from gpulint.rulebook.load import retired


class PathChange(NamedTuple):
    """What the settings change about one rule in the files that the globs match."""

    match: tuple[str, ...]
    setting: RuleSetting


class PlannedRule(NamedTuple):
    """A rule as it will run: severity and parameters after the user's settings.

    changes: what holds for some files only; later ones win. is_on: whether it runs in the other
    files. root: folder that the globs start from.
    """

    rule: Rule
    severity: Severity
    params: Mapping[str, object]
    changes: tuple[PathChange, ...] = ()
    is_on: bool = True
    root: str = ""

    def at(self, file: str) -> "PlannedRule | None":
        """The rule as it holds in a file; None where it is off."""
        if not self.changes:
            return self
        from gpulint.config.paths import path_matches  # only with overrides

        here = self._replace(changes=())
        for change in self.changes:
            if any(path_matches(file, glob, self.root) for glob in change.match):
                setting = change.setting
                here = here._replace(
                    severity=setting.severity or here.severity,
                    params={**here.params, **setting.params},
                    is_on=here.is_on if setting.off is None else not setting.off,
                )
        return here if here.is_on else None


class Plan(NamedTuple):
    """The rules of a run, in the order of their ids, and what to tell the user about them."""

    rules: tuple[PlannedRule, ...]
    notices: tuple[str, ...]
    named: Mapping[str, PlannedRule]


def matches(rule: Rule, selector: str) -> bool:
    """Whether a selector names the rule: an id, a name, an alias, a category, or `GPU2` for GPU2xx.

    Ids may be written in small letters too.
    """
    if selector in (rule.id, rule.name, rule.category) or selector in rule.aliases:
        return True
    return len(selector) > 3 and rule.id.startswith(selector.upper())


def plan(rules: Sequence[Rule], settings: Settings) -> Plan:
    """Select and configure the rules of a run.

    Raises UsageError for a selector that names no rule, with a near name, and when no rule is left,
    RuleError when there are none at all: a run that can find nothing must not pass as clean.
    """
    if not rules:
        raise RuleError("the rulebook holds no rule; run `gpulint rules build` or install again")
    chosen = {selector: key for key, selector in reversed([*_selectors_of(settings)])}
    notices = [
        told
        for s, key in reversed(chosen.items())
        for told in _heard(rules, s, settings.place(key))
    ]
    planned: list[PlannedRule] = []
    for rule in rules:
        setting = setting_for(rule, settings.rules)
        if rule.status == "deprecated" and setting is not None:
            notices.append(f"{rule.id} {rule.name} is deprecated and will go in a later release")
        changes = tuple(_changes(rule, settings))
        is_on = _is_on(rule, setting, settings)
        if is_on or any(each.setting.off is False for each in changes):
            own = setting or RuleSetting()
            severity, params = own.severity or rule.severity, rule.params
            params = {**params, **_checked(rule, own.params, settings, ("rules",))}
            planned.append(PlannedRule(rule, severity, params, changes, is_on, settings.root))
    if not planned:
        raise UsageError("no rule is left to run; select others, or ignore fewer")
    return Plan(tuple(planned), tuple(notices), {each.rule.id: each for each in planned})


def setting_for(rule: Rule, table: Mapping[str, RuleSetting]) -> RuleSetting | None:
    """What a table of settings says about a rule, under its id, name or an alias."""
    key = _key_of(rule, table)
    return None if key is None else table[key]


def _key_of(rule: Rule, table: Mapping[str, RuleSetting]) -> str | None:
    """The key under which a table speaks of a rule; ids in small letters count too."""
    keys = (rule.id, rule.name, *rule.aliases)
    return next(
        (k for k in (*keys, *(k for k in table if k.upper() == rule.id)) if k in table), None
    )


def _changes(rule: Rule, settings: Settings) -> Iterator[PathChange]:
    for number, override in enumerate(settings.paths):
        if any(matches(rule, selector) for selector in override.ignore):
            yield PathChange(override.match, RuleSetting(off=True))
        setting = setting_for(rule, override.rules)
        if setting is not None:
            params = _checked(rule, setting.params, settings, ("paths", number, "rules"))
            yield PathChange(override.match, setting._replace(params=params))


def _is_on(rule: Rule, setting: RuleSetting | None, settings: Settings) -> bool:
    if any(matches(rule, s) for s in settings.ignore):
        return False
    if setting is not None and setting.off is not None:
        return not setting.off
    if settings.select:
        return any(matches(rule, s) for s in settings.select)
    return rule.status != "preview"


def _checked(
    rule: Rule, params: Mapping[str, object], settings: Settings, table: Key
) -> Mapping[str, object]:
    if not params:
        return params
    from gpulint.rulebook.parameters import checked_params  # reads the YAML

    try:
        return checked_params(rule, params)
    except UsageError as error:
        grips = {rule.id, rule.name, *rule.aliases}
        keys = [k for k in settings.places if k[:-1] == table]
        key = next((k for k in keys if k[-1] in grips or str(k[-1]).upper() == rule.id), table)
        raise UsageError(f"{settings.place(key)}{error}") from None


def _selectors_of(settings: Settings) -> Iterator[tuple[Key, str]]:
    """Every selector of the settings, with the key under which it stands."""
    for field, selectors in (("select", settings.select), ("ignore", settings.ignore)):
        yield from (((field, i), selector) for i, selector in enumerate(selectors))
    for number, override in enumerate(settings.paths):
        at = ("paths", number)
        yield from (((*at, "ignore", i), each) for i, each in enumerate(override.ignore))
        yield from (((*at, "rules", each), each) for each in override.rules)
    yield from ((("rules", each), each) for each in settings.rules)
    for number, waiver in enumerate(settings.suppress):
        yield from ((("suppress", number, "rules", i), each) for i, each in enumerate(waiver.rules))


def _heard(rules: Sequence[Rule], selector: str, place: str) -> Iterator[str]:
    """A sentence when the selector names a retired rule; raises UsageError when it names none.

    place: of the selector in the configuration, to go before the sentence.
    """
    if any(matches(rule, selector) for rule in rules):
        return
    gone = retired().get(selector.upper())
    if gone is None:
        from gpulint.rulebook.near import near_rule  # only a mistake

        near = near_rule(selector, _grips(rules))
        hint = f"; did you mean {near}?" if near else "; `gpulint rules list` shows them all"
        raise UsageError(f"{place}no rule is called {selector!r}{hint}")
    after = f"; {gone.successor} takes its place" if gone.successor else ""
    yield f"{place}{gone.id} is retired: {gone.reason}{after}"


def _grips(rules: Iterable[Rule]) -> list[str]:
    found: set[str] = set()
    for rule in rules:
        found |= {rule.id, rule.name, rule.category, *rule.aliases}
    return sorted(found)
