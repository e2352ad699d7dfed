import pytest

from gpulint.core.fault import InputFault
from gpulint.core.location import Span
from gpulint.core.pointer import Pointer
from gpulint.source.document import Document
from gpulint.source.reader import ReadOptions, read_bytes


def inner(text: str, *parts: str | int) -> Document:
    outer = read_bytes("a.yaml", text.encode(), ReadOptions(prefilter=False)).documents[0]
    found = outer.embedded(Pointer(parts or ("data", "c.yaml")))
    assert isinstance(found, Document)
    return found


def test_places_inside_a_literal_block_are_lines_and_columns_of_the_file() -> None:
    """MIG and time-slicing configurations are YAML inside a ConfigMap."""
    text = "---\nkind: ConfigMap\ndata:\n  c.yaml: |\n\n    a:\n      gpu: 2\n"
    found = inner(text)
    actual = (
        found.value,
        found.first_line,
        found.locate(Pointer(("a", "gpu")), "value").span,
        found.line_text(7),
    )
    assert ({"a": {"gpu": 2}}, 6, Span(7, 12, 7, 13), "      gpu: 2") == actual


@pytest.mark.parametrize("header", ["|2", "|-", "|+", "|  # why"])
def test_header_of_a_literal_block_does_not_move_its_places(header: str) -> None:
    """Headers can fix the indentation and hold comments."""
    found = inner(f"data:\n  c.yaml: {header}\n    gpu: 2\n")
    span = found.locate(Pointer(("gpu",)), "value").span
    assert Span(3, 10, 3, 11) == span


@pytest.mark.parametrize("value", ['"gpu: 2"', "'gpu: 2'", ">\n  gpu: 2\n", "gpu:\\x3a 2"])
def test_places_inside_other_strings_are_the_whole_string(value: str) -> None:
    """Folding and escapes move characters; the scalar itself is sure."""
    text = f"data: {value}".replace("gpu:\\x3a 2", '"gpu\\x3a 2"')
    found = inner(text, "data")
    span = found.locate(Pointer(("gpu",)), "value").span
    assert (found.value, (span.line, span.column)) == ({"gpu": 2}, (1, 7))


def test_fault_inside_a_literal_block_stands_on_its_line() -> None:
    """The configuration is broken, the ConfigMap is not."""
    outer = read_bytes("a.yaml", b"data: |\n  a: 1\n  b: [\n", ReadOptions(prefilter=False))
    found = outer.documents[0].embedded(Pointer(("data",)))
    assert isinstance(found, InputFault)
    assert (
        found.kind,
        found.span.line,
        found.span.column,
        found.excerpt,
    ) == ("syntax", 3, 6, "  b: [")


def test_document_inside_a_document_inside_a_document_is_placed_in_the_file() -> None:
    """An Application with values that hold a ConfigMap that holds a configuration."""
    middle = inner("v: |\n  w: |\n    gpu: 2\n", "v")
    found = middle.embedded(Pointer(("w",)))
    assert isinstance(found, Document)
    assert Span(3, 10, 3, 11) == found.locate(Pointer(("gpu",)), "value").span


def test_json_string_inside_json_is_placed_at_the_whole_string() -> None:
    """last-applied-configuration is such a string."""
    text = '{"a": "{\\"gpu\\": 2}"}'
    outer = read_bytes("a.json", text.encode(), ReadOptions(prefilter=False)).documents[0]
    found = outer.embedded(Pointer(("a",)))
    assert isinstance(found, Document)
    expected = ({"gpu": 2}, Span(1, 7, 1, 21))
    actual = (found.value, found.locate(Pointer(("gpu",)), "value").span)
    assert expected == actual


@pytest.mark.parametrize("parts", [("n",), ("m",), ("nope",), ("empty",)])
def test_what_is_no_string_holds_no_document(parts: tuple[str]) -> None:
    """Asked of every value without a look first."""
    text = b"n: 1\nm: {a: b}\nempty: ''\n"
    outer = read_bytes("a.yaml", text, ReadOptions(prefilter=False)).documents[0]
    assert outer.embedded(Pointer(parts)) is None


def test_aliased_string_is_placed_where_the_alias_is() -> None:
    """The lines of the anchor belong to another key."""
    found = inner("a: &x |\n  gpu: 2\nb: *x\n", "b")
    expected = Span(3, 1, 3, 2)
    actual = found.locate(Pointer(("gpu",)), "value").span
    assert expected == actual
