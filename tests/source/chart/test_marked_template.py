import pytest

from gpulint.source.chart.marked_template import TemplateLine, marked, unmarked

TEMPLATE = """\
{{- define "parts" -}}
inner: 1
{{- end -}}
a: {{ .x }}
---
b: {{ .y -}}
c: {{ .z |
  quote }}
{{- if .w }}
d: 1  # told
{{- end }}

e: {{/* two
lines */}} 2"""


@pytest.mark.parametrize(
    ("defines", "expected"), [(True, [2, 4, 8, 10, 14]), (False, [4, 8, 10, 14])]
)
def test_lines_that_write_take_a_mark_where_it_harms_nothing(
    defines: bool, expected: list[int]
) -> None:
    """Behind `-}}` a mark would keep a line break, inside an action it would be code."""
    table: list[TemplateLine] = []
    marked("t.yaml", TEMPLATE, table, defines=defines)
    assert expected == [each.line for each in table]


@pytest.mark.parametrize("break_", ["\n", "\r\n"])
def test_marks_leave_no_trace(break_: str) -> None:
    """The text without its marks is compared with the plain rendering."""
    text = TEMPLATE.replace("\n", break_)
    actual = unmarked(marked("t.yaml", text, [], defines=True)).text
    assert text == actual


def test_each_mark_tells_where_its_line_ended() -> None:
    """Everything between two marks was written by the line of the second one."""
    found = unmarked(marked("t.yaml", "a: 1\nb: 2\n", [], defines=True))
    assert (found.offsets, found.numbers) == ([4, 9], [0, 1])


def test_marks_inside_quotes_are_found_too() -> None:
    """`quote` spells out what cannot be seen."""
    found = unmarked('a: "b #\\u2063\\u20647\\u2063\\u2064"\n')
    assert (found.text, found.numbers) == ('a: "b"\n', [7])
