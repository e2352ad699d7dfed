import pytest

from gpulint.source.chart.template_text import TemplateText

ACTIONS = [
    ("a: {{ .x }}", [(3, 11, ".x", "", False)]),
    ('{{- if eq .a "}}" -}}', [(0, 21, 'if eq .a "}}"', "if", True)]),
    ("{{/* a }} b */}}", [(0, 16, "/* a }} b */", "", False)]),
    ("{{- /* a */ -}}", [(0, 15, "/* a */", "", True)]),
    ("{{ `}}` }}{{ end }}", [(0, 10, "`}}`", "", False), (10, 19, "end", "end", False)]),
    ("{{ -1 }}{{ $x-}}", [(0, 8, "-1", "", False), (8, 16, "$x-", "", False)]),
    ("{{ open", []),
    ("{{ a\n}}", [(0, 7, "a", "", False)]),
]


@pytest.mark.parametrize(("text", "expected"), ACTIONS)
def test_actions_end_where_go_ends_them(
    text: str, expected: list[tuple[int, int, str, str, bool]]
) -> None:
    """A string or comment may hold what looks like an end."""
    actual = [tuple(each) for each in TemplateText(text).actions]
    assert expected == actual


WRITERS = [
    ("{{ .x }}", True),
    ("a", True),
    ("{{ if .a }}{{ else }}{{ end }}", False),
    ("{{ if .a }}b{{ end }}", True),
    ("{{ $x := .a }}{{ $y = 1 }}{{ $k, $v := .b }}", False),
    ("{{/* told */}}", False),
    ("  ", False),
    ('{{ template "a" . }}', True),
]


@pytest.mark.parametrize(("line", "expected"), WRITERS)
def test_line_writes_something_unless_it_only_steers(line: str, expected: bool) -> None:
    """A line without output must not be taken for the one that wrote."""
    actual = TemplateText(line).has_output(1)
    assert expected == actual


DEFINES = """\
{{- define "a" -}}
one
{{- if .x }}
two
{{- end }}
{{- end }}
three
{{ define `b` }}four{{ end }}
"""


def test_lines_of_a_define_end_with_it() -> None:
    """Ends of blocks inside it are not its end."""
    actual = TemplateText(DEFINES).defined_lines
    assert actual == frozenset((1, 2, 3, 4, 5))


def test_named_templates_are_known_by_name_and_body() -> None:
    """What is included is looked up by its name."""
    text = TemplateText(DEFINES)
    actual = [(name, DEFINES[start:end]) for name, start, end in text.definitions()]
    body = DEFINES[DEFINES.index("\none") : DEFINES.index("\n{{- end }}\nthree") + 1]
    assert actual == [("a", body), ("b", "four")]


def test_open_blocks_are_those_that_have_not_ended() -> None:
    """What a dot means depends on them."""
    text = "{{ range .a }}{{ with .b }}{{ end }}{{ if .c }}x"
    actual = [each.body for each in TemplateText(text).blocks_at(len(text))]
    assert actual == ["range .a", "if .c"]


def test_line_breaks_are_those_of_editors() -> None:
    """Files written on Windows count their lines as everybody does."""
    text = TemplateText("a\r\nb\n\nc")
    actual = ([text.line(n) for n in range(6)], text.line_of(4), text.lines)
    assert actual == (["", "a", "b", "", "c", ""], 2, 4)
