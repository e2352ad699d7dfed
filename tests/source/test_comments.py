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
        "# gpulint: ignore\n\n# more\n---\na: 1",
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
    "# gpulint is fine",
]


@pytest.mark.parametrize("text", NO_DIRECTIVES)
def test_other_text_is_no_directive(text: str) -> None:
    """A value is not a comment, and a name alone is no call."""
    assert find_comments("a", text.encode()) == []


_BRACKETS = "brackets are missing around the rules, so nothing is silenced; write "
_ALL = "no rule is named, so nothing is silenced; write "
SLIPS = [
    ("ignore[GPU302", _BRACKETS + "ignore[GPU302]"),
    ("ignore GPU302", _BRACKETS + "ignore[GPU302]"),
    ("ignore: gpu302, wrong-type", _BRACKETS + "ignore[gpu302, wrong-type]"),
    ("ignore(GPU302) shared card", _BRACKETS + "ignore[GPU302]"),
    ("ignore GPU3xx", _BRACKETS + "ignore[GPU3xx]"),
    ("ignore mig-profile-not-on-product", _BRACKETS + "ignore[mig-profile-not-on-product]"),
    ("ignore duplicate-key", _BRACKETS + "ignore[duplicate-key]"),
    ("ignore-file{GPU302}", _BRACKETS + "ignore-file[GPU302]"),
    ("ignore[", _BRACKETS + "ignore[GPU302]"),
    ("ignore[]", _ALL + "ignore[GPU302], or ignore for all rules"),
    ("ignore-file[ , ] why", _ALL + "ignore-file[GPU302], or ignore-file for all rules"),
    ("ignroe[GPU302]", "unknown directive 'ignroe'; did you mean ignore?"),
    ("Ignore[GPU302]", "unknown directive 'Ignore'; did you mean ignore?"),
    ("ignored", "unknown directive 'ignored'; did you mean ignore?"),
    ("disable[GPU302]", "unknown directive 'disable'; did you mean ignore?"),
    ("ignore-next[GPU302]", "unknown directive 'ignore-next'; did you mean ignore?"),
    ("ignore-fil[GPU302]", "unknown directive 'ignore-fil'; did you mean ignore-file?"),
    ("see the wiki", "unknown directive 'see'; there are ignore and ignore-file"),
    ("", "no directive stands here, so nothing is silenced; write ignore[GPU302]"),
    ("[GPU302]", "no directive stands here, so nothing is silenced; write ignore[GPU302]"),
]


@pytest.mark.parametrize(("words", "expected"), SLIPS)
def test_slip_in_a_directive_is_told(words: str, expected: str) -> None:
    """A slip must not silence every rule, nor leave people believing that one is silent."""
    actual = [each.fault for each in find_comments("a", f"a: 1 # gpulint: {words}".encode())]
    assert [expected] == actual


@pytest.mark.parametrize(
    "reason", ["generated", "pre-commit sets it", "GPUs are shared", "until=2027-01-31", "- why"]
)
def test_bare_word_with_a_reason_is_for_every_rule(reason: str) -> None:
    """Only what looks like a rule is a slip."""
    found = find_comments("a", f"a: 1 # gpulint: ignore {reason}".encode())
    assert [(each.ids, each.fault) for each in found] == [((), "")]


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
