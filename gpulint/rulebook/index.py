"""Writes what a run reads: rules/index.json and rules/tokens.txt."""

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence

from gpulint.core.errors import RuleError
from gpulint.core.rule import Mend
from gpulint.rulebook.bind import find_check
from gpulint.rulebook.home import Home
from gpulint.rulebook.load import REBUILD, Retired
from gpulint.rulebook.rule_file import RuleFile

# what core.rule.Rule holds anyway stays out of the index: it is read at every start
_DEFAULTS: Mapping[str, object] = {
    "needs": [],
    "params": {},
    "status": "stable",
    "generic": False,
    "aliases": [],
    "tokens": [],
    "reference": "",
    "words": [],
    "mend": [],
}


def check_modules(home: Home) -> Mapping[str, str]:
    """Dotted module of every check by its name, from a walk over the folder of checks.

    Raises RuleError when two categories hold a check of the same name.
    """
    found: dict[str, str] = {}
    for folder, name in _check_files(home):
        module = f"{home.package}.{folder}.{name}"
        if name in found:
            raise RuleError(f"the check {name} exists twice: {found[name]} and {module}")
        found[name] = module
    return found


def _check_files(home: Home) -> Iterator[tuple[str, str]]:
    for folder in sorted(os.listdir(home.checks)):
        path = os.path.join(home.checks, folder)
        if os.path.isdir(path) and not folder.startswith("_"):
            for name in sorted(os.listdir(path)):
                if name.endswith(".py") and not name.startswith("_"):
                    yield folder, name[:-3]


def index_text(
    rules: Iterable[RuleFile], retired: Iterable[Retired], modules: Mapping[str, str]
) -> str:
    """The text of rules/index.json: one line per rule, so that a diff shows what changed."""
    rows = [_compact(_row(each, modules[each.check])) for each in sorted(rules, key=lambda r: r.id)]
    gone = [_compact(each._asdict()) for each in sorted(retired)]
    parts = (
        f'{{"renew": "{REBUILD}",',
        f'"retired": {_lines(gone)},',
        f'"rules": {_lines(rows)}}}',
    )
    return "\n".join(parts) + "\n"


def tokens_text(rules: Iterable[RuleFile], catalogue: Iterable[str]) -> str:
    """The text of rules/tokens.txt, one literal a line; no literal that another one lies within.

    Raises RuleError for a token that would be lost: empty, of several lines or opening with `#`.
    """
    found = {*catalogue}
    for rule in rules:
        for token in rule.tokens:
            if not token.strip() or token.startswith("#") or "\n" in token:
                raise RuleError(f"{rule.file}:{rule.line('tokens')}: no use as token: {token!r}")
            found.add(token)
    needed = [each for each in found if not any(o in each for o in found if o != each)]
    return f"# Renewed by `{REBUILD}`.\n" + "".join(f"{token}\n" for token in sorted(needed))


def _row(rule: RuleFile, module: str) -> Mapping[str, object]:
    row: dict[str, object] = {
        "id": rule.id,
        "name": rule.name,
        "category": rule.category,
        "check": rule.check,
        "module": module,
        "severity": rule.severity.label,
        "confidence": rule.confidence.label,
        "message": rule.message,
        "why": rule.why,
        "fix": rule.fix,
        "since": rule.since,
        "needs": list(rule.needs),
        "params": dict(rule.values),
        "status": rule.status,
        "generic": rule.generic,
        "aliases": list(rule.aliases),
        "tokens": list(rule.tokens),
        "reference": rule.references[0].url if rule.references else "",
        "words": list(find_check(module, rule.check).words),
        "mend": [_mend(each) for each in rule.mend],
    }
    return {
        key: each for key, each in row.items() if key not in _DEFAULTS or each != _DEFAULTS[key]
    }


def _mend(mend: Mend) -> Mapping[str, object]:
    """One way of mending; what is as usual stays out."""
    usual = Mend("", "")._asdict()
    return {
        key: dict(each) if isinstance(each, Mapping) else each
        for key, each in mend._asdict().items()
        if each != usual[key]
    }


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _lines(rows: Sequence[str]) -> str:
    return "[\n" + ",\n".join(rows) + "\n]" if rows else "[]"
