"""Charts in which lines are written in all the ways that templates have, rendered by helm."""

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from gpulint.core.pointer import Pointer
from gpulint.source.chart.rendered import Telling, TemplateLines
from gpulint.source.document import Document
from gpulint.source.reader import ReadOptions, read

pytestmark = pytest.mark.usefixtures("real_helm")

PARTS = """\
{{- define "app.limits" -}}
limits:
  gpu: {{ .Values.gpus }}
  memory: 1Gi
{{- end }}
{{- define "app.name" -}}
{{ .Chart.Name }}
{{- end }}
"""
VALUES = """\
gpus: 2
nested: {deep: {gpu: 1}}
list: [a, b]
text: |
  gpu: 7
  mode: x
secret: "{{ .Values.gpus }}"
"""
Written = Callable[[str | Mapping[str, str]], Document]


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Written:
    """The last document of a chart with one template, or with these files."""

    def write(template: str | Mapping[str, str]) -> Document:
        files = {
            "Chart.yaml": "apiVersion: v2\nname: app\nversion: 0.1.0\n",
            "values.yaml": VALUES,
            "templates/_parts.tpl": PARTS,
            **({"templates/a.yaml": template} if isinstance(template, str) else template),
        }
        for name, text in files.items():
            path = tmp_path / "app" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
        monkeypatch.chdir(tmp_path)
        return read(["app"], ReadOptions(prefilter=False)).documents[-1]

    return write


def place(document: Document, *parts: str | int) -> tuple[int, str, bool, str]:
    """Line, text there, whether exact, and `file:line` of what is included."""
    lines = document.relocation
    span = document.locate(Pointer(parts), "value").span
    assert isinstance(lines, TemplateLines)
    told = lines.told(span) or Telling(span, span, False, 0)
    text = lines.line_text(span.line)[span.column - 1 : span.end_column - 1]
    inner = f"{told.inner_file.rpartition('/')[2]}:{told.inner.line}" if told.inner else ""
    return span.line, text, told.is_exact, inner


HEAD = "kind: Thing\n"
WAYS: dict[str, tuple[str, tuple[str | int, ...], tuple[int, str, bool, str]]] = {
    "literal": ("gpu: 1\n", ("gpu",), (2, "1", True, "")),
    "literal that stands twice": (
        "a:\n  gpu: 1\nb:\n  gpu: 1\n",
        ("b", "gpu"),
        (5, "1", True, ""),
    ),
    "action": ("gpu: {{ .Values.gpus }}\n", ("gpu",), (2, "{{ .Values.gpus }}", True, "")),
    "action among literals": (
        "gpu: x-{{ .Values.gpus }}-y\n",
        ("gpu",),
        (2, "x-{{ .Values.gpus }}-y", True, ""),
    ),
    "second action of a flow map": (
        "m: {a: {{ .Values.gpus }}, b: {{ .Values.gpus | add 1 }}}\n",
        ("m", "b"),
        (2, "{{ .Values.gpus | add 1 }}", True, ""),
    ),
    "toYaml": (
        "m:\n  {{- toYaml .Values.nested | nindent 2 }}\n",
        ("m", "deep", "gpu"),
        (3, "{{- toYaml .Values.nested | nindent 2 }}", True, ""),
    ),
    "toYaml like a literal line elsewhere": (
        "gpu: 1\nm:\n  {{- toYaml .Values.nested.deep | nindent 2 }}\n",
        ("m", "gpu"),
        (4, "{{- toYaml .Values.nested.deep | nindent 2 }}", True, ""),
    ),
    "include": (
        'm:\n  {{- include "app.limits" . | nindent 2 }}\n',
        ("m", "limits", "gpu"),
        (3, '{{- include "app.limits" . | nindent 2 }}', True, "_parts.tpl:3"),
    ),
    "include that is hashed beside it": (
        'sum: {{ include "app.limits" . | sha256sum }}\n'
        'm:\n  {{- include "app.limits" . | nindent 2 }}\n',
        ("m", "limits", "memory"),
        (4, '{{- include "app.limits" . | nindent 2 }}', True, "_parts.tpl:4"),
    ),
    "include that is cut": (
        'n: {{ include "app.limits" . | trunc 5 }}\ngpu: 1\n',
        ("gpu",),
        (3, "1", True, ""),
    ),
    "with": (
        "{{- with .Values.nested }}\nm: {{ .deep.gpu }}\n{{- end }}\n",
        ("m",),
        (3, "{{ .deep.gpu }}", True, ""),
    ),
    "range": (
        "l:\n{{- range .Values.list }}\n  - {{ . }}\n{{- end }}\n",
        ("l", 1),
        (4, "{{ . }}", True, ""),
    ),
    "condition": (
        "{{ if .Values.gpus }}\ngpu: 1\n{{ else }}\ngpu: 2\n{{ end }}\n",
        ("gpu",),
        (3, "1", True, ""),
    ),
    "condition within a line": (
        "gpu: {{ if .Values.gpus }}1{{ else }}2{{ end }}\n",
        ("gpu",),
        (2, "1", True, ""),
    ),
    "block scalar": (
        "t: |\n  # no comment\n  gpu {{ .Values.gpus }}\ngpu: 1\n",
        ("gpu",),
        (5, "1", True, ""),
    ),
    "text of a file inside a block scalar": (
        "t: |\n  {{- .Values.text | nindent 2 }}\ngpu: 1\n",
        ("t", "gpu"),
        (3, "{{- .Values.text | nindent 2 }}", True, ""),
    ),
    "plain scalar of two lines": ("t: a\n  b\ngpu: 1\n", ("gpu",), (4, "1", True, "")),
    "comment": ("# gpu: 1\ngpu: 1  # {{ .Values.gpus }}\n", ("gpu",), (3, "1", True, "")),
    "action of several lines": (
        "gpu: {{ .Values.gpus\n  | quote\n  }}\nm: 1\n",
        ("gpu",),
        (2, "{{ .Values.gpus", True, ""),
    ),
    "behind an action that takes the line break": (
        "{{ .Values.gpus -}}\n: 1\ngpu: {{ 3 -}}\n{{ 4 }}\n",
        ("gpu",),
        (4, "{{ 3 -}}", True, ""),
    ),
    "tpl": (
        "gpu: {{ tpl .Values.secret . }}\n",
        ("gpu",),
        (2, "{{ tpl .Values.secret . }}", True, ""),
    ),
    "random": (
        "r: {{ randAlphaNum 20 }}\ngpu: 1\n",
        ("r",),
        (2, "{{ randAlphaNum 20 }}", True, ""),
    ),
    "beside random": ("r: {{ randAlphaNum 20 }}\ngpu: 1\n", ("gpu",), (3, "1", True, "")),
    "dated": ('d: {{ now | date "150405.000" }}\ngpu: 1\n', ("gpu",), (3, "1", True, "")),
    "lookup": (
        'gpu: {{ lookup "v1" "Pod" "" "" | len }}\n',
        ("gpu",),
        (2, '{{ lookup "v1" "Pod" "" "" | len }}', True, ""),
    ),
    "Windows line breaks": (
        "a: 1\r\ngpu: {{ .Values.gpus }}\r\n",
        ("gpu",),
        (3, "{{ .Values.gpus }}", True, ""),
    ),
    "second document": (
        "{{- if true }}\na: 1\n---\nkind: Thing\ngpu: 1\n{{- end }}\n",
        ("gpu",),
        (6, "1", True, ""),
    ),
    "last line that takes the blanks behind it": (
        "gpu: {{ .Values.gpus -}}\n\n",
        ("gpu",),
        (2, "{{ .Values.gpus -}}", True, ""),
    ),
    "last line of a block that does so": (
        "{{ if true }}\ngpu: {{ .Values.gpus -}}\n{{ end }}\n",
        ("gpu",),
        (1, "kind: Thing", False, ""),
    ),
}


