import pytest

from gpulint.core.location import Span
from gpulint.source.chart.template_places import written_at
from gpulint.source.chart.template_text import TemplateText

# template line, line of output, token in it, what of the template is shown
LINES = [
    ("a: 1", "  a: 1", "1", "1"),
    ("  a: {{ .x }}", "a: 12", "12", "{{ .x }}"),
    ("a: {{ .x }}{{ .y }}", "a: 12", "12", "{{ .x }}{{ .y }}"),
    ("a: x-{{ .x }}-y", "a: x-12-y", "12", "{{ .x }}"),
    ("a: x-{{ .x }}-y", "a: x-12-y", "x-12-y", "x-{{ .x }}-y"),
    ("a: {a: {{ .a }}, b: {{ .b }}}", "a: {a: 1, b: 2}", "2", "{{ .b }}"),
    ("{{ .k }}: {{ .v }}", "a: b", "a", "{{ .k }}"),
    ("{{ .k }}: {{ .v }}", "a: b: c", "b: c", "{{ .v }}"),
    ("{{ if .a }}a: 1{{ end }}  # told", "a: 1  # told", "1", "1"),
    ("a: {{ .x }} b", "a: b b b", "b b b", "{{ .x }} b"),
    ("a: {{ if .x }}1{{ else }}2{{ end }}", "a: 2", "2", "2"),
    ("{{ toYaml .x }}", "b: 1", "1", "{{ toYaml .x }}"),
    ("a: {{- toYaml .x }}", "b: 1", "1", "{{- toYaml .x }}"),
    ("a: b c", "d", "d", "a: b c"),
    ("aé: {{ .x }}", "aé: ü", "ü", "{{ .x }}"),
]


@pytest.mark.parametrize(("line", "output", "token", "expected"), LINES)
def test_token_of_the_output_is_text_of_the_line_or_its_action(
    line: str, output: str, token: str, expected: str
) -> None:
    """People must see what to change, and nothing beside it."""
    start = output.index(token)
    span = written_at(TemplateText(line), 1, output, start, start + len(token)) or Span(1, 1, 1, 1)
    actual = line[span.column - 1 : span.end_column - 1]
    assert expected == actual


def test_line_that_could_have_been_written_by_two_is_not_told() -> None:
    """A guess would send people to the wrong one."""
    template = TemplateText("{{ .x -}}\n{{ .y -}}\n{{ .z }}")
    assert written_at(template, 3, "b: 1", 3, 4) is None


def test_long_line_of_many_actions_is_read_in_no_time() -> None:
    """A search that goes back would never end here."""
    line = "{{ .a }}x" * 40
    output = "x" * 5000 + "y"
    assert written_at(TemplateText(line), 1, output, 0, 5001) == Span(1, 1, 1, 9)
