from pathlib import Path

import pytest

from gpulint.core import project_files
from gpulint.core.project_files import project_folder

ROOT = Path(__file__).resolve().parents[2]


def test_a_checkout_keeps_its_folders_beside_the_package() -> None:
    """That is where contributors write rules."""
    expected = ROOT / "rules"
    actual = Path(project_folder("rules"))
    assert expected == actual


def test_a_wheel_keeps_them_inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside the package lie those of others."""
    (tmp_path / "gpulint" / "_rules").mkdir(parents=True)
    (tmp_path / "rules").mkdir()
    monkeypatch.setattr(project_files, "_PACKAGE", str(tmp_path / "gpulint"))
    expected = tmp_path / "gpulint" / "_rules"
    actual = Path(project_folder("rules"))
    assert expected == actual


def test_a_folder_that_is_missing_is_told_with_the_cure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A half-copied installation must say so."""
    monkeypatch.setattr(project_files, "_PACKAGE", str(tmp_path / "gpulint"))
    with pytest.raises(FileNotFoundError) as raised:
        project_folder("rules")
    expected = "this installation of gpulint lacks its rules folder; install it again"
    assert expected == str(raised.value)
