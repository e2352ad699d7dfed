"""The link between a view and the function that looks at it."""

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

from gpulint.core.problem import Problem

V = TypeVar("V")


class Check(Generic[V]):
    """A small function bound to the view that it is shown, one at a time.

    run takes (view, context) and the rule's parameters by keyword, and yields problems.
    words: texts one of which must stand in some key or value of the input or the facts for the check
    to find anything; empty when it may always. A run that holds none of them spares its import and its
    work. A word without capitals is met in any case. `(values)` and `(fault)`: see engine.vocabulary.
    """

    __slots__ = ("each", "name", "run", "words")

    def __init__(
        self,
        name: str,
        each: type[V],
        run: Callable[..., Iterable[Problem]],
        words: tuple[str, ...] = (),
    ) -> None:
        self.name = name
        self.each = each
        self.run = run
        self.words = words

    def __call__(self, view: V, context: Any, **params: object) -> Iterable[Problem]:
        """Call the function itself; tests use it."""
        return self.run(view, context, **params)


def check(
    *, each: type[V], words: tuple[str, ...] = ()
) -> Callable[[Callable[..., Iterable[Problem]]], Check[V]]:
    """Declare a check: `@check(each=PodTemplate)` over `def name(pod, context, *, param)`.

    The function yields problems; its keyword-only arguments are the parameters of its rules.
    words: see Check; those of the view (its class attribute WORDS) count when none are given.
    """

    def declare(function: Callable[..., Iterable[Problem]]) -> Check[V]:
        return Check(function.__name__, each, function, words or getattr(each, "WORDS", ()))

    return declare
