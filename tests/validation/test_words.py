"""Words that people read about values."""

import pytest

from gpulint.core.pointer import Pointer
from gpulint.validation.violation import Violation
from gpulint.validation.words import quoting_hint, short, shown, type_word, wanted_words


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({}, ("map", "a map", "")),
        ([], ("list", "a list", "")),
        ((), ("list", "a list", "")),
        ("x", ("string", "x", "x")),
        (True, ("boolean", "true", "true")),
        (7, ("integer", "7", "7")),
        (2.0, ("integer", "2.0", "2.0")),
        (2.5, ("number", "2.5", "2.5")),
        (float("nan"), ("number", "nan", "nan")),
        (None, ("null", "null", "null")),
        (b"", ("bytes", "a bytes", "a bytes")),
        ("y" * 61, ("string", "y" * 60 + "…", "y" * 60 + "…")),
    ],
)
def test_values_are_named_as_yaml_has_them(value: object, expected: tuple[str, str, str]) -> None:
    """People write maps and lists, not objects and arrays."""
    assert expected == (type_word(value), shown(value), short(value))


@pytest.mark.parametrize(
    ("types", "expected"),
    [("object", "map"), (["string", "integer"], "string or integer"), (None, "anything")],
)
def test_wanted_types_are_joined(types: object, expected: str) -> None:
    """A choice of types is one demand."""
    assert expected == wanted_words(types)


@pytest.mark.parametrize(
    ("value", "wanted", "expected"),
    [
        (True, "string", 'quote it: "true"'),
        (1.5, "string", 'quote it: "1.5"'),
        ("12", "integer", "remove the quotes"),
        ("12 pods", "integer", ""),
        ("True", "boolean", "remove the quotes"),
        ("on", "boolean", ""),
        ([{"a": 1}, {"b": 2}], "map", "remove the dashes"),
        ([], "map", ""),
        (["a"], "map", ""),
        ({"a": 1}, "list", "put a dash before each item"),
        ({}, "string", ""),
    ],
)
def test_usual_mends_are_told(value: object, wanted: str, expected: str) -> None:
    """Most wrong types are one character away from the right one."""
    assert expected == quoting_hint(value, type_word(value), wanted)


@pytest.mark.parametrize(
    ("pointer", "fault", "facts", "expected"),
    [
        (
            ("a",),
            "type",
            {"found": "list", "wanted": "map", "value": ""},
            "a is list, wanted is map",
        ),
        (("a",), "unknown-field", {"near": ()}, "a is not known here"),
        (("a",), "required", {"field": "b", "found": "nothing"}, "b is missing in the document"),
        (
            ("a", 0),
            "enum",
            {"found": "x", "wanted": ("y", "z"), "detail": "did you mean y?"},
            "a[0] is x, wanted is one of y, z; did you mean y?",
        ),
    ],
)
def test_message_is_one_sentence(pointer: tuple, fault: str, facts: dict, expected: str) -> None:
    """Authors of rules and users of a wrong configuration read it as it is."""
    every = {"field": "", "parent": "", "detail": "", **facts}
    actual = Violation(Pointer(pointer), "value", fault, every).message
    assert expected == actual
