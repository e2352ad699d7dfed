"""All rules of a home together, sound or not."""

import glob
import os
from collections.abc import Mapping
from typing import NamedTuple

from gpulint.core.errors import RuleError
from gpulint.rulebook.audit import audit, can_run
from gpulint.rulebook.home import Home
from gpulint.rulebook.index import check_modules
from gpulint.rulebook.load import Retired
from gpulint.rulebook.rule_file import RuleFile, read_rule_file
from gpulint.rulebook.yaml_file import list_at, mapping_at, read_yaml, text_at


class Book(NamedTuple):
    """What a home holds.

    rules: those that can run, by id. complaints: all that is wrong, each as `file:line: text`.
    refused: pairs of a proposed rule and why there is none. modules: module of each check by name.
    """

    rules: tuple[RuleFile, ...]
    complaints: tuple[str, ...]
    retired: tuple[Retired, ...]
    refused: tuple[tuple[str, str], ...]
    modules: Mapping[str, str]


def read_book(home: Home) -> Book:
    """Read every rule; one that cannot run is left out and complained about, the others stay.

    Raises RuleError for what touches all of them: a check that exists twice, an unreadable list.
    """
    tried = [_rule_or_error(home, path) for path in rule_paths(home)]
    read = sorted((each for each in tried if isinstance(each, RuleFile)), key=lambda r: r.id)
    retired, modules = _retired(home), check_modules(home)
    complaints = (
        *(str(each) for each in tried if isinstance(each, RuleError)),
        *(str(each) for each in audit(home, read, retired, modules)),
    )
    sound: dict[str, RuleFile] = {}
    for rule in read:
        if can_run(rule, modules):
            sound.setdefault(rule.id, rule)
    return Book(tuple(sound.values()), complaints, retired, _refused(home), modules)


def rule_paths(home: Home) -> tuple[str, ...]:
    """Paths of all rules, sorted."""
    return tuple(sorted(glob.glob(os.path.join(glob.escape(home.rules), "*", "*.yaml"))))


def _rule_or_error(home: Home, path: str) -> RuleFile | RuleError:
    try:
        return read_rule_file(path, home.shown(path))
    except RuleError as error:
        return error


def _retired(home: Home) -> tuple[Retired, ...]:
    return tuple(Retired(*row) for row in _rows(home, "retired.yaml", Retired._fields))


def _refused(home: Home) -> tuple[tuple[str, str], ...]:
    return tuple((rule, why) for rule, why in _rows(home, "refused.yaml", ("rule", "why")))


def _rows(home: Home, name: str, keys: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Texts under `keys` of every entry of a list file; a missing file is an empty list."""
    path = os.path.join(home.rules, name)
    if not os.path.exists(path):
        return []
    file = read_yaml(path, home.shown(path))
    rows = [mapping_at(file, row, i) for i, row in enumerate(list_at(file, file.value))]
    return [tuple(text_at(file, row.get(k), i, k) for k in keys) for i, row in enumerate(rows)]
