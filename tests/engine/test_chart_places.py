"""Findings in charts name the line of the template and the value behind it."""

import os
import tarfile
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path

import pytest

from gpulint.config.settings import Settings
from gpulint.core.finding import Finding
from gpulint.core.report import Report
from gpulint.engine import lint, lint_texts
from gpulint.source.chart import changed as changed_chart

pytestmark = pytest.mark.usefixtures("real_helm")
CHARTS = Path(__file__).parents[2] / "fixtures" / "charts"
FRACTION = ("GPU103",)
Check = Callable[..., Report]


def told(finding: Finding) -> tuple[str, list[str]]:
    """Id and place of a finding, and its related places, all below the chart's folder."""
    place = (
        f"{finding.id} {finding.file.partition('/')[2]}:{finding.span.line}:{finding.span.column}"
    )
    related = [
        f"{each.file.partition('/')[2]}:{each.span.line}:{each.span.column} {each.message}"
        for each in finding.related
    ]
    return place, related


HERE, ONE = "the value comes from here, ", "one value behind it, "
TRAINING = [
    (
        "GPU302 charts/worker/templates/pod.yaml:7:29",
        [f"values.yaml:3:12 {HERE}global.product"],
    ),
    (
        "GPU103 charts/worker/templates/pod.yaml:13:27",
        [f"values.yaml:26:9 {HERE}evaluation.gpus"],
    ),
    (
        "GPU103 charts/worker/templates/pod.yaml:17:34",
        [f"charts/worker/values.yaml:2:9 {HERE}evaluation.slices"],
    ),
    (
        "GPU302 templates/notebook.yaml:7:17",
        [
            f"values.yaml:3:12 {ONE}global.product",
            f'values.yaml:24:29 {ONE}notebook.node["nvidia.com/gpu.product"]',
        ],
    ),
    ("GPU103 templates/sweep.yaml:13:32", [f"values.yaml:20:11 {HERE}sweep[1].gpus"]),
    (
        "GPU201 templates/trainer.yaml:14:9",
        [f'values.yaml:10:7 {HERE}trainer.resources.limits["nvidia.com/mig-9g.80gb"]'],
    ),
    (
        "GPU103 templates/trainer.yaml:18:9",
        [
            f"values.yaml:6:9 {HERE}trainer.gpus",
            "templates/_parts.tpl:8:23 this line of a named template writes it",
        ],
    ),
    ("GPU103 templates/trainer.yaml:23:27", []),
    ("GPU103 templates/trainer.yaml:32:27", [f"values.yaml:6:9 {HERE}trainer.gpus"]),
    (
        "GPU310 templates/trainer.yaml:37:5",
        [f"values.yaml:15:17 {HERE}trainer.tolerations[0].operator"],
    ),
]


def test_findings_of_a_chart_name_template_and_value(monkeypatch: pytest.MonkeyPatch) -> None:
    """The chart's user changes a value, its author a template; each must see the line."""
    monkeypatch.chdir(CHARTS)
    actual = [told(each) for each in lint(["training"], Settings()).active]
    assert actual == TRAINING


def test_last_values_file_is_the_one_that_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A change of the chart's own values would do nothing."""
    monkeypatch.chdir(CHARTS)
    settings = Settings(values=("training/values-prod.yaml",), select=FRACTION)
    findings = {told(each)[0]: told(each)[1] for each in lint(["training"], settings).active}
    actual = findings["GPU103 templates/trainer.yaml:32:27"]
    assert actual == [f"values-prod.yaml:2:9 {HERE}trainer.gpus"]


POD = """\
apiVersion: v1
kind: Pod
metadata:
  name: a
spec:
  containers:
    - name: a
      image: x:1
      resources:
        limits:
          nvidia.com/gpu: {{ GPUS }}
"""


@pytest.fixture
def check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Check:
    """Lint a chart with one pod: the expression for its GPUs, and the values."""

    def write(gpus: str, values: str, more: Mapping[str, str] | None = None) -> Report:
        files = {
            "Chart.yaml": "apiVersion: v2\nname: app\nversion: 0.1.0\n",
            "values.yaml": values,
            "templates/pod.yaml": POD.replace("{{ GPUS }}", gpus),
            **(more or {}),
        }
        for name, text in files.items():
            path = tmp_path / "app" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        monkeypatch.chdir(tmp_path)
        return lint(["app"], Settings(select=FRACTION))

    return write


