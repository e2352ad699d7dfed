import pytest

from gpulint.core.location import Located, Part, Span
from gpulint.core.pointer import Pointer
from gpulint.source.document import Document
from gpulint.source.reader import ReadOptions, read_bytes


def document(text: str) -> Document:
    return read_bytes("a.yaml", text.encode(), ReadOptions(prefilter=False)).documents[0]


def shown(text: str, parts: tuple[str | int, ...], part: Part = "value") -> tuple[str, str | None]:
    """The words at the span and, behind an alias, at its anchor."""
    found = document(text).locate(Pointer(parts), part)
    return cut(text, found.span), None if found.anchor is None else cut(text, found.anchor)


def cut(text: str, span: Span) -> str:
    """What a span covers, lines joined by `|`."""
    lines = text.splitlines()
    rows = lines[span.line - 1 : span.end_line] or [""]
    rows[-1] = rows[-1][: span.end_column - 1]
    rows[0] = rows[0][span.column - 1 :]
    return "|".join(rows)


PLACES: list[tuple[str, tuple[str | int, ...], Part, str]] = [
    ("a: 1", ("a",), "key", "a"),
    ("a: 1 # why", ("a",), "value", "1"),
    ("'a b': \"x y\"", ("a b",), "key", "'a b'"),
    ("'a b': \"x y\"", ("a b",), "value", '"x y"'),
    ("a:\n  b: 1\n  c: 2\nd: 3", ("a",), "value", "b: 1"),
    ("a:\n- x\n- y\nd: 3", ("a",), "value", "- x"),
    ("a:\n- x\n- y # z\n", ("a", 1), "value", "y"),
    ("a:\n- x\n- y\n", ("a", 1), "key", "y"),
    ("a:\n- name: x\n  b: 2\n", ("a", 0), "value", "name: x"),
    ("a: {b: 1,\n  c: 2}", ("a",), "value", "{b: 1,|  c: 2}"),
    ("a: {b: 1, c: [3, 4]}", ("a", "c", 1), "value", "4"),
    ("a: |-  # text\n  x\n  y\nb: 1", ("a",), "value", "|-"),
    ("a: >\n  x\nb: 1", ("a",), "value", ">"),
    ("a:\nb: 1", ("a",), "value", ""),
    ("a: 'x\n  y'", ("a",), "value", "'x|  y'"),
    ("a: &n 12", ("a",), "value", "12"),
    ("a: !!str 12", ("a",), "value", "12"),
    ("a: &n !!str 12", ("a",), "value", "12"),
    ("a: &n # why\n  b: 1\n  c: 2", ("a",), "value", "b: 1"),
    ("&k a: 1", ("a",), "key", "a"),
    ("? a\n: 1", ("a",), "value", "1"),
    ("on: 1", ("true",), "key", "on"),
    ("010: 1", ("8",), "key", "010"),
    ("a: 1\na: 2", ("a",), "value", "2"),
    ("# head\na: 1\nb: 2", (), "value", "a: 1"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "parts", "part", "expected"), PLACES)
def test_pointer_leads_to_the_characters_of_its_key_or_value(
    text: str, parts: tuple[str | int, ...], part: Part, expected: str
) -> None:
    """A finding is worth little without its place."""
    actual = shown(text, parts, part)
    assert (expected, None) == actual


MISSING: list[tuple[str, tuple[str | int, ...], str]] = [
    ("a:\n  b: 1", ("a", "x"), "a"),
    ("a:\n  b: 1", ("a", "x", "y", 0), "a"),
    ("a:\n- b: 1", ("a", 0, "x"), "b: 1"),
    ("a:\n- b: 1", ("a", 7), "a"),
    ("a: 1", ("a", "b"), "a"),
    ("a: 1", ("x",), "a: 1"),
    ("[1, 2]", (5,), "[1, 2]"),
]


@pytest.mark.parametrize("part", ["key", "value"])
@pytest.mark.parametrize(("text", "parts", "expected"), MISSING)
def test_missing_value_is_shown_at_the_key_of_its_nearest_parent(
    text: str, parts: tuple[str | int, ...], expected: str, part: Part
) -> None:
    """Rules that miss a field point at what should hold it."""
    actual = shown(text, parts, part)
    assert (expected, None) == actual


