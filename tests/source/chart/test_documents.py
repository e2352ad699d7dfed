import shutil
from pathlib import Path

import pytest

from gpulint.core.location import Origin, Span
from gpulint.core.pointer import Pointer
from gpulint.core.report import Input
from gpulint.source.chart import program as helm_program
from gpulint.source.reader import Reading, ReadOptions, read

TEMPLATE = """\
{{- if .Values.enabled }}
apiVersion: v1
kind: Pod
metadata:
  name: {{ .Release.Name }}
spec:
    containers:
    - name: main
      resources:
        limits:
          nvidia.com/gpu: {{ .Values.gpus }}
          memory: 1Gi  # gpulint: ignore[GPU101] wanted
{{- end }}
"""
RENDERED = """\
---
# Source: app/templates/pod.yaml
apiVersion: v1
kind: Pod
metadata:
  name: release-name
spec:
  containers:
  - name: main
    resources:
      limits:
        nvidia.com/gpu: 2
        memory: 1Gi  # gpulint: ignore[GPU101] wanted
---
# Source: app/charts/sub/templates/job.yaml
kind: Job
nvidia.com/gpu: 1
---
# Source: app/charts/packed/templates/x.yaml
kind: Job
nvidia.com/gpu: 1
"""
OPTIONS = ReadOptions(tokens=(b"nvidia.com",))


@pytest.fixture
def chart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A chart with a subchart, from the folder above."""
    files = {
        "Chart.yaml": "apiVersion: v2\nname: app\nversion: 0.1.0\n",
        "values.yaml": "enabled: true\ngpus: 2\n",
        "templates/pod.yaml": TEMPLATE,
        "charts/sub/Chart.yaml": "apiVersion: v2\nname: sub\nversion: 0.1.0\n",
        "charts/sub/templates/job.yaml": "kind: Job\nnvidia.com/gpu: 1\n",
    }
    for name, text in files.items():
        path = tmp_path / "app" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "app"


@pytest.fixture
def fake_helm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A `helm` that writes its arguments to a file and prints what another file holds."""
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "out").write_text(RENDERED)
    (folder / "helm").write_text(
        f'#!/bin/sh\necho "$*" > {folder}/arguments\nexec /bin/cat {folder}/out\n'
    )
    (folder / "helm").chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))
    return folder


def failing_helm(folder: Path, message: str) -> None:
    (folder / "helm").write_text(f"#!/bin/sh\necho '{message}' >&2\nexit 1\n")


@pytest.mark.usefixtures("chart", "fake_helm")
def test_rendered_document_is_named_by_its_template() -> None:
    """Nobody can edit what helm prints."""
    expected = [
        ("app/templates/pod.yaml", Origin("app/templates/pod.yaml", 2, "app")),
        (
            "app/charts/sub/templates/job.yaml",
            Origin("app/charts/sub/templates/job.yaml", 1, "app"),
        ),
        ("app/Chart.yaml", Origin("app/charts/packed/templates/x.yaml", None, "app")),
    ]
    actual = [(each.file, each.origin) for each in read(["app"], OPTIONS).documents]
    assert expected == actual


LIMITS = ("spec", "containers", 0, "resources", "limits")
PLACES = [
    ((*LIMITS, "memory"), Span(12, 19, 12, 22)),  # the same text, indented otherwise
    ((*LIMITS, "nvidia.com/gpu"), Span(10, 9, 10, 16)),  # the line above that can be told
    (("kind",), Span(3, 7, 3, 10)),
    (("metadata", "name"), Span(4, 1, 4, 10)),
]


@pytest.mark.usefixtures("chart", "fake_helm")
@pytest.mark.parametrize(("parts", "expected"), PLACES)
def test_place_in_a_rendered_document_is_a_line_of_its_template(
    parts: tuple[str | int, ...], expected: Span
) -> None:
    """A line that cannot be told is never invented."""
    document = read(["app"], OPTIONS).documents[0]
    actual = document.locate(Pointer(parts), "value").span
    assert expected == actual


@pytest.mark.usefixtures("chart", "fake_helm")
def test_line_of_a_rendered_document_is_the_templates_text() -> None:
    """The excerpt must be what the editor shows there."""
    document = read(["app"], OPTIONS).documents[0]
    assert document.line_text(11) == "          nvidia.com/gpu: {{ .Values.gpus }}"


