"""The rules of a run, read from the generated rules/index.json and rules/tokens.txt.

Every start of gpulint as a hook passes here: no YAML, no prose, and
json only when rules are asked for.
"""

import functools
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from gpulint.core.errors import RuleError, UsageError
from gpulint.core.project_files import project_folder

if TYPE_CHECKING:
    from gpulint.core.rule import Rule

INDEX_FILE = "index.json"
TOKENS_FILE = "tokens.txt"
REBUILD = "gpulint rules build"


class Retired(NamedTuple):
    """An id that will never return. successor: id of the rule that took over, empty without one."""

    id: str
    reason: str
    successor: str = ""


class Index(NamedTuple):
    """What rules/index.json holds, rules in the order of their ids."""

    rules: "tuple[Rule, ...]"
    retired: tuple[Retired, ...]


def rules() -> "tuple[Rule, ...]":
    """All rules, sorted by id; preview and deprecated ones too.

    Raises RuleError when the index is missing or older than this version of gpulint.
    """
    return _index().rules


def retired() -> Mapping[str, Retired]:
    """Ids that settings may still name, and what became of them."""
    return {each.id: each for each in _index().retired}


@functools.cache
def tokens() -> tuple[bytes, ...]:
    """Literals of which a document must hold at least one to be of interest to any rule.

    Raises RuleError when the generated file is missing.
    """
    path = os.path.join(project_folder("rules"), TOKENS_FILE)
    try:
        with open(path, "rb") as stream:
            text = stream.read()
    except OSError:
        raise RuleError(f"rules/{TOKENS_FILE} is missing: run `{REBUILD}`") from None
    return tuple(line for line in text.splitlines() if not line.startswith(b"#"))


def rule(grip: str) -> "Rule":
    """The rule with this id, name or former name.

    Raises UsageError for an unknown or retired one; the message holds a near name or the successor.
    """
    found = _by_grip().get(grip) or _by_grip().get(grip.upper()) or _by_grip().get(grip.lower())
    if found is not None:
        return found
    gone = retired().get(grip.upper())
    if gone is not None:
        after = f"; {gone.successor} takes its place" if gone.successor else ""
        raise UsageError(f"{gone.id} is retired: {gone.reason}{after}")
    raise UsageError(unknown_rule(grip))


def forget() -> None:
    """Read the files anew at the next call; for those who have just written them."""
    for cached in (_index, _by_grip, tokens):
        cached.cache_clear()


def unknown_rule(grip: str) -> str:
    """The sentence for a name that no rule has, with a near one."""
    from gpulint.rulebook.near import near_rule  # only for errors

    category = grip.lower()
    if category in {each.category for each in rules()}:
        return (
            f"{category} is a category; `gpulint rules list --category {category}` lists its rules"
        )
    near = near_rule(grip, _by_grip())
    cure = f"did you mean {near}?" if near else "`gpulint rules list` shows them all"
    return f"no rule is called {grip!r}; {cure}"


@functools.cache
def _by_grip() -> "dict[str, Rule]":
    found = {alias: each for each in rules() for alias in each.aliases}
    return found | {each.name: each for each in rules()} | {each.id: each for each in rules()}


@functools.cache
def _index() -> Index:
    path = os.path.join(project_folder("rules"), INDEX_FILE)
    try:
        with open(path, "rb") as stream:
            return read_index(stream.read())
    except OSError:
        raise RuleError(f"rules/{INDEX_FILE} is missing: run `{REBUILD}`") from None


def read_index(data: bytes) -> Index:
    """Turn the bytes of an index into rules.

    Raises RuleError for an index that another version of gpulint wrote.
    """
    import json  # heavy, cold path

    try:
        value = json.loads(data)
        return Index(
            tuple(_rules(value["rules"])),
            tuple(Retired(**row) for row in value["retired"]),
        )
    except (ValueError, TypeError, KeyError):
        raise RuleError(f"rules/{INDEX_FILE} cannot be read: run `{REBUILD}`") from None


def _rules(rows: Iterable[dict[str, Any]]) -> "Iterator[Rule]":
    from gpulint.core.rule import Mend, Rule  # only with rules
    from gpulint.core.severity import Confidence, Severity

    for row in rows:
        row["severity"] = Severity.from_text(row["severity"])
        row["confidence"] = Confidence.from_text(row["confidence"])
        for key in ("needs", "aliases", "tokens", "words"):
            if key in row:
                row[key] = tuple(row[key])
        if "mend" in row:
            row["mend"] = tuple(Mend(**each) for each in row["mend"])
        yield Rule(**row)
