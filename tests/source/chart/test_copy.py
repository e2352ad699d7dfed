from pathlib import Path

import pytest

from gpulint.source.chart import copy as chart_copy
from gpulint.source.chart.copy import copy_chart, is_template


@pytest.fixture
def chart(tmp_path: Path) -> Path:
    """A folder with files, a link to itself and what belongs to git."""
    folder = tmp_path / "app"
    (folder / ".git").mkdir(parents=True)
    (folder / ".git" / "HEAD").write_text("x")
    (folder / "templates").mkdir()
    (folder / "templates" / "a.yaml").write_text("a")
    (folder / "values.schema.json").write_text("{}")
    return folder


def copied(room: Path) -> dict[str, str]:
    return {
        path.relative_to(room).as_posix(): path.read_text()
        for path in sorted(room.rglob("*"))
        if path.is_file()
    }


def test_copy_holds_the_files_as_they_are_changed(chart: Path, tmp_path: Path) -> None:
    """helm reads nothing else."""
    room = tmp_path / "room"
    is_whole = copy_chart(
        str(chart), str(room), lambda inner, data: None if "schema" in inner else data + b"!"
    )
    assert (is_whole, copied(room)) == (True, {"templates/a.yaml": "a!"})


@pytest.mark.parametrize(("name", "value"), [("_MOST_FILES", 1), ("_MOST_BYTES", 1)])
def test_large_chart_is_not_copied(
    chart: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: int
) -> None:
    """A place in a template is not worth a full disk."""
    monkeypatch.setattr(chart_copy, name, value)
    actual = copy_chart(str(chart), str(tmp_path / "room"), lambda inner, data: data)
    assert actual is False


def test_link_that_leads_upwards_ends(chart: Path, tmp_path: Path) -> None:
    """helm itself refuses such a chart; we must not hang before."""
    (chart / "up").symlink_to(chart)
    assert copy_chart(str(chart), str(tmp_path / "room"), lambda inner, data: data) is True


TEMPLATES = [
    ("templates/a.yaml", True),
    ("charts/sub/templates/x/_a.tpl", True),
    ("templates/NOTES.txt", False),
    ("templates", False),
    ("values.yaml", False),
]


@pytest.mark.parametrize(("path", "expected"), TEMPLATES)
def test_templates_are_told_by_their_folder(path: str, expected: bool) -> None:
    """helm renders every file there, whatever its name."""
    assert is_template(path) == expected