@pytest.mark.usefixtures("chart", "fake_helm")
def test_directive_in_a_template_is_about_its_line_there() -> None:
    """Findings have the template's lines too."""
    actual = [(each.file, each.line, each.target_line) for each in read(["app"], OPTIONS).comments]
    assert actual == [("app/templates/pod.yaml", 12, 12)]


@pytest.mark.usefixtures("chart", "fake_helm")
def test_chart_is_met_on_a_walk_and_counted_once() -> None:
    """Its values and templates are no manifests."""
    reading = read(["."], OPTIONS)
    assert reading.inputs == (Input("app", "linted", 3),)


@pytest.mark.usefixtures("chart")
def test_values_are_handed_to_helm(fake_helm: Path) -> None:
    """Which objects a chart renders depends on them."""
    read(["app"], OPTIONS._replace(values=("a.yaml", "b.yaml")))
    expected = "template release-name app --values a.yaml --values b.yaml\n"
    actual = (fake_helm / "arguments").read_text()
    assert expected == actual


def faults(reading: Reading) -> list[tuple[str, str, dict[str, object]]]:
    return [(each.kind, each.file, dict(each.facts)) for each in reading.faults]


FAILURES = [
    (
        "Error: found in Chart.yaml, but missing in charts/ directory: sub",
        "found in Chart.yaml, but missing in charts/ directory: sub",
        "run `helm dependency build` in the chart's folder",
    ),
    (
        "warning: x\nError: execution error at (app/t.yaml:1:3): set gpus",
        "execution error at (app/t.yaml:1:3): set gpus",
        "mend the chart, or hand the values it needs to gpulint (--values)",
    ),
    ("", "no reason given", "mend the chart, or hand the values it needs to gpulint (--values)"),
]


@pytest.mark.usefixtures("chart")
@pytest.mark.parametrize(("message", "detail", "cure"), FAILURES)
def test_chart_that_cannot_be_rendered_is_told_with_the_cure(
    fake_helm: Path, message: str, detail: str, cure: str
) -> None:
    """A chart passed over in silence would look clean."""
    failing_helm(fake_helm, message)
    reading = read(["app"], OPTIONS)
    expected = [("helm-failed", "app/Chart.yaml", {"chart": "app", "detail": detail, "cure": cure})]
    assert (expected, reading.inputs) == (
        faults(reading),
        (Input("app", "unreadable", 0, detail),),
    )


