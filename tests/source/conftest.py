"""What the tests of reading share: composing without libyaml."""

from collections.abc import Iterator

import pytest

from gpulint.source import composer


@pytest.fixture(params=["libyaml", "pure"])
def each_parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Run a test with libyaml and again as if it were absent."""
    if request.param == "pure":
        monkeypatch.setattr(composer, "_composer", None)
    yield request.param
