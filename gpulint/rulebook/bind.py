"""From the words of a rule to the function that looks."""

import importlib
from collections.abc import Iterable
from typing import Any

from gpulint.core.check import Check
from gpulint.core.errors import RuleError
from gpulint.core.rule import Rule


def bind(rule: Rule) -> Check[Any]:
    """The check of a rule; its module is imported on first use.

    Raises RuleError when the check is missing or does not take the rule's parameters.
    """
    found = find_check(rule.module, rule.check)
    wrong = parameter_complaint(found, rule.params)
    if wrong:
        raise RuleError(f"{rule.id}: {wrong}")
    return found


def find_check(module: str, name: str) -> Check[Any]:
    """The check `name` of a module. Raises RuleError when it is missing or cannot be imported."""
    try:
        loaded = importlib.import_module(module)
    except Exception as error:  # whatever its text does while it is loaded is its author's
        raise RuleError(f"the check {name} cannot be imported: {error}") from error
    found = getattr(loaded, name, None)
    if not isinstance(found, Check):
        raise RuleError(
            f"{module} holds no check {name}: decorate the function with @check(each=…)"
        )
    return found


def view_complaint(check: Check[Any]) -> str | None:
    """What is wrong with the class that a check wants to be shown; None when it is a view."""
    from gpulint.core.fault import InputFault  # only when rules are written
    from gpulint.model.resource import Resource

    if check.each in (Resource, InputFault) or hasattr(check.each, "from_resource"):
        return None
    name = getattr(check.each, "__name__", check.each)
    return f"@check(each={name}) of {check.name} names no view; CONTRIBUTING.md lists them"


def parameter_complaint(check: Check[Any], given: Iterable[str]) -> str | None:
    """What is wrong with these parameter names for this check; None when they fit."""
    wanted, optional = keyword_names(check)
    names = set(given)
    unknown = sorted(names - wanted)
    if unknown:
        return f"params: {check.name} takes no keyword-only argument {', '.join(unknown)}"
    missing = sorted(wanted - optional - names)
    if missing:
        return f"params: {check.name} needs {', '.join(missing)}"
    return None


def keyword_names(check: Check[Any]) -> tuple[frozenset[str], frozenset[str]]:
    """Keyword-only arguments of the function, and those among them that have a default."""
    # read from the code object: the inspect module would cost more than all checks
    code = getattr(check.run, "__code__")  # noqa: B009 - a Callable promises no __code__
    first, count = code.co_argcount, code.co_kwonlyargcount
    defaults = getattr(check.run, "__kwdefaults__", None) or {}
    return frozenset(code.co_varnames[first : first + count]), frozenset(defaults)
