import pytest

from gpulint.reporters.plain import counted, one_line, printable


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("größer 🚀 ２", "größer 🚀 ２"),
        ("a\x1b[31mb", "a\\x1b[31mb"),
        ("a\nb\r\tc", "a\\nb\\r\\tc"),
        ("a\x9bb\x7f", "a\\x9bb\\x7f"),
        ("a\u202eb\u2066", "a\\u202eb\\u2066"),
        ("a\u2028b\u0085", "a\\u2028b\\x85"),
        ("a\udcffb", "a\\udcffb"),
    ],
)
def test_characters_that_act_are_shown_as_escapes(text: str, expected: str) -> None:
    """A manifest must not colour, move or reverse what a terminal shows of it."""
    actual = printable(text)
    assert expected == actual


def test_prose_is_folded_into_one_line() -> None:
    """Rules are written over several lines, notes have one."""
    expected = "GPUs are counted whole."
    actual = one_line("GPUs are\n  counted whole.\n")
    assert expected == actual


def test_one_has_no_plural() -> None:
    """“1 errors” reads like a mistake of the tool."""
    expected = ["0 errors", "1 error", "2 errors"]
    actual = [counted(number, "error") for number in range(3)]
    assert expected == actual