CAUSES = {
    "one of two values": (
        "{{ .Values.a | default .Values.b }}",
        "a: 0.5\nb: 1\n",
        [f"values.yaml:1:4 {HERE}a"],
    ),
    "both values": (
        "{{ add .Values.a .Values.b }}.5",
        "a: 1\nb: 1\n",
        [f"values.yaml:1:4 {ONE}a", f"values.yaml:2:4 {ONE}b"],
    ),
    "a switch": (
        "{{ if .Values.half }}0.5{{ else }}1{{ end }}",
        "half: true\n",
        [f"values.yaml:1:7 {HERE}half"],
    ),
    "no value at all": ("0.5", "a: 1\n", []),
    "the template's own default": ("{{ .Values.a | default 0.5 }}", "b: 1\n", []),
    "a random value": ("0.{{ randNumeric 9 }}{{ .Values.a }}", "a: 1\n", []),
    "a list": ("{{ index .Values.l 1 }}", "l: [1, 0.5]\n", [f"values.yaml:1:8 {HERE}l[1]"]),
    "many values": (
        "0.{{ range .Values.l }}{{ . }}{{ end }}",
        "l: [1, 2, 3, 4, 5, 6, 7, 8, 9]\n",
        [f"values.yaml:1:1 {HERE}l"],
    ),
    "a value that must not change": (
        '{{ if ne .Values.a "0.5" }}{{ fail "no" }}{{ end }}{{ .Values.a }}',
        'a: "0.5"\n',
        [],
    ),
    "a value that is not set": (
        "{{ .Values.a | default 0.5 }}",
        'a: ""\nb: {}\n',
        ["values.yaml:1:4 it can be set here, a"],
    ),
    "a value beside one that is not set": (
        "{{ .Values.a }}{{ .Values.b }}",
        'a: ""\nb: 0.5\n',
        [f"values.yaml:2:4 {HERE}b"],
    ),
    "more values than are tried": (
        "0.{{ range .Values.l }}{{ .k }}{{ end }}{{ .Values.z }}",
        "l: [" + ", ".join(["{k: 1, m: 0}"] * 17) + "]\nz: 5\n",
        [f"values.yaml:1:{9 + 14 * n} {ONE}l[{n}].k" for n in range(8)],
    ),
}


@pytest.mark.parametrize("case", CAUSES)
def test_cause_is_a_value_that_changes_the_finding(case: str, check: Check) -> None:
    """What only looks like a cause sends people to the wrong line."""
    gpus, values, expected = CAUSES[case]
    actual = [told(each)[1] for each in check(gpus, values).active]
    assert actual == [expected]


def test_schema_of_the_values_does_not_hinder(check: Check) -> None:
    """It would refuse most other values."""
    schema = '{"properties": {"a": {"enum": [0.5]}}}'
    report = check("{{ .Values.a }}", "a: 0.5\n", {"values.schema.json": schema})
    assert [told(each)[1] for each in report.active] == [[f"values.yaml:1:4 {HERE}a"]]


def test_comment_silences_on_the_template_and_on_the_value(check: Check) -> None:
    """Both are lines that somebody wrote on purpose."""
    sign = "  # gpulint: ignore[GPU103] half a card is right here"
    reports = [
        check("{{ .Values.a }}" + sign, "a: 0.5\n"),
        check("{{ .Values.a }}", "a: 0.5" + sign + "\n"),
        check("{{ .Values.a }}", "# gpulint: ignore-file[GPU103]\na: 0.5\n"),
        check("{{ .Values.a }}", f"b: 1{sign}\nt: |\n  # gpulint: ignore-file\na: 0.5\n"),
    ]
    actual = [[each.suppressed and each.suppressed.file for each in r.findings] for r in reports]
    assert actual == [["app/templates/pod.yaml"], ["app/values.yaml"], ["app/values.yaml"], [None]]


def test_comment_above_an_action_silences_as_it_did_before(check: Check) -> None:
    """What was silenced stays so: behind an action of several lines a comment has no place."""
    text = POD.replace("limits:\n", "limits:  # gpulint: ignore[GPU103] for now\n").replace(
        "          nvidia.com/gpu: {{ GPUS }}", "{{ toYaml .Values.l | indent 10 }}"
    )
    report = check("", "l: {nvidia.com/gpu: 0.5}\n", {"templates/pod.yaml": text})
    actual = [(each.span.line, each.suppressed is not None) for each in report.findings]
    assert actual == [(11, True)]


