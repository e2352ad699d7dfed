"""Places in a document, also below strings that hold a document of their own."""

import pytest

from gpulint.core.pointer import Pointer
from gpulint.source.reader import ReadOptions, read_bytes

TEXT = b"""\
data:
  c.yaml: |
    version: v1
    list:
      - name: one
        inner: |
          deep: 1
  flat: "a: 1"
"""


@pytest.mark.parametrize(
    ("pointer", "line", "column"),
    [
        (("data", "c.yaml", "list", 0, "name"), 5, 15),
        (("data", "c.yaml", "list", 0, "inner", "deep"), 7, 17),
        (("data", "c.yaml", "list", 3), 4, 5),
        (("data", "flat", "a"), 8, 9),
        (("data", "absent", "a"), 1, 1),
    ],
)
def test_places_go_on_below_a_string(
    pointer: tuple[str | int, ...], line: int, column: int
) -> None:
    """A finding inside a ConfigMap must show the line that a person edits."""
    document = read_bytes("a.yaml", TEXT, ReadOptions(prefilter=False)).documents[0]
    span = document.locate(Pointer(pointer), "value").span
    assert (line, column) == (span.line, span.column)


def test_a_string_that_is_no_document_is_its_own_place() -> None:
    """A pointer too deep leads to the nearest parent, as everywhere."""
    text = b'a: "[unclosed"\n'
    document = read_bytes("a.yaml", text, ReadOptions(prefilter=False)).documents[0]
    span = document.locate(Pointer(("a", "b")), "value").span
    expected = (1, 1)
    assert expected == (span.line, span.column)


ALONE = [
    pytest.param(b"a: {b: 1}\n", ("a", "b"), True, id="plain"),
    pytest.param(b"a: &x {b: 1}\nc: *x\n", ("a", "b"), False, id="anchor"),
    pytest.param(b"a: &x {b: 1}\nc: *y  # R&D\n", ("a", "b"), True, id="no-such-anchor"),
    pytest.param(b"a: &x {b: 1}\nc: '* x'\n", ("a", "b"), True, id="anchor-alone"),
    pytest.param(TEXT, ("data", "flat"), True, id="string"),
    pytest.param(TEXT, ("data", "c.yaml", "version"), False, id="inside-a-string"),
    pytest.param(
        b"---\n# Source: t/templates/a.yaml\na: {b: 1}\n", ("a", "b"), False, id="rendered"
    ),
]


@pytest.mark.parametrize(("text", "pointer", "expected"), ALONE)
def test_text_stands_alone_when_a_person_may_change_it_for_one_place(
    text: bytes, pointer: tuple[str, ...], expected: bool
) -> None:
    """A fix in an anchor would change what is right elsewhere; one in rendered text is lost."""
    documents = read_bytes("a.yaml", text, ReadOptions(prefilter=False)).documents
    actual = [each.stands_alone(Pointer(pointer)) for each in documents]
    assert actual == [expected] * len(documents)
