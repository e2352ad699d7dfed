"""Holds all rules together against the promises that no single file can break alone."""

import glob
import os
import re
import string
from collections.abc import Iterable, Iterator, Mapping, Sequence

from gpulint.core.errors import RuleError
from gpulint.rulebook.bind import find_check, parameter_complaint, view_complaint
from gpulint.rulebook.categories import CATEGORIES, category_of
from gpulint.rulebook.complaint import Complaint
from gpulint.rulebook.home import Home
from gpulint.rulebook.load import Retired
from gpulint.rulebook.parameters import default_complaints
from gpulint.rulebook.rule_file import RuleFile

_FIELD_NAME = re.compile(r"[a-z_][a-z0-9_]*\Z")
_PLACEHOLDER = "TODO"


def audit(
    home: Home, rules: Sequence[RuleFile], retired: Iterable[Retired], modules: Mapping[str, str]
) -> tuple[Complaint, ...]:
    """Everything that is wrong with the rules of a home, sorted by file and line.

    modules: module of every check by name. The examples are run elsewhere (see examples).
    """
    gone = {each.id: each for each in retired}
    found = [
        *_doubled(rules),
        *_unused(home, rules, modules),
        *(complaint for rule in rules for complaint in audit_rule(rule, gone, modules)),
    ]
    return tuple(sorted(found))


def can_run(rule: RuleFile, modules: Mapping[str, str]) -> bool:
    """Whether the rule's check exists and takes its parameters, so that the engine may hold it."""
    return not any(_check_complaints(rule, modules))


def audit_rule(
    rule: RuleFile, gone: Mapping[str, Retired], modules: Mapping[str, str]
) -> Iterator[Complaint]:
    """Everything that is wrong with one rule by itself."""
    told = (
        *(("id", text) for text in _id_complaints(rule, gone)),
        *(("name", text) for text in _name_complaints(rule)),
        *(("check", text) for text in _check_complaints(rule, modules)),
        *(("params", text) for text in default_complaints(rule)),
        *(("message", text) for text in _message_complaints(rule.message)),
        *(("status", text) for text in _status_complaints(rule)),
        *_prose_complaints(rule),
    )
    for key, text in told:
        yield Complaint(rule.file, rule.line(key), text)


def _id_complaints(rule: RuleFile, gone: Mapping[str, Retired]) -> Iterator[str]:
    category = category_of(rule.id)
    if rule.category not in {each.name for each in CATEGORIES}:
        known = ", ".join(each.name for each in CATEGORIES)
        yield f"{rule.category} is no category; there are {known}"
    elif category != rule.category:
        yield f"{rule.id} is an id of the category {category}, the file lies in {rule.category}"
    if rule.id in gone:
        yield f"{rule.id} is retired and never returns ({gone[rule.id].reason}); take another id"


def _name_complaints(rule: RuleFile) -> Iterator[str]:
    stem = os.path.splitext(os.path.basename(rule.file))[0]
    if rule.name != stem:
        yield f"the name is {rule.name}, the file {stem}.yaml: they must agree"


def _check_complaints(rule: RuleFile, modules: Mapping[str, str]) -> Iterator[str]:
    if rule.check not in modules:
        import difflib  # only for errors

        near = difflib.get_close_matches(rule.check, modules, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        yield f"there is no check {rule.check} under gpulint/checks{hint}"
        return
    try:
        check = find_check(modules[rule.check], rule.check)
        wrong = view_complaint(check) or parameter_complaint(check, rule.params)
    except RuleError as error:
        wrong = str(error)
    if wrong:
        yield wrong


def _message_complaints(message: str) -> Iterator[str]:
    try:
        fields = list(string.Formatter().parse(message))
    except ValueError as error:
        yield f"the message cannot be filled: {error}"
        return
    for _, name, spec, conversion in fields:
        if name is not None and (not _FIELD_NAME.match(name) or spec or conversion):
            yield f"a field of the message is a plain name in braces, not {{{name}}}"
    if message.rstrip().endswith("."):
        yield "the message must end without a full stop: reporters go on after it"


def _status_complaints(rule: RuleFile) -> Iterator[str]:
    if rule.status == "deprecated" and not rule.successor:
        yield "a deprecated rule names the one that follows it: add `successor: GPU…`"


def _prose_complaints(rule: RuleFile) -> Iterator[tuple[str, str]]:
    for key, text in (("message", rule.message), ("why", rule.why), ("fix", rule.fix)):
        if not text or text.startswith(_PLACEHOLDER):
            yield key, f"{key} is still to be written"
    for each in rule.references:
        if _PLACEHOLDER in each.title:
            yield "references", "the title of the reference is still to be written"
    for kind in ("bad", "good", "near_miss"):
        if not rule.of_kind(kind):
            yield "examples", f"there is no {kind} example"


def _doubled(rules: Sequence[RuleFile]) -> Iterator[Complaint]:
    holders: dict[str, list[RuleFile]] = {}
    grips: dict[str, RuleFile] = {}
    for rule in rules:
        holders.setdefault(rule.id, []).append(rule)
        for grip in (rule.name, *rule.aliases):
            other = grips.setdefault(grip, rule)
            if other is not rule:
                text = f"the name {grip} already belongs to {other.file}"
                yield Complaint(rule.file, rule.line("name"), text)
    for id, sharing in holders.items():
        for rule in sharing:  # each of them, as nobody but the authors knows which is newer
            others = ", ".join(each.file for each in sharing if each is not rule)
            if others:
                text = f"{id} is the id of {others} too; give the newer one the next free id"
                yield Complaint(rule.file, rule.line("id"), text)


def _unused(
    home: Home, rules: Iterable[RuleFile], modules: Mapping[str, str]
) -> Iterator[Complaint]:
    used = {rule.check for rule in rules}
    for name, module in modules.items():
        if name not in used:
            path = os.path.join(home.checks, *module.split(".")[-2:]) + ".py"
            yield Complaint(home.shown(path), 1, f"no rule uses the check {name}")
    known = {each.name for each in CATEGORIES}
    for path in glob.glob(os.path.join(glob.escape(home.rules), "*", "")):
        folder = os.path.basename(os.path.dirname(path))
        if folder not in known:
            yield Complaint(f"rules/{folder}", 1, f"{folder} is no category")
