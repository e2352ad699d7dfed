import pytest

from gpulint.reporters.markup import code, markdown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a | b", "a \\| b"),
        ("[x](y) *z* `q`", "\\[x\\]\\(y\\) \\*z\\* \\`q\\`"),
        ("<img> @team", "&lt;img&gt; &#64;team"),
    ],
)
def test_values_stay_text_in_markdown(text: str, expected: str) -> None:
    """A comment of CI must not show images, break its table or call people."""
    actual = markdown(text)
    assert expected == actual


@pytest.mark.parametrize(
    ("text", "expected"), [("a.yaml:1", "`a.yaml:1`"), ("a`b", "`` a`b ``"), ("a|b", "`a\\|b`")]
)
def test_code_span_holds_its_text(text: str, expected: str) -> None:
    """A backtick or pipe in a file name would end it."""
    actual = code(text)
    assert expected == actual
