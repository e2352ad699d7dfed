"""What users may set about a rule, held against the JSON Schema of each parameter."""

import json
from collections.abc import Iterator, Mapping

from gpulint.core.errors import UsageError
from gpulint.core.rule import Rule
from gpulint.rulebook.home import installed_home
from gpulint.rulebook.rule_file import RuleFile, read_rule_file

_TYPES = {
    "integer": ("a whole number", "whole numbers"),
    "number": ("a number", "numbers"),
    "string": ("a text", "texts"),
    "boolean": ("true or false", "switches"),
    "array": ("a list", "lists"),
    "object": ("a map", "maps"),
}
_BOUNDS = {"minimum": "at least", "maximum": "at most"}
# words about the value, not conditions on it
_PROSE = frozenset({"description", "default", "title", "examples"})


def checked_params(rule: Rule, given: Mapping[str, object]) -> Mapping[str, object]:
    """The values that a user sets for parameters of a rule, once they fit.

    Reads the YAML of the rule; call it only with something given. Raises UsageError that names the
    parameter and what it takes, for an unknown or fixed one too.
    """
    if not given:
        return given
    home = installed_home()
    file = read_rule_file(
        home.rule_path(rule.category, rule.name), f"rules/{rule.category}/{rule.name}.yaml"
    )
    for name, value in given.items():
        wrong = _complaint(file, name, value)
        if wrong:
            raise UsageError(f"{rule.id} {rule.name}: {wrong}")
    return given


def default_complaints(rule: RuleFile) -> Iterator[str]:
    """What is wrong with the schemas of a rule's own parameters, and with their defaults."""
    for name, schema in rule.params.items():
        try:
            fits = _fits(schema, rule.values[name])
        except ValueError as error:
            yield f"params: {name} is no JSON Schema: {str(error).splitlines()[0]}"
            continue
        if not fits:
            yield f"params: the default of {name} does not fit its own schema"


def _complaint(file: RuleFile, name: str, value: object) -> str | None:
    schema = file.params.get(name)
    if schema is None:
        known = ", ".join(each for each, s in file.params.items() if "const" not in s)
        return f"there is no parameter {name!r}; it has {known or 'none'}"
    if "const" in schema:
        return f"the parameter {name!r} is fixed"
    if not _fits(schema, value):
        return f"{name} must be {_wanted(schema)}, not {_shown(value)}"
    return None


def _wanted(schema: Mapping[str, object]) -> str:
    """A schema as people say it: `a whole number of at least 1`, `a list of texts`.

    A word of JSON Schema that has no phrase here makes it the schema itself.
    """
    rest = {key: each for key, each in schema.items() if key not in _PROSE}
    choices = rest.pop("enum", None)
    if isinstance(choices, list) and not set(rest) - {"type"}:
        return f"one of {', '.join(map(str, choices))}"
    one = _TYPES.get(str(rest.pop("type", "")), ("", ""))[0]
    items = rest.pop("items", None)
    if isinstance(items, Mapping):
        kind = _TYPES.get(str(items.get("type")), ("", "of another form"))[1]
        one += f" of {kind}" if set(items) <= {"type"} else f", each {_wanted(items)}"
    bounds = [f"{_BOUNDS[key]} {rest.pop(key)}" for key in _BOUNDS if key in rest]
    if rest or not one:
        return _shown({key: each for key, each in schema.items() if key not in _PROSE})
    return f"{one} of {' and '.join(bounds)}" if bounds else one


def _fits(schema: Mapping[str, object], value: object) -> bool:
    from gpulint.validation.compiled import fast_judge  # loads jsonschema-rs

    return fast_judge(dict(schema))(value)


def _shown(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
