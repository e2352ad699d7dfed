import pytest

from gpulint.source.chart.template_text import TemplateText
from gpulint.source.chart.value_paths import ANY, Path, ValuePaths, definitions, fits

LINES: dict[str, list[Path]] = {
    "a: {{ .Values.gpu.count | default .Values.other }}": [("gpu", "count"), ("other",)],
    'a: {{ index .Values.gpu "nvidia.com/gpu" "x" }}': [("gpu", "nvidia.com/gpu", "x")],
    "a: {{ .root.Values.x }}{{ $top.Values.z }}": [("x",), ("z",)],
    "a: {{ index $.Values.list 0 }}": [("list",)],
    "{{ with .Values.gpu }}\na: {{ .count }}": [("gpu", "count")],
    "{{ with $g := .Values.gpu }}\na: {{ $g.count }}": [("gpu", "count")],
    "{{ range .Values.jobs }}\na: {{ .gpus }}": [("jobs", ANY, "gpus")],
    "{{ range $n, $j := .Values.jobs }}\na: {{ $j.gpus }}": [("jobs", ANY, "gpus")],
    "{{ range .Values.jobs }}\n{{ with .limits }}\na: {{ . }}": [("jobs", ANY, "limits")],
    "{{ $g := .Values.gpu }}\n{{ $c := $g.count }}\na: {{ $c }}": [("gpu", "count")],
    "{{ $g := .Values.a }}\n{{ $g = .Values.b }}\na: {{ $g }}": [("b",)],
    '{{ if .Values.on }}\na: {{ "literal .Values.x" }}': [],
    "a: {{ if .Values.on }}1{{ end }}": [("on",)],
    'a: {{ include "part" (dict "x" .Values.own) }}': [("inside",), ("own",)],
    "a: {{ .Release.Name }}{{ .x }}{{ $y }}": [],
    '{{ define "part" }}\n{{ .Values.inside }}\na: {{ .given }}': [],
    "{{ $a := $b }}\n{{ $b := $a }}\na: {{ $b }}": [],
    "{{/* .Values.told */}}": [("told",)],
}
PART = TemplateText('{{ define "part" }}{{ .Values.inside }}{{ end }}')


@pytest.mark.parametrize("template", LINES)
def test_last_line_of_a_template_names_its_values(template: str) -> None:
    """Only these are changed to find the cause of a finding on that line."""
    text = TemplateText(template)
    actual = ValuePaths(definitions([PART])).on_line(text, text.lines)
    assert LINES[template] == actual


def test_named_template_that_includes_itself_ends() -> None:
    """Recursion is legal there."""
    text = TemplateText('{{ define "a" }}{{ .Values.x }}{{ include "a" . }}{{ end }}')
    paths = ValuePaths(definitions([text]))
    actual = set(paths.on_line(TemplateText('{{ include "a" . }}'), 1))
    assert actual == {("x",)}


def test_line_that_does_not_exist_names_nothing() -> None:
    """A template may have been shortened since."""
    actual = ValuePaths({}).on_line(TemplateText("{{ .Values.x }}"), 2)
    assert actual == []


FITS = [
    (("a",), ("a", "b"), True),
    (("a", ANY, "c"), ("a", 0, "c"), True),
    (("a", "b"), ("a",), False),
    (("a",), ("b",), False),
    ((), ("b",), True),
]


@pytest.mark.parametrize(("path", "leaf", "expected"), FITS)
def test_path_holds_what_lies_below_it(
    path: Path, leaf: tuple[str | int, ...], expected: bool
) -> None:
    """`toYaml` writes all that is there."""
    assert fits(path, leaf) == expected