@pytest.mark.parametrize("way", WAYS)
def test_value_stands_where_the_template_writes_it(way: str, written: Written) -> None:
    """People change the line that they are shown."""
    template, pointer, expected = WAYS[way]
    actual = place(written(HEAD + template), *pointer)
    assert expected == actual


def test_byte_order_mark_moves_nothing(written: Written) -> None:
    """Editors do not show it."""
    actual = place(written("\ufeffgpu: {{ .Values.gpus }}\n"), "gpu")
    assert actual == (1, "{{ .Values.gpus }}", True, "")


def test_key_that_is_written_by_an_action_stands_at_the_action(written: Written) -> None:
    """The key is what must change when a name is wrong."""
    document = written("{{ .Values.list | first }}: 1\n")
    span = document.locate(Pointer(("a",)), "key").span
    assert (span.line, span.column, span.end_column) == (1, 1, 27)


SUB = {
    "Chart.yaml": "apiVersion: v2\nname: app\nversion: 0.1.0\n"
    "dependencies: [{name: sub, version: 0.1.0, alias: other}]\n",
    "charts/folder/Chart.yaml": "apiVersion: v2\nname: sub\nversion: 0.1.0\n",
    "charts/folder/values.yaml": "gpus: 1\n",
    "charts/folder/templates/a.yaml": "gpu: {{ .Values.gpus }}\n",
}


def test_template_of_a_subchart_is_found_under_its_alias(written: Written) -> None:
    """helm shows it under a name that no folder has."""
    document = written(SUB)
    actual = (document.file, place(document, "gpu"))
    assert actual == (
        "app/charts/folder/templates/a.yaml",
        (1, "{{ .Values.gpus }}", True, ""),
    )


def test_copy_that_helm_cannot_render_costs_nothing_but_the_exact_line(
    written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The finding is true all the same."""
    document = written("kind: Thing\na: 1\ngpu: {{ .Values.gpus }}\n")
    monkeypatch.setenv("PATH", "")
    assert place(document, "gpu") == (2, "a: 1", False, "")


def test_chart_that_is_gone_costs_nothing_but_the_exact_line(written: Written) -> None:
    """A server's charts lie in folders that do not last."""
    document = written("kind: Thing\na: 1\ngpu: {{ .Values.gpus }}\n")
    document.line_text(1)  # the template is read while it is there
    shutil.rmtree("app")
    assert place(document, "gpu") == (2, "a: 1", False, "")
