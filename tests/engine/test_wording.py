import pytest

from gpulint.engine.wording import message, plain, words
from gpulint.model.quantity import Quantity


def test_near_name_becomes_a_hint() -> None:
    """The cure belongs into the sentence."""
    actual = message("no {name}{hint}", {"name": "gpus", "near": ("nvidia.com/gpu",)})
    assert actual == "no gpus; did you mean nvidia.com/gpu?"


def test_no_near_name_gives_no_hint() -> None:
    """A guess that is none would mislead."""
    assert message("no {name}{hint}", {"name": "gpus", "near": ()}) == "no gpus"


def test_missing_fact_is_an_error_of_the_check() -> None:
    """A message with a hole must not reach a user."""
    with pytest.raises(KeyError):
        message("{name}", {})


def test_braces_in_values_are_not_read_as_fields() -> None:
    """A value such as `{0.__class__}` is data."""
    assert message("got {value}", {"value": "{0.__class__}"}) == "got {0.__class__}"


def test_long_list_is_cut_and_counted() -> None:
    """A message is one line."""
    assert words(tuple("abcdefghij")) == "a, b, c, d, e, f, g, h and 2 more"


def test_control_characters_are_neutralised() -> None:
    """A value must not paint a terminal or forge an annotation."""
    assert words("a\x1b[31m\nb") == "a\ufffd[31m\ufffdb"


def test_values_are_said_as_yaml_writes_them() -> None:
    """`True` is Python's spelling, not theirs."""
    assert [words(v) for v in (True, None, Quantity(5 * 10**8))] == ["true", "null", "0.5"]


def test_facts_become_plain_data() -> None:
    """The JSON report holds nothing but JSON."""
    facts = {"a": Quantity(10**9), "b": frozenset({"y", "x"}), "c": (1, None)}
    assert plain(facts) == {"a": "1", "b": ["x", "y"], "c": [1, None]}


def test_names_in_any_order_are_said_in_one() -> None:
    """A set has none, and a message must not change between two runs."""
    expected = "a, b"
    actual = words(frozenset({"b", "a"}))
    assert expected == actual


def test_facts_of_any_type_and_depth_become_plain_data() -> None:
    """What JSON does not know is written as people would read it."""
    expected = {"1": ["2"], "place": "('a',)"}

    class Odd:
        def __str__(self) -> str:
            return "('a',)"

    actual = plain({1: (Quantity(2 * 10**9),), "place": Odd()})
    assert expected == actual
