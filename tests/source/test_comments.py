import pytest

from gpulint.source.comments import Comment, find_comments
from gpulint.source.reader import ReadOptions, read_bytes

FORMS = [
    (
        "a: 1  # gpulint: ignore[GPU203, mig-name] new card until=2027-01-31",
        Comment("a", 1, 1, False, ("GPU203", "mig-name"), "new card", "2027-01-31"),
    ),
    ("# gpulint: ignore\na: 1", Comment("a", 1, 2, False, (), "", None)),
    ("#gpulint:ignore[GPU1]why\na: 1", Comment("a", 1, 2, False, ("GPU1",), "why", None)),
    (
        "# gpulint: ignore[]\n\n# more\n---\na: 1",
        Comment("a", 1, 5, False, (), "", None),
    ),
    ("a: 1\n# gpulint: ignore[GPU1]", Comment("a", 2, 0, False, ("GPU1",), "", None)),
    (
        "# gpulint: ignore-file[GPU1] generated\r\na: 1",
        Comment("a", 1, 2, True, ("GPU1",), "generated", None),
    ),
    (
        "--- # gpulint: ignore[GPU1]\na: 1",
        Comment("a", 1, 2, False, ("GPU1",), "", None),
    ),
    (
        "# see below # gpulint: ignore[GPU1]\na: 1",
        Comment("a", 1, 2, False, ("GPU1",), "", None),
    ),
]


@pytest.mark.parametrize(("text", "expected"), FORMS)
def test_directive_is_read_with_the_line_that_it_is_about(text: str, expected: Comment) -> None:
    """People write it beside the value or above it."""
    actual = find_comments("a", text.encode())
    assert [expected] == actual


NO_DIRECTIVES = [
    "a: 'x # gpulint: ignore[GPU1]'",
    'a: "\\" # gpulint: ignore[GPU1]"',
    "a: x#gpulint: ignore[GPU1]",
    "# gpulint: ignore-next[GPU1]",
    "# gpulint: ignored",
    "# gpulint is fine",
]


@pytest.mark.parametrize("text", NO_DIRECTIVES)
def test_other_text_is_no_directive(text: str) -> None:
    """A value is not a comment, and an unknown word silences nothing."""
    assert find_comments("a", text.encode()) == []


IN_VALUES = [
    "a: |\n  # gpulint: ignore[GPU1]\n",
    "a:\n- >-\n  x\n\n  # gpulint: ignore[GPU1]\nb: 1\n",
    "a: 'x\n  # gpulint: ignore[GPU1]\n  y'\n",
    "a: |\n  # gpulint: ignore[GPU1]",
]


@pytest.mark.parametrize("text", IN_VALUES)
def test_directive_inside_a_value_is_text(text: str) -> None:
    """A script in a ConfigMap may hold one for another file."""
    reading = read_bytes("a.yaml", text.encode(), ReadOptions(tokens=(b"gpu",)))
    assert (reading.comments, len(reading.documents)) == ((), 1)


def test_directive_around_block_scalars_is_kept() -> None:
    """Only the lines of the value itself are text."""
    text = b"a: |  # gpulint: ignore[GPU1]\n  x\n# gpulint: ignore[GPU2]\nb: 1\n"
    reading = read_bytes("a.yaml", text, ReadOptions(tokens=(b"b",)))
    actual = [(each.ids, each.line, each.target_line) for each in reading.comments]
    assert actual == [(("GPU1",), 1, 1), (("GPU2",), 3, 4)]


def test_directive_in_a_document_without_tokens_is_told() -> None:
    """It is unused, and the report says so."""
    reading = read_bytes("a.yaml", b"a: 1 # gpulint: ignore[GPU1]", ReadOptions(tokens=(b"gpux",)))
    assert [each.ids for each in reading.comments] == [("GPU1",)]
