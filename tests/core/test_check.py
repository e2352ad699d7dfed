from collections.abc import Iterator

from gpulint.core.check import check
from gpulint.core.problem import Problem


class _View:
    WORDS = ("queue",)


@check(each=_View)
def of_a_view(view: _View, context: object) -> Iterator[Problem]:
    """Yield nothing."""
    yield from ()


@check(each=str, words=("gang", "group"))
def of_words(view: str, context: object, *, most: int = 0) -> Iterator[str]:  # type: ignore[type-var]
    """Yield what was handed in."""
    yield f"{view} {context} {most}"


def test_a_check_is_named_after_its_function() -> None:
    """A rule finds it by that name."""
    expected = [("of_a_view", _View, ("queue",)), ("of_words", str, ("gang", "group"))]
    actual = [(each.name, each.each, each.words) for each in (of_a_view, of_words)]
    assert expected == actual


def test_a_check_can_be_called_by_itself() -> None:
    """Its tests need neither rule nor engine."""
    expected = ["a b 3"]
    actual = list(of_words("a", "b", most=3))
    assert expected == actual
