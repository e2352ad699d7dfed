import pytest

from gpulint.core.fault import InputFault
from gpulint.core.location import Span
from gpulint.source.text import Text
from gpulint.source.yaml_text import read_yaml

pytestmark = pytest.mark.usefixtures("each_parser")


def read(text: str) -> tuple[list[object], list[InputFault]]:
    """Values and faults of a text."""
    parts = list(read_yaml(Text("a.yaml", text.encode())))
    return (
        [part.value for part in parts if not isinstance(part, InputFault)],
        [part for part in parts if isinstance(part, InputFault)],
    )


VALUES = [
    ("a: 1\nb: [x, y, 1e3]\nc: {d: ~}", {"a": 1, "b": ["x", True, 1000.0], "c": {"d": None}}),
    ('a: "1"\nb: |\n  t\nc: "on"', {"a": "1", "b": "t\n", "c": "on"}),
    ("a: |\n  x", {"a": "x"}),
    ("on: 1\n010: 2\n2.5: 3", {"true": 1, "8": 2, "2.5": 3}),
    ("a: !!str 1\nb: !x 2\nc: !!int '3'", {"a": "1", "b": "2", "c": 3}),
    ("a: <<\nb: =\nc: !!binary aGk=", {"a": "<<", "b": "=", "c": "hi"}),
    ("'<<': 1", {"<<": 1}),
    ("a: &x 1\nb: &x 2\nc: *x", {"a": 1, "b": 2, "c": 2}),
    ("a: ! 12\nb: ! 'x'\nc: ! [1]\nd: !", {"a": "12", "b": "x", "c": [1], "d": ""}),
    ("plain", "plain"),
    ("42", 42),
    ("null", None),
]


@pytest.mark.parametrize(("text", "expected"), VALUES)
def test_value_is_what_kubernetes_would_be_handed(text: str, expected: object) -> None:
    """Rules must judge the object that the API server sees."""
    actual = read(text)
    assert ([expected], []) == actual


MERGES = [
    ("b: {<<: *x}", {"g": 1, "h": 2}),
    ("b: {<<: *x, g: 7}", {"g": 7, "h": 2}),
    ("b: {g: 7, <<: *x}", {"g": 1, "h": 2}),
    ("b: {<<: [*x, *y]}", {"g": 1, "h": 2, "i": 6}),
    ("b: {<<: [*y, *x]}", {"g": 5, "h": 2, "i": 6}),
    ("b: {<<: {k: 3}}", {"k": 3}),
    ("b: {!!merge <<: *x}", {"g": 1, "h": 2}),
]


@pytest.mark.parametrize(("line", "expected"), MERGES)
def test_merge_key_has_the_precedence_of_go(line: str, expected: dict[str, int]) -> None:
    """A key before `<<` loses there, against the YAML specification; overriding is no fault."""
    values, faults = read(f"x: &x {{g: 1, h: 2}}\ny: &y {{g: 5, i: 6}}\n{line}")
    actual = [value["b"] for value in values if isinstance(value, dict)]
    assert ([expected], []) == (actual, faults)


def test_key_given_twice_is_a_fault_and_the_last_one_counts() -> None:
    """kubectl refuses it, yet the document's other faults are worth telling too."""
    fault = InputFault(
        "duplicate-key", "a.yaml", Span(3, 3, 3, 4), {"key": "b", "first_line": 2}, "  b: 2"
    )
    actual = read("a:\n  b: 1\n  b: 2\n")
    assert ([{"a": {"b": 2}}], [fault]) == actual


def test_keys_that_get_the_same_name_are_the_same_key() -> None:
    """`1` and "1" are one field in JSON, and which one survives is chance."""
    values, faults = read("1: x\n'1': z")
    assert (values, [fault.facts["key"] for fault in faults]) == ([{"1": "z"}], ["1"])


REFUSED = [
    ("a: 1\n~: 2", Span(2, 1, 2, 2), "key is empty or null"),
    ("a: 1\n[x]: 2", Span(2, 1, 2, 4), "key is a list or a mapping"),
    ("a: {{ x }}", Span(1, 5, 1, 10), "key is a list or a mapping"),
    ("a: .inf", Span(1, 4, 1, 8), "no number that Kubernetes knows"),
    ("a: !!int x", Span(1, 10, 1, 11), "not what its tag `!!int` says"),
    ("a: {<<: 3}", Span(1, 9, 1, 10), "`<<` merges mappings only"),
    ("a: &x [*x]", Span(1, 7, 1, 11), "an anchor contains itself"),
    ("a: &x {b: {c: *x}}", Span(1, 7, 1, 19), "an anchor contains itself"),
    ("a: 1\nb: *x", Span(2, 4, 2, 5), "an anchor that does not exist"),
    ("a: 1\n---\nb: [1\nc: 2", Span(3, 4, 3, 5), "`[` that opens here is not closed"),
    ("a:\n  b: 1\n c: 2", Span(3, 2, 3, 3), "indented unlike"),
    ("a:\n- b\n - c\n d: e", Span(4, 3, 4, 4), "a `:` cannot stand here"),
    ("a: b: c", Span(1, 5, 1, 6), "a `:` cannot stand here"),
    ("a:\n\tb: 1", Span(2, 1, 2, 2), "a tab"),
    ("a:\n  b: 1\n\t  c: 2", Span(3, 1, 3, 2), "a tab"),
    ("a: @b", Span(1, 4, 1, 5), "cannot start with `@`"),
    ("a: 'b", Span(1, 4, 1, 5), "quote that opens here is never closed"),
    ("a: x\x01", Span(1, 5, 1, 6), "U+0001 is not allowed"),
    ("a: b\nkey\nc: d", Span(2, 1, 2, 2), "a key without `:`"),
    ("a: 1\n...\nb: 2", Span(3, 1, 3, 2), "text after the end of a document"),
]


@pytest.mark.parametrize(("text", "span", "words"), REFUSED)
def test_text_that_kubernetes_refuses_is_explained_at_its_place(
    text: str, span: Span, words: str
) -> None:
    """The parser's own words (`block mapping`, `simple key`) help nobody who writes manifests."""
    fault = read(text)[1][-1]
    kind = "refused" if "Kubernetes knows" in words else "syntax"
    assert (kind, span, True) == (fault.kind, fault.span, words in str(fault.facts["detail"]))


def test_unknown_escape_is_explained() -> None:
    """Windows paths in double quotes are a common slip; the parsers differ by one column."""
    fault = read('a: 1\nb: "\\q"')[1][-1]
    expected = (2, "an escape that double quotes do not know; use single quotes")
    actual = (fault.span.line, fault.facts["detail"])
    assert expected == actual


def test_documents_before_a_fault_are_kept() -> None:
    """What can be read is judged."""
    values, faults = read("a: 1\n---\nb: [\n")
    assert (values, len(faults)) == ([{"a": 1}], 1)


def test_empty_documents_are_left_out() -> None:
    """A separator too many is no object."""
    expected = ([{"a": 1}], [])
    actual = read("---\n# nothing\n---\na: 1\n---\n")
    assert expected == actual
