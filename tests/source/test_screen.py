import pytest

from gpulint.source.reader import ReadOptions, read_bytes
from gpulint.source.screen import (
    Piece,
    essential,
    is_blank,
    is_crd,
    is_odd,
    normal,
    screen,
    split,
)

SPLITS = [
    (b"a\n---\nb", [(b"a\n", 1), (b"---\nb", 2)]),
    (b"---\na\n---", [(b"---\na\n", 1), (b"---", 3)]),
    (b"a\r\n--- # c\r\nb", [(b"a\r\n", 1), (b"--- # c\r\nb", 2)]),
    (b"a\n---b\n --- \n", [(b"a\n---b\n --- \n", 1)]),
    (b"%YAML 1.1\n---\na\n---\nb", [(b"%YAML 1.1\n---\na\n---\nb", 1)]),
    (b"a\r---\rb\n---\nc", [(b"a\r---\rb\n---\nc", 1)]),
    (b"", [(b"", 1)]),
]


@pytest.mark.parametrize(("data", "expected"), SPLITS)
def test_stream_is_split_only_where_documents_surely_end(
    data: bytes, expected: list[tuple[bytes, int]]
) -> None:
    """A wrong cut would break a good document; directives and lone CRs make cuts unsure."""
    actual = split(data)
    assert expected == actual


BLANK = [
    (b"", True), (b"---", True), (b"---\n# x\n\n  # y: z\n", True), (b"# x", True),
    (b"---\na: 1", False), (b"# x\na: 1", False), (b"--- a", False),
]  # fmt: skip


@pytest.mark.parametrize(("data", "expected"), BLANK)
def test_piece_of_comments_only_is_no_document(data: bytes, expected: bool) -> None:
    """It would be counted and numbered."""
    actual = is_blank(data)
    assert expected == actual


EVASIONS = [
    '"nvi\\x64ia.com"', '"nvi\\u0064ia.com"', '"nvi\\U00000064ia.com"', '"nvi\\\n  dia.com"',
    '"nvi\\\r\n  dia.com"', '"nvi\\\u2028dia.com"', '"nvi\\\u0085dia.com"', "!!binary bnZpZGlhLmNvbQ==",
    "!<tag:yaml.org,2002:binary> bnZpZGlhLmNvbQ==", "!!bi%6eary bnZpZGlhLmNvbQ==",
]  # fmt: skip


@pytest.mark.parametrize("value", EVASIONS)
def test_token_that_is_spelled_otherwise_is_found(value: str) -> None:
    """A literal search proves nothing where text is escaped or encoded."""
    text = f"kind: Pod\na: {value}\n".encode()
    found = read_bytes("a.yaml", text, ReadOptions(tokens=(b"nvidia.com",))).documents
    actual = [(each.value, each.mentions) for each in found]
    assert actual == [({"kind": "Pod", "a": "nvidia.com"}, True)]


def test_token_in_a_tag_of_a_directive_is_found() -> None:
    """`%TAG` gives tags other names."""
    text = b"%TAG !x! tag:yaml.org,2002:\n---\na: !x!binary bnZpZGlhLmNvbQ==\n"
    found = read_bytes("a.yaml", text, ReadOptions(tokens=(b"nvidia.com",))).documents
    actual = [(each.value, each.mentions) for each in found]
    assert actual == [({"a": "nvidia.com"}, True)]


def test_token_in_utf_16_is_found() -> None:
    """Its bytes are spread by NULs."""
    text = "a: nvidia.com".encode("utf-16")
    found = read_bytes("a.yaml", text, ReadOptions(tokens=(b"nvidia.com",))).documents
    assert [each.mentions for each in found] == [True]


@pytest.mark.parametrize("data", [b"a: 'x\\q'", b"a: 50%", b"!!str a", b"a\r\nb", b"a: \\d"])
def test_usual_text_is_not_odd(data: bytes) -> None:
    """Each odd document is parsed for nothing."""
    assert not is_odd(data)


def test_only_documents_with_a_token_are_wanted() -> None:
    """Most documents of a repository have nothing to do with GPUs."""
    data = b"a: gpu\n---\nb: 1\n---\n# c\n---\nd: gpu\n"
    wanted, other = screen(data, (b"gpu",))
    expected = (
        [Piece(b"a: gpu\n", 1, 0, True), Piece(b"---\nd: gpu\n", 6, 2, True)],
        [Piece(b"---\nb: 1\n", 2, 1, False)],
    )
    assert expected == (wanted, other)


def test_without_the_filter_mentions_are_the_same() -> None:
    """The filter may only save time."""
    data = b"a: gpu\n---\nb: 1\n"
    actual = [
        (each.value, each.mentions)
        for each in read_bytes("a", data, ReadOptions((b"gpu",), prefilter=False)).documents
    ]
    assert actual == [({"a": "gpu"}, True), ({"b": 1}, False)]


CRDS = [
    (b"apiVersion: x\nkind: CustomResourceDefinition\nspec: gpu", True),
    (b"kind: List\nx: |\n  kind: CustomResourceDefinition\nspec: gpu", False),
    (b"kind: Pod\na: |\n\nkind: CustomResourceDefinition\nkind: Pod", False),
]


@pytest.mark.parametrize(("data", "expected"), CRDS)
def test_custom_resource_definition_is_known_without_parsing(data: bytes, expected: bool) -> None:
    """They are most of a repository's bytes and only describe fields."""
    actual = is_crd(data)
    assert expected == actual


def test_tokens_that_contain_another_are_not_searched_for() -> None:
    """The shorter one answers for both."""
    expected = (b"gpu", b"nvidia.com")
    actual = essential((b"nvidia.com/gpu", b"nvidia.com", b"amd.com/gpu", b"gpu", b"gpu"))
    assert expected == actual


def test_byte_order_mark_is_no_text() -> None:
    """It would be part of the first key."""
    assert (b"a", "é".encode()) == (normal(b"\xef\xbb\xbfa"), normal(b"\xfe\xff\0\xe9"))


BROKEN = b"apiVersion: v1\nkind: Pod\n x: 1\n"


@pytest.mark.parametrize(("data", "lines"), [(BROKEN, [3]), (BROKEN[15:], [])])
def test_broken_object_is_told_whether_or_not_it_mentions_a_token(
    data: bytes, lines: list[int]
) -> None:
    """It may be broken in the very line that would mention the GPU; other files are none of ours."""
    faults = read_bytes("a.yaml", data, ReadOptions(tokens=(b"gpu",))).faults
    assert lines == [each.span.line for each in faults]


def test_broken_object_of_json_is_told_too() -> None:
    """JSON manifests are checked by their own parser."""
    faults = read_bytes(
        "a.json", b'{"apiVersion": "v1",\n"a" 1}', ReadOptions(tokens=(b"gpu",))
    ).faults
    assert [(each.span.line, each.facts["detail"]) for each in faults] == [
        (2, "no JSON: expecting ':' delimiter")
    ]