def test_end_of_patience_is_told(check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    """A finding without its value must not look as if no value caused it."""
    monkeypatch.setattr(changed_chart, "MOST_RENDERINGS", 0)
    report = check("{{ .Values.a }}", "a: 0.5\n")
    sentence = "app: has more findings than it is rendered for, so some do not name their value"
    assert (report.notices, [told(f)[1] for f in report.active]) == ((sentence,), [[]])


def test_chart_without_findings_is_rendered_once(
    check: Check, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, real_helm: str
) -> None:
    """Most charts are in order, and a hook must be quick."""
    calls = tmp_path / "calls"
    (tmp_path / "bin").mkdir()
    counting = tmp_path / "bin" / "helm"
    counting.write_text(f'#!/bin/sh\necho "$1" >> {calls}\nexec {real_helm} "$@"\n')
    counting.chmod(0o755)
    monkeypatch.setenv("PATH", f"{counting.parent}{os.pathsep}{os.environ['PATH']}")
    check("{{ .Values.a }}", "a: 1\n")
    clean = calls.read_text().split()
    check("{{ .Values.a }}", "a: 0.5\n")
    assert (clean, len(calls.read_text().split())) == (["template"], 4)


def test_fingerprint_is_that_of_the_rendered_manifest(check: Check, tmp_path: Path) -> None:
    """The same fault is known again at admission."""
    chart = check("{{ .Values.a }}", "a: 0.5\n")
    (tmp_path / "plain.yaml").write_text(POD.replace("{{ GPUS }}", "0.5"))
    plain = lint(["plain.yaml"], Settings(select=FRACTION))
    assert [f.fingerprint for f in chart.findings] == [f.fingerprint for f in plain.findings]


def test_origin_tells_whether_the_line_is_exact(check: Check, tmp_path: Path) -> None:
    """Nobody should look for a fault in a line that only stands near it."""
    exact = check("{{ .Values.a }}", "a: 0.5\n")
    near = check("{{ .Values.a -}}\n{{ if true }}{{ end }}", "a: 0.5\n")
    reports = (exact, near)
    actual = [[(f.origin and f.origin.exact, f.span.line) for f in r.active] for r in reports]
    assert actual == [[(True, 11)], [(False, 10)]]


TWO = """\
{{- define "two" }}
limits:
  nvidia.com/gpu: {{ .Values.a }}
  nvidia.com/mig-9g.80gb: {{ .Values.b }}
{{- end }}
"""


def test_findings_of_one_action_keep_their_own_values(check: Check) -> None:
    """They stand at the same place of the template, and come from different lines."""
    pod = POD.partition("        limits:")[0] + '{{ include "two" . | indent 8 }}\n'
    more = {"templates/pod.yaml": pod, "templates/_two.tpl": TWO}
    report = check("", "a: 0.5\nb: 0.25\n", more)
    assert [told(each) for each in report.active] == [
        (
            "GPU103 templates/pod.yaml:10:1",
            [
                f"values.yaml:{line}:4 {HERE}{key}",
                f"templates/_two.tpl:{line + 2}:{column} this line of a named template writes it",
            ],
        )
        for line, key, column in ((2, "b", 27), (1, "a", 19))
    ]


def test_plain_text_of_a_named_template_has_no_value(check: Check) -> None:
    """Values of its other lines have nothing to do with it."""
    pod = POD.partition("        limits:")[0] + '{{ include "two" . | indent 8 }}\n'
    two = TWO.replace("{{ .Values.a }}", "0.5").replace("{{ .Values.b }}", "{{ .Values.b | len }}")
    report = check("", "b: []\n", {"templates/pod.yaml": pod, "templates/_two.tpl": two})
    assert [told(each)[1] for each in report.active] == [
        ["templates/_two.tpl:3:19 this line of a named template writes it"]
    ]


def test_fault_of_a_rendered_text_has_its_line(check: Check, tmp_path: Path) -> None:
    """What is wrong with the text itself has no value behind it."""
    check("1", "a: 1\n", {"templates/pod.yaml": POD.replace("{{ GPUS }}", "1") + "kind: Pod\n"})
    report = lint(["app"], Settings(select=("GPU002",)))
    actual = [told(each) for each in report.active]
    assert actual == [("GPU002 templates/pod.yaml:12:1", [])]


def test_chart_of_texts_in_memory_is_judged_as_if_it_lay_on_the_disk() -> None:
    """Its places are told under the names that the texts have."""
    files = {
        "app/Chart.yaml": b"apiVersion: v2\nname: app\nversion: 0.1.0\n",
        "app/values.yaml": b"a: 0.5\n",
        "app/templates/pod.yaml": POD.replace("{{ GPUS }}", "{{ .Values.a }}").encode(),
    }
    report = lint_texts(files, Settings(select=FRACTION))
    actual = [(each.file.partition("/")[0], *told(each)) for each in report.active]
    assert actual == [("app", "GPU103 templates/pod.yaml:11:27", [f"values.yaml:1:4 {HERE}a"])]


def test_value_for_a_packed_chart_is_named(check: Check, tmp_path: Path) -> None:
    """Its templates cannot be changed, so this is all that can."""
    pod = POD.replace("{{ GPUS }}", "{{ .Values.card.count }}").encode()
    files = {
        "sub/Chart.yaml": b"apiVersion: v2\nname: sub\nversion: 0.1.0\n",
        "sub/values.yaml": b"card: {count: 1}\n",
        "sub/templates/pod.yaml": pod,
    }
    (tmp_path / "app" / "charts").mkdir(parents=True)
    with tarfile.open(tmp_path / "app" / "charts" / "sub-0.1.0.tgz", "w:gz") as archive:
        for name, data in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, BytesIO(data))
    chart = "apiVersion: v2\nname: app\nversion: 0.1.0\ndependencies:\n  - name: sub\n    version: 0.1.0\n"
    values = "other: 1\nsub:\n  name: x\n  card:\n    count: 0.5\n"
    report = check("1", values, {"Chart.yaml": chart})
    actual = [(told(each), each.excerpt) for each in report.active]
    assert actual == [
        (("GPU103 Chart.yaml:5:11", [f"values.yaml:5:12 {HERE}sub.card.count"]), "  - name: sub")
    ]


