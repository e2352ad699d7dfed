"""Reading of compiled tables."""

import subprocess
import sys

import pytest

from gpulint.catalog.tables import table


def test_table_is_read_once() -> None:
    """A run asks thousands of times."""
    assert table("mig") is table("mig")


def test_missing_table_is_said() -> None:
    """A broken installation must not look like an empty catalogue."""
    with pytest.raises(FileNotFoundError):
        table("no-such-table")


def test_import_reads_nothing() -> None:
    """Start-up counts: json and the tables come with the first question."""
    code = (
        "import sys, builtins\n"
        "before = set(sys.modules)\n"
        "import gpulint.catalog.kinds, gpulint.catalog.labels, gpulint.catalog.resources\n"
        "import gpulint.catalog.instances, gpulint.catalog.keys, gpulint.catalog.taints\n"
        "import gpulint.catalog.priority, gpulint.catalog.mig, gpulint.catalog.tokens\n"
        "from gpulint.catalog.tables import table\n"
        "heavy = {'json', 'yaml', 'difflib'} & set(sys.modules)\n"
        "print(sorted(heavy), table.cache_info().currsize)\n"
    )
    expected = "[] 0\n"
    actual = subprocess.run(
        [sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True, cwd="."
    ).stdout
    assert expected == actual
