import pytest

from gpulint.core.location import Span
from gpulint.source.text import Text


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r"])
def test_each_line_break_of_editors_starts_a_line(line_break: str) -> None:
    """A file edited on Windows must not shift the lines that are reported."""
    text = Text("a.yaml", f"ab{line_break}cde".encode())
    at = len(f"ab{line_break}")
    assert (Span(2, 1, 2, 4), "cde") == (text.span(at, at + 3), text.line_text(2))


@pytest.mark.parametrize("character", ["\u0085", "\u2028", "\u2029"])
def test_unicode_line_separator_does_not_start_a_line(character: str) -> None:
    """YAML breaks lines there, editors and SARIF viewers do not."""
    text = Text("a.yaml", f"a{character}b\nc".encode())
    assert (Span(1, 3, 1, 4), Span(2, 1, 2, 2)) == (text.span(2, 3), text.span(4, 5))


def test_columns_count_code_points() -> None:
    """Bytes or UTF-16 units would point beside the value."""
    text = Text("a.yaml", "é😀x".encode())
    expected = Span(1, 3, 1, 4)
    actual = text.span(2, 3)
    assert expected == actual


def test_piece_of_a_file_counts_on_from_its_first_line() -> None:
    """Documents are read one by one but reported in their file."""
    text = Text("a.yaml", b"---\na: 1\n", 7)
    assert (Span(8, 1, 8, 2), "a: 1", "") == (
        text.span(4, 5),
        text.line_text(8),
        text.line_text(2),
    )


def test_span_over_several_lines_ends_on_its_last() -> None:
    """Quoted text may be folded over lines."""
    text = Text("a.yaml", b'"a\nb"')
    expected = Span(1, 1, 2, 3)
    actual = text.span(0, 5)
    assert expected == actual


def test_byte_position_is_turned_into_a_character() -> None:
    """The parser counts bytes when it meets a character that it refuses."""
    expected = 2
    actual = Text("a.yaml", "éa\x01".encode()).index_of_byte(3)
    assert expected == actual
