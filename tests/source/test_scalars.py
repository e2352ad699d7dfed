import math

import pytest

from gpulint.source.scalars import INT, NULL, STR, key_text, plain_scalar, tagged_scalar

VALUES = [
    ("y", True), ("N", False), ("on", True), ("Off", False), ("yES", "yES"),
    ("", None), ("~", None), ("Null", None), ("nil", "nil"),
    ("1e3", 1000.0), ("2e-5", 2e-5), ("1.", 1.0), ("-.5", -0.5), (".5e3", 500.0), (".1_5", 0.15),
    ("._5", "._5"), ("1e400", "1e400"), ("e3", "e3"), ("-", "-"), ("+.inf", math.inf),
    ("010", 8), ("08", 8.0), ("0o17", 15), ("0O17", 15), ("0x1F", 31), ("-0x1f", -31), ("0b101", 5),
    ("0b12", "0b12"), ("0x", "0x"), ("1_000", 1000), ("0_8", 8.0), ("+12", 12), ("_1", "_1"),
    ("18446744073709551615", 18446744073709551615), ("18446744073709551616", 1.8446744073709552e19),
    ("+9223372036854775808", 9.223372036854775808e18), ("-9223372036854775808", -(2**63)),
    ("-9223372036854775809", -9.223372036854775809e18), ("0xFFFFFFFFFFFFFFFFFF",) * 2,
    ("0777777777777777777777777", 7.77777777777777777777777e23), ("9" * 5000, "9" * 5000),
    ("1:30",) * 2, ("22:22",) * 2, ("2022-01-01",) * 2, ("2022-13-01",) * 2, ("=",) * 2,
    ("1Gi",) * 2, ("100m",) * 2, ("1.2.3",) * 2, ("<<",) * 2,
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), VALUES)
def test_plain_scalar_means_what_kubernetes_takes_it_for(text: str, expected: object) -> None:
    """YAML 1.1 and 1.2 disagree with Go, and only Go's reading reaches the API server."""
    actual = plain_scalar(text)[1]
    assert (expected, type(expected)) == (actual, type(actual))


def test_not_a_number_is_a_number_to_go() -> None:
    """It is refused later, as JSON has no such value; a string would be accepted."""
    tag, value = plain_scalar(".nan")
    assert (tag, repr(value)) == ("float", "nan")


TAGGED = [
    ("!!str", "12", "12"), ("!!int", "0x1F", 31), ("!!float", "3", 3.0), ("!!bool", "yes", True),
    ("!!null", "~", None), ("!!timestamp", "2022-01-01", "2022-01-01"), ("!!binary", "aGk=", "hi"),
    ("!custom", "12", "12"), ("!!set", "a", "a"),
]  # fmt: skip


@pytest.mark.parametrize(("tag", "text", "expected"), TAGGED)
def test_written_tag_decides_the_type(tag: str, text: str, expected: object) -> None:
    """`!!str 1` is how a person writes a string on purpose."""
    actual = tagged_scalar(tag.replace("!!", "tag:yaml.org,2002:"), text)
    assert (expected, type(expected)) == (actual, type(actual))


@pytest.mark.parametrize(
    ("tag", "text"),
    [
        ("int", "x"),
        ("float", "y"),
        ("bool", "1"),
        ("null", "x"),
        ("timestamp", "x"),
        ("binary", "a"),
    ],
)
def test_tag_that_disagrees_with_its_text_is_refused(tag: str, text: str) -> None:
    """Kubernetes' decoder stops at it."""
    with pytest.raises(ValueError, match=f"!!{tag}"):
        tagged_scalar(f"tag:yaml.org,2002:{tag}", text)


KEYS = [
    ("on", "true"), ("n", "false"), ("010", "8"), ("1_000", "1000"), ("name", "name"),
    ("2.5", "2.5"), ("1e3", "1000"), ("1e21", "1e+21"), ("100000.0", "100000"),
    ("1000000.0", "1e+06"), ("0.0001", "0.0001"), ("1e-5", "1e-05"), ("16777217.0", "1.6777216e+07"),
    ("1e39", ".inf"), (".nan", ".nan"), ("-.inf", "-.inf"), ("-123456.7", "-123456.7"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), KEYS)
def test_key_gets_the_name_that_go_gives_it(text: str, expected: str) -> None:
    """A numeric key is a 32-bit float on its way to JSON; only the same text finds the field."""
    actual = key_text(plain_scalar(text)[0], text)
    assert expected == actual


@pytest.mark.parametrize(("tag", "text"), [(NULL, "~"), (NULL, ""), (INT, "9223372036854775808")])
def test_key_without_a_name_is_refused(tag: str, text: str) -> None:
    """JSON has no null key, and Go's converter knows no unsigned one."""
    with pytest.raises(ValueError, match="key"):
        key_text(tag, text)


def test_quoted_key_keeps_its_text() -> None:
    """`"on":` is how a person keeps the word."""
    expected = "on"
    actual = key_text(STR, "on")
    assert expected == actual
