"""Compiled tables follow the data."""

from pathlib import Path

import pytest

from gpulint.catalog import compile as compile_module
from gpulint.catalog.compaction import TABLES
from gpulint.catalog.compile import RENEW, compiled_text, write_tables
from gpulint.catalog.tables import table_path


@pytest.mark.parametrize("name", sorted(TABLES))
def test_compiled_table_follows_its_data(name: str) -> None:
    """A run reads the compiled table alone, so a stale one would hide a new row."""
    expected = compiled_text(name)
    actual = Path(table_path(name)).read_text(encoding="utf-8")
    assert expected == actual, f"stale table, renew with: {RENEW}"


def test_only_tables_that_differ_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A build that touches nothing must leave no trace in the work tree."""
    monkeypatch.setattr(compile_module, "table_path", lambda name: str(tmp_path / f"{name}.json"))
    first = write_tables()
    Path(first[0]).write_text("{}", encoding="utf-8")
    expected = (first[0],)
    actual = write_tables()
    assert expected == actual
