"""Renews everything that is generated from the rules, or tells what is stale."""

import glob
import os
from collections.abc import Iterable, Mapping

from gpulint.core.errors import RuleError
from gpulint.rulebook.home import Home, checkout_home
from gpulint.rulebook.index import check_modules, index_text, tokens_text
from gpulint.rulebook.load import INDEX_FILE, TOKENS_FILE, Retired
from gpulint.rulebook.rule_file import RuleFile, read_rule_file
from gpulint.rulebook.yaml_file import list_at, mapping_at, read_yaml, text_at


def rule_paths(home: Home) -> tuple[str, ...]:
    """Paths of all rules, sorted."""
    return tuple(sorted(glob.glob(os.path.join(glob.escape(home.rules), "*", "*.yaml"))))


def read_rules(home: Home) -> tuple[RuleFile, ...]:
    """All rules, sorted by path.

    Raises RuleError with one `file:line: text` per mistake, over all files.
    """
    tried = [_rule_or_error(home, path) for path in rule_paths(home)]
    errors = [str(each) for each in tried if isinstance(each, RuleError)]
    if errors:
        raise RuleError("\n".join(errors))
    return tuple(each for each in tried if isinstance(each, RuleFile))


def _rule_or_error(home: Home, path: str) -> RuleFile | RuleError:
    try:
        return read_rule_file(path, home.shown(path))
    except RuleError as error:
        return error


def read_retired(home: Home) -> tuple[Retired, ...]:
    """Dead ids from rules/retired.yaml, none when there is no such file."""
    path = os.path.join(home.rules, "retired.yaml")
    if not os.path.exists(path):
        return ()
    file = read_yaml(path, home.shown(path))
    rows = [mapping_at(file, row, i) for i, row in enumerate(list_at(file, file.value))]
    return tuple(
        Retired(*(text_at(file, row.get(key), i, key) for key in Retired._fields))
        for i, row in enumerate(rows)
    )


def generated_files(home: Home, rules: Iterable[RuleFile]) -> Mapping[str, str]:
    """Text of every generated file by its path."""
    rules = tuple(rules)
    return {
        os.path.join(home.rules, INDEX_FILE): index_text(
            rules, read_retired(home), check_modules(home)
        ),
        os.path.join(home.rules, TOKENS_FILE): tokens_text(rules, _catalogue_tokens()),
    }


def _catalogue_tokens() -> tuple[str, ...]:
    from gpulint.catalog.tokens import tokens  # reads the catalogue

    return tuple(tokens())


def build() -> tuple[str, ...]:
    """Write all generated files; returns the paths that changed."""
    home = checkout_home()
    files = generated_files(home, read_rules(home))
    changed = _differing(files)
    for path in changed:
        with open(path, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(files[path])
    return changed


def stale_files() -> tuple[str, ...]:
    """Paths of generated files that `build` would change."""
    home = checkout_home()
    return _differing(generated_files(home, read_rules(home)))


def _differing(files: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(path for path, text in sorted(files.items()) if _current(path) != text)


def _current(path: str) -> str | None:
    try:
        with open(path, encoding="utf-8", newline="") as stream:
            return stream.read()
    except OSError:
        return None
