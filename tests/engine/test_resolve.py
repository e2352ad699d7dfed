"""What becomes of problems: one finding each, none twice, the specific before the generic."""

import pytest

from gpulint.core.fault import InputFault
from gpulint.core.finding import Finding
from gpulint.core.location import Place, Span
from gpulint.core.pointer import ROOT
from gpulint.core.problem import Related, problem
from gpulint.core.rule import Rule
from gpulint.core.severity import Confidence, Severity
from gpulint.engine.plan import PlannedRule
from gpulint.engine.resolve import Placed, place, resolve


def _rule(id: str = "GPU101", generic: bool = False) -> PlannedRule:
    rule = Rule(
        id=id,
        name="a-rule",
        category="resources",
        check="a_check",
        module="gpulint.checks.resources.a_check",
        severity=Severity.ERROR,
        confidence=Confidence.MEDIUM,
        message="{what} is odd",
        why="w",
        fix="f",
        generic=generic,
    )
    return PlannedRule(rule, Severity.ERROR, {})


def _at(line: int, excerpt: str = "text") -> Place:
    return Place(InputFault("syntax", "a.yaml", Span(line, 1, line, 5), {}, excerpt), ROOT)


def _placed(planned: PlannedRule, line: int, what: str = "it") -> Placed:
    return place(planned, problem(_at(line), what=what), {})


def _told(*placed: Placed) -> list[tuple[str, int]]:
    return [(each.finding.id, each.finding.span.line) for each in resolve(placed)]


def test_a_generic_rule_is_silent_where_a_specific_one_speaks() -> None:
    """`wrong type` beside `0.5 is no count` says the same with fewer words."""
    expected = [("GPU101", 3), ("GPU010", 4)]
    generic = _rule("GPU010", generic=True)
    actual = _told(_placed(generic, 3), _placed(_rule(), 3), _placed(generic, 4))
    assert expected == actual


def test_a_finding_that_stays_unseen_silences_no_generic_rule() -> None:
    """Else advice that nobody asked for would hide an error."""
    placed = (_placed(_rule("GPU010", generic=True), 3), _placed(_rule(), 3))

    def is_wanted(finding: Finding) -> bool:
        return finding.id != "GPU101"

    expected = ["GPU010", "GPU101"]
    actual = [each.finding.id for each in resolve(placed, is_wanted)]
    assert expected == actual


def test_the_same_finding_is_told_once() -> None:
    """Two views may lead to one place."""
    expected = [("GPU101", 3)]
    actual = _told(_placed(_rule(), 3), _placed(_rule(), 3))
    assert expected == actual


def test_two_messages_at_one_place_are_two_findings() -> None:
    """Both must be mended."""
    expected = [("GPU101", 3), ("GPU101", 3)]
    actual = _told(_placed(_rule(), 3, "one"), _placed(_rule(), 3, "other"))
    assert expected == actual


@pytest.mark.parametrize(
    ("given", "expected"),
    [(None, Confidence.MEDIUM), ("low", Confidence.LOW), ("high", Confidence.MEDIUM)],
)
def test_an_instance_may_be_less_sure_than_its_rule_never_more(
    given: str | None, expected: Confidence
) -> None:
    """The rule's confidence is a promise about all of its findings."""
    actual = place(_rule(), problem(_at(1), confidence=given, what="it"), {}).finding.confidence
    assert expected == actual


def test_related_places_get_their_own_line() -> None:
    """A reader jumps to both."""
    found = problem(_at(1), related=[Related(_at(9), "the other")], what="it")
    expected = [("a.yaml", 9, "the other")]
    actual = [(r.file, r.span.line, r.message) for r in place(_rule(), found, {}).finding.related]
    assert expected == actual


def test_a_fault_without_a_resource_is_known_by_its_text() -> None:
    """Its line moves with every edit above it, and it belongs to no object."""
    one, moved, other = (
        place(_rule(), problem(_at(line, excerpt), what="it"), {}).finding.fingerprint
        for line, excerpt in ((1, "  a: ["), (7, "a: ["), (1, "b: ["))
    )
    expected = (True, False)
    actual = (one == moved, one == other)
    assert expected == actual


def test_a_text_that_has_no_utf8_still_has_a_fingerprint() -> None:
    """JSON can write a lone surrogate, and a linter must survive it."""
    expected = 20
    actual = len(place(_rule(), problem(_at(1, "\ud800"), what="it"), {}).finding.fingerprint)
    assert expected == actual
