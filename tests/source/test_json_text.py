import pytest

from gpulint.core.fault import InputFault
from gpulint.core.location import Part, Span
from gpulint.core.pointer import Pointer
from gpulint.source.reader import Reading, ReadOptions, read_bytes


def read(text: str, name: str = "a.json") -> Reading:
    return read_bytes(name, text.encode(), ReadOptions(prefilter=False))


VALUES = [
    ('{"a": [1, -2.5, true, null, "x"]}', [{"a": [1, -2.5, True, None, "x"]}]),
    ('{"a": "\\ud83d\\ude00"}', [{"a": "😀"}]),
    ('{"a": "\\ud83d", "\\udc00": 1}', [{"a": "\ufffd", "\ufffd": 1}]),
    ('{"a": "x\\/y"}', [{"a": "x/y"}]),
    ("[1, 2]", [[1, 2]]),
    ('{"a": 1}{"b": 2}\n{"c": 3}', [{"a": 1}, {"b": 2}, {"c": 3}]),
    ('{"a": 1}\n---\n{"b": 2}', [{"a": 1}, {"b": 2}]),
    ("\ufeff {}", [{}]),
    ("", []),
    ('{"a": 1, }', [{"a": 1}]),
    ('# comment\n{"a": 1}', [{"a": 1}]),
]


@pytest.mark.parametrize(("text", "expected"), VALUES)
def test_json_is_read_as_kubectl_reads_it(text: str, expected: list[object]) -> None:
    """A stream of objects, and YAML where JSON fails: kubectl tries both in this order."""
    reading = read(text)
    assert (expected, ()) == ([each.value for each in reading.documents], reading.faults)


def test_json_in_a_yaml_file_is_read_by_the_json_parser() -> None:
    """YAML has no surrogate pairs; `kubectl get -o json > pod.yaml` has."""
    actual = [each.value for each in read('{"a": "\\ud83d\\ude00"}', "pod.yaml").documents]
    assert actual == [{"a": "😀"}]


def test_flow_mapping_in_a_yaml_file_keeps_yamls_rules() -> None:
    """It only looks like JSON."""
    actual = [each.value for each in read("{a: yes, b: 010}", "a.yaml").documents]
    assert actual == [{"a": True, "b": 8}]


def test_key_given_twice_is_told_with_both_lines() -> None:
    """The last one counts, at any depth."""
    reading = read('{"a": [{"b": 1,\n "c": 2,\n "b": 3}]}')
    fault = InputFault(
        "duplicate-key", "a.json", Span(3, 2, 3, 5), {"key": "b", "first_line": 1}, ' "b": 3}]}'
    )
    actual = (reading.documents[0].value, reading.faults)
    assert ({"a": [{"b": 3, "c": 2}]}, (fault,)) == actual


def test_broken_json_file_is_explained_as_json() -> None:
    """YAML's complaint about it would send people the wrong way."""
    reading = read('{"a": 1,\n "b" 2}')
    actual = [(each.kind, each.span, each.facts["detail"]) for each in reading.faults]
    assert [("syntax", Span(2, 6, 2, 7), "no JSON: expecting ':' delimiter")] == actual


PLACES: list[tuple[tuple[str | int, ...], Part, str]] = [
    (("a",), "key", '"a"'),
    (("a",), "value", "[1,|  2]"),
    (("a", 1), "value", "2"),
    (("a", 1), "key", "2"),
    (("b é", "c"), "value", '"x"'),
    (("b é", "c"), "key", '"c"'),
    (("b é", "nope"), "value", '"b é"'),
    (("a", 9), "value", '"a"'),
    (("nope",), "value", '{"a": [1,'),
    ((), "value", '{"a": [1,'),
]


@pytest.mark.parametrize(("parts", "part", "expected"), PLACES)
def test_place_in_json_is_the_text_of_its_key_or_value(
    parts: tuple[str | int, ...], part: Part, expected: str
) -> None:
    """JSON manifests come from machines, but people mend them."""
    text = '{"a": [1,\n  2], "b é": {"c": "x"}}'
    span = read(text).documents[0].locate(Pointer(parts), part).span
    lines = text.split("\n")[span.line - 1 : span.end_line]
    lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = lines[0][span.column - 1 :]
    assert expected == "|".join(lines)


def test_second_object_of_a_stream_has_its_own_places() -> None:
    """JSON Lines hold one object a line."""
    found = read('{"a": 1}\n{"a": 2}\n').documents[1]
    actual = (found.first_line, found.locate(Pointer(("a",)), "value").span)
    assert (2, Span(2, 7, 2, 8)) == actual


@pytest.mark.parametrize("number", ["1e400", "9" * 400, "-" + "9" * 5000])
def test_number_that_no_machine_holds_is_told_at_its_place(number: str) -> None:
    """kubectl refuses it, and Python does not even read thousands of digits."""
    shown = number if len(number) <= 40 else number[:40] + "…"
    fault = InputFault(
        "syntax",
        "a.json",
        Span(2, 3, 2, 3),
        {"detail": f"`{shown}` is too large for a number"},
        f"  {number}]",
    )
    reading = read(f"[1,\n  {number}]")
    assert ((), (fault,)) == (reading.documents, reading.faults)


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        ("9223372036854775807", 2**63 - 1),
        ("-9223372036854775808", -(2**63)),
        ("9223372036854775808", float(2**63)),
        ("1" + "0" * 300, 1e300),
    ],
)
def test_integer_beyond_64_bits_is_a_float(number: str, expected: float) -> None:
    """Kubernetes decodes it so."""
    actual = [repr(each.value) for each in read(f"[{number}]").documents]
    assert [repr([expected])] == actual
