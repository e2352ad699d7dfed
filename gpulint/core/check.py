"""The link between a view and the function that looks at it."""

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

from gpulint.core.problem import Problem

V = TypeVar("V")


class Check(Generic[V]):
    """A small function bound to the view that it is shown, one at a time.

    run takes (view, context) and the rule's parameters by keyword, and yields problems.
    """

    __slots__ = ("each", "name", "run")

    def __init__(self, name: str, each: type[V], run: Callable[..., Iterable[Problem]]) -> None:
        self.name = name
        self.each = each
        self.run = run

    def __call__(self, view: V, context: Any, **params: object) -> Iterable[Problem]:
        """Call the function itself; tests use it."""
        return self.run(view, context, **params)


def check(*, each: type[V]) -> Callable[[Callable[..., Iterable[Problem]]], Check[V]]:
    """Declare a check: `@check(each=PodTemplate)` over `def name(pod, context, *, param)`.

    The function yields problems; its keyword-only arguments are the parameters of its rules.
    """

    def declare(function: Callable[..., Iterable[Problem]]) -> Check[V]:
        return Check(function.__name__, each, function)

    return declare
