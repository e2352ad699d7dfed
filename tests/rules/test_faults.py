"""Every way in which an input can fail to be read has a rule that tells it."""

import re
from pathlib import Path

from gpulint.rulebook.load import rules

SOURCE = Path(__file__).parents[2] / "gpulint" / "source"
_MADE = re.compile(r'(?:InputFault|ChartError|fault)\(\s*"([a-z-]+)"')


def test_every_kind_of_fault_has_a_rule() -> None:
    """A fault without one would be dropped, and the run would look clean."""
    made = {
        kind for path in SOURCE.rglob("*.py") for kind in _MADE.findall(path.read_text("utf-8"))
    }
    told = {
        str(kind)
        for rule in rules()
        if rule.check == "input_fault"
        for kind in list(rule.params["kinds"])  # type: ignore[call-overload]
    }
    assert (made - told, len(made) > 5) == (set(), True)
