"""Our reading of YAML against the decoder that Kubernetes itself uses."""

import base64
import functools
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from gpulint.core.fault import InputFault
from gpulint.source.document import Document, parse
from gpulint.source.screen import is_blank, normal, split
from gpulint.source.text import Text

pytestmark = [pytest.mark.go, pytest.mark.shared]
PROGRAM = Path(__file__).parent / "go"
SHARED = Path(__file__).parents[3] / "shared"


@functools.lru_cache
def build() -> tuple[str, str]:
    """Path of the Go program, built outside the checkout, and why there is none."""
    go = shutil.which("go")
    if go is None:
        return "", "no Go toolchain on PATH, so nothing was compared with sigs.k8s.io/yaml"
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "gpulint-tests"
    cache.mkdir(parents=True, exist_ok=True)
    command = [go, "build", "-o", str(cache / "decode"), "."]
    done = subprocess.run(command, cwd=PROGRAM, capture_output=True, text=True, check=False)
    if done.returncode:
        return "", f"the Go decoder cannot be built here: {done.stderr.strip()[:200]}"
    return str(cache / "decode"), ""


@pytest.fixture
def decoder(capsys: pytest.CaptureFixture[str]) -> str:
    """The Go program; the test is skipped, and says so, where it cannot be had."""
    program, reason = build()
    if not SHARED.is_dir():
        reason = (
            f"no {SHARED.name} folder beside this checkout, so no document was compared with Go"
        )
    if reason:
        with capsys.disabled():
            print(f"\n{reason}")
        pytest.skip(reason)
    return program


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
    """Whether the two decoders disagree about the value or about refusing."""
    if "error" in ours or "error" in theirs:
        return ("error" in ours) != ("error" in theirs)
    return as_numbers(ours["value"]) != as_numbers(theirs["value"])


def as_numbers(value: object) -> object:
    """The value with every number a float: JSON text does not tell 1e19 from its digits."""
    if isinstance(value, dict):
        return {key: as_numbers(child) for key, child in value.items()}
    if isinstance(value, list):
        return [as_numbers(child) for child in value]
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


@pytest.mark.parametrize("folder", ["corpus", "cases"])
def test_every_shared_document_reads_as_kubernetes_reads_it(decoder: str, folder: str) -> None:
    """A value that differs makes rules judge an object that the API server never sees."""
    named = pieces_of(SHARED / folder)
    theirs = go_verdicts(decoder, [piece for _, piece in named])
    actual = [
        (name, ours, answer)
        for (name, piece), answer in zip(named, theirs, strict=True)
        if differs(ours := our_verdict(piece), answer)
    ]
    assert actual == []


@pytest.mark.parametrize("folder", ["corpus", "cases"])
def test_keys_given_twice_are_those_that_strict_decoding_refuses(decoder: str, folder: str) -> None:
    """Only a merged key may be overridden here, which strict decoding takes for a double."""
    named = [each for each in pieces_of(SHARED / folder) if b"<<:" not in each[1]]
    theirs = go_verdicts(decoder, [piece for _, piece in named])
    expected = [name for (name, _), answer in zip(named, theirs, strict=True) if "strict" in answer]
    actual = [name for name, piece in named if our_verdict(piece).get("strict")]
    assert expected == actual


SCALARS = """
y n on OFF ~ null Null nUll 1e3 1E400 .5 .1_5 ._5 1. 1.e2 +.inf .nan 010 08 0o17 0x1F 0x 0b101
0b12 1_000 1__2 _1 +12 - + 1:30 22:22:22 2022-01-01 2022-1-2T3:4:5Z 2022-13-01 = << 100m 1Gi
0777777777777777777777777 18446744073709551615 18446744073709551616 +9223372036854775808
-9223372036854775809 !!int@3 !!str@3 !!float@3 !!bool@yes !!null@x !!x@y !!binary@aGk= !!binary@a
!!timestamp@x
"""


@pytest.mark.parametrize("form", ["a: {}", "{}: a", "- {}", "a: {{b: {}}}", "a: [{}]"])
def test_every_kind_of_scalar_reads_as_kubernetes_reads_it(decoder: str, form: str) -> None:
    """As a value, as a key, and between brackets."""
    texts = [form.format(each.replace("@", " ")) for each in SCALARS.split()]
    theirs = go_verdicts(decoder, [text.encode() for text in texts])
    actual = [
        (text, ours, answer)
        for text, answer in zip(texts, theirs, strict=True)
        if differs(ours := our_verdict(text.encode()), answer)
    ]
    assert actual == []
