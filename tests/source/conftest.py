"""What the tests of reading share: composing without libyaml."""

import pytest

from gpulint.source import composer


@pytest.fixture(params=["libyaml", "pure"])
def each_parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Run a test with libyaml and again as if it were absent."""
    if request.param == "pure":
        monkeypatch.setattr(composer, "_composer", None)
    return str(request.param)
