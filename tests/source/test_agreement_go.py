"""Our reading of YAML against the decoder that Kubernetes itself uses."""

import base64
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from gpulint.core.fault import InputFault
from gpulint.source.document import Document
from gpulint.source.parse import parse
from gpulint.source.screen import is_blank, normal, split
from gpulint.source.text import Text

pytestmark = [pytest.mark.go, pytest.mark.shared]
PROGRAM = Path(__file__).parent / "go"


@pytest.fixture(scope="module")
def decoder() -> str:
    """The Go program, built outside the checkout; the test is skipped without a Go toolchain."""
    go = shutil.which("go")
    if go is None:
        reason = "no Go toolchain on PATH, so nothing was compared with sigs.k8s.io/yaml"
        print(reason)
        pytest.skip(reason)
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "gpulint-tests"
    cache.mkdir(parents=True, exist_ok=True)
    built = subprocess.run(
        [go, "build", "-o", str(cache / "decode"), "."],
        cwd=PROGRAM,
        capture_output=True,
        text=True,
        check=False,
    )
    if built.returncode:
        reason = f"the Go decoder cannot be built here: {built.stderr.strip()[:200]}"
        print(reason)
        pytest.skip(reason)
    return str(cache / "decode")


def go_verdicts(decoder: str, documents: list[bytes]) -> list[dict[str, object]]:
    """What Kubernetes' decoder makes of each document: value, error, and strict's error."""
    lines = b"".join(base64.b64encode(document) + b"\n" for document in documents)
    answers = subprocess.run([decoder], input=lines, capture_output=True, check=True).stdout
    return [_answer(line) for line in answers.splitlines()]


def _answer(line: bytes) -> dict[str, object]:
    try:
        return dict(json.loads(line))
    except RecursionError:
        return {"error": "nested too deeply"}  # Go reads it, the API server has no such field


def our_verdict(document: bytes) -> dict[str, object]:
    """The same of gpulint: the first document of the text, refusals and doubled keys."""
    parts = list(parse(Text("document.yaml", document)))
    faults = [part for part in parts if isinstance(part, InputFault)]
    values = [part.value for part in parts if isinstance(part, Document)]
    if values:
        doubled = any(fault.kind == "duplicate-key" for fault in faults)
        return {"value": values[0], "strict": doubled}
    return {"error": faults[0].facts["detail"]} if faults else {"value": None, "strict": False}


def pieces_of(folder: Path) -> list[tuple[str, bytes]]:
    """Every document below a folder, with a name to find it by."""
    found: list[tuple[str, bytes]] = []
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".yaml", ".yml", ".json") and path.is_file():
            try:
                text = normal(path.read_bytes())
            except UnicodeDecodeError:
                continue
            found += [
                (f"{path.relative_to(folder)}:{line}", piece)
                for piece, line in split(text)
                if not is_blank(piece)
            ]
    return found


def differs(ours: dict[str, object], theirs: dict[str, object]) -> bool:
    """Whether the two decoders disagree; overriding a merged key is allowed by us alone."""
    if ("error" in ours) != ("error" in theirs):
        return True
    if "error" in ours:
        return False
    return ours["value"] != theirs["value"]


@pytest.mark.parametrize("folder", ["corpus", "cases"])
def test_every_shared_document_reads_as_kubernetes_reads_it(
    shared: Path, decoder: str, folder: str
) -> None:
    """A value that differs makes rules judge an object that the API server never sees."""
    named = pieces_of(shared / folder)
    theirs = go_verdicts(decoder, [piece for _, piece in named])
    expected: list[object] = []
    actual = [
        (name, ours, answer)
        for (name, piece), answer in zip(named, theirs, strict=True)
        if differs(ours := our_verdict(piece), answer)
    ]
    assert expected == actual