@pytest.mark.usefixtures("chart")
def test_helm_that_hangs_is_stopped(fake_helm: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hook must end."""
    monkeypatch.setattr(helm_program, "_SECONDS", 0.2)
    (fake_helm / "helm").write_text("#!/bin/sh\nexec /bin/sleep 30\n")
    actual = [each.facts["detail"] for each in read(["app"], OPTIONS).faults]
    assert actual == ["helm took longer than 0.2 seconds"]


def test_missing_helm_is_told_once_for_all_charts(
    chart: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One cure serves all; each chart is counted as unread."""
    monkeypatch.setenv("PATH", str(chart))
    shutil.copytree(chart, chart.parent / "second")
    reading = read(["."], OPTIONS)
    detail = "the program `helm` is not on PATH, so charts were not read"
    expected = (
        [("helm-missing", "app/Chart.yaml")],
        (Input("app", "unreadable", 0, detail), Input("second", "unreadable", 0, detail)),
    )
    actual = ([(each.kind, each.file) for each in reading.faults], reading.inputs)
    assert expected == actual


@pytest.mark.usefixtures("chart")
def test_chart_is_skipped_when_rendering_is_off() -> None:
    """The user said so; the report still names it."""
    reading = read(["app"], OPTIONS._replace(helm=False))
    skipped = (Input("app", "skipped", 0, "a chart, and rendering charts is off"),)
    assert (reading.inputs, reading.faults) == (skipped, ())


@pytest.mark.usefixtures("fake_helm")
def test_library_chart_renders_nothing(chart: Path) -> None:
    """helm refuses to render it, as it only lends templates."""
    with (chart / "Chart.yaml").open("a") as stream:
        stream.write('type: "library"\n')
    reading = read(["app"], OPTIONS)
    assert (reading.inputs, reading.faults) == ((Input("app", "skipped", 0),), ())


@pytest.mark.usefixtures("chart", "fake_helm")
def test_broken_rendered_document_is_told_at_its_template(fake_helm: Path) -> None:
    """A template may render to no YAML at all."""
    text = "---\n# Source: app/templates/pod.yaml\napiVersion: v1\nkind: Pod\n metadata: x\n"
    (fake_helm / "out").write_text(text)
    actual = [
        (each.kind, each.file, each.span.line, each.origin and each.origin.file)
        for each in read(["app"], OPTIONS).faults
    ]
    assert actual == [("syntax", "app/templates/pod.yaml", 3, "app/templates/pod.yaml")]


@pytest.mark.usefixtures("chart")
@pytest.mark.parametrize(
    "text",
    [
        TEMPLATE,
        "apiVersion: v1\nkind: Pod\n  {{- x }}: [gpu\n",
        'apiVersion: v1\nkind: Pod\nspec: {nvidia.com/gpu: "{{ .Values.gpus }}"}\n',
    ],
)
def test_template_given_by_itself_is_left_to_its_chart(text: str) -> None:
    """Hooks name changed files; some templates are YAML by luck, but not what is installed."""
    Path("app/templates/pod.yaml").write_text(text)
    detail = "a template of the chart app; check the chart's folder"
    reading = read(["app/templates/pod.yaml"], OPTIONS)
    expected = ((), (), (Input("app/templates/pod.yaml", "skipped", 0, detail),))
    actual = (reading.documents, reading.faults, reading.inputs)
    assert expected == actual


@pytest.mark.usefixtures("chart")
def test_template_of_a_chart_is_no_file_of_our_own() -> None:
    """Facts must be read whole or not at all."""
    reading = read(["app/templates/pod.yaml"], OPTIONS._replace(own=True))
    actual = [(each.kind, each.span.line) for each in reading.faults]
    assert actual == [("template", 1)]


@pytest.mark.parametrize("name", ["gpu-operator", "web"])
def test_values_given_by_themselves_are_read_for_charts_that_rules_know(
    chart: Path, name: str
) -> None:
    """Hooks name changed files; Chart.yaml tells which chart the values are for."""
    with (chart / "Chart.yaml").open("a") as stream:
        stream.write(f"dependencies: [{{name: {name}, version: 1.0.0}}]\n")
    (chart / "values-prod.yaml").write_text("nvidia.com: 1\n")
    reading = read(["app/values-prod.yaml", "app/values.yaml"], OPTIONS)
    known = [("app/Chart.yaml", "skipped"), ("app/values-prod.yaml", "linted")]
    expected = {
        "gpu-operator": [*known, ("app/values.yaml", "skipped")],
        "web": [("app/values-prod.yaml", "skipped"), ("app/values.yaml", "skipped")],
    }
    actual = [(each.file, each.status) for each in reading.inputs]
    assert expected[name] == actual


@pytest.mark.usefixtures("chart")
def test_source_comment_in_a_stream_tells_the_template() -> None:
    """`helm template | gpulint check -` knows no folder."""
    Path("out.yaml").write_text(RENDERED)
    found = read(["out.yaml"], OPTIONS).documents
    actual = [(each.file, each.origin, each.first_line) for each in found[:2]]
    assert actual == [
        ("out.yaml", Origin("app/templates/pod.yaml"), 3),
        ("out.yaml", Origin("app/charts/sub/templates/job.yaml"), 16),
    ]


@pytest.mark.usefixtures("chart")
def test_real_helm_gives_what_the_fake_one_is_taken_to_give(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The fake must not hide a change of helm's output."""
    if shutil.which("helm") is None:
        with capsys.disabled():
            print("\nno helm on PATH, so charts were rendered by a fake one only")
        pytest.skip("no helm on PATH, so charts were rendered by a fake one only")
    expected = [("app/charts/sub/templates/job.yaml", 1), ("app/templates/pod.yaml", 2)]
    actual = sorted(
        (each.file, (each.origin or Origin("")).line) for each in read(["app"], OPTIONS).documents
    )
    assert expected == actual
