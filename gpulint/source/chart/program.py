"""Runs the `helm` binary and knows the comments that it writes."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from subprocess import CompletedProcess

_RELEASE = "release-name"  # what helm itself calls a release without a name
_SECONDS = 60
_OTHER_CLUSTER = b"requires kubeVersion"
_NEWEST = "1.37.0"
_MOST_CLUSTERS = 6
_MAX_DETAIL = 300
# The comment that helm writes above each document.
_SOURCE = re.compile(rb"(?:---[ \t]*\r?\n)?# Source: ([^\r\n]+)")


class ChartError(Exception):
    """A chart that could not be rendered.

    kind: of the fault, `helm-missing` or `helm-failed`. detail: what helm says. cure: what to do.
    """

    def __init__(self, kind: str, detail: str, cure: str) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail
        self.cure = cure


def run_helm(folder: str, values: Sequence[str], *options: str, whatever: bool = False) -> bytes:
    """What `helm template` writes for the chart in `folder`; nothing is installed or fetched.

    values: files for `--values`. options: more words for helm. whatever: also what it wrote before
    it failed. Raises ChartError.
    """
    import shutil  # loads slowly

    helm = shutil.which("helm")
    if helm is None:
        raise ChartError(
            "helm-missing",
            "the program `helm` is not on PATH, so charts were not read",
            "install helm, or give gpulint the output of `helm template`",
        )
    command = [helm, "template", _RELEASE, folder, *options]
    for file in values:
        command += ["--values", file]
    done = _run(command)
    wanted = done.stderr if done.returncode else b""
    for release in _releases(wanted):
        # without a cluster helm takes the release that it was built for, or a very old one
        done = _run([*command, "--kube-version", release])
        if _OTHER_CLUSTER not in done.stderr:
            break
    if done.returncode and not (whatever and done.stdout):
        raise _failure(done.stderr.decode("utf-8", "replace"))
    return done.stdout


def _releases(complaint: bytes) -> Sequence[str]:
    """Releases of Kubernetes that a chart may want, the newest first; none if it wants no other."""
    if _OTHER_CLUSTER not in complaint:
        return ()
    bounds = complaint.split(_OTHER_CLUSTER, 1)[1].split(b"which is incompatible", 1)[0]
    named = {int(minor) for minor in re.findall(rb"\b1\.([0-9]{1,3})\b", bounds)}
    # a bound may stand outside what it bounds
    minors = sorted(named | {minor - 1 for minor in named if minor}, reverse=True)
    return (_NEWEST, *(f"1.{minor}.99" for minor in minors[:_MOST_CLUSTERS]))


def _run(command: Sequence[str]) -> "CompletedProcess[bytes]":
    import subprocess  # loads slowly

    try:
        return subprocess.run(
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
            "helm-failed", f"{command[0]} does not start: {error.strerror}", "install helm again"
        ) from None


def _failure(stderr: str) -> ChartError:
    """What helm complains about, and the cure."""
    lines = [line.strip() for line in stderr.splitlines() if line.strip()]
    told = (
        [line for line in lines if line.startswith("Error:")] or lines[-1:] or ["no reason given"]
    )
    if told[0].endswith(":") and told[0] in lines:
        told = [" ".join(lines[lines.index(told[0]) :])]
    detail = told[0].removeprefix("Error:").strip()[:_MAX_DETAIL]
    if "missing in charts/" in detail or "dependencies" in detail:
        return ChartError(
            "helm-failed", detail, "run `helm dependency build` in the chart's folder"
        )
    return ChartError(
        "helm-failed", detail, "mend the chart, or hand the values it needs to gpulint (--values)"
    )


def source_file(data: bytes) -> str | None:
    """The template that a `# Source:` comment at the head of a document names, `chart/templates/…`."""
    found = _SOURCE.match(data.lstrip())
    return found[1].decode("utf-8", "replace").strip() if found else None
