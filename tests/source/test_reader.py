import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from gpulint.core.errors import UsageError
from gpulint.core.fault import InputFault
from gpulint.core.report import Input
from gpulint.source import fork
from gpulint.source.document import Document
from gpulint.source.reader import Reading, ReadOptions, read, read_bytes

OPTIONS = ReadOptions(tokens=(b"gpu",))


def summary(reading: Reading) -> list[object]:
    """Everything that a reading holds, documents by name, place and value."""
    return [
        [(d.file, d.index, d.first_line, d.value, d.mentions) for d in reading.documents],
        reading.faults,
        reading.inputs,
        reading.comments,
    ]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Some files of each kind, entered."""
    (tmp_path / "a.yaml").write_text("gpu: 1 # gpulint: ignore[X] why\n---\nb: 2\n---\ngpu: 3\n")
    (tmp_path / "b.yaml").write_text("apiVersion: v1\n x: [\n")
    (tmp_path / "c.json").write_text('{"gpu": 1, "gpu": 2}')
    (tmp_path / "d.yaml").write_text("apiVersion: v1\nb: 1\n")
    (tmp_path / "e.yaml").write_bytes(b"gpu: \xff")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_everything_below_a_folder_is_read_or_told() -> None:
    """Nothing passes in silence."""
    reading = read(["."], OPTIONS)
    expected: list[object] = [
        [("a.yaml", {"gpu": 1}, 1), ("a.yaml", {"gpu": 3}, 5), ("c.json", {"gpu": 2}, 1)],
        [("b.yaml", "syntax"), ("c.json", "duplicate-key"), ("e.yaml", "encoding")],
        (
            Input("a.yaml", "linted", 3),
            Input("b.yaml", "unreadable", 1),
            Input("c.json", "linted", 1),
            Input("d.yaml", "skipped", 1),
            Input("e.yaml", "unreadable", 0),
        ),
        [("a.yaml", 1)],
    ]
    actual = [
        [(each.file, each.value, each.first_line) for each in reading.documents],
        [(each.file, each.kind) for each in reading.faults],
        reading.inputs,
        [(each.file, each.line) for each in reading.comments],
    ]
    assert expected == actual


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("jobs", [2, 3])
def test_several_processes_read_the_same(jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Speed must not change a report."""
    expected = summary(read(["."], OPTIONS._replace(jobs=1)))
    monkeypatch.setattr(fork, "WORTHWHILE", 1)
    actual = summary(read(["."], OPTIONS._replace(jobs=jobs)))
    assert expected == actual


@pytest.mark.usefixtures("folder")
def test_filter_leaves_out_only_what_mentions_nothing() -> None:
    """It may never hide a document that a rule could speak of."""
    whole = read(["."], OPTIONS._replace(prefilter=False)).documents
    expected = [(each.file, each.index, each.value) for each in whole if each.mentions]
    actual = [(each.file, each.index, each.value) for each in read(["."], OPTIONS).documents]
    assert expected == actual


def test_standard_input_is_read_by_its_sign() -> None:
    """Renderers are piped into it."""
    reading = read(["-"], OPTIONS._replace(stdin=io.BytesIO(b"gpu: 1\n")))
    actual = [(each.file, each.value) for each in reading.documents]
    assert actual == [("<stdin>", {"gpu": 1})]


def test_file_above_the_limit_is_told_not_read(tmp_path: Path) -> None:
    """Skipped in silence it would look clean."""
    (tmp_path / "a.yaml").write_text("gpu: 1 # and more\n")
    reading = read([str(tmp_path / "a.yaml")], OPTIONS._replace(max_bytes=10))
    detail = "larger than 10 bytes, so it was not read"
    expected = [("too-large", {"detail": detail, "limit": 10})], [("unreadable", detail)]
    actual = (
        [(each.kind, each.facts) for each in reading.faults],
        [(each.status, each.detail) for each in reading.inputs],
    )
    assert expected == actual


def test_standard_input_above_the_limit_is_told() -> None:
    """A pipe has no size to ask for beforehand."""
    options = OPTIONS._replace(stdin=io.BytesIO(b"gpu: 1 # and more"), max_bytes=10)
    assert [each.kind for each in read(["-"], options).faults] == ["too-large"]


@pytest.fixture
def locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that may not be opened; even for root, who may open all."""
    path = tmp_path / "locked.yaml"
    path.write_text("gpu: 1")
    opened = os.open

    def refuse(name: str, *rest: int) -> int:
        if os.fspath(name).endswith("locked.yaml"):
            raise PermissionError(13, "Permission denied")
        return opened(name, *rest)

    monkeypatch.setattr(os, "open", refuse)
    return path


def test_unreadable_file_on_a_walk_is_told(locked: Path) -> None:
    """The others are read."""
    (locked.parent / "a.yaml").write_text("gpu: 1")
    reading = read([str(locked.parent)], OPTIONS)
    expected = ([{"gpu": 1}], [("unreadable", {"detail": "permission denied"})])
    actual = (
        [each.value for each in reading.documents],
        [(each.kind, each.facts) for each in reading.faults],
    )
    assert expected == actual


def test_unreadable_file_that_the_user_named_is_an_error(locked: Path) -> None:
    """The call cannot be carried out as given."""
    with pytest.raises(UsageError, match="permission denied; check the path and its permissions"):
        read([str(locked)], OPTIONS)


def test_reading_of_bytes_keeps_the_name() -> None:
    """The webhook and tests have texts, no files."""
    reading = read_bytes("request", b"gpu: 1", OPTIONS)
    assert summary(reading) == [
        [("request", 0, 1, {"gpu": 1}, True)],
        (),
        (Input("request", "linted", 1),),
        (),
    ]


def test_faults_of_a_file_stand_in_the_order_of_its_lines() -> None:
    """They are found in two passes."""
    text = b"gpu: 1\ngpu: 2\n---\napiVersion: v1\n x: 1\n---\ngpu: [\n"
    reading = read_bytes("a.yaml", text, OPTIONS)
    actual = [(each.kind, each.span.line) for each in reading.faults]
    assert actual == [("duplicate-key", 2), ("syntax", 5), ("syntax", 7)]


def test_every_problem_can_be_located_in_what_is_read() -> None:
    """Documents and faults stand in for each other as places."""
    reading = read_bytes("a.yaml", b"gpu: 1\ngpu: 2\n", OPTIONS)
    kinds = {type(each) for each in (*reading.documents, *reading.faults)}
    lines = {each.line_text(2) for each in (*reading.documents, *reading.faults)}
    assert (kinds, lines) == ({Document, InputFault}, {"gpu: 2"})


PROGRAM = """
import sys
from gpulint.source.reader import ReadOptions, read
read([sys.argv[1]], ReadOptions(tokens=(b"gpu",)))
print(*sorted({"yaml", "json", "subprocess", "jsonschema", "click"} & set(sys.modules)))
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [("a: 1\n", "\n"), ("gpu: 1\n", "yaml\n"), ('{"gpu": 1}', "json\n")],
)
def test_parsers_load_only_for_a_document_that_needs_them(
    tmp_path: Path, text: str, expected: str
) -> None:
    """A hook starts at every commit, mostly for files without a GPU."""
    (tmp_path / "a.yaml").write_text(text)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path / "a.yaml")],
        capture_output=True,
        text=True,
        check=True,
    )
    assert expected == done.stdout
