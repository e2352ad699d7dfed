"""A rulebook in a temporary folder, with checks of its own, and rules written from changes."""

import itertools
from pathlib import Path

import pytest

from gpulint.rulebook.home import Home

_NUMBERS = itertools.count()

RULE = """\
id: GPU203
name: profile-odd
check: profile_odd
severity: error
confidence: high
needs: []
params: {}
message: "{profile} is odd"
why: An odd profile never starts.
fix: Take an even one.
references:
  - title: A page about profiles
    url: https://docs.example/profiles
since: "0.1"
status: stable
proof: {by: documentation, outcome: documented}
examples:
  - bad: |
      kind: Pod
      profile: odd  # <- GPU203
  - good: |
      kind: Pod
      profile: even
  - near_miss: |
      kind: Pod
      profile: oddly-even
"""

CHECK = '''\
"""Looks at profiles."""

from gpulint.core.check import check
from gpulint.model.resource import Resource


@check(each=Resource)
def {name}(view, context{params}):
    """Yield nothing."""
    yield from ()
'''


class Desk:
    """Writes rules and checks into a home of its own."""

    def __init__(self, home: Home) -> None:
        self.home = home

    def write_rule(
        self, *changes: tuple[str, str], category: str = "mig", name: str = "profile-odd"
    ) -> Path:
        """The sample rule with each old text replaced by the new one."""
        text = RULE
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        path = Path(self.home.rule_path(category, name))
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        return path

    def write_check(
        self, name: str = "profile_odd", params: str = "", category: str = "mig"
    ) -> None:
        """A check that finds nothing; params: text of its further arguments."""
        path = Path(self.home.checks) / category / f"{name}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(CHECK.format(name=name, params=params))


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """An empty rulebook whose checks can be imported under a name of their own."""
    package = f"trial_checks_{next(_NUMBERS)}"
    (tmp_path / "rules").mkdir()
    (tmp_path / package).mkdir()
    monkeypatch.syspath_prepend(tmp_path)
    return Desk(Home(str(tmp_path / "rules"), str(tmp_path / package), package))
