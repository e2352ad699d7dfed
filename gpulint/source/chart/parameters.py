"""The values that --set and its sisters give in a helm command, each with its place."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from gpulint.core.errors import UsageError
from gpulint.core.location import Span
from gpulint.core.pointer import Pointer
from gpulint.source.text import Text


class Option(NamedTuple):
    """An option with its value and the column (from 0) at which the value starts."""

    name: str
    value: str
    start: int


class Parameter(NamedTuple):
    """One value. name: as --set writes it, dots between the keys. is_text: it is never typed.

    at_name, at_value: where both stand in the command.
    """

    name: str
    value: object
    is_text: bool
    at_name: Span
    at_value: Span


def parameters(option: Option, text: Text) -> Iterator[Parameter]:
    """What an option sets; nothing for options that set no values.

    text: the whole command. Raises UsageError for what helm would refuse.
    """
    reader = _SETTERS.get(option.name)
    if reader is not None:
        yield from reader(option, text)


def is_setter(option: str) -> bool:
    """Whether an option sets values and so needs a word after it."""
    return option in _SETTERS


def _of_set(option: Option, text: Text) -> Iterator[Parameter]:
    for name, value, start in _assignments(option):
        at_value = start + len(name) + 1
        yield Parameter(
            name,
            value,
            option.name == "--set-string",
            text.span(start, start + len(name)),
            text.span(at_value, at_value + max(1, len(value))),
        )


def _assignments(option: Option) -> Iterator[tuple[str, str, int]]:
    """Name, value and column of each `a.b=c`; a backslash keeps a comma in the value."""
    start = 0
    depth = 0
    text = option.value
    for index in range(len(text) + 1):
        character = text[index : index + 1]
        depth += (character == "{") - (character == "}")
        if character and (character != "," or depth or text[index - 1 : index] == "\\"):
            continue
        name, equals, value = text[start:index].partition("=")
        if not equals and (name or not text):
            raise UsageError(
                f"{option.name} {text}: {name or 'it'} has no value; write {name or 'KEY'}=VALUE"
            )
        if equals:
            yield name, value, option.start + start
        start = index + 1


def _of_json(option: Option, text: Text) -> Iterator[Parameter]:
    """`a.b={"c": 1}`, several with commas, or one object that is all."""
    from json import JSONDecodeError, JSONDecoder  # one option needs it

    from gpulint.source.json_tree import JsonTree

    rest, index = option.value, 0
    while index < len(rest):
        equals = -1 if rest[index] == "{" else rest.find("=", index)
        name = rest[index:equals] if equals >= 0 else ""
        if not name and rest[index] != "{":
            raise UsageError(f"{option.name} {rest}: write KEY=JSON, or one JSON object")
        begin = equals + 1
        while begin < len(rest) and rest[begin] in " \t\r\n":
            begin += 1
        try:
            value, end = JSONDecoder().raw_decode(rest, begin if name else index)
        except (JSONDecodeError, RecursionError) as error:
            told = error.msg.lower() if isinstance(error, JSONDecodeError) else "nested too deeply"
            raise UsageError(f"{option.name} {rest}: no JSON: {told}") from None
        if rest[end:].strip() and not rest[end:].lstrip().startswith(","):
            raise UsageError(f"{option.name} {rest}: no JSON: more text after the value")
        tree = JsonTree(text, option.start + (begin if name else index))
        at_name = text.span(option.start + index, option.start + index + max(1, len(name)))
        for path, leaf in _leaves(value, ()):
            at = Pointer(path)
            yield Parameter(
                ".".join([*([name] if name else []), *(key.replace(".", "\\.") for key in path)]),
                leaf,
                True,
                tree.locate(at, "key").span if path else at_name,
                tree.locate(at, "value").span,
            )
        index = rest.find(",", end) + 1 or len(rest)


def _leaves(value: object, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], object]]:
    """Every value that is no map, and every empty map, with the keys that lead to it."""
    if isinstance(value, Mapping) and value:
        for key, each in value.items():
            yield from _leaves(each, (*path, key))
    else:
        yield path, value


_SETTERS: Mapping[str, Callable[[Option, Text], Iterator[Parameter]]] = {
    "--set": _of_set,
    "--set-string": _of_set,
    "--set-json": _of_json,
}