ALIASES: list[tuple[str, tuple[str | int, ...], Part, tuple[str, str | None]]] = [
    ("a: &x {g: 1}\nb: *x", ("b",), "value", ("b", "{g: 1}")),
    ("a: &x {g: 1}\nb: *x", ("b",), "key", ("b", None)),
    ("a: &x {g: 1}\nb: *x", ("b", "g"), "value", ("b", "1")),
    ("a: &x {g: 1}\nb: *x", ("b", "g"), "key", ("b", "g")),
    ("a: &x {g: 1}\nb: *x", ("b", "nope"), "value", ("b", None)),
    ("a: &x {g: 1}\nb: *x", ("a", "g"), "value", ("1", None)),
    ("a: &x 1\nb:\n- 2\n- *x\n- *x", ("b", 1), "value", ("*x", "1")),
    ("a: &x 1\nb: [*x, 2, *x] # *x", ("b", 2), "value", ("*x", "1")),
    ("- &x {g: 1}\n# *x\n- *x\n- *x", (2, "g"), "key", ("*x", "g")),
    ("a: &x {g: 1}\nb:\n  <<: *x\n  h: 2", ("b", "g"), "value", ("<<", "1")),
    ("a: &x {g: 1}\nb:\n  <<: *x\n  h: 2", ("b", "g"), "key", ("<<", "g")),
    ("a: &x {g: 1}\nb:\n  <<: *x\n  h: 2", ("b", "h"), "value", ("2", None)),
    ("a: &x {g: 1}\nb:\n  <<: *x\n  g: 2", ("b", "g"), "value", ("2", None)),
    ("a: &x {g: 1}\nb:\n  g: 2\n  <<: *x", ("b", "g"), "value", ("<<", "1")),
    ("a: &x {g: 1}\nb: &y {g: 2}\nc: {<<: [*x, *y]}", ("c", "g"), "value", ("<<", "1")),
    ("a: {<<: {g: 1}}", ("a", "g"), "value", ("1", None)),
    ("a: &x {g: 1}\nb: &y {<<: *x}\nc: {<<: *y}", ("c", "g"), "value", ("<<", "1")),
    ("a: &x k\n*x : 1", ("k",), "key", ("*x", "k")),
]


@pytest.mark.parametrize(("text", "parts", "part", "expected"), ALIASES)
def test_behind_an_alias_the_use_is_shown_and_the_anchor_told(
    text: str, parts: tuple[str | int, ...], part: Part, expected: tuple[str, str | None]
) -> None:
    """The same anchor is right in one place and wrong in another."""
    actual = shown(text, parts, part)
    assert expected == actual


def test_byte_order_mark_and_windows_breaks_do_not_move_a_value() -> None:
    """Editors show neither."""
    text = b"\xef\xbb\xbfa: 1\r\nb:\r\n  gpu: 2\r\n"
    found = read_bytes("a.yaml", text, ReadOptions(prefilter=False)).documents[0]
    expected = Located(Span(3, 8, 3, 9))
    actual = found.locate(Pointer(("b", "gpu")), "value")
    assert expected == actual


def test_unicode_line_separator_does_not_move_the_lines_below() -> None:
    """YAML counts a line there, editors do not."""
    expected = Located(Span(2, 4, 2, 5))
    actual = document('a: "x\u2028  y" # \u0085\nb: 2').locate(Pointer(("b",)), "value")
    assert expected == actual


def test_later_document_keeps_the_lines_of_its_file() -> None:
    """Each piece is parsed by itself."""
    reading = read_bytes("a.yaml", b"a: 1\n---\nb: 2\n---\n\nc: 3\n", ReadOptions(prefilter=False))
    actual = [
        (each.index, each.first_line, each.locate(Pointer(("c",)), "key").span.line)
        for each in reading.documents
    ]
    assert actual == [(0, 1, 1), (1, 3, 3), (2, 6, 6)]


def test_a_thousand_places_of_a_long_list_are_found_without_searching_each_time() -> None:
    """Lists hold thousands of objects, and each finding asks for its place."""
    text = "items:\n" + "".join(f"- name: n{number}\n" for number in range(1000))
    found = document(text)
    actual = [
        found.locate(Pointer(("items", number, "name")), "value").span.line
        for number in range(1000)
    ]
    assert list(range(2, 1002)) == actual


def test_documents_of_a_stream_that_cannot_be_split_keep_their_places() -> None:
    """Their nodes are composed anew from the whole stream, where empty documents count as well."""
    stream = b"%YAML 1.1\n---\na: 1\n---\n---\nb: {c: 2}\n"
    reading = read_bytes("a.yaml", stream, ReadOptions(prefilter=False))
    actual = [
        each.locate(Pointer(parts), "value").span
        for each, parts in zip(reading.documents, [("a",), ("b", "c")], strict=True)
    ]
    assert [Span(3, 4, 3, 5), Span(6, 8, 6, 9)] == actual
