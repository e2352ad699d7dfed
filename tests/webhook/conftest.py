"""A running webhook for the tests of a module."""

from collections.abc import Iterator

import pytest
from hook.served import SHORT, Served, start


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for the tests of a module, with short times."""
    yield from start(tmp_path_factory.mktemp("served"), SHORT)
