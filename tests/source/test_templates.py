import pytest

from gpulint.source.reader import ReadOptions, read_bytes
from gpulint.source.templates import enclosure, template_line

LINES = [
    ("a: 1\n{{- if .Values.x }}\nb: 2\n{{- end }}", 2),
    ("a: {{ .Values.x }}", 1),
    ("{% if x %}\na: 1\n{% endif %}", 1),
    ("a: \"{{ x }}\"\nb: '{{ y }}'", None),
    ("# {{ x }}\na: 1 # {{ y }}", None),
    ("a: |\n  {{ x }}\n\n  {{ y }}\nb: 1", None),
    ("a:\n- >-\n  {{ x }}\nb: {{ y }}", 4),
    ("a: {{ x | quote }} # {{ y }}", 1),
    ("a: it's {{ x }}", 1),
    ('a: "\\"{{ x }}"', None),
    ("a: x\r\nb: {{ y }}", 2),
    ("a: 1", None),
]


@pytest.mark.parametrize(("text", "expected"), LINES)
def test_template_line_is_outside_quotes_comments_and_blocks(
    text: str, expected: int | None
) -> None:
    """Argo and KServe keep `{{ }}` of their own inside strings."""
    actual = template_line(text.encode())
    assert expected == actual


@pytest.mark.parametrize(
    ("before", "expected"), [("a: '", "quotes"), ("a: 'b' ", ""), ("a # '", "comment"), ("a#", "")]
)
def test_end_of_a_line_lies_in_quotes_or_a_comment(before: str, expected: str) -> None:
    """What follows is then no code."""
    actual = enclosure(before.encode())
    assert expected == actual


def kinds(text: str, tokens: tuple[bytes, ...] = (b"gpu",)) -> list[tuple[str, int, object]]:
    faults = read_bytes("a.yaml", text.encode(), ReadOptions(tokens=tokens)).faults
    return [(each.kind, each.span.line, each.facts.get("text")) for each in faults]


def test_template_is_one_fault_however_much_of_it_is_broken() -> None:
    """A flood of parser errors hides that the file only needs rendering."""
    text = (
        "apiVersion: v1\ngpu: {{ a }}\n  x: y\n---\napiVersion: v1\n{{ b }}\n---\n{{- c }} gpu: [\n"
    )
    expected = [("template", 2, "gpu: {{ a }}")]
    actual = kinds(text)
    assert expected == actual


def test_template_without_a_token_is_told_among_what_was_not_checked() -> None:
    """Operators and generators keep dozens of templates that have nothing to do with GPUs."""
    reading = read_bytes(
        "a.yaml", b"apiVersion: v1\n{{- toYaml .Values.x }}\n", ReadOptions(tokens=(b"gpu",))
    )
    detail = "a template that says nothing of GPUs or pods; check what it renders to"
    expected = ([], [("unreadable", 1, detail)])
    actual = (
        list(reading.faults),
        [(each.status, each.documents, each.detail) for each in reading.inputs],
    )
    assert expected == actual


def test_template_of_pods_is_told_whatever_it_says() -> None:
    """Their GPUs may come with the values."""
    expected = [("template", 3, "{{- toYaml .Values.x }}")]
    actual = kinds("apiVersion: v1\ncontainers:\n{{- toYaml .Values.x }}\n")
    assert expected == actual


def test_quotes_inside_template_quotes_are_a_template_too() -> None:
    """The expression stands in quotes and breaks them."""
    expected = [("template", 2, 'gpu: "{{ default "x" .Values.gpu }}"')]
    actual = kinds('apiVersion: v1\ngpu: "{{ default "x" .Values.gpu }}"')
    assert expected == actual


def test_broken_text_with_a_quoted_expression_elsewhere_is_no_template() -> None:
    """An Argo workflow with a wrong indent."""
    expected = [("syntax", 5, None)]
    actual = kinds('apiVersion: v1\ngpu: "{{inputs.parameters.n}}"\nb:\n   c: 1\n  d: 2\n')
    assert expected == actual


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("%GPU_COUNT%", "template"), ("@GPU_COUNT@", "template"), ("{user}/gpu:1", "template"),
        ("@gpu", "syntax"), ("%", "syntax"), ("{a: b}/c", "syntax"),
    ],
)  # fmt: skip
def test_name_between_signs_waits_for_an_editor(value: str, expected: str) -> None:
    """Quotes would not help: the name has to be replaced."""
    actual = [kind for kind, _, _ in kinds(f"apiVersion: v1\ngpu: {value}\n")]
    assert [expected] == actual


def test_name_on_a_line_of_its_own_stands_for_lines() -> None:
    """envsubst puts a whole block there."""
    expected = [("template", 3, "${TESTS}")]
    actual = kinds("apiVersion: v1\ngpu:\n${TESTS}\n")
    assert expected == actual


def test_quoted_expression_in_a_good_text_is_no_fault() -> None:
    """It is a string like any other until a rule looks at it."""
    assert kinds('gpu: "{{ x }}"\nb: |\n  {{ y }}\n') == []


def test_template_of_another_tool_is_left_to_it() -> None:
    """A workflow or a Terraform template that mentions a GPU is no manifest, so it is no fault either."""
    reading = read_bytes(
        "a.yaml", b"gpu: ${{ matrix.gpu }}\n  x: [\n", ReadOptions(tokens=(b"gpu",))
    )
    actual = [(each.status, each.detail) for each in reading.inputs]
    assert (list(reading.faults), actual) == (
        [],
        [("unreadable", "no manifest, and no YAML from line 2 on")],
    )
