"""Renders charts with the `helm` binary: a chart is a program that writes YAML, never YAML itself."""

import os
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gpulint.source.rendered import TemplateLines, source_file
from gpulint.source.screen import split

_RELEASE = "release-name"  # what helm itself calls a release without a name
_SECONDS = 60
_MAX_DETAIL = 300


class ChartError(Exception):
    """A chart that could not be rendered.

    kind: of the fault, `helm-missing` or `helm-failed`. detail: what helm says. cure: what to do.
    """

    def __init__(self, kind: str, detail: str, cure: str) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail
        self.cure = cure


class RenderedDocument(NamedTuple):
    """A document that helm wrote.

    file: the template to open. source: the template as helm names it. data: the document.
    lines: from its lines to the template's.
    """

    file: str
    source: str
    data: bytes
    lines: TemplateLines


def render(folder: str, shown: str, values: Sequence[str]) -> list[RenderedDocument]:
    """The documents of the chart in `folder`, each with the template it came from.

    shown: the folder as it is shown. values: files for `--values`. Raises ChartError.
    A library chart renders nothing.
    """
    if _is_library(folder):
        return []
    return list(_documents(_run_helm(folder, values), folder, shown))


def _run_helm(folder: str, values: Sequence[str]) -> bytes:
    import shutil  # loads slowly
    import subprocess  # loads slowly

    helm = shutil.which("helm")
    if helm is None:
        raise ChartError(
            "helm-missing",
            "the program `helm` is not on PATH, so charts were not read",
            "install helm, or give gpulint the output of `helm template`",
        )
    command = [helm, "template", _RELEASE, folder]
    for file in values:
        command += ["--values", file]
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise ChartError(
            "helm-failed",
            f"helm took longer than {_SECONDS} seconds",
            "give gpulint the output of `helm template` instead",
        ) from None
    except OSError as error:
        raise ChartError(
            "helm-failed", f"{helm} does not start: {error.strerror}", "install helm again"
        ) from None
    if done.returncode:
        raise _failure(done.stderr.decode("utf-8", "replace"))
    return done.stdout


def _failure(stderr: str) -> ChartError:
    """What helm complains about, and the cure."""
    lines = [line.strip() for line in stderr.splitlines() if line.strip()]
    told = (
        [line for line in lines if line.startswith("Error:")] or lines[-1:] or ["no reason given"]
    )
    detail = told[0].removeprefix("Error:").strip()[:_MAX_DETAIL]
    if "missing in charts/" in detail or "dependencies" in detail:
        return ChartError(
            "helm-failed", detail, "run `helm dependency build` in the chart's folder"
        )
    return ChartError(
        "helm-failed", detail, "mend the chart, or hand the values it needs to gpulint (--values)"
    )


def _is_library(folder: str) -> bool:
    """Whether a chart only lends templates to others; helm refuses to render such a one."""
    try:
        with open(os.path.join(folder, "Chart.yaml"), "rb") as file:
            lines = file.read().splitlines()
    except OSError:
        return False
    return any(line.replace(b'"', b"").split() == [b"type:", b"library"] for line in lines)


def _documents(stream: bytes, folder: str, shown: str) -> Iterator[RenderedDocument]:
    """The documents of helm's output; one template may write several."""
    for data, _ in split(stream):
        source = source_file(data)
        if source is None:
            continue
        inner = source.partition("/")[2]
        path = os.path.join(folder, *inner.split("/"))
        # The templates of a packed subchart are no files; its dependency stands in Chart.yaml.
        known = os.path.isfile(path)
        file = f"{shown}/{inner if known else 'Chart.yaml'}"
        yield RenderedDocument(file, source, data, TemplateLines(path if known else None, data))