def pods(*gpus: str) -> dict[str, str]:
    """A template for each expression."""
    return {
        f"templates/pod{number}.yaml": POD.replace("{{ GPUS }}", each).replace(
            "name: a", f"name: p{number}", 1
        )
        for number, each in enumerate(gpus)
    }


AT_ONCE = {
    "values of their own": (
        ("{{ .Values.x }}", "{{ .Values.z }}"),
        "x: 0.5\nz: 1.5\n",
        [[f"values.yaml:1:4 {HERE}x"], [f"values.yaml:2:4 {HERE}z"]],
    ),
    "one value that steers another place": (
        ("{{ .Values.x }}", "{{ if eq (int .Values.x) 1 }}{{ .Values.z }}{{ else }}0.5{{ end }}"),
        "x: 1.5\nz: 2.5\n",
        [[f"values.yaml:1:4 {HERE}x"], [f"values.yaml:1:4 {ONE}x", f"values.yaml:2:4 {ONE}z"]],
    ),
    "one value that must not change": (
        ('{{ if ne .Values.x 0.5 }}{{ fail "no" }}{{ end }}{{ .Values.x }}', "{{ .Values.z }}"),
        "x: 0.5\nz: 1.5\n",
        [[], [f"values.yaml:2:4 {HERE}z"]],
    ),
    "one value that takes another place away": (
        ("{{ .Values.x }}", "{{ .Values.z | toString | replace `8.5` `9` | int }}.5"),
        "x: 0.5\nz: 1.5\n",
        [[f"values.yaml:1:4 {HERE}x"], [f"values.yaml:2:4 {HERE}z"]],
    ),
}


@pytest.mark.parametrize("case", AT_ONCE)
def test_values_that_are_changed_at_once_are_told_apart(case: str, check: Check) -> None:
    """Fewer renderings must not change the answer."""
    templates, values, expected = AT_ONCE[case]
    report = check("1", values, pods(*templates))
    assert [told(each)[1] for each in report.active] == expected


SCRIPT = """\
apiVersion: v1
kind: Pod
metadata:
  name: a
spec:
  containers:
    - name: a
      image: x:1
      command:
        - sh
        - -c
        - |
          # {{ .Chart.Name }}
          {{- if .Values.long }}
          set -e
          {{- end }}
          torchrun --nproc_per_node={{ .Values.ranks }} train.py
      resources:
        limits:
          nvidia.com/gpu: 4
"""


@pytest.mark.parametrize("long", ["true", "false"])
def test_word_of_a_script_stands_at_the_line_that_writes_it(long: str, check: Check) -> None:
    """A template writes a script in other lines than the manifest has."""
    values = f"ranks: 8\nlong: {long}\n"
    check("1", values, {"templates/pod.yaml": SCRIPT})
    report = lint(["app"], Settings(select=("GPU431",)))
    assert [told(each) for each in report.active] == [
        (
            "GPU431 templates/pod.yaml:17:20",
            [f"values.yaml:1:8 {HERE}ranks", "templates/pod.yaml:20:27 4 of nvidia.com/gpu"],
        )
    ]
