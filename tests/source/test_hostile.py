"""Damaged and hostile texts: each gives a fault with a line, and its neighbours are still read."""

import pytest

from gpulint.source import assembly, composer
from gpulint.source.limits import MAX_DEPTH, MAX_NODES
from gpulint.source.reader import Reading, ReadOptions, read_bytes

NEIGHBOUR = b"\n---\nkind: Pod\ngpu: 1\n"


def bomb(levels: int) -> bytes:
    """Ten to the power of `levels` values by aliases of aliases."""
    lines = [b"a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    for level in range(1, levels):
        alias = b"*a%d" % (level - 1)
        lines.append(b"a%d: &a%d [%s]" % (level, level, b", ".join([alias] * 10)))
    return b"\n".join(lines)


HOSTILE = {
    "brackets": b"gpu: " + b"[" * 100_000,
    "closed brackets": b"gpu: " + b"[" * 900 + b"]" * 900,
    "question marks": b"gpu: 1\nx: " + b"? " * 20_000,
    "dashes": b"gpu: 1\nx:\n " + b"- " * 10_000,
    "nested mappings": b"gpu:\n" + b"\n".join(b" " * n + b"a:" for n in range(1, 3000)),
    "alias bomb": b"gpu: 1\n" + bomb(12),
    "merge bomb": b"gpu: 1\na0: &a0 {"
    + b", ".join(b"k%d: 1" % n for n in range(1000))
    + b"}\nb:\n"
    + b"- <<: ["
    + b", ".join([b"*a0"] * 2000)
    + b"]",
    "cycle": b"gpu: &a [*a]",
    "cycle by merge": b"gpu: &a {<<: *a}",
    "chain of anchors": b"gpu: &n0 [x]\n"
    + b"\n".join(b"b%d: &n%d [*n%d]" % (n, n, n - 1) for n in range(1, 5000)),
    "undefined alias": b"gpu: *nowhere",
    "flow without end": b"gpu: [1, 2",
    "quote without end": b'gpu: "x',
    "tab": b"gpu:\n\tx: 1",
    "control character": b"gpu: \x07",
    "directive without document": b"%YAML 9.9\ngpu: 1",
    "list as key": b"gpu: 1\n[a, b]: c",
}


def read(data: bytes, name: str = "a.yaml") -> Reading:
    return read_bytes(name, data, ReadOptions(tokens=(b"gpu",)))


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
def test_hostile_document_is_one_fault_and_its_neighbour_is_read(data: bytes) -> None:
    """One broken document must not hide a real fault beside it, nor end the process."""
    reading = read(data + NEIGHBOUR)
    last = [{"kind": "Pod", "gpu": 1}] if not data.startswith(b"%") else []
    actual = ([each.kind for each in reading.faults], [each.value for each in reading.documents])
    assert (["syntax"], last) == actual


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
def test_hostile_document_is_survived_without_libyaml(
    data: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The parser in Python is bound by Python's own recursion."""
    monkeypatch.setattr(composer, "_composer", None)
    faults = [each.kind for each in read(data).faults]
    assert faults == ["syntax"]


NO_TEXT = {
    "picture": (b"\x89PNG\r\n\x1a\n\0\0gpu", "a binary file, no text", 1),
    "nul": (b"a: 1\ngpu: x\0y", "a NUL byte; the file is damaged or no text", 2),
    "latin-1": (b"a: 1\ngpu: \xe9", "the byte 0xE9 is not UTF-8; save the file as UTF-8", 2),
    "half of UTF-16": (b"\xff\xfeg", "the UTF-16 text is broken", 1),
}


@pytest.mark.parametrize(("data", "detail", "line"), NO_TEXT.values(), ids=NO_TEXT)
def test_bytes_that_are_no_text_are_one_fault(data: bytes, detail: str, line: int) -> None:
    """Nothing passes in silence, whether or not a GPU is mentioned."""
    reading = read(data)
    actual = [(each.kind, each.facts["detail"], each.span.line) for each in reading.faults]
    assert [("encoding", detail, line)] == actual


JSON = {
    "brackets": b'{"gpu": ' + b"[" * 100_000,
    "closed brackets": b'{"gpu": ' + b"[" * 900 + b"]" * 900 + b"}",
    "trailing comma": b'{"gpu": 1,, }',
    "infinite number": b'{"gpu": 1e999}',
    "number of 5,000 digits": b'{"gpu": ' + b"9" * 5000 + b"}",
    "cut off": b'{"gpu": "x',
    "control character": b'{"gpu": "\x07"}',
}


@pytest.mark.parametrize("data", JSON.values(), ids=JSON)
def test_hostile_json_is_one_fault(data: bytes) -> None:
    """JSON is read by another parser with limits of its own."""
    reading = read(data, "a.json")
    actual = ([each.kind for each in reading.faults], reading.documents)
    assert actual == (["syntax"], ())


@pytest.mark.parametrize(
    ("name", "text", "word"), [("a.yaml", b"gpu: .inf", ".inf"), ("a.json", b'{"gpu": NaN}', "NaN")]
)
def test_number_that_kubernetes_does_not_know_is_a_fault_of_objects_alone(
    name: str, text: bytes, word: str
) -> None:
    """Results of benchmarks hold it, and nobody applies them."""
    detail = f"no manifest, and `{word}` is no number that Kubernetes knows in line 1"
    expected: tuple[object, object] = ([], [("unreadable", detail)])
    reading = read(text, name)
    actual = (list(reading.faults), [(each.status, each.detail) for each in reading.inputs])
    assert expected == actual


def test_number_that_kubernetes_does_not_know_is_a_fault_of_an_object() -> None:
    """The API server reads JSON, which has no word for it."""
    expected = [("refused", 2)]
    reading = read(b"apiVersion: v1\ngpu: .nan")
    actual = [(each.kind, each.span.line) for each in reading.faults]
    assert expected == actual


def test_deepest_document_that_is_read_has_the_promised_depth() -> None:
    """Below the limit views may recurse safely; the limit itself is no accident of Python's."""
    inner = MAX_DEPTH - 1  # the mapping around is a level too
    texts = [b"gpu: " + b"[" * depth + b"]" * depth for depth in (inner, inner + 1)]
    actual = [len(read(text).documents) for text in texts]
    assert actual == [1, 0]


@pytest.mark.parametrize("more", [0, 1])
def test_values_are_counted_with_aliases_expanded(more: int) -> None:
    """The count decides, not the size of the text."""
    rows = b"\n".join([b"- *a"] * ((MAX_NODES - 1000) // 999 + more))
    text = b"gpu: &a [" + b",".join([b"1"] * 998) + b"]\nb:\n" + rows
    actual = len(read(text).documents)
    assert 1 - more == actual


def test_text_of_many_plain_values_is_refused_without_building_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """64 MB of `1,` would be gigabytes of nodes."""
    for module in (assembly, composer):
        monkeypatch.setattr(module, "MAX_NODES", 1000)
    text = b"gpu: [" + b"1," * 1000 + b"1]"
    actual = [each.facts["detail"] for each in read(text).faults]
    assert actual == ["one document holds more than 1,000,000 values, aliases expanded"]


def test_utf_16_with_its_mark_is_read() -> None:
    """YAML readers take it, and some editors write it."""
    actual = [each.value for each in read("gpu: ü".encode("utf-16")).documents]
    assert actual == [{"gpu": "ü"}]


@pytest.mark.parametrize("line_break", ["\r\n", "\r"])
def test_old_line_breaks_separate_documents(line_break: str) -> None:
    """A lone CR hides separators from a search for newlines."""
    text = f"gpu: 1{line_break}---{line_break}gpu: 2{line_break}".encode()
    actual = [(each.value, each.first_line) for each in read(text).documents]
    assert actual == [({"gpu": 1}, 1), ({"gpu": 2}, 3)]
