import pytest

from gpulint.core.location import Span
from gpulint.reporters.excerpt import excerpt_lines


@pytest.mark.parametrize(
    ("text", "span", "expected"),
    [
        ("  gpu: 1", Span(3, 8, 3, 9), ("  gpu: 1", "       ^")),
        ("\tgpu: 1", Span(3, 2, 3, 5), ("    gpu: 1", "    ^^^")),
        ("a: ２４ # x", Span(1, 4, 1, 6), ("a: ２４ # x", "   ^^^^")),
        ("a: e\u0301x", Span(1, 6, 1, 7), ("a: e\u0301x", "    ^")),
        ("a: \x1b[x", Span(1, 5, 1, 6), ("a: \\x1b[x", "       ^")),
        ("spec: ", Span(1, 1, 4, 3), ("spec:", "^^^^^")),
        ("a: 1", Span(1, 1, 1, 1), ("a: 1", "^")),
        ("a: 1", Span(1, 40, 1, 60), ("a: 1", "    ^")),
    ],
)
def test_carets_stand_below_their_characters(
    text: str, span: Span, expected: tuple[str, str]
) -> None:
    """Tabs, wide and combining characters take another width than one column."""
    actual = excerpt_lines(text, span, 80)
    assert expected == actual


def test_long_line_is_cut_around_the_span() -> None:
    """A chart rendered to one line of JSON would fill the screen."""
    text = "x" * 500 + "gpu" + "y" * 500
    expected = ("… " + "x" * 20 + "gpu" + "y" * 7 + " …", " " * 22 + "^^^")
    actual = excerpt_lines(text, Span(1, 501, 1, 504), 30)
    assert expected == actual


def test_line_without_text_has_no_excerpt() -> None:
    """Where the place is not known there is nothing to show."""
    expected = None
    actual = excerpt_lines("", Span(1, 1, 1, 1), 80)
    assert expected is actual
