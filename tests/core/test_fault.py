import pytest

from gpulint.core.fault import InputFault
from gpulint.core.location import Located, Place, Span
from gpulint.core.pointer import ROOT, Pointer

SPAN = Span(3, 1, 3, 5)


def _fault(**facts: object) -> InputFault:
    return InputFault("syntax", "a.yaml", SPAN, facts, "a: [")


def test_everything_in_a_fault_lies_at_its_one_place() -> None:
    """There is no tree to look in."""
    expected = Located(SPAN)
    actual = _fault().locate(Pointer(("spec", 0)), "key")
    assert expected == actual


def test_the_line_of_a_fault_is_all_that_is_kept_of_the_text() -> None:
    """Other lines may be gigabytes."""
    expected = ["", "a: [", ""]
    actual = [_fault().line_text(line) for line in (2, 3, 4)]
    assert expected == actual


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({"detail": "no text"}, "no text"),
        ({"key": "a", "first_line": 2}, "key 'a' was given before, at line 2"),
        ({"text": "{{ x }}"}, "template text is no plain YAML: {{ x }}"),
    ],
)
def test_a_fault_is_told_in_a_sentence(facts: dict[str, object], expected: str) -> None:
    """A configuration or facts file has no rule that would word it."""
    actual = _fault(**facts).sentence
    assert expected == actual


def test_a_place_goes_down_inside_its_resource() -> None:
    """Checks walk from a container to its limits."""
    place = Place(_fault(), Pointer(("items", 1)), "key", Pointer(("items", 1)))
    expected = Place(_fault(), Pointer(("items", 1, "spec")), "key", Pointer(("items", 1)))
    actual = place.child("spec")
    assert (expected, ROOT) == (actual, Place(_fault(), ROOT).resource)
